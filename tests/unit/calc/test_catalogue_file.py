"""A config becomes a file that the catalogue reads back as the same model."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from lemario.calc.catalogue import CatalogueId, CatalogueModel
from lemario.calc.catalogue_file import catalogue_model_yaml, model_id
from lemario.calc.readers.config_reader import ConfigReading, read_config_fields
from lemario.content.schema_check import validate
from lemario.content.yaml_source import parse
from lemario.core.source import SourceText
from lemario.core.text import nfc
from tests.configs import CONFIGS, IDS


def reading(name: str) -> ConfigReading:
    path = CONFIGS / f"{name}.json"
    found = read_config_fields(path.read_text("utf-8"), path.name).value
    assert found is not None
    return found


def read_back(text: str) -> CatalogueModel:
    """The model in the text of a file of the catalogue, which has no fault."""
    document = parse(SourceText("model.yaml", text))
    assert document.diagnostics == ()
    assert document.value is not None
    checked = validate(TypeAdapter(CatalogueModel), document.value)
    assert checked.diagnostics == ()
    assert checked.value is not None
    return checked.value


@pytest.mark.parametrize("name", IDS)
def test_the_file_is_read_back_as_the_same_config(name: str) -> None:
    read = reading(name)
    file = catalogue_model_yaml(read, name, "config.json")
    assert file.id == name
    assert read_back(file.text).config == read.config


def test_the_file_looks_like_those_of_the_catalogue() -> None:
    source = "https://huggingface.co/google/gemma-3-4b-it/blob/main/config.json"
    file = catalogue_model_yaml(reading("gemma-3-4b"), "google/gemma-3-4b-it", source)
    assert file.id == "gemma-3-4b-it"
    assert file.text == (
        "name: gemma-3-4b-it\n"
        "repository: google/gemma-3-4b-it\n"
        "config:\n"
        "  model_type: gemma3\n"
        "  hidden_size: 2560\n"
        "  num_hidden_layers: 34\n"
        "  num_attention_heads: 8\n"
        "  num_key_value_heads: 4\n"
        "  head_dim: 256\n"
        "  intermediate_size: 10240\n"
        "  vocab_size: 262144\n"
        "  tie_word_embeddings: true\n"
        "  max_position_embeddings: 131072\n"
        "  sliding_window: 1024\n"
        "sources:\n"
        "  - title: config.json of the model\n"
        f'    url: "{source}"\n'
        "  - title: Transformers 5.24.0, defaults of the configuration class\n"
        "    fields:\n"
        "      - num_attention_heads\n"
        "      - num_key_value_heads\n"
        "      - head_dim\n"
        "      - vocab_size\n"
        "      - tie_word_embeddings\n"
        "      - max_position_embeddings\n"
    )


@pytest.mark.parametrize(
    "name",
    [
        *("no", "Llama: 8B", "# 1", "- x", "1.10", '"quoted" \\ back', "a  b\n c: d", "[x]"),
        *("modelo español n\u0303", "x" * 200, "null", "a/b/c", "{}", "é\t", "x: ", "'"),
    ],
)
def test_names_and_sources_survive_whatever_they_hold(name: str) -> None:
    model = read_back(catalogue_model_yaml(reading("llama-3.1-8b"), name, name).text)
    line = " ".join(nfc(name).split())
    assert (model.name, model.sources[0].title) == (line.rpartition("/")[2], line)


@pytest.mark.parametrize("source", ["https://x.org/a b", "https://x.org/<a>", "ftp://x.org"])
def test_a_source_that_is_no_address_is_a_title(source: str) -> None:
    (found, *_) = read_back(catalogue_model_yaml(reading("phi-2"), "Phi 2", source).text).sources
    assert (found.title, found.url) == (source, None)


def test_what_cannot_be_seen_is_left_out() -> None:
    file = catalogue_model_yaml(reading("phi-2"), "a\x00\ufeffb\u2028\ud800c", "\uffff")
    model = read_back(file.text)
    assert (model.name, model.sources[0].title) == ("a b c", "config.json")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Llama 3.1 8B", "llama-3.1-8b"),
        ("Qwen2.5-Coder-7B-Instruct", "qwen2.5-coder-7b-instruct"),
        ("Phi_4 mini (2025)", "phi-4-mini-2025"),
        ("v1. beta .2", "v1.beta.2"),
        ("Ñandú", "nandu"),
        ("…", ""),
    ],
)
def test_a_name_becomes_an_id(name: str, expected: str) -> None:
    assert model_id(name) == expected


def test_an_id_is_one_of_the_catalogue() -> None:
    for name in ("a" * 79 + ".b", "Llama 3.1 8B", "x.-y"):
        made = model_id(name)
        assert TypeAdapter(CatalogueId).validate_python(made) == made
