"""The quantizations that come along, against the tables of the formulas and against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from lemario.calc import formulas
from lemario.calc.answers import answer, default_settings
from lemario.calc.catalogue import Quantizations
from lemario.calc.live import OUTPUTS
from lemario.calc.live_case import Case
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.records import CACHE_BLOCK_BYTES, CACHE_BLOCK_ELEMENTS

GLOSSARY = Path(__file__).resolve().parents[3] / "glossary"


@pytest.fixture(scope="module")
def quantizations() -> Quantizations:
    text = (GLOSSARY / "catalogue/quantizations.yaml").read_text("utf-8")
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


def test_embeddings_take_the_bits_of_some_block_and_no_more_than_the_average(
    quantizations: Quantizations,
) -> None:
    sizes = {8 * b.block_bytes / b.block_elements for b in quantizations.blocks.values()}
    for name, kind in quantizations.files.items():
        assert kind.embedding_bits in sizes, name
        # IQ1 and IQ2 files give embeddings more than the rest.
        assert name.startswith(("IQ1", "IQ2", "IQ3")) or kind.looked_up_bits < kind.bits_per_weight


@pytest.mark.parametrize("quant", ["Q4_K_M", "Q8_0", "IQ2_XS"])
def test_one_notion_of_what_a_token_reads(catalogue: Catalogue, quant: str) -> None:
    """Of the calculator and of the examples; with what is looked up, it is all of a dense model."""
    file_type = catalogue.file_types[quant]
    for entry in catalogue.models.values():
        decoder = entry.architecture
        given = answer(decoder, file_type, default_settings(4096))
        case = Case(catalogue, entry, quant)
        assert OUTPUTS["read"](case).value == given.active_weights_bytes
        looked_up = formulas.looked_up_bytes(decoder, file_type.looked_up_bits)
        if all(layer.experts_used == 0 for layer in decoder.layers):
            assert given.active_weights_bytes + looked_up == pytest.approx(given.weights_bytes)
        else:
            assert given.active_weights_bytes < given.weights_bytes - looked_up
