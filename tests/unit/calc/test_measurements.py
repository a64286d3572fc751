"""The formulas against the stored answers of a real llama.cpp: `make oracle` asks it anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lemario.calc.load_catalogue import Catalogue
from lemario.calc.predicting import PREDICTING
from scripts.oracle.comparison import Verdict, compare, compare_block, differences
from scripts.oracle.results import Measurements, read

ROOT = Path(__file__).resolve().parents[3]
STORED = ROOT / "glossary" / "catalogue" / "measurements.json"


REASONS = {
    "none": "starts",
    "values_need_flash_attention": "quantized V cache requires flash_attn",
    "latent_types_differ": "model does not support different K",
    "head_is_no_whole_block": "does not divide n_embd_head",
}
"""Part of what llama.cpp says, by the reason that the formulas give."""

FAR = {
    "gemma-3-270m": "1.4 MiB, three slots of so small a model",
    "qwen3.5-0.8b": "6 MiB, four slots of so small a model",
    "kimi-k2.5": "a cache in f32",
    "aya-expanse-32b": "a cache in f32",
    "gemma-4-e4b": "no flash attention",
}
"""Models with one row whose compute buffer is more than 10 % off, and why that is."""


@pytest.fixture(scope="module")
def stored() -> Measurements:
    return read(STORED)


@pytest.fixture(scope="module")
def verdicts(catalogue: Catalogue, stored: Measurements) -> list[Verdict]:
    return [
        verdict
        for id, entry in catalogue.models.items()
        for verdict in (
            *compare(id, entry.model.config, entry.architecture, stored.models[id]),
            *(
                compare_block(id, entry.model.config, stored.blocks[id])
                if id in stored.blocks
                else ()
            ),
        )
    ]


def _of(verdicts: list[Verdict], what: str) -> list[Verdict]:
    return [verdict for verdict in verdicts if verdict.what == what]


def test_every_model_is_measured(catalogue: Catalogue, stored: Measurements) -> None:
    assert set(stored.models) == set(catalogue.models)
    assert set(stored.blocks) == {
        id for id, entry in catalogue.models.items() if entry.model.config.model_type in PREDICTING
    }


def test_llamacpp_loads_every_file(verdicts: list[Verdict]) -> None:
    assert differences(_of(verdicts, "loads")) == []


def test_every_model_has_several_files_and_a_dozen_rows(stored: Measurements) -> None:
    for id, measured in stored.models.items():
        assert len(measured.weights) == 4, id
        assert len(measured.rows) >= 10, id


def test_weights_agree_to_the_byte(verdicts: list[Verdict]) -> None:
    """That proves names and shapes: the types in these files are those of our own rule."""
    found = _of(verdicts, "weights")
    assert found
    assert differences(found) == []


def test_cache_and_state_agree_to_the_byte(verdicts: list[Verdict]) -> None:
    found = _of(verdicts, "cache")
    assert found
    assert differences(found) == []


def test_refusals_agree(verdicts: list[Verdict]) -> None:
    """In whether it starts, and in why not."""
    found = _of(verdicts, "refusal")
    assert differences(found) == []
    assert {verdict.expected for verdict in found} == set(REASONS)
    assert [v for v in found if REASONS[v.expected] not in v.said] == []


def test_only_known_settings_end_llamacpp_by_a_fault_of_its_own(verdicts: list[Verdict]) -> None:
    aborts = Counter(verdict.model for verdict in _of(verdicts, "abort"))
    assert aborts == {"phi-4": 2, "minimax-text-01": 1}


def test_the_compute_buffer_is_within_five_percent_nearly_always(verdicts: list[Verdict]) -> None:
    """Blocks that predict several tokens aside: theirs are within a fifth."""
    blocks, errors = list[float](), list[float]()
    for verdict in _of(verdicts, "compute"):
        (blocks if "MTP" in verdict.model else errors).append(abs(verdict.error))
    assert len(errors) > 2000
    assert sum(error <= 0.05 for error in errors) >= 0.98 * len(errors)
    assert len(blocks) > 150
    assert max(blocks) <= 0.2


def test_the_compute_buffer_is_within_ten_percent_where_it_must_be_near(
    verdicts: list[Verdict],
) -> None:
    assert differences(_of(verdicts, "compute")) == []
    far = [v for v in _of(verdicts, "compute") if abs(v.error) > 0.1 and "MTP" not in v.model]
    assert {v.model for v in far} == set(FAR)
    assert len(far) == len(FAR)
    assert max(abs(v.error) for v in far) <= 0.3
