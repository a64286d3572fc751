"""How many tokens the KV cache of vLLM holds, and for how many users. Written in the dialect.

llama.cpp reserves the cache that a context asks for. vLLM takes a share of the GPU's memory, loads
the weights, tries out a batch, and makes blocks of the KV cache of all that is left; requests take
blocks as they grow. So one asks llama.cpp how much memory a context takes, and vLLM how many tokens
its memory holds. A window layer keeps its window in both, but llama.cpp adds a micro-batch to it,
and vLLM the tokens of a step; where vLLM's hybrid manager is off, it keeps all tokens.

Source: vLLM 0.10 to 0.25 (engine V1), v1/core/kv_cache_utils.py and v1/worker/gpu_worker.py;
compared with public logs.
"""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.records import Architecture, Estimate
from lemario.calc.vllm_blocks import (
    VllmSettings,
    full_block_tokens,
    groups,
    kv_blocks,
    request_blocks,
    window_block_tokens,
)
from lemario.formula.language import Positive, floor, largest_where

ENGINE_GIB: Mapping[Estimate, float] = {"low": 1.4, "expected": 2.7, "high": 4.6}
GRAPHS_GIB: Mapping[Estimate, float] = {"low": 0.1, "expected": 0.5, "high": 1.4}

# --- What vLLM prints ----------------------------------------------------------------------------


def max_concurrency(a: Architecture, v: VllmSettings, kv_memory_bytes: float) -> float:
    """Requests of the full context that fit at once ("Maximum concurrency").

    Source: vLLM 0.10 to 0.25, v1/core/kv_cache_utils.py.
    """
    return kv_blocks(a, v, kv_memory_bytes) / request_blocks(a, v, v.n_ctx)


def kv_cache_tokens(a: Architecture, v: VllmSettings, kv_memory_bytes: float) -> float:
    """Tokens that the KV cache holds if all requests have the full context ("GPU KV cache size").

    Source: vLLM 0.25, v1/core/kv_cache_utils.py; until 0.19 it printed `kv_cache_tokens_in_groups`.
    """
    return floor(max_concurrency(a, v, kv_memory_bytes) * v.n_ctx)


def kv_cache_tokens_in_groups(a: Architecture, v: VllmSettings, kv_memory_bytes: float) -> float:
    """Tokens that older releases print: as if all groups kept every token. The same for one group.

    Source: vLLM 0.10 to 0.19, v1/core/kv_cache_utils.py.
    """
    smallest = min(full_block_tokens(a, v), window_block_tokens(a, v))
    return floor(kv_blocks(a, v, kv_memory_bytes) / groups(a, v)) * smallest


def concurrent_users(
    a: Architecture, v: VllmSettings, n_ctx: Positive, kv_memory_bytes: float
) -> float:
    """Users whose requests of so many tokens fit at once: more wait, or make others start again.

    Source: vLLM 0.25, v1/core/kv_cache_utils.py.
    """
    return floor(kv_blocks(a, v, kv_memory_bytes) / request_blocks(a, v, n_ctx))


def longest_request(a: Architecture, v: VllmSettings, kv_memory_bytes: float) -> float:
    """Largest context of one request, in steps of 256 tokens, that fits; 0 if none.

    vLLM does not start with a longer `--max-model-len`.

    Source: vLLM 0.25, v1/core/kv_cache_utils.py.
    """
    blocks = kv_blocks(a, v, kv_memory_bytes)
    return largest_where(256, a.context, 256, lambda n: request_blocks(a, v, max(256, n)) <= blocks)


# --- Memory --------------------------------------------------------------------------------------


def engine_gib(estimate: Estimate, graphs_counted: bool) -> float:
    """GiB that a batch of `step_tokens`, the CUDA context and NCCL take, with the CUDA graphs.

    The graphs are counted since vLLM 0.21, by an estimate; before, they came on top of the share
    of the memory that vLLM was given.

    Source: what public logs of 2024 to 2026 leave between the share and weights with cache: the
    10th, 50th and 90th percentile of 15, and of 8 estimates of the graphs.
    """
    graphs = GRAPHS_GIB[estimate] if graphs_counted else 0
    return ENGINE_GIB[estimate] + graphs


def kv_memory_bytes(
    memory_gib: float,
    gpu_memory_utilization: float,
    rank_weights_bytes: float,
    estimate: Estimate,
    graphs_counted: bool,
) -> float:
    """Bytes left on each GPU for the KV cache ("Available KV cache memory").

    The high estimate of what the engine takes leaves the least.

    Source: vLLM 0.25, v1/worker/gpu_worker.py.
    """
    given_gib = memory_gib * gpu_memory_utilization - engine_gib(estimate, graphs_counted)
    return max(0, given_gib * 1073741824 - rank_weights_bytes)
