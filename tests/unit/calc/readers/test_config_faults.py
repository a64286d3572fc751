"""What is no config, or none that can be computed, is refused in its place and never with a crash."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.calc.architecture import architecture
from lemario.calc.readers.config_defaults import MODEL_TYPES, NOT_MODELLED
from lemario.calc.readers.config_names import SYNONYMS
from lemario.calc.readers.config_reader import read_config
from tests.configs import CONFIGS, IDS, LLAMA, fault, faults, published, read


@pytest.mark.parametrize(
    ("text", "line", "column", "help"),
    [
        ('{\n  "hidden_size": 1\n  "vocab_size": 2\n}', 3, 3, "published"),
        ('{"model_type": llama}', 1, 16, "published"),
        ("", 1, 1, "empty"),
        ("  \n<!doctype html>\n<html>", 2, 1, "web page"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", 1, 1, "Git LFS"),
        ("{} {}", 1, 4, "published"),
        ("[1]", 0, 0, "published"),
        ("null", 0, 0, "published"),
        ("[" * 100_000, 0, 0, "published"),
        ('{"a": ' + "1" * 10_000 + "}", 0, 0, "published"),
    ],
)
def test_a_text_that_is_no_object_is_refused_in_place(
    text: str, line: int, column: int, help: str
) -> None:
    found = fault(text)
    assert (found.code, found.span.line, found.span.column) == ("L329", line, column)
    assert help in found.help


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_config("\ufeff" + json.dumps(LLAMA), "config.json").value == read(LLAMA)


def test_an_unknown_type_is_refused_with_the_list() -> None:
    found = fault({**LLAMA, "model_type": "mamba2"})
    assert (found.code, found.span.line, found.span.column) == ("L321", 2, 17)
    assert "mamba2" in found.message
    assert "did you mean" not in found.help
    assert "llama" in found.help


def test_a_slip_gets_a_suggestion_but_another_version_does_not() -> None:
    assert fault({**LLAMA, "model_type": "lama"}).help.startswith('did you mean "llama"?')
    for other in ("qwen4_5", "gemma5", "gemma5_text", "minimax_m4", "ministral"):
        assert "did you mean" not in fault({**LLAMA, "model_type": other}).help


@pytest.mark.parametrize("name", sorted(NOT_MODELLED))
def test_a_type_that_is_known_but_not_modelled_is_refused_with_the_reason(name: str) -> None:
    found = fault({**LLAMA, "model_type": name})
    assert (found.code, found.span.line) == ("L321", 2)
    assert "cannot be computed: " in found.message


def test_the_type_of_the_part_is_the_one_to_blame() -> None:
    found = fault({"model_type": "mistral3", "text_config": {"model_type": "mamba"}})
    assert (found.code, found.span.line) == ("L321", 4)


@pytest.mark.parametrize("stated", [None, 3, ["llama"], {}])
def test_a_type_that_is_missing_is_said(stated: object) -> None:
    found = fault({**LLAMA, "model_type": stated})
    assert found.code == "L328"
    assert "model_type" in found.message


def test_all_that_is_missing_is_said_at_once() -> None:
    found = fault({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32})
    assert found.code == "L328"
    assert re.findall(r'"(\w+)"', found.message) == [
        "num_attention_heads",
        "intermediate_size",
        "vocab_size",
    ]


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("mixtral-8x7b", "num_local_experts"),
        ("mixtral-8x7b", "num_experts_per_tok"),
        ("mixtral-8x7b", "intermediate_size"),
        ("qwen3-30b-a3b", "moe_intermediate_size"),
        ("deepseek-v3", "n_routed_experts"),
        ("deepseek-v3", "first_k_dense_replace"),
        ("deepseek-v3", "kv_lora_rank"),
        ("deepseek-v3", "q_lora_rank"),
        ("deepseek-v3", "v_head_dim"),
        ("baichuan2-7b", "hidden_size"),
        ("internlm2.5-7b", "bias"),
    ],
)
def test_a_family_has_to_have_its_fields(name: str, field: str) -> None:
    config = published(name)
    del config[field]
    found = fault(config)
    assert found.code == "L328"
    wanted = {field, "num_experts"} if "experts" in field else {field}
    assert any(f'"{one}"' in found.message for one in wanted)


@pytest.mark.parametrize("value", [0, -1, 1.5, "32", True, [32], {}, 10**12, 1e400])
def test_a_number_that_is_none_is_refused_in_place(value: object) -> None:
    found = fault({**LLAMA, "num_attention_heads": value})
    assert (found.code, found.span.line) == ("L328", 7)
    assert found.message.startswith('"num_attention_heads" is ')


@pytest.mark.parametrize("value", [1, "true", []])
def test_a_switch_that_is_none_is_refused_in_place(value: object) -> None:
    found = fault({**LLAMA, "tie_word_embeddings": value})
    assert (found.code, found.span.line) == ("L328", 10)


@pytest.mark.parametrize(
    ("name", "change", "about"),
    [
        ("llama-3.1-8b", {"mlp_bias": True}, "mlp_bias"),
        ("llama-3.1-8b", {"attention_bias": True}, "attention_bias"),
        ("llama-3.1-8b", {"num_local_experts": 8}, "experts"),
        ("llama-3.1-8b", {"num_key_value_heads": 5}, "5 key-value heads"),
        ("llama-3.1-8b", {"hidden_size": 4097, "head_dim": None}, "head_dim"),
        ("llama-3.1-8b", {"num_hidden_layers": 100_000}, "1000 layers"),
        ("falcon-7b", {"alibi": True}, "alibi"),
        ("phi-2", {"qk_layernorm": True}, "qk_layernorm"),
        ("starcoder2-15b", {"use_bias": False}, "use_bias"),
        ("mixtral-8x7b", {"num_experts_per_tok": 9}, "more experts"),
        ("qwen3-30b-a3b", {"mlp_only_layers": [0]}, "without experts"),
        ("qwen3-30b-a3b", {"decoder_sparse_step": 2}, "decoder_sparse_step"),
        ("gpt-oss-20b", {"layer_types": ["full_attention"] * 24}, "1 with a window"),
        ("gpt-oss-20b", {"layer_types": ["full_attention"] * 23}, "has 23 of them"),
        ("olmo-3-32b", {"layer_types": ["linear_attention"] * 64}, "linear_attention"),
        ("gemma-2-2b", {"sliding_window_pattern": 6}, "1 with a window"),
        (
            "exaone-4.0-32b",
            {"layer_types": None, "sliding_window_pattern": "LG"},
            "3 with a window",
        ),
    ],
)
def test_what_cannot_be_computed_is_refused(name: str, change: dict[str, Any], about: str) -> None:
    found = fault(published(name) | change)
    assert found.code == "L328"
    assert about in found.message


def test_places_are_right_in_a_text_on_one_line() -> None:
    text = '{"model_type":"llama","x":[{"hidden_size":1}],"hidden_size" : "4096"}'
    found = next(d for d in faults(text) if "hidden_size" in d.message)
    assert text[found.span.column - 1 : found.span.end_column - 1] == '"4096"'


def test_a_message_can_be_printed_whatever_the_file_says() -> None:
    strange = "\ud800\x1b[31m\u202e" + "x" * 10_000
    for data in ({**LLAMA, "model_type": strange}, {**LLAMA, "hidden_size": strange}):
        found = fault(data)
        assert f"{found.message}{found.help}".isprintable()
        assert len(found.message) < 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [
        *sorted({name for names in SYNONYMS.values() for name in names}),
        *("model_type", "text_config", "layer_types", "sliding_window_pattern"),
        *("mlp_only_layers", "new_decoder_architecture", "multi_query", "use_sliding_window"),
        *sorted({name for row in MODEL_TYPES.values() for name in row.only}),
    ]
)


@settings(max_examples=300)
@given(name=st.sampled_from(IDS), changes=st.dictionaries(KEYS, JSON, min_size=1, max_size=3))
def test_no_change_of_a_config_is_too_much(name: str, changes: dict[str, object]) -> None:
    checked = read_config(json.dumps(published(name) | changes), "config.json")
    assert (checked.value is None) == bool(checked.diagnostics)
    if checked.value is not None:
        assert architecture(checked.value).layers


def cut(name: str) -> st.SearchStrategy[str]:
    """A config of which only a beginning arrived."""
    text = (CONFIGS / f"{name}.json").read_text("utf-8")
    return st.integers(0, len(text)).map(lambda end: text[:end])


@settings(max_examples=200)
@given(st.text() | st.sampled_from(IDS).flatmap(cut))
def test_no_text_is_too_much(text: str) -> None:
    checked = read_config(text, "config.json")
    assert (checked.value is None) == bool(checked.diagnostics)


# --- What is explained ---------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["L328", "L329"])
def test_the_explained_example_has_the_fault_and_is_right_when_mended(
    code: str, root: Path
) -> None:
    text = (root / f"src/lemario/messages/{code}.md").read_text("utf-8")
    faulty, mended = re.findall(r"^```json\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert fault(faulty).code == code
    assert read_config(mended, "config.json").diagnostics == ()
