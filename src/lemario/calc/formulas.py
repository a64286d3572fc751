"""The memory, speed and cost of running a language model, one formula a function.

Written in the dialect of `lemario.formula`: this file runs as Python, and the calculator's
JavaScript and the MathML on the pages are made from it. Bytes inside, everywhere; GiB are 2^30
bytes, GB/s are 1e9 bytes a second, and units stand in names.

What llama.cpp allocates was measured: releases of October 2026 were given files with the true
metadata and tensor list of 100 models and asked what they would reserve.
"""

from __future__ import annotations

from lemario.calc.records import (
    BANDWIDTH_SHARE,
    CACHE_BLOCK_BYTES,
    CACHE_BLOCK_ELEMENTS,
    CACHE_FILLED,
    OVERHEAD_GIB,
    Architecture,
    CacheType,
    Estimate,
    Fit,
    Layer,
    Matrix,
    Pace,
    Refusal,
    Settings,
)
from lemario.formula.language import Positive, ceil, floor, largest, largest_where, total

# --- Parameters and weights ----------------------------------------------------------------------


def matrix_parameters(matrices: tuple[Matrix, ...]) -> float:
    """Number of parameters in some matrices."""
    return total(m.elements for m in matrices)


def parameters(a: Architecture) -> float:
    """Number of parameters of the model, embeddings included.

    Source: the tensor list of the file; equals the published counts.
    """
    layers = total(len(l.blocks) * matrix_parameters(l.matrices) for l in a.layers)
    return layers + matrix_parameters(a.outside)


def matrix_reads(matrices: tuple[Matrix, ...]) -> float:
    """Number of parameters of some matrices that are read for one token."""
    return total(m.read for m in matrices)


def active_parameters(a: Architecture) -> float:
    """Number of parameters read to generate one token: of the experts, those in use.

    The embedding is looked up, not multiplied, and counts only where it is the output as well.
    """
    layers = total(len(l.blocks) * matrix_reads(l.matrices) for l in a.layers)
    return layers + matrix_reads(a.outside)


def weights_bytes(n_parameters: float, bits_per_weight: float) -> float:
    """Bytes of the weights, from the average number of bits per weight of the file type."""
    return n_parameters * bits_per_weight / 8


def looked_up_parameters(a: Architecture) -> float:
    """Number of parameters that no token reads in full: embeddings that are not the output too."""
    return matrix_parameters(a.outside) - matrix_reads(a.outside)


def looked_up_bytes(a: Architecture, embedding_bits: float) -> float:
    """Bytes of the embeddings that are looked up only, and stay in RAM."""
    return weights_bytes(looked_up_parameters(a), embedding_bits)


def active_weights_bytes(a: Architecture, average_bits: float, embedding_bits: float) -> float:
    """Bytes of weights that one token reads: all but what is looked up; of the experts, those in use.

    Where a file mixes types, embeddings take fewer bits than the average, and the rest more.
    """
    multiplied = weights_bytes(parameters(a), average_bits) - looked_up_bytes(a, embedding_bits)
    n_multiplied = parameters(a) - looked_up_parameters(a)
    return multiplied * active_parameters(a) / max(1, n_multiplied)


def training_bytes(n_parameters: float) -> float:
    """Bytes of weights, gradients and Adam's state in training with mixed precision.

    Source: Rajbhandari et al., ZeRO, 2020: 16 bytes a parameter.
    """
    return 16 * n_parameters


def bits_per_weight(file_bytes: float, n_parameters: Positive) -> float:
    """Average number of bits per weight of a file."""
    return 8 * file_bytes / n_parameters


def lora_parameters(rank: float, rows: float, columns: float) -> float:
    """Number of parameters that LoRA trains for one matrix.

    Source: Hu et al., LoRA: Low-Rank Adaptation of Large Language Models, 2021.
    """
    return rank * (rows + columns)


# --- KV cache ------------------------------------------------------------------------------------


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


def kv_cache_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the KV cache in llama.cpp.

    Source: measured against llama.cpp, October 2026, without a byte of difference.
    """
    return streams(s) * total(
        len(l.blocks)
        * layer_cells(s, l)
        * (row_bytes(l.key_row, s.kv_type_k) + row_bytes(stored_value_row(a, s, l), s.kv_type_v))
        for l in a.layers
    )


def state_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the state of recurrent layers, in f32, for each slot; the context does not matter."""
    return s.slots * total(4 * len(l.blocks) * (l.taps * l.conv + l.state) for l in a.layers)


# --- Compute buffer ------------------------------------------------------------------------------


def masked_window_cells(s: Settings, layer: Layer) -> float:
    """Cells under the mask of the window layers: those of one such layer, 0 for the others."""
    return 0 if layer.window == 0 else layer_cells(s, layer)


def mask_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the attention masks: one for layers that see everything, one for windows."""
    element_bytes = 2 if s.flash_attention else 4
    windows = largest(masked_window_cells(s, l) for l in a.layers)
    return (stream_cells(s) + windows) * micro_batch(s) * element_bytes


def copied_keys(a: Architecture, s: Settings) -> float:
    """Values a token that copies of keys and values hold without flash attention."""
    if s.flash_attention:
        return 0
    copies = 4 if any(l.window > 0 for l in a.layers) else 2
    return copies * largest(l.key_row for l in a.layers)


def expert_values(a: Architecture, layer: Layer) -> float:
    """Values a token that the experts in use hold, beside the hidden vectors."""
    inside = layer.experts_used * layer.expert_ffn
    outside = layer.experts_used * a.width
    if not layer.gated:
        return inside + outside
    if outside > 2 * inside:
        return 3 * inside + outside
    return 3 * inside


def hidden_vectors(s: Settings, layer: Layer) -> float:
    """Hidden vectors alive in the feed-forward part."""
    if s.kv_type_k == "f16" or s.kv_type_k == "f32" or s.kv_type_k == "bf16":
        return layer.vectors
    return layer.vectors_quantised


def ffn_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that the feed-forward part of a layer holds at its peak."""
    dense = 3 * layer.ffn if layer.gated else layer.ffn
    shared = 3 * layer.shared_ffn + a.width if layer.shared_ffn > 0 else 0
    most = max(dense, expert_values(a, layer), shared)
    return most + hidden_vectors(s, layer) * a.width + copied_keys(a, s)


def latent_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that latent attention holds at its peak; the keys serve as values, copied."""
    projected = layer.heads * (2 * layer.key_row + a.query_head) + 5 * a.width
    if s.flash_attention:
        return projected
    copied = layer_cells(s, layer) * a.latent / (2 * micro_batch(s))
    more = copied if copied > layer.heads * layer.key_row else 0
    return layer.heads * layer_cells(s, layer) + projected + more


def attention_values(a: Architecture, s: Settings, layer: Layer) -> float:
    """Values a token that attention holds at its peak. Flash attention is never the peak."""
    if layer.mixer == "latent":
        return latent_values(a, s, layer)
    if s.flash_attention or layer.key_row == 0:
        return 0
    more = layer.query if layer.query > a.width else 0
    vectors = 4 if layer.post_norm or layer.fused_qkv else 5
    scores = layer.heads * layer_cells(s, layer)
    return scores + vectors * a.width + layer.query + more + copied_keys(a, s)


def normed_query(s: Settings, layer: Layer) -> float:
    """Values a token of the query that a norm after attention keeps, without flash attention."""
    return layer.query if layer.post_norm and not s.flash_attention else 0


def logits_values(a: Architecture, s: Settings) -> float:
    """Values a token of the micro-batch that the logits hold, unless the masks' memory will do."""
    rows = micro_batch(s) if s.logits_rows == 0 else s.logits_rows
    if 4 * a.vocabulary * rows <= mask_bytes(a, s):
        return 0
    kept = largest(normed_query(s, l) for l in a.layers)
    return a.vocabulary * rows / micro_batch(s) + 5 * a.width + copied_keys(a, s) + kept


def compute_buffer_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the compute buffer of llama.cpp: its largest stage, and the masks.

    Source: fitted to llama.cpp, October 2026, CPU; on a GPU the masks lie in RAM, so it is an
    upper bound there.
    """
    ffn = largest(ffn_values(a, s, l) for l in a.layers)
    attention = largest(attention_values(a, s, l) for l in a.layers)
    stages = max(ffn, attention, logits_values(a, s))
    return 4 * micro_batch(s) * stages + mask_bytes(a, s) + 36 * micro_batch(s)


# --- Does it start, does it fit? -----------------------------------------------------------------


def whole_blocks(elements: float, kind: CacheType) -> bool:
    """Whether a row of the cache is a whole number of blocks."""
    block = CACHE_BLOCK_ELEMENTS[kind]
    return floor(elements / block) * block == elements


def refusal(a: Architecture, s: Settings) -> Refusal:
    """Why llama.cpp does not start with these settings, if so.

    Source: llama.cpp, October 2026, which refuses or aborts.
    """
    if not s.flash_attention and CACHE_BLOCK_ELEMENTS[s.kv_type_v] > 1:
        return "values_need_flash_attention"
    if s.kv_type_k != s.kv_type_v and any(l.mixer == "latent" for l in a.layers):
        return "latent_types_differ"
    if s.flash_attention and any(not whole_blocks(l.head, s.kv_type_k) for l in a.layers):
        return "head_is_no_whole_block"
    return "none"


def overhead_bytes(estimate: Estimate, n_devices: float) -> float:
    """Bytes that the driver and its libraries take besides, an estimate for each device.

    Source: the share that llama.cpp reports as unaccounted, hundreds of MiB to over 1 GiB.
    """
    return OVERHEAD_GIB[estimate] * 1073741824 * n_devices


def gpu_memory_gib(memory_gib: float, limited: bool) -> float:
    """Memory that a GPU may take. macOS gives it two thirds, three quarters above 36 GiB.

    Source: what Metal reports in llama.cpp logs of Macs with 16 and 64 GiB.
    """
    if not limited:
        return memory_gib
    return memory_gib * 3 / 4 if memory_gib > 36 else memory_gib * 2 / 3


def available_bytes(gpu_gib: float, reserved_gib: float, n_devices: float) -> float:
    """Bytes of device memory left for the model: what others use on each device is taken off."""
    return max(0, gpu_gib - reserved_gib) * 1073741824 * n_devices


def running_bytes(a: Architecture, s: Settings) -> float:
    """Bytes needed besides the weights: KV cache, state and compute buffer."""
    return kv_cache_bytes(a, s) + state_bytes(a, s) + compute_buffer_bytes(a, s)


def total_bytes(
    a: Architecture, s: Settings, model_bytes: float, estimate: Estimate, n_devices: float
) -> float:
    """Bytes of memory that running the model takes."""
    return model_bytes + running_bytes(a, s) + overhead_bytes(estimate, n_devices)


def fit(low_bytes: float, high_bytes: float, device_bytes: float) -> Fit:
    """Whether it fits: surely, only if the overhead is small, or not."""
    if high_bytes <= device_bytes:
        return "fits"
    return "tight" if low_bytes <= device_bytes else "no"


def largest_context(
    a: Architecture, s: Settings, model_bytes: float, device_bytes: float, n_devices: float
) -> float:
    """Largest context, in steps of 256 tokens, that fits with the expected overhead; 0 if none.

    Memory does not always grow with the context, so all steps are tried from the top: it holds
    for this one and not for the next.
    """
    left = device_bytes - model_bytes - overhead_bytes("expected", n_devices)
    return largest_where(
        256, a.context, 256, lambda n: running_bytes(a, s._replace(n_ctx=max(256, n))) <= left
    )


# --- Speed, energy, cost -------------------------------------------------------------------------


def decode_tokens_per_second(
    bandwidth_gb_s: Positive, weights_read_bytes: Positive, cache_bytes: float, estimate: Estimate
) -> float:
    """Tokens a second in generating for one user, bound by the memory's bandwidth.

    Each token reads the active weights once, and what is in the cache: all, half or nothing of it
    in the three estimates. Only a share of the bandwidth is reached: 0.5 to 0.85 in most published
    llama.cpp benchmarks of dense models on one device, 2023 to 2026.
    """
    read_bytes = weights_read_bytes + cache_bytes * CACHE_FILLED[estimate]
    return bandwidth_gb_s * 1000000000 * BANDWIDTH_SHARE[estimate] / max(1, read_bytes)


def pace(tokens_per_second: float) -> Pace:
    """How that feels: faster than one reads, bearable, or slow."""
    if tokens_per_second >= 15:
        return "smooth"
    return "usable" if tokens_per_second >= 5 else "slow"


def time_to_first_token_seconds(prompt_tokens: float, prefill_tokens_per_second: Positive) -> float:
    """Seconds until the first token, for a prompt of which nothing is cached."""
    return prompt_tokens / prefill_tokens_per_second


def energy_per_token_joules(power_w: float, tokens_per_second: Positive) -> float:
    """Energy of one token."""
    return power_w / tokens_per_second


def cost_per_million_tokens(joules_per_token: float, price_per_kwh: float) -> float:
    """Price of the electricity for a million tokens: a kWh is 3.6 million joules."""
    return joules_per_token * 1000000 / 3600000 * price_per_kwh
