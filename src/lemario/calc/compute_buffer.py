"""The compute buffer of llama.cpp: its largest stage, and the masks. Written in the dialect.

Fitted to llama.cpp of October 2026 on the CPU. With all layers on one CUDA, ROCm or Metal device
the masks lie in RAM, so that it is an upper bound there; Vulkan keeps them on the GPU. A stage is
counted in f32 values per token of the micro-batch.
"""

from __future__ import annotations

from lemario.calc.kv_cache import layer_cells, micro_batch, stream_cells, streams
from lemario.calc.records import CACHE_BLOCK_ELEMENTS, Architecture, CacheType, Layer, Settings
from lemario.formula.language import Positive, ceil, largest

# --- What is computed at once --------------------------------------------------------------------


def graph_tokens(s: Settings) -> Positive:
    """Tokens of the largest graph: the micro-batch, as many for each slot."""
    return ceil(micro_batch(s) / s.slots) * s.slots


def per_token(slot_values: float, s: Settings) -> float:
    """Values that each slot has once, as values per token."""
    return slot_values * s.slots / graph_tokens(s)


def masked_window_cells(s: Settings, layer: Layer) -> float:
    """Cells under the mask of the window layers: those of one such layer, 0 for the others."""
    return 0 if layer.window == 0 else layer_cells(s, layer)


def mask_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the attention masks: one for layers that see everything, one for windows."""
    element_bytes = 2 if s.flash_attention else 4
    windows = largest(masked_window_cells(s, l) for l in a.layers)
    return (stream_cells(s) + windows) * graph_tokens(s) * element_bytes


def quantised(kind: CacheType) -> bool:
    """Whether a type of the cache stores blocks."""
    return CACHE_BLOCK_ELEMENTS[kind] > 1


def rotation_elements(layer: Layer) -> float:
    """Elements of the matrix that turns a head before it is quantized: a power of two squared."""
    if layer.key_row == 0:
        return 0
    if layer.head == 128 or layer.head == 256 or layer.head == 512:
        return layer.head * layer.head
    return 4096


def window_rotation(layer: Layer) -> float:
    """Elements of the rotation in the cache of window layers."""
    return 0 if layer.window == 0 else rotation_elements(layer)


def full_rotation(layer: Layer) -> float:
    """Elements of the rotation in the cache of layers that see everything."""
    return rotation_elements(layer) if layer.window == 0 else 0


def rotation_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the rotations of a quantized cache: one for full layers, one for windows."""
    if not (quantised(s.kv_type_k) or quantised(s.kv_type_v)):
        return 0
    full = largest(full_rotation(l) for l in a.layers)
    return 4 * (full + largest(window_rotation(l) for l in a.layers))


# --- Attention -----------------------------------------------------------------------------------


def copied_keys(a: Architecture, s: Settings) -> float:
    """Values a token that copies of keys and values hold without flash attention."""
    if s.flash_attention:
        return 0
    copies = 4 if any(l.window > 0 for l in a.layers) else 2
    return copies * largest(l.key_row for l in a.layers)


def latent_copy(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token of the copied values of latent attention, where they take new memory."""
    halves = 2 if s.kv_type_k == "f32" else 1
    cells = streams(s) * layer_cells(s, layer)
    copied = cells * a.latent * halves / (2 * graph_tokens(s))
    return copied if copied > layer.heads * layer.key_row else 0


def latent_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that latent attention holds at its peak; the keys serve as values, copied."""
    projected = layer.heads * (2 * layer.key_row + a.query_head) + 5 * a.width
    cells = layer_cells(s, layer)
    if s.flash_attention:
        return projected + cells / 2 if s.kv_type_k == "f32" else projected
    if cells <= layer.key_row + a.query_head:
        return projected
    return layer.heads * cells + projected + latent_copy(a, s, layer)


def query_values(a: Architecture, layer: Layer) -> float:
    """Values a token of the query: twice if it is wider than the model, and with its gate."""
    more = layer.query if layer.query > a.width else 0
    gate = layer.query if layer.gated_query else 0
    return layer.query + more + gate


def halved(elements: float, kind: CacheType) -> float:
    """Values that a row of the cache takes as f16, if it is f32: flash attention reads halves."""
    return elements / 2 if kind == "f32" else 0


def halved_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that flash attention holds at its peak over a cache in f32; else 0."""
    row = halved(layer.key_row, s.kv_type_k) + halved(layer.value_row, s.kv_type_v)
    if row == 0:
        return 0
    cells = streams(s) * layer_cells(s, layer)
    return cells * row / graph_tokens(s) + 5 * a.width + query_values(a, layer)


def attention_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that attention holds at its peak. Flash attention is the peak for f32 only."""
    if layer.mixer == "latent":
        return latent_values(a, s, layer)
    if layer.key_row == 0:
        return 0
    if s.flash_attention:
        return halved_values(a, s, layer)
    vectors = 4 if layer.post_norm or layer.fused_qkv else 5
    scores = layer.heads * layer_cells(s, layer)
    held = vectors * a.width + query_values(a, layer) + a.side_attention
    return scores + held + copied_keys(a, s)


def normed_query(s: Settings, layer: Layer) -> float:
    """Values a token of the query that a norm after attention keeps, without flash attention."""
    return layer.query if layer.post_norm and not s.flash_attention else 0


# --- Recurrent layers ----------------------------------------------------------------------------


def delta_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that a gated delta net holds at its peak."""
    states = per_token((2 + s.predicted) * layer.state + layer.taps * layer.conv, s)
    roomy = s.slots == 1 or graph_tokens(s) / s.slots >= 256
    parts = 2 if roomy and layer.conv == 3 * layer.inner else 3
    return parts * layer.conv + layer.inner + 2 * a.width + states


def crowded(s: Settings) -> bool:
    """Whether each slot has so few tokens that the states of the others are held twice."""
    tokens = graph_tokens(s) / s.slots
    return tokens <= 32 or tokens <= 64 and s.slots > 2


def mamba_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that a Mamba-2 layer holds at its peak."""
    twice = s.slots - 1 if crowded(s) else 0
    kept = a.width if any(l.experts_used > 0 for l in a.layers) else 0
    states = per_token(layer.state + layer.taps * layer.conv, s)
    others = twice * layer.state / graph_tokens(s)
    return 3 * layer.inner + 4 * layer.conv + kept + states + others


def decay_values(s: Settings, layer: Layer) -> float:
    """Values a token of the decay of lightning attention, in which each token sees its slot's."""
    return layer.heads * graph_tokens(s) / s.slots if layer.mixer == "lightning" else 0


def lightning_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that lightning attention holds at its peak, without its decay."""
    states = per_token(layer.state, s)
    most = max(2 * decay_values(s, layer), 2 * layer.query + states, 2 * states)
    return 5 * a.width + 5 * layer.query + most


def recurrent_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that a recurrent layer holds at its peak; 0 for other layers."""
    if layer.mixer == "delta":
        return delta_values(a, s, layer)
    if layer.mixer == "mamba":
        return mamba_values(a, s, layer)
    return lightning_values(a, s, layer) if layer.mixer == "lightning" else 0


# --- Feed-forward part and logits ----------------------------------------------------------------


def expert_values(layer: Layer) -> float:
    """Values a token that the experts in use hold, beside the hidden vectors."""
    inside = layer.experts_used * layer.expert_ffn
    outside = layer.experts_used * layer.expert_row
    if not layer.gated:
        return inside + outside
    if layer.experts_used <= 2 and outside > 4 * inside:
        return outside
    if outside > 2 * inside:
        return 3 * inside + outside
    return 3 * inside


def hidden_vectors(s: Settings, layer: Layer) -> float:
    """Hidden vectors alive in the feed-forward part."""
    return layer.vectors_quantised if quantised(s.kv_type_k) else layer.vectors


def ffn_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that the feed-forward part of a layer holds at its peak."""
    dense = 3 * layer.ffn if layer.gated else layer.ffn
    shared = 3 * layer.shared_ffn + a.width if layer.shared_ffn > 0 else 0
    most = max(dense, expert_values(layer), shared)
    return most + hidden_vectors(s, layer) * a.width + copied_keys(a, s) + a.side_ffn


def logits_rows(s: Settings) -> float:
    """Rows of logits that are reserved."""
    return graph_tokens(s) if s.logits_rows == 0 else min(graph_tokens(s), s.logits_rows)


def logits_values(a: Architecture, s: Settings) -> float:
    """Values a token of the micro-batch that the logits hold, unless the masks' memory will do."""
    rows = logits_rows(s)
    if 4 * a.vocabulary * rows <= mask_bytes(a, s):
        return 0
    kept = largest(normed_query(s, l) for l in a.layers)
    held = 5 * a.width + copied_keys(a, s) + kept + a.side_logits
    return a.vocabulary * rows / graph_tokens(s) + held


# --- The buffer ----------------------------------------------------------------------------------


def layer_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token at the largest stage of a layer."""
    return max(
        ffn_values(a, s, layer), attention_values(a, s, layer), recurrent_values(a, s, layer)
    )


def block_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token at the largest stage of a lone layer: no other needs the masks after it."""
    scores = 0 if s.flash_attention else layer.heads * layer_cells(s, layer)
    gate = layer.query if layer.gated_query else 0
    masks = mask_bytes(a, s) / (4 * graph_tokens(s))
    attention = scores + 2 * a.width + 2 * layer.query + gate + 2 * layer.key_row + masks
    return max(attention, ffn_values(a, s, layer) + min(masks, a.width / 2))


def block_buffer_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the compute buffer of a block that predicts several tokens.

    Source: fitted to llama.cpp, October 2026, CPU.
    """
    stages = max(largest(block_values(a, s, l) for l in a.layers), logits_values(a, s))
    tokens = graph_tokens(s)
    return 4 * tokens * stages + rotation_bytes(a, s) + 36 * tokens


def layers_values(a: Architecture, s: Settings) -> float:
    """Values a token at the largest stage of all layers."""
    return largest(layer_values(a, s, l) for l in a.layers)


def buffer_bytes(a: Architecture, s: Settings, stage_values: float) -> float:
    """Bytes of a compute buffer whose largest stage holds so many values a token."""
    decay = largest(decay_values(s, l) for l in a.layers)
    tokens = graph_tokens(s)
    values = stage_values + decay
    return 4 * tokens * values + mask_bytes(a, s) + rotation_bytes(a, s) + 36 * tokens


def compute_buffer_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the compute buffer of llama.cpp: its largest stage, the masks and the rotations.

    Source: fitted to llama.cpp, October 2026, CPU.
    """
    if a.predicts:
        return block_buffer_bytes(a, s)
    return buffer_bytes(a, s, max(layers_values(a, s), logits_values(a, s)))
