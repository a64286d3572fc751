"""Families of models: how their layers depart from the common decoder. A table; no code per family.

The common decoder: a norm before attention and one before the feed-forward part, separate query,
key and value matrices, a gated feed-forward part, RMS norms without bias. Names and shapes of
tensors are those of GGUF files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Family:
    """A row of the table.

    `norm_bias`: norms are LayerNorm with bias. `norms`: which norms of width `hidden_size` a layer
    has. `qk_norm`: none, one of the head's size, one over all heads, or one for each head; in some
    families only where the config says `use_qk_norm`.
    `window_every`: every so many layers, the last sees the whole context, and the others a window.
    `vectors`: hidden vectors alive in the feed-forward part with f16 and with quantized cache.
    """

    norms: tuple[str, ...] = ("attn_norm", "ffn_norm")
    norm_bias: bool = False
    fused_qkv: bool = False
    fused_ffn: bool = False
    gated: bool = True
    qk_norm: Literal["none", "head", "all", "each"] = "none"
    qk_norm_if_stated: bool = False
    attention_output_bias: bool = False
    ffn_bias: bool = False
    output_bias: bool = False
    tied: bool = False
    sinks: bool = False
    router_bias: bool = False
    score_bias: bool = False
    expert_bias: bool = False
    window_every: int = 0
    post_norm: bool = False
    vectors: tuple[int, int] = (5, 5)
    latent: bool = False
    mtp_block: bool = False
    falcon: bool = False


_SANDWICH = ("attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm")
_POST = ("post_attention_norm", "post_ffw_norm")
_PARALLEL = ("attn_norm",)
_RENAMED = ("attn_norm", "post_attention_norm")

FAMILIES: Mapping[str, Family] = {
    "llama": Family(),
    "internlm2": Family(),
    "baichuan": Family(),
    "mixtral": Family(),
    "qwen2": Family(),
    "mimo": Family(),
    "qwen3": Family(qk_norm="head"),
    "qwen3_moe": Family(qk_norm="head"),
    "gemma": Family(tied=True),
    "gemma2": Family(norms=_SANDWICH, tied=True, window_every=2),
    "gemma3": Family(norms=_SANDWICH, qk_norm="head", window_every=6),
    "phi": Family(
        norms=_PARALLEL,
        norm_bias=True,
        gated=False,
        attention_output_bias=True,
        ffn_bias=True,
        output_bias=True,
        vectors=(6, 6),
    ),
    "phi3": Family(fused_qkv=True, fused_ffn=True),
    "phimoe": Family(norm_bias=True, attention_output_bias=True, output_bias=True),
    "deepseek_v2": Family(latent=True),
    "deepseek_v3": Family(latent=True, score_bias=True),
    "glm4": Family(norms=_SANDWICH, fused_ffn=True),
    "glm4_moe": Family(
        norms=_RENAMED, qk_norm="head", qk_norm_if_stated=True, score_bias=True, mtp_block=True
    ),
    "cohere": Family(
        norms=_PARALLEL, tied=True, vectors=(5, 6), qk_norm="each", qk_norm_if_stated=True
    ),
    "cohere2": Family(norms=_PARALLEL, tied=True, window_every=4, vectors=(6, 6)),
    "falcon": Family(
        norms=_PARALLEL, norm_bias=True, fused_qkv=True, gated=False, vectors=(6, 5), falcon=True
    ),
    "stablelm": Family(norm_bias=True),
    "smollm3": Family(),
    "olmo2": Family(norms=_POST, qk_norm="all", post_norm=True),
    "olmo3": Family(norms=_POST, qk_norm="all", post_norm=True, window_every=4),
    "olmoe": Family(qk_norm="all"),
    "granite": Family(),
    "granitemoe": Family(),
    "starcoder2": Family(norm_bias=True, gated=False, attention_output_bias=True, ffn_bias=True),
    "minimax_m2": Family(qk_norm="all", score_bias=True),
    "seed_oss": Family(norms=_RENAMED),
    "exaone4": Family(norms=_POST, qk_norm="head", post_norm=True, window_every=4),
    "gpt_oss": Family(
        norms=_RENAMED,
        attention_output_bias=True,
        sinks=True,
        router_bias=True,
        expert_bias=True,
        window_every=2,
    ),
}
