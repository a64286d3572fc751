"""The KV cache and the state of recurrent layers in llama.cpp. Written in the dialect.

What llama.cpp of October 2026 reserves, to the byte, in all rows of `make oracle`.
"""

from __future__ import annotations

from lemario.calc.records import (
    CACHE_BLOCK_BYTES,
    CACHE_BLOCK_ELEMENTS,
    Architecture,
    CacheType,
    Layer,
    Settings,
)
from lemario.formula.language import Positive, ceil, largest, total


def kv_cache_plain_bytes(
    n_layers: float, n_kv_heads: float, head_dim: float, n_ctx: float, element_bytes: float
) -> float:
    """Bytes of the KV cache of a model whose layers all see the whole context.

    Equals `kv_cache_bytes` at multiples of 256 tokens.
    """
    return 2 * n_layers * n_kv_heads * head_dim * n_ctx * element_bytes


def padded(n: float) -> float:
    """Tokens rounded up to a multiple of 256, as llama.cpp reserves them."""
    return ceil(n / 256) * 256


def stream_cells(s: Settings) -> float:
    """Cells of the cache in one stream. With separate slots each has a stream of its own."""
    if s.unified:
        return padded(s.n_ctx)
    return padded(padded(s.n_ctx) / s.slots)


def streams(s: Settings) -> Positive:
    """Number of streams of the cache: one that all slots share, or one for each slot."""
    return 1 if s.unified else s.slots


def micro_batch(s: Settings) -> Positive:
    """Tokens that are computed at once."""
    return min(s.n_ubatch, s.n_ctx)


def window_tokens(s: Settings, layer: Layer) -> float:
    """Tokens that a window layer keeps: its window for each sharing slot, and the micro-batch."""
    sharing = s.slots if s.unified else 1
    return layer.window * sharing + micro_batch(s)


def layer_cells(s: Settings, layer: Layer) -> float:
    """Cells of the cache of one layer: all, or those of its window."""
    if layer.window == 0 or s.swa_full:
        return stream_cells(s)
    return min(stream_cells(s), padded(window_tokens(s, layer)))


def row_bytes(elements: float, kind: CacheType) -> float:
    """Bytes of a row of the cache. Quantized types store blocks that carry a scale.

    Source: block sizes of GGML, ggml-common.h.
    """
    return elements / CACHE_BLOCK_ELEMENTS[kind] * CACHE_BLOCK_BYTES[kind]


def stored_value_row(a: Architecture, s: Settings, layer: Layer) -> float:
    """Elements of a row of values. Without flash attention every layer takes the widest."""
    if s.flash_attention or layer.value_row == 0:
        return layer.value_row
    return largest(l.value_row for l in a.layers)


def layer_cache_bytes(a: Architecture, s: Settings, layer: Layer) -> float:
    """Bytes of the KV cache of one layer in one stream: a summand of `kv_cache_bytes`."""
    values = row_bytes(stored_value_row(a, s, layer), s.kv_type_v)
    return layer_cells(s, layer) * (row_bytes(layer.key_row, s.kv_type_k) + values)


def kv_cache_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the KV cache in llama.cpp. Written out, so that its trace shows cells and rows.

    Source: measured against llama.cpp, October 2026: equal in all rows of `make oracle`.
    """
    return streams(s) * total(
        len(l.blocks)
        * layer_cells(s, l)
        * (row_bytes(l.key_row, s.kv_type_k) + row_bytes(stored_value_row(a, s, l), s.kv_type_v))
        for l in a.layers
    )


def layer_state_bytes(layer: Layer) -> float:
    """Bytes of the state of one layer, in f32, for one slot."""
    return 4 * (layer.taps * layer.conv + layer.state)


def state_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the state of recurrent layers, in f32, for each slot; the context does not matter.

    Where tokens are predicted, a state is kept for each, to go back to.
    """
    kept = 1 + s.predicted
    return kept * s.slots * total(len(l.blocks) * layer_state_bytes(l) for l in a.layers)
