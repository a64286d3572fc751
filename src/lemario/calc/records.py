"""What the formulas compute with: words, tables and records. Written in the dialect.

A decoder is described by its kinds of layer and by matrices by their role, so that no formula
names a family of models; what is peculiar to families is in `families`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from lemario.formula.language import Positive

# fmt: off
CacheType = Literal["f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl"]
Mixer = Literal["attention", "latent", "delta", "mamba", "lightning", "none"]
Role = Literal[
    "f32", "plain", "stack", "output", "output_falcon", "table",
    "attn_v", "attn_v_gqa", "attn_v_70b", "attn_v_8x", "attn_k_8x",
    "attn_output", "attn_output_8x", "attn_output_falcon",
    "ffn_down", "ffn_down_stack", "ffn_down_falcon",
]
Estimate = Literal["low", "expected", "high"]
Fit = Literal["fits", "tight", "no"]
Pace = Literal["smooth", "usable", "slow"]
Refusal = Literal[
    "none", "values_need_flash_attention", "latent_types_differ", "head_is_no_whole_block",
]

CACHE_BLOCK_ELEMENTS: Mapping[CacheType, Positive] = {
    "f32": 1, "f16": 1, "bf16": 1,
    "q8_0": 32, "q5_1": 32, "q5_0": 32, "q4_1": 32, "q4_0": 32, "iq4_nl": 32,
}
CACHE_BLOCK_BYTES: Mapping[CacheType, Positive] = {
    "f32": 4, "f16": 2, "bf16": 2,
    "q8_0": 34, "q5_1": 24, "q5_0": 22, "q4_1": 20, "q4_0": 18, "iq4_nl": 18,
}
OVERHEAD_GIB: Mapping[Estimate, float] = {"low": 0.25, "expected": 0.5, "high": 1}
BANDWIDTH_SHARE: Mapping[Estimate, Positive] = {"low": 0.5, "expected": 0.7, "high": 0.85}
CACHE_FILLED: Mapping[Estimate, float] = {"low": 1, "expected": 0.5, "high": 0}
# fmt: on


class Matrix(NamedTuple):
    """A tensor by what the quantiser makes of it.

    `row`: elements in a row; `elements`: in one layer; `read`: read for one token; `places`: the
    quantiser's running number of each copy, out of `of`.
    """

    role: Role
    row: Positive
    elements: Positive
    read: float
    places: tuple[float, ...]
    of: Positive


class Layer(NamedTuple):
    """A kind of layer. `blocks` are the numbers of the layers of this kind.

    `key_row`, `value_row`: elements that a token adds to the cache, 0 if none; `window`: tokens
    that it sees, 0 for all; `query`: elements of the query; `vectors`: hidden vectors alive in the
    feed-forward part, `vectors_quantised` with a quantized cache.
    """

    blocks: tuple[float, ...]
    mixer: Mixer
    heads: float
    key_row: float
    value_row: float
    head: float
    window: float
    query: float
    gated_query: bool
    post_norm: bool
    fused_qkv: bool
    conv: float
    taps: float
    state: float
    inner: float
    projection: float
    ffn: float
    gated: bool
    experts_used: float
    expert_ffn: float
    shared_ffn: float
    vectors: float
    vectors_quantised: float
    matrices: tuple[Matrix, ...]


class Architecture(NamedTuple):
    """A decoder by kinds of layer and matrices by role: no formula knows a family.

    `latent`, `rope`, `query_head`: widths of latent attention, else 0; `outside`: matrices outside
    the layers; `skipped`: in the file, but not loaded.
    """

    width: Positive
    vocabulary: Positive
    context: Positive
    latent: float
    rope: float
    query_head: float
    side_ffn: float
    side_attention: float
    layers: tuple[Layer, ...]
    outside: tuple[Matrix, ...]
    skipped: tuple[Matrix, ...]


class Settings(NamedTuple):
    """How llama.cpp is started. `logits_rows` 0 means one for each token of the micro-batch."""

    n_ctx: Positive
    slots: Positive
    unified: bool
    n_ubatch: Positive
    kv_type_k: CacheType
    kv_type_v: CacheType
    flash_attention: bool
    swa_full: bool
    logits_rows: float
