"""The types of files and of tensors that come along, against the tables of the formulas."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from lemario.calc import weights
from lemario.calc.catalogue import Quantizations
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.mix import BLOCK_BYTES, BLOCK_ELEMENTS, FALLBACK, MIX, RULES
from lemario.calc.records import (
    CACHE_BLOCK_BYTES,
    CACHE_BLOCK_ELEMENTS,
    FileType,
    Role,
    TensorType,
)

GLOSSARY = Path(__file__).resolve().parents[3] / "glossary"
QUANTIZATIONS = GLOSSARY / "catalogue/quantizations.yaml"
# Published averages have four decimals.
TOLERANCE = 0.0001


@pytest.fixture(scope="module")
def quantizations() -> Quantizations:
    text = QUANTIZATIONS.read_text("utf-8")
    raw: dict[str, Any] = yaml.safe_load(text)
    return Quantizations.model_validate(raw)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    loaded = load_catalogue(GLOSSARY, "glossary").catalogue
    assert loaded is not None
    return loaded


def test_the_formulas_have_the_blocks_of_the_catalogue(quantizations: Quantizations) -> None:
    for kind, elements in CACHE_BLOCK_ELEMENTS.items():
        block = quantizations.blocks[kind.upper()]
        assert (block.block_elements, block.block_bytes) == (elements, CACHE_BLOCK_BYTES[kind])
    for tensor_type, elements in BLOCK_ELEMENTS.items():
        block = quantizations.blocks[tensor_type]
        assert (block.block_elements, block.block_bytes) == (elements, BLOCK_BYTES[tensor_type])


def test_every_type_of_file_is_in_the_catalogue(quantizations: Quantizations) -> None:
    assert set(quantizations.files) == set(get_args(FileType)) - {"STORED"}


def test_the_mix_says_something_for_every_role() -> None:
    assert list(MIX) == list(get_args(FileType))
    for roles in MIX.values():
        assert set(roles) == set(get_args(Role))
        assert set(roles.values()) <= set(RULES)
    assert set(FALLBACK) == set(get_args(TensorType))


def _with_an_average() -> list[str]:
    files = yaml.safe_load(QUANTIZATIONS.read_text("utf-8"))["files"]
    return sorted(quant for quant, file in files.items() if "bits_per_weight" in file)


def test_most_types_have_a_published_average() -> None:
    assert len(_with_an_average()) == 24


@pytest.mark.parametrize("quant", _with_an_average())
def test_the_average_is_what_was_measured(
    catalogue: Catalogue, quantizations: Quantizations, quant: FileType
) -> None:
    """On Llama 3.1 8B, as llama.cpp's own table of sizes says."""
    measured = quantizations.files[quant]
    assert measured.bits_per_weight is not None
    decoder = catalogue.models["llama-3.1-8b"].architecture
    bits = weights.bits_per_weight(
        weights.loaded_bytes(decoder, quant), weights.parameters(decoder)
    )
    assert bits == pytest.approx(measured.bits_per_weight, abs=TOLERANCE)


def test_no_bit_is_counted_for_what_is_not_loaded(catalogue: Catalogue) -> None:
    """In F16 all but norms and tables take 16 bits: layers that predict more tokens do not count."""
    for entry in catalogue.models.values():
        decoder = entry.architecture
        loaded = weights.loaded_bytes(decoder, "F16")
        assert 16 <= weights.bits_per_weight(loaded, weights.parameters(decoder)) <= 16.2, entry.id
