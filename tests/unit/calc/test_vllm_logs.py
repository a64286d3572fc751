"""What vLLM printed when it started on computers of others: public logs of 2024 to 2026.

Tokens of the KV cache are computed from the memory for it that the log prints; so the estimate of
what the engine takes has no part in them. Weights are compared with "Model loading took".
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import pytest

from lemario.calc import vllm, vllm_blocks
from lemario.calc.load_catalogue import load_catalogue
from lemario.calc.records import Architecture, Estimate
from lemario.calc.vllm_blocks import VllmSettings
from lemario.calc.weight_formats import WeightFormat, vllm_weights_bytes

GIB = 2**30
ROOT = Path(__file__).resolve().parents[3]
Log = dict[str, Any]
DATA: dict[str, Any] = json.loads((ROOT / "tests/data/vllm_logs.json").read_text("utf-8"))
LOGS: dict[str, Log] = {log["id"]: log for log in DATA["records"]}

MODEL = {
    "vl-0a15858133": "qwen3-14b",
    "vl-454d27320a": "qwen3-235b-a22b",
    "vl-5d3568497d": "gpt-oss-20b",
    "vl-5e929bf130": "qwen3-30b-a3b",
    "vl-610d7c9712": "llama-3.1-8b",
    "vl-77904c43ec": "r1-distill-qwen-14b",
    "vl-a67dd0a44c": "qwen3-vl-2b",
    "vl-b8eed83616": "qwen3-30b-a3b",
    "vl-d0f48efb04": "gemma-4-26b-a4b",
    "vl-e6bbfd9f0e": "qwen3-235b-a22b",
    "vl-eefd1479af": "qwen3-vl-2b",
    "vl-qwen36-nvfp4": "qwen3.6-35b-a3b",
    "vl-gemma4-int4": "gemma-4-26b-a4b",
    "vl-gpt-oss-120b": "gpt-oss-120b",
}
"""The model of the catalogue in each log that names one, the memory for the cache and its size."""

SAME_SHAPE = {"vl-6936dc6e3c": "qwen3.6-27b", "vl-cc78b626cf": "qwen3.6-27b"}
"""Logs of Qwen3.8 27B, whose config is in no source here.

The blocks of 800 and 1600 tokens and the 17 layers a group that they print are those of Qwen3.6
27B. They are compared, but do not count in the median.
"""

NOT_USED = {
    "vl-2ad34e3e72": "Laguna S 2.1: no such family in the tables, and a draft model of its own",
    "vl-38e5775e5e": "Laguna S 2.1: no such family in the tables, and a draft model of its own",
    "vl-ac55126310": "Laguna S 2.1, and out of memory before there was a cache",
    "vl-e999f31ed2": "Laguna S 2.1, and too little memory for one request: no size printed",
    "vl-e62f5b3b7e": "the excerpt names no model",
    "vl-f6d329feaf": "the memory for the cache is not printed",
}

DRAFTED = {"vl-qwen36-nvfp4", "vl-6936dc6e3c", "vl-cc78b626cf"}
"""Started with three drafted tokens (`--speculative-config` with `num_speculative_tokens` 3)."""

OFF = {"vl-gpt-oss-120b"}
"""Without the hybrid manager: 36 layers × 2048 bytes a token."""

FP8_CACHE = {"vl-454d27320a", "vl-cc78b626cf"}
"""The cache is in FP8: asked for, or because the checkpoint says so."""


def catalogue() -> dict[str, Architecture]:
    loaded = load_catalogue(ROOT / "glossary", "glossary").catalogue
    assert loaded is not None
    return {id: entry.architecture for id, entry in loaded.models.items()}


DECODERS = catalogue()


def settings(log: Log) -> VllmSettings:
    return VllmSettings(
        n_ctx=float(log.get("max_model_len", 131072)),
        step_tokens=float(log.get("max_num_batched_tokens", 8192)),
        tensor_parallel=float(log.get("tp", 1)),
        block=16.0,
        cache_type="fp8" if log["id"] in FP8_CACHE else "auto",
        state_type="32_bit",
        hybrid=log["id"] not in OFF,
        prefix_caching=False,
        predicted=3.0 if log["id"] in DRAFTED else 0.0,
    )


def printed_tokens(log: Log) -> float:
    return float(log.get("gpu_kv_cache_tokens") or 16 * log["n_gpu_blocks"])


def computed_tokens(log: Log, decoder: Architecture) -> float:
    """As the release prints them."""
    run, memory = settings(log), log["available_kv_cache_gib"] * GIB
    newest = log.get("version", "").startswith("0.25")
    tokens = vllm.kv_cache_tokens if newest else vllm.kv_cache_tokens_in_groups
    return tokens(decoder, run, memory)


def token_error(id: str, model: str) -> float:
    log = LOGS[id]
    return computed_tokens(log, DECODERS[model]) / printed_tokens(log) - 1


def test_every_log_is_used_or_left_out_for_a_reason() -> None:
    assert {*MODEL, *SAME_SHAPE, *NOT_USED} == set(LOGS)
    assert len(MODEL) + len(SAME_SHAPE) + len(NOT_USED) == len(LOGS)


def test_tokens_of_the_cache_are_those_printed() -> None:
    errors = {id: abs(token_error(id, model)) for id, model in MODEL.items()}
    assert median(errors.values()) < 0.0004
    # Four GPUs print one figure each, and the cache is as large as the smallest: 1.1 %.
    assert max(errors, key=lambda id: errors[id]) == "vl-e6bbfd9f0e"
    assert errors.pop("vl-e6bbfd9f0e") < 0.012
    assert max(errors.values()) < 0.0011


@pytest.mark.parametrize("id", SAME_SHAPE)
def test_a_recurrent_model_with_drafted_tokens_is_equal(id: str) -> None:
    decoder, run = DECODERS[SAME_SHAPE[id]], settings(LOGS[id])
    assert token_error(id, SAME_SHAPE[id]) == 0
    assert vllm_blocks.block_tokens(decoder, run) == (1600 if id in FP8_CACHE else 800)
    assert vllm_blocks.group_layers(decoder, run) == 17


def test_maximum_concurrency_is_that_printed() -> None:
    for id, model in (MODEL | SAME_SHAPE).items():
        log = LOGS[id]
        if "max_concurrency_x" in log:
            memory = log["available_kv_cache_gib"] * GIB
            found = vllm.max_concurrency(DECODERS[model], settings(log), memory)
            assert found == pytest.approx(log["max_concurrency_x"], rel=0.0011, abs=0.005)


def test_gpt_oss_without_the_hybrid_manager_keeps_all_tokens_in_all_layers() -> None:
    """The same model takes 36,864 bytes a token in llama.cpp, and a constant."""
    decoder, log = DECODERS["gpt-oss-120b"], LOGS["vl-gpt-oss-120b"]
    off = settings(log)
    assert vllm_blocks.block_bytes(decoder, off) / vllm_blocks.block_tokens(decoder, off) == 73728
    on = off._replace(hybrid=True)
    memory = log["available_kv_cache_gib"] * GIB
    assert vllm.kv_cache_tokens(decoder, on, memory) > 1.7 * vllm.kv_cache_tokens(
        decoder, off, memory
    )


LOADED: dict[str, tuple[str, WeightFormat, float]] = {
    "vl-454d27320a": ("qwen3-235b-a22b", "fp8_block", 0.001),
    "vl-5d3568497d": ("gpt-oss-20b", "mxfp4", 0.004),
    "vl-5e929bf130": ("qwen3-30b-a3b", "fp8", 0.0011),
    "vl-610d7c9712": ("llama-3.1-8b", "bf16", 0.0022),
    "vl-b8eed83616": ("qwen3-30b-a3b", "bf16", 0.0012),
    "vl-77904c43ec": ("r1-distill-qwen-14b", "awq", 0.021),
    "vl-f6d329feaf": ("tinyllama-1.1b", "bnb_nf4", 0.031),
}
"""The format of each log that loads a text model whole in one, and how far we are off."""

LARGER: dict[str, tuple[str, WeightFormat, float]] = {
    "vl-a67dd0a44c": ("qwen3-vl-2b", "bf16", 0.08),
    "vl-eefd1479af": ("qwen3-vl-2b", "bf16", 0.08),
    "vl-d0f48efb04": ("gemma-4-26b-a4b", "nvfp4", 0.11),
    "vl-gemma4-int4": ("gemma-4-26b-a4b", "w4a16", 0.21),
    "vl-qwen36-nvfp4": ("qwen3.6-35b-a3b", "nvfp4", 0.17),
    "vl-6936dc6e3c": ("qwen3.6-27b", "w4a16", 0.12),
    "vl-cc78b626cf": ("qwen3.6-27b", "nvfp4", 0.21),
}
"""Logs whose checkpoint also holds a part for pictures, or a block that drafts, in 16 bits.

Their makers may leave linear layers in 16 bits besides. What we compute is too low by as much.
"""


def weight_error(id: str, model: str, weight_format: WeightFormat) -> float:
    log = LOGS[id]
    found = vllm_weights_bytes(DECODERS[model], weight_format, float(log["tp"]))
    return found / GIB / float(log["model_loading_gib"]) - 1


@pytest.mark.parametrize("id", LOADED)
def test_weights_are_those_loaded(id: str) -> None:
    model, weight_format, bound = LOADED[id]
    assert abs(weight_error(id, model, weight_format)) < bound


@pytest.mark.parametrize("id", LARGER)
def test_weights_are_below_those_of_checkpoints_that_hold_more(id: str) -> None:
    model, weight_format, bound = LARGER[id]
    assert -bound < weight_error(id, model, weight_format) < 0


class Deciles(NamedTuple):
    low: float
    expected: float
    high: float


def deciles(values: list[float]) -> Deciles:
    """The 10th, 50th and 90th percentile, to a tenth."""
    tenths = quantiles(values, n=10, method="inclusive")
    return Deciles(round(tenths[0], 1), round(tenths[4], 1), round(tenths[8], 1))


def taken(row: Log) -> float:
    """GiB that the engine takes besides weights and cache, without the graphs."""
    if "activation_gib" in row:
        return float(row["activation_gib"] + row["non_torch_gib"])
    given = row["memory_gib"] * row["gpu_memory_utilization"] - row.get("graphs_gib", 0)
    return float(given - row["model_loading_gib"] - row["available_kv_cache_gib"])


def test_what_the_engine_takes_is_what_logs_say() -> None:
    rows = DATA["engine"]
    engine = deciles([taken(row) for row in rows])
    assert engine._asdict() == vllm.ENGINE_GIB
    graphs = deciles([row["graphs_gib"] for row in rows if "graphs_gib" in row])
    assert graphs._asdict() == vllm.GRAPHS_GIB


def test_the_memory_for_the_cache_lies_between_the_estimates_in_most_logs() -> None:
    rows = [row for row in DATA["engine"] if "memory_gib" in row]
    inside = 0
    for row in rows:

        def left(estimate: Estimate, row: Log = row) -> float:
            return vllm.kv_memory_bytes(
                row["memory_gib"],
                row["gpu_memory_utilization"],
                row["model_loading_gib"] * GIB,
                estimate,
                "graphs_gib" in row,
            )

        inside += left("high") <= row["available_kv_cache_gib"] * GIB <= left("low")
    assert inside >= 0.8 * len(rows)
