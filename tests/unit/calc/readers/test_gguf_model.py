"""From GGUF files to models: families, layers, and weights to the byte."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES
from lemario.calc.kv_cache import kv_cache_bytes, state_bytes
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.readers.gguf_model import GgufModel, read_gguf
from lemario.calc.records import Settings
from lemario.calc.weights import active_parameters, parameters, weights_bytes
from lemario.core.diagnostics import Severity
from tests.gguf_files import (
    LFM2,
    LFM2_METADATA,
    LLAMA,
    OLD_MLA,
    OLD_MLA_METADATA,
    Row,
    gguf,
    llama_metadata,
    made_models,
    old_mla_rows,
    rows,
    stated,
)
from tests.gguf_vectors import VECTORS, expected, unpacked

# What holds for all other vectors does not for these: tensors that the table does not have, and a
# file that holds a part of them.
OTHER_TENSORS = {"deepseek2, old", "llama, version 2, words"}
PARTS = {"llama, part 1 of 3"}
SETTINGS = Settings(4096, 1, True, 512, "f16", "f16", True, False, 1, 0)
MODELS = {
    vector["name"]: vector for vector in json.loads(VECTORS.read_text(encoding="utf-8"))["models"]
}


def model(data: bytes) -> GgufModel:
    checked = read_gguf(io.BytesIO(data), "model.gguf")
    assert checked.value is not None, checked.diagnostics
    return checked.value


def config(data: bytes) -> dict[str, Any]:
    return model(data).config.model_dump(exclude_defaults=True)


# --- Shared with JavaScript ----------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
def test_models_of_the_vectors(name: str) -> None:
    data = unpacked(MODELS[name]["header"])
    assert expected(data) == MODELS[name]["expected"]


def test_models_that_are_written_here_are_in_the_vectors() -> None:
    for name, data in made_models().items():
        assert unpacked(MODELS[name]["header"]) == data


# --- Against what the tables say -----------------------------------------------------------------


def test_the_exceptions_are_among_the_vectors() -> None:
    assert set(MODELS) >= OTHER_TENSORS | PARTS


@pytest.mark.parametrize("name", sorted(set(MODELS) - PARTS))
def test_weights_are_those_of_the_header(name: str) -> None:
    found = model(unpacked(MODELS[name]["header"]))
    assert weights_bytes(found.architecture, "STORED") == sum(t.bytes for t in found.header.tensors)


@pytest.mark.parametrize("name", sorted(set(MODELS) - PARTS - OTHER_TENSORS))
def test_counts_are_those_of_the_config(name: str) -> None:
    found = model(unpacked(MODELS[name]["header"]))
    whole = found.architecture
    usual = architecture(found.config)
    assert parameters(whole) == parameters(usual)
    assert active_parameters(whole) == active_parameters(usual)
    assert kv_cache_bytes(whole, SETTINGS) == kv_cache_bytes(usual, SETTINGS)
    assert state_bytes(whole, SETTINGS) == state_bytes(usual, SETTINGS)
    bare = [layer._replace(matrices=()) for layer in whole.layers]
    assert bare == [layer._replace(matrices=()) for layer in usual.layers]


def test_every_family_can_be_found_by_its_architecture() -> None:
    found = {row[0] for choices in GGUF_KEYS["families"].values() for row in choices}
    assert found | {"mimo"} == set(FAMILIES)
    for name, choices in GGUF_KEYS["families"].items():
        assert all(FAMILIES[row[0]].gguf == name for row in choices)
        # Only the last one needs no key.
        assert [len(row) > 1 for row in choices] == [True] * (len(choices) - 1) + [False]


# --- Layers --------------------------------------------------------------------------------------


def test_windows_by_a_list_or_a_number() -> None:
    base = ModelConfig(
        model_type="gemma3",
        hidden_size=512,
        num_hidden_layers=8,
        num_attention_heads=4,
        num_key_value_heads=1,
        head_dim=256,
        intermediate_size=1024,
        vocab_size=512,
        max_position_embeddings=32768,
        sliding_window=512,
        tie_word_embeddings=True,
    )
    values: dict[str, object] = {
        "block_count": 8,
        "context_length": 32768,
        "embedding_length": 512,
        "feed_forward_length": 1024,
        "attention.head_count": 4,
        "attention.head_count_kv": 1,
        "attention.key_length": 256,
        "attention.value_length": 256,
        "attention.sliding_window": 512,
    }

    def pattern(**more: object) -> str | None:
        metadata = stated("gemma3", values | {f"attention.{k}": v for k, v in more.items()})
        return model(gguf(metadata, rows(base))).config.layer_pattern

    assert pattern() is None
    assert pattern(sliding_window_pattern=6) is None
    assert pattern(sliding_window_pattern=[i % 6 < 5 for i in range(8)]) is None
    assert pattern(sliding_window_pattern=4) == "WWWFWWWF"
    assert pattern(sliding_window_pattern=0) == "WWWWWWWW"
    assert pattern(sliding_window_pattern=[False] + [True] * 7) == "FWWWWWWW"


def test_gemma_3n_as_converters_of_today_write_it() -> None:
    data = unpacked(MODELS["gemma-3n-e4b"]["header"])
    usual = model(data)
    pairs: dict[str, object] = {
        key.partition(".")[2]: list(value) if isinstance(value, tuple) else value
        for key, value in usual.header.metadata.items()
        if key.startswith("gemma3n.")
    }
    pairs |= {
        "attention.shared_kv_layers": 10,
        "altup.num_inputs": 4,
        "embedding_length_per_layer_input": 256,
        "attention.sliding_window_pattern": [i % 5 < 4 for i in range(35)],
    }
    tensors = [Row(t.name, t.shape, t.type) for t in usual.header.tensors]
    found = model(gguf(stated("gemma3n", pairs), tensors))
    assert usual.config.num_kv_shared_layers == 15  # fixed in llama.cpp: 20 have their own
    assert found.config == usual.config.model_copy(update={"num_kv_shared_layers": 10})


def test_blocks_that_predict_several_tokens_count_only_where_they_are() -> None:
    extra = [*llama_metadata(nextn_predict_layers=1)]
    assert config(gguf(extra, rows(LLAMA)))["num_hidden_layers"] == 2
    with_block = [*rows(LLAMA), Row("blk.1.nextn.eh_proj.weight", (1024, 512), "Q8_0")]
    found = model(gguf(extra, with_block))
    assert found.config.num_hidden_layers == 1
    assert found.architecture.skipped
    assert weights_bytes(found.architecture, "STORED") == sum(
        tensor.bytes for tensor in found.header.tensors
    )


def test_layers_without_a_cache_are_convolutions_in_lfm2() -> None:
    found = model(gguf(LFM2_METADATA, rows(LFM2)))
    assert found.config == LFM2
    assert [layer.mixer for layer in found.architecture.layers] == ["short_conv", "attention"]


# --- Matrices ------------------------------------------------------------------------------------


def test_copies_of_one_type_are_one_matrix() -> None:
    def mixed(row: Row) -> Row:
        return row._replace(type="Q6_K") if row.name == "blk.1.ffn_down.weight" else row

    found = model(gguf(llama_metadata(), [mixed(row) for row in rows(LLAMA, "Q4_K")]))
    (layer,) = found.architecture.layers
    down = [m for m in layer.matrices if (m.row, m.elements) == (1024, 512 * 1024)]
    assert [(m.stored, [c.place for c in m.copies]) for m in down] == [
        ("Q4_K", [0]),
        ("Q6_K", [1]),
    ]
    roles = {m.role for m in layer.matrices}
    assert roles == {"f32", "plain"}


def test_an_embedding_is_read_only_where_it_is_the_output_too() -> None:
    def embedding_read(tensors: list[Row]) -> float:
        found = model(gguf(llama_metadata(), tensors)).architecture
        return next(m.read for m in found.outside if m.elements == 512 * 320)

    whole = rows(LLAMA)
    assert embedding_read(whole) == 0
    assert embedding_read([row for row in whole if row.name != "output.weight"]) == 512 * 320


# --- Old conversions of latent attention ---------------------------------------------------------


def test_old_files_with_latent_attention_keep_the_cache_of_all_heads() -> None:
    found = model(gguf(OLD_MLA_METADATA, old_mla_rows())).architecture
    kinds = {(layer.mixer, layer.key_row, layer.value_row, layer.head) for layer in found.layers}
    assert kinds == {("attention", 16 * 192, 16 * 128, 192)}
    assert (found.latent, found.query_head) == (0, 0)
    assert kv_cache_bytes(found, SETTINGS) == 3 * 4096 * 16 * (192 + 128) * 2


def test_new_files_with_latent_attention_keep_the_latent_row() -> None:
    metadata = [
        *OLD_MLA_METADATA,
        ("deepseek2.attention.key_length_mla", 192),
        ("deepseek2.attention.value_length_mla", 128),
    ]
    found = model(gguf(metadata, rows(OLD_MLA)))
    assert found.config == OLD_MLA
    assert kv_cache_bytes(found.architecture, SETTINGS) == 3 * 4096 * (512 + 64) * 2


# --- Diagnostics ---------------------------------------------------------------------------------


def test_a_part_says_that_it_is_one() -> None:
    checked = read_gguf(io.BytesIO(made_models()["llama, part 1 of 3"]), "model.gguf")
    assert checked.value is not None
    (found,) = checked.diagnostics
    assert (found.code, found.severity) == ("L333", Severity.WARNING)
    assert "part 1 of 3" in found.message


def test_a_part_that_does_not_describe_the_model() -> None:
    data = gguf([("split.no", 1), ("split.count", 3)], rows(LLAMA)[9:])
    checked = read_gguf(io.BytesIO(data), "model.gguf")
    assert checked.value is None
    (found,) = checked.diagnostics
    assert found.code == "L332"
    assert "part 2" in found.message


def test_an_unknown_architecture_lists_the_known_ones() -> None:
    checked = read_gguf(io.BytesIO(gguf([("general.architecture", "mamba")])), "model.gguf")
    (found,) = checked.diagnostics
    assert found.code == "L321"
    assert '"mamba"' in found.message
    assert "deepseek2" in found.help
