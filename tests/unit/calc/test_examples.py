"""What terms compute is checked: the formula, the inputs, and the placeholders of both examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from lemario.calc.compiled import own_formulas
from lemario.calc.examples import check_examples
from lemario.calc.load_catalogue import Catalogue
from lemario.core.diagnostics import Diagnostic
from tests import small


def found(
    folder: Path,
    catalogue: Catalogue | None,
    *,
    calculate: str = "",
    es: str = "",
    en: str = "",
    formula: str = "",
) -> tuple[Diagnostic, ...]:
    """What is said about a term with these examples and inputs."""
    more = (f"calculate: {calculate}\n" if calculate else "") + (
        f"formula: {formula}\n" if formula else ""
    )
    text = small.term(
        es_more=f"example: '{es}'" if es else "",
        en_more=f"example: '{en}'" if en else "",
        more=more,
    )
    glossary = small.glossary(folder / "glossary", {"caso": text})
    formulas = {name: own_formulas() for name in own_formulas().module.formulas}
    return check_examples(glossary, catalogue, formulas)


def said(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, int, int]]:
    return [(it.code, it.span.line, it.span.column) for it in diagnostics]


CASE = "{model: llama-3.1-8b, context: 8192}"


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"calculate": CASE, "es": "{kv_cache}", "en": "{kv_cache kv=q8_0 unit=MiB}"}, ""),
        ({"formula": "kv_cache_plain_bytes"}, ""),
        ({"calculate": CASE}, ""),
        ({"es": "{no_such_output}"}, ""),
        ({"es": "sin {kv_cache}"}, "L325"),
        ({"calculate": CASE, "es": "`{kv_cach}`"}, ""),
        ({"formula": "kv_cache_plain_byte"}, "L320"),
        ({"calculate": "{model: llama-3.1-8c}"}, "L322"),
        ({"calculate": "{quant: Q4_K_N}"}, "L322"),
        ({"calculate": "{device: rtx-4091}"}, "L322"),
        ({"calculate": "{kv: q4}"}, "L322"),
        ({"calculate": "{context: 0}"}, "L322"),
        ({"calculate": "{context: 8192.5}"}, "L322"),
        ({"calculate": "{contexto: 8192}"}, "L323"),
        ({"calculate": CASE, "es": "{kv_cach}"}, "L324"),
        ({"calculate": CASE, "es": "{kv_cache contxt=1}"}, "L323"),
        ({"calculate": CASE, "es": "{kv_cache context=0}"}, "L322"),
        ({"calculate": CASE, "es": "{kv_cache unit=GIB}"}, "L322"),
        ({"calculate": CASE, "es": "{weights}"}, "L326"),
        ({"calculate": CASE, "en": "{speed}"}, "L326"),
        ({"calculate": "{context: 8192}", "es": "{kv_cache}"}, "L326"),
    ],
)
def test_faults(tmp_path: Path, catalogue: Catalogue, inputs: Mapping[str, str], code: str) -> None:
    assert [it.code for it in found(tmp_path, catalogue, **inputs)] == ([code] if code else [])


def test_the_placeholder_that_is_wrong_is_underlined(tmp_path: Path, catalogue: Catalogue) -> None:
    """Of two equal ones each is reported, at its own place."""
    text = "hay {kv_cache} y {kv_cach}, {kv_cach}"
    wrong = found(tmp_path, catalogue, calculate=CASE, es=text)
    assert [it.code for it in wrong] == ["L324", "L324"]
    columns = [it.span.column for it in wrong]
    start = len("  example: '") + 1
    first = start + text.index("{kv_cach},")
    assert columns == [first, start + text.rindex("{kv_cach}")]
    assert {it.span.line for it in wrong} == {3}
    assert all("kv_cache" in it.help for it in wrong)


def test_an_input_that_is_wrong_is_underlined_and_said_once(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    """Placeholders that would need it are not reported as well."""
    wrong = found(
        tmp_path, catalogue, calculate="{model: llama-3.1-8c, context: 1}", es="{kv_cache}"
    )
    assert [it.code for it in wrong] == ["L322"]
    assert "llama-3.1-8b" in wrong[0].help


def test_what_is_missing_is_named_with_what_to_add(tmp_path: Path, catalogue: Catalogue) -> None:
    (wrong,) = found(tmp_path, catalogue, calculate=CASE, en="It takes {weights}.")
    assert "`quant`" in wrong.message
    assert "quant:" in wrong.help


def test_without_a_catalogue_nothing_can_be_computed(tmp_path: Path) -> None:
    (wrong,) = found(tmp_path, None, calculate=CASE, es="{kv_cache}")
    assert wrong.code == "L327"


def test_drafts_are_checked_as_well(tmp_path: Path, catalogue: Catalogue) -> None:
    text = small.term(more=f"status: draft\ncalculate: {CASE}", es_more="example: '{kv_cach}'")
    glossary = small.glossary(
        tmp_path / "glossary", {"otro": small.term("Otro", "Other"), "caso": text}
    )
    assert glossary.drafts
    assert [it.code for it in check_examples(glossary, catalogue, {})] == ["L324"]


def test_a_catalogue_with_other_models_knows_only_those(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    few = replace(catalogue, models={"phi-2": catalogue.models["phi-2"]})
    (wrong,) = found(tmp_path, few, calculate="{model: llama-3.1-8b}")
    assert wrong.code == "L322"
    assert "phi-2" in wrong.help
