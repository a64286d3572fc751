"""How many tokens the KV cache of vLLM holds, and for how many users. Written in the dialect.

llama.cpp reserves the cache that a context asks for. vLLM takes a share of the GPU's memory, loads
the weights, tries out a batch, and makes blocks of the KV cache of all that is left; requests take
blocks as they grow. So one asks llama.cpp how much memory a context takes, and vLLM how many tokens
its memory holds. A window layer keeps its window in both, but llama.cpp adds a micro-batch to it,
and vLLM the tokens of a step; where vLLM's hybrid manager is off, it keeps all tokens.

Source: vLLM 0.10 to 0.25 (engine V1), v1/core/kv_cache_utils.py, v1/kv_cache_interface.py,
platforms/interface.py and v1/worker/gpu_worker.py; compared with public logs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from lemario.calc.records import Architecture, Estimate, Layer
from lemario.formula.language import Positive, ceil, floor, largest, total

VllmCacheType = Literal["auto", "fp8"]
StateType = Literal["16_bit", "32_bit"]

VLLM_CACHE_BYTES: Mapping[VllmCacheType, Positive] = {"auto": 2, "fp8": 1}
STATE_BYTES: Mapping[StateType, Positive] = {"16_bit": 2, "32_bit": 4}
ENGINE_GIB: Mapping[Estimate, float] = {"low": 1.4, "expected": 2.7, "high": 4.6}
GRAPHS_GIB: Mapping[Estimate, float] = {"low": 0.1, "expected": 0.5, "high": 1.4}


class VllmSettings(NamedTuple):
    """How vLLM is started. `n_ctx` is `--max-model-len`, `step_tokens` `--max-num-batched-tokens`.

    `block`: tokens in a block of attention; `state_type`: of recurrent layers, by the model's
    config; `hybrid`: whether its manager for layers of several kinds is on; `predicted`: tokens
    that a block of the model drafts, 0 if none is in use.
    """

    n_ctx: Positive
    step_tokens: Positive
    tensor_parallel: Positive
    block: Positive
    cache_type: VllmCacheType
    state_type: StateType
    hybrid: bool
    prefix_caching: bool
    predicted: float


# --- A layer -------------------------------------------------------------------------------------


def token_bytes(layer: Layer, v: VllmSettings) -> float:
    """Bytes that a token adds to the cache of a layer on each GPU.

    Of keys and values it is a head at least. A latent row serves as both, and each GPU has it
    whole.

    Source: vLLM, v1/kv_cache_interface.py, `FullAttentionSpec` and `MLAAttentionSpec`.
    """
    if layer.key_row == 0:
        return 0
    rows = 2 if layer.value_row > 0 else 1
    return (
        rows * max(layer.head, layer.key_row / v.tensor_parallel) * VLLM_CACHE_BYTES[v.cache_type]
    )


def state_page_bytes(layer: Layer, v: VllmSettings) -> float:
    """Bytes of the state of a recurrent layer on each GPU, for one request.

    The convolution keeps its last values in 16 bits, with those of drafted tokens.

    Source: vLLM, model_executor/layers/mamba/mamba_utils.py.
    """
    taps = (layer.taps + v.predicted) * layer.conv * 2
    return (taps + layer.state * STATE_BYTES[v.state_type]) / v.tensor_parallel


def keeps_all(layer: Layer, v: VllmSettings) -> bool:
    """Whether a layer keeps every token; without the hybrid manager window layers do too."""
    return layer.key_row > 0 and (layer.window == 0 or not v.hybrid)


def keeps_window(layer: Layer, v: VllmSettings) -> bool:
    """Whether a layer keeps only its window."""
    return layer.key_row > 0 and layer.window > 0 and v.hybrid


def full_layers_of(layer: Layer, v: VllmSettings) -> float:
    """Number of layers of a kind that keep every token."""
    return len(layer.blocks) if keeps_all(layer, v) else 0


def window_layers_of(layer: Layer, v: VllmSettings) -> float:
    """Number of layers of a kind that keep only their window."""
    return len(layer.blocks) if keeps_window(layer, v) else 0


def state_layers_of(layer: Layer) -> float:
    """Number of layers of a kind that keep a state."""
    return len(layer.blocks) if layer.conv + layer.state > 0 else 0


def full_token_bytes(layer: Layer, v: VllmSettings) -> float:
    """Bytes that a token adds to a layer that keeps every token, else 0."""
    return token_bytes(layer, v) if keeps_all(layer, v) else 0


def window_token_bytes(layer: Layer, v: VllmSettings) -> float:
    """Bytes that a token adds to a layer that keeps only its window, else 0."""
    return token_bytes(layer, v) if keeps_window(layer, v) else 0


# --- Groups of layers that share blocks ----------------------------------------------------------


def draft_layers(v: VllmSettings) -> float:
    """Layers that drafting adds: one block of attention, which is run once for each token."""
    return 1 if v.predicted > 0 else 0


def full_layers(a: Architecture, v: VllmSettings) -> float:
    """Number of layers that keep every token."""
    return total(full_layers_of(l, v) for l in a.layers) + draft_layers(v)


def window_layers(a: Architecture, v: VllmSettings) -> float:
    """Number of layers that keep only their window."""
    return total(window_layers_of(l, v) for l in a.layers)


def state_layers(a: Architecture) -> float:
    """Number of layers that keep a state."""
    return total(state_layers_of(l) for l in a.layers)


def present(n: float, other: float) -> float:
    """A number of layers, or another if there are none."""
    return n if n > 0 else other


def group_layers(a: Architecture, v: VllmSettings) -> Positive:
    """Layers in a group: as many as the rarest kind has, or the commonest if not half as many more.

    All groups take blocks of one size from one pool, so they must be equally large. A group that
    is not full wastes the rest.

    Source: vLLM 0.19 to 0.25, v1/core/kv_cache_utils.py.
    """
    full = full_layers(a, v)
    window = window_layers(a, v)
    state = state_layers(a)
    most = max(1, full, window, state)
    least = min(present(full, most), present(window, most), present(state, most))
    size = most if most < least * 1.5 else least
    return max(1, size)


def groups(a: Architecture, v: VllmSettings) -> Positive:
    """Number of groups of layers."""
    size = group_layers(a, v)
    full = ceil(full_layers(a, v) / size)
    window = ceil(window_layers(a, v) / size)
    return max(1, full + window + ceil(state_layers(a) / size))


# --- Blocks --------------------------------------------------------------------------------------


def largest_token_bytes(a: Architecture, v: VllmSettings) -> Positive:
    """Bytes that a token adds to the layer where it adds most."""
    return max(1, largest(token_bytes(l, v) for l in a.layers))


def block_tokens(a: Architecture, v: VllmSettings) -> Positive:
    """Tokens in a block of that layer: 16, or as many as take the room of a state.

    Source: vLLM 0.25, platforms/interface.py ("Setting attention block size to … tokens").
    """
    state = largest(state_page_bytes(l, v) for l in a.layers)
    return max(v.block, ceil(state / (v.block * largest_token_bytes(a, v))) * v.block)


def page_bytes(a: Architecture, v: VllmSettings) -> Positive:
    """Bytes of a block in one layer, the same for all: a smaller state is padded."""
    return block_tokens(a, v) * largest_token_bytes(a, v)


def full_block_tokens(a: Architecture, v: VllmSettings) -> Positive:
    """Tokens in a block of layers that keep every token: more where a token takes less."""
    own = largest(full_token_bytes(l, v) for l in a.layers)
    return max(1, floor(page_bytes(a, v) / max(1, own)))


def window_block_tokens(a: Architecture, v: VllmSettings) -> Positive:
    """Tokens in a block of layers that keep only their window."""
    own = largest(window_token_bytes(l, v) for l in a.layers)
    return max(1, floor(page_bytes(a, v) / max(1, own)))


def block_bytes(a: Architecture, v: VllmSettings) -> Positive:
    """Bytes of a block in all layers of a group. A single group needs no common size.

    Source: vLLM 0.25, v1/core/kv_cache_utils.py.
    """
    own = total(len(l.blocks) * token_bytes(l, v) for l in a.layers)
    single = own + draft_layers(v) * largest_token_bytes(a, v)
    if window_layers(a, v) + state_layers(a) == 0:
        return max(1, single * block_tokens(a, v))
    return page_bytes(a, v) * group_layers(a, v)


def kv_blocks(a: Architecture, v: VllmSettings, kv_memory_bytes: float) -> float:
    """Number of blocks that the memory for the KV cache holds.

    Source: vLLM 0.25, v1/core/kv_cache_utils.py.
    """
    return floor(kv_memory_bytes / block_bytes(a, v))


def window_blocks(a: Architecture, v: VllmSettings, n_ctx: float) -> float:
    """Blocks that a request takes in a group of window layers.

    It is for the window and the tokens of a step, and one more, as a window may start in a block.

    Source: vLLM, v1/kv_cache_interface.py, `SlidingWindowSpec`.
    """
    window = largest(l.window for l in a.layers)
    kept = min(max(0, window - 1) + v.step_tokens, n_ctx)
    return ceil(kept / window_block_tokens(a, v)) + 1


def request_blocks(a: Architecture, v: VllmSettings, n_ctx: float) -> Positive:
    """Blocks that a request with so many tokens takes, in all groups.

    A state takes one block, one more for each drafted token, and one more to cache prefixes.

    Source: vLLM 0.25, v1/kv_cache_interface.py.
    """
    size = group_layers(a, v)
    full = ceil(full_layers(a, v) / size) * ceil(n_ctx / full_block_tokens(a, v))
    window = ceil(window_layers(a, v) / size) * window_blocks(a, v, n_ctx)
    cached = 1 if v.prefix_caching else 0
    return max(1, full + window + ceil(state_layers(a) / size) * (1 + v.predicted + cached))


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
