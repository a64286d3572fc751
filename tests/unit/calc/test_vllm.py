"""The cache of vLLM and the formats of weights, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.calc import vllm, vllm_blocks
from lemario.calc.load_catalogue import load_catalogue
from lemario.calc.records import Architecture
from lemario.calc.vllm_blocks import StateType, VllmSettings
from lemario.calc.weight_formats import (
    WeightFormat,
    format_weights_bytes,
    packed_bytes,
    vllm_weights_bytes,
)
from lemario.calc.weights import parameters

RUN = VllmSettings(8192.0, 2048.0, 1.0, 16.0, "auto", "16_bit", True, False, 0.0)
GIB = 2**30


@pytest.fixture(scope="module")
def decoders(root: Path) -> dict[str, Architecture]:
    loaded = load_catalogue(root / "glossary", "glossary").catalogue
    assert loaded is not None
    return {id: entry.architecture for id, entry in loaded.models.items()}


def bits(packing: str) -> float:
    return packed_bytes(2.0**20, 4096.0, packing, 3.5) * 8 / 2**20  # type: ignore[arg-type]


def test_bits_of_an_element_with_its_scales() -> None:
    assert bits("16_bit") == 16
    assert bits("fp8_rows") == 8 + 32 / 4096
    assert bits("fp8_blocks") == 8 + 32 / 16384
    assert bits("int4_zeros") == 4 + 20 / 128
    assert bits("int4") == 4 + 16 / 128
    assert bits("nvfp4") == 4.5
    assert bits("mxfp4") == 4.25
    assert bits("nf4") == 4 + 8 / 64 + 32 / 16384
    assert bits("affine_4") == 4.5
    assert bits("affine_8") == 8.5
    assert bits("average") == 3.5
    assert bits("head") == 6


def test_only_what_the_format_says_is_quantized(decoders: dict[str, Architecture]) -> None:
    llama = decoders["llama-3.1-8b"]
    n, table = parameters(llama), 128256.0 * 4096
    norms = (2 * 32 + 1) * 4096.0
    assert format_weights_bytes(llama, "bf16", 0) == 2 * n
    linear = n - 2 * table - norms
    assert format_weights_bytes(llama, "w4a16", 0) == 2 * (2 * table + norms) + linear * 4.125 / 8
    assert format_weights_bytes(llama, "mlx_4bit", 0) == 2 * norms + (n - norms) * 4.5 / 8
    exl3 = 2 * (table + norms) + table * 6 / 8 + linear * 3.5 / 8
    assert format_weights_bytes(llama, "exl3", 3.5) == exl3


def test_a_tied_embedding_is_stored_once(decoders: dict[str, Architecture]) -> None:
    tied = decoders["llama-3.2-1b"]
    assert format_weights_bytes(tied, "bf16", 0) == 2 * parameters(tied)


@pytest.mark.parametrize("weight_format", ["bf16", "fp8_block", "nvfp4"])
def test_gpus_together_hold_the_model_and_what_is_copied(
    weight_format: WeightFormat, decoders: dict[str, Architecture]
) -> None:
    for id in ("llama-3.1-8b", "qwen3-235b-a22b", "deepseek-v3", "qwen3.6-27b"):
        whole = format_weights_bytes(decoders[id], weight_format, 0)
        assert vllm_weights_bytes(decoders[id], weight_format, 1.0) == pytest.approx(whole)
        together = 8 * vllm_weights_bytes(decoders[id], weight_format, 8.0)
        assert whole < together < 1.06 * whole


def test_more_gpus_than_heads_hold_copies_of_them(decoders: dict[str, Architecture]) -> None:
    (layer,) = decoders["qwen3-235b-a22b"].layers
    each = [
        vllm_blocks.token_bytes(layer, RUN._replace(tensor_parallel=t))
        for t in (1.0, 2.0, 4.0, 8.0)
    ]
    assert each == [2048, 1024, 512, 512]


def test_a_latent_row_is_whole_on_each_gpu(decoders: dict[str, Architecture]) -> None:
    v3 = decoders["deepseek-v3"]
    for tensor_parallel in (1.0, 8.0):
        run = RUN._replace(tensor_parallel=tensor_parallel)
        assert vllm_blocks.block_bytes(v3, run) == 61 * 16 * (512 + 64) * 2
        assert vllm_blocks.block_bytes(v3, run._replace(cache_type="fp8")) == 61 * 16 * (512 + 64)


def test_window_layers_take_few_blocks(decoders: dict[str, Architecture]) -> None:
    oss, run = decoders["gpt-oss-20b"], RUN._replace(n_ctx=131072.0)
    assert (vllm_blocks.group_layers(oss, run), vllm_blocks.groups(oss, run)) == (12, 2)
    assert vllm_blocks.request_blocks(oss, run, 131072) == 131072 / 16 + 136 + 1
    off = run._replace(hybrid=False)
    assert (vllm_blocks.group_layers(oss, off), vllm_blocks.groups(oss, off)) == (24, 1)
    assert vllm_blocks.request_blocks(oss, off, 131072) == 131072 / 16


def test_layers_with_smaller_rows_have_larger_blocks(decoders: dict[str, Architecture]) -> None:
    gemma = decoders["gemma-4-26b-a4b"]
    assert vllm_blocks.window_block_tokens(gemma, RUN) == 16
    assert vllm_blocks.full_block_tokens(gemma, RUN) == 32
    assert vllm_blocks.block_bytes(gemma, RUN) == 5 * 16 * 8192
    off = RUN._replace(hybrid=False)
    assert vllm_blocks.block_bytes(gemma, off) == 16 * (25 * 8192 + 5 * 4096)


@pytest.mark.parametrize(
    ("id", "state_type", "tokens", "padding"),
    [
        ("qwen3-next-80b-a3b", "16_bit", 544, 1.49),
        ("qwen3.5-0.8b", "32_bit", 544, 2.64),
        ("qwen3.6-27b", "32_bit", 784, None),
    ],
)
def test_a_block_is_as_large_as_a_state(
    id: str,
    state_type: StateType,
    tokens: int,
    padding: float | None,
    decoders: dict[str, Architecture],
) -> None:
    """Tokens, and by how many percent the state is padded, as logs of vLLM say."""
    decoder, run = decoders[id], RUN._replace(state_type=state_type)
    assert vllm_blocks.block_tokens(decoder, run) == tokens
    state = max(vllm_blocks.state_page_bytes(layer, run) for layer in decoder.layers)
    if padding is not None:
        assert round(100 * (vllm_blocks.page_bytes(decoder, run) / state - 1), 2) == padding


def test_a_state_takes_a_block_and_one_more_for_prefixes(
    decoders: dict[str, Architecture],
) -> None:
    qwen = decoders["qwen3-next-80b-a3b"]
    plain = vllm_blocks.request_blocks(qwen, RUN, 8192)
    assert plain == 16 + 3
    assert vllm_blocks.request_blocks(qwen, RUN._replace(prefix_caching=True), 8192) == plain + 3


def test_users_share_the_blocks(decoders: dict[str, Architecture]) -> None:
    llama, memory = decoders["llama-3.1-8b"], 16.0 * GIB
    assert vllm.kv_cache_tokens(llama, RUN, memory) == 131072
    assert vllm.concurrent_users(llama, RUN, 8192.0, memory) == 16
    assert vllm.concurrent_users(llama, RUN, 8193.0, memory) == 15


def test_graphs_are_counted_since_a_release() -> None:
    for estimate in ("low", "expected", "high"):
        without = vllm.kv_memory_bytes(80.0, 0.9, 16.0 * GIB, estimate, False)
        counted = vllm.kv_memory_bytes(80.0, 0.9, 16.0 * GIB, estimate, True)
        assert without - counted == pytest.approx(vllm.GRAPHS_GIB[estimate] * GIB)
    assert vllm.kv_memory_bytes(16.0, 0.9, 16.0 * GIB, "expected", True) == 0
