"""The formulas against the stored answers of a real llama.cpp: `make oracle` asks it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.predicting import PREDICTING
from scripts.oracle.comparison import Verdict, compare, compare_block, differences
from scripts.oracle.results import Measurements, read

ROOT = Path(__file__).resolve().parents[3]
STORED = ROOT / "glossary" / "catalogue" / "measurements.json"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    loaded = load_catalogue(ROOT / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


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
    assert differences(_of(verdicts, "refusal")) == []


def test_the_compute_buffer_is_within_five_percent_nearly_always(verdicts: list[Verdict]) -> None:
    """Blocks that predict several tokens aside: theirs are within a fifth."""
    blocks, errors = list[float](), list[float]()
    for verdict in _of(verdicts, "compute"):
        (blocks if "MTP" in verdict.model else errors).append(abs(verdict.error))
    assert sum(error <= 0.05 for error in errors) >= 0.98 * len(errors)
    assert len(blocks) > 150
    assert max(blocks) <= 0.2


def test_the_compute_buffer_is_within_ten_percent_where_it_must_be_near(
    verdicts: list[Verdict],
) -> None:
    assert differences(_of(verdicts, "compute")) == []
