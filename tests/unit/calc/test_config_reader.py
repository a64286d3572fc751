"""Published config files give the decoders of the catalogue."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.config_defaults import MODEL_TYPES, SYNONYMS
from lemario.calc.config_reader import read_config, read_config_fields
from lemario.calc.families import FAMILIES
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from tests.configs import CONFIGS, IDS, LLAMA, fault, published, read


@pytest.fixture(scope="module")
def catalogue(root: Path) -> Catalogue:
    loaded = load_catalogue(root / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


# --- Published files -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_a_published_config_is_the_decoder_of_the_catalogue(
    name: str, catalogue: Catalogue
) -> None:
    text = (CONFIGS / f"{name}.json").read_text("utf-8")
    checked = read_config(text, f"{name}.json")
    assert checked.diagnostics == ()
    assert checked.value is not None
    assert architecture(checked.value) == catalogue.models[name].architecture


def test_many_models_of_many_families_are_read() -> None:
    families = {MODEL_TYPES[type_of(name)].family for name in IDS}
    assert len(IDS) >= 20
    assert len(families) >= 12


def type_of(name: str) -> str:
    data = published(name)
    return str(data.get("text_config", data)["model_type"])


def test_every_type_belongs_to_a_family_that_can_be_computed() -> None:
    assert {row.family for row in MODEL_TYPES.values()} == set(FAMILIES)


def test_every_field_that_is_looked_for_belongs_to_a_config() -> None:
    assert set(SYNONYMS) | {"model_type"} == set(ModelConfig.model_fields)


@pytest.mark.parametrize("name", sorted(MODEL_TYPES))
def test_a_part_may_leave_out_what_equals_the_defaults_of_its_type(name: str) -> None:
    row = MODEL_TYPES[name]
    # What no class has a default for, and what has to be one way to be computed.
    stated: dict[str, Any] = {field: 8 for field, size in row.sizes.items() if size is None}
    stated |= {field: value for field, value in row.only.items() if value is not None}
    if "max_position_embeddings" not in row.defaults:
        stated["max_position_embeddings"] = 4096
    if name == "granitemoehybrid":
        stated["layer_types"] = ["attention"] * 32
    if name == "glm4_moe":  # whose default width is no multiple of its heads
        stated["head_dim"] = 128
    config = read({"model_type": "outer", "text_config": {"model_type": name, **stated}})
    assert architecture(config).layers


# --- Names, defaults and rules -------------------------------------------------------------------


def test_gemma_3_that_sees_loses_the_rows_without_a_token() -> None:
    assert read(published("gemma-3-4b")).vocab_size == 262144
    assert read({**published("gemma-3-4b")["text_config"], **shape(2)}).vocab_size == 2


def shape(number: int) -> dict[str, int]:
    fields = ("hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads")
    return dict.fromkeys((*fields, "num_key_value_heads", "vocab_size"), number)


def test_what_was_taken_from_defaults_is_named() -> None:
    reading = read_config_fields(json.dumps(published("aya-expanse-8b")), "config.json").value
    assert reading is not None
    assert reading.defaulted == ("tie_word_embeddings",)


def test_a_part_wins_over_the_whole() -> None:
    config = published("devstral-small-2-24b")
    config |= {"vocab_size": 7, "num_key_value_heads": 2}
    assert read(config) == read(published("devstral-small-2-24b"))


@pytest.mark.parametrize("part", ["text_config", "llm_config", "language_config"])
def test_the_text_model_is_found_under_each_of_its_names(part: str) -> None:
    assert read({"model_type": "unheard", part: LLAMA, "vision_config": shape(3)}) == read(LLAMA)


def test_a_part_without_a_type_has_that_of_the_whole() -> None:
    inner = {key: value for key, value in LLAMA.items() if key != "model_type"}
    assert read({"model_type": "llama", "text_config": inner}) == read(LLAMA)


def test_older_names_of_fields_are_read() -> None:
    older = {"n_embd": 4096, "n_layer": 32, "n_head": 32, "n_head_kv": 8, "n_inner": 14336}
    older |= {"n_positions": 131072, "padded_vocab_size": 128256, "kv_channels": 128}
    config = read({"model_type": "llama", **older})
    assert architecture(config) == architecture(read(LLAMA))


def test_no_key_value_heads_means_as_many_as_heads() -> None:
    assert read({**LLAMA, "num_key_value_heads": None}).num_key_value_heads == 32
    del (older := dict(LLAMA))["num_key_value_heads"]
    assert read(older).num_key_value_heads == 32
    assert read({**older, "model_type": "mistral"}).num_key_value_heads == 8


@pytest.mark.parametrize(
    ("switches", "heads"),
    [
        ({"multi_query": True}, 1),
        ({"multi_query": False}, 71),
        ({"multi_query": True, "new_decoder_architecture": True, "num_kv_heads": 1}, 1),
        ({"new_decoder_architecture": True}, 71),
    ],
)
def test_falcon_says_its_key_value_heads_by_switches(switches: dict[str, Any], heads: int) -> None:
    config = published("falcon-7b")
    del config["num_kv_heads"]
    assert read(config | switches).num_key_value_heads == heads


def test_biases_are_those_of_the_code_where_the_config_has_no_say() -> None:
    assert read({**LLAMA, "model_type": "qwen2", "attention_bias": False}).attention_bias
    assert not read({**LLAMA, "model_type": "mistral", "attention_bias": True}).attention_bias
    assert not read({**LLAMA, "model_type": "stablelm"}).attention_bias
    assert read({**LLAMA, "model_type": "stablelm", "use_qkv_bias": True}).attention_bias


def test_a_window_that_is_switched_off_is_none() -> None:
    assert read(published("qwen2.5-7b")).sliding_window is None
    config = {**published("exaone-4.0-32b"), "sliding_window": None}
    del config["layer_types"]
    assert {layer.window for layer in architecture(read(config)).layers} == {0}


def test_granite_without_mamba_layers_and_experts_is_a_granite() -> None:
    data = {**LLAMA, "model_type": "granitemoehybrid", "num_local_experts": 0}
    data |= {"shared_intermediate_size": 8192, "layer_types": ["attention"] * 32}
    config = read(data)
    assert (config.model_type, config.intermediate_size) == ("granite", 8192)
    assert "layer_types" in fault({**data, "layer_types": None}).message
    assert "mamba" in fault({**data, "layer_types": ["mamba"] + ["attention"] * 31}).message
    assert "num_local_experts" in fault({**data, "num_local_experts": 64}).message


def test_a_whole_number_may_be_written_with_a_point() -> None:
    text = json.dumps(LLAMA).replace("4096", "4096.0")
    assert read_config(text, "config.json").value == read(LLAMA)
