"""The blocks that vLLM's KV cache is made of, and how many a request takes. In the dialect.

A block holds some tokens of one group of layers. All groups take blocks from one pool, so that
blocks must be equally large for layers of every kind.

Source: vLLM 0.10 to 0.25 (engine V1), v1/core/kv_cache_utils.py, v1/kv_cache_interface.py and
platforms/interface.py; compared with public logs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from lemario.calc.records import Architecture, Layer
from lemario.formula.language import Positive, ceil, floor, largest, total

VllmCacheType = Literal["auto", "fp8"]
StateType = Literal["16_bit", "32_bit"]

VLLM_CACHE_BYTES: Mapping[VllmCacheType, Positive] = {"auto": 2, "fp8": 1}
STATE_BYTES: Mapping[StateType, Positive] = {"16_bit": 2, "32_bit": 4}


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

    Source: the block sizes and paddings that vLLM prints, 2025 and 2026, equal for four models.
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
