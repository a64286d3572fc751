"""Sizes as readers see them, and what formulas say about where they come from."""

from __future__ import annotations

import pytest

from lemario.calc.compiled import own_formulas
from lemario.core.lang import LANGS, Lang
from lemario.site.live import formula_view, size


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (2.0**30, "", "1\u00a0GiB"),
        (2.0**30 - 1, "", "1024\u00a0MiB"),
        (1536.0, "", "1,5\u00a0KiB"),
        (1023.0, "", "1023\u00a0B"),
        (1.5e9, "GB", "1,5\u00a0GB"),
    ],
)
def test_a_size_is_in_the_largest_unit_that_it_fills(value: float, unit: str, shown: str) -> None:
    assert size(value, Lang.ES, unit) == shown


def test_a_formula_names_its_source_in_one_line() -> None:
    sources = {
        name: formula_view(name, own_formulas(), lang).source
        for name in ("kv_cache_bytes", "lora_parameters", "padded")
        for lang in LANGS
    }
    assert sources["kv_cache_bytes"].startswith("measured against llama.cpp")
    assert sources["lora_parameters"].endswith("2021.")
    assert sources["padded"] == ""
    assert not any("\n" in source for source in sources.values())
