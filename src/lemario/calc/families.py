"""Families of models: how their layers depart from the common decoder. A table; no code per family.

The common decoder: a norm before attention and one before the feed-forward part, separate query,
key and value matrices, a gated feed-forward part, RMS norms without bias. Names and shapes of
tensors are those of GGUF files. The flags are those of `tensor_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Family:
    """A row of the table.

    `gguf`: the name of the architecture in GGUF files.
    `norm_bias`: norms are LayerNorm with bias. `norms`: which norms of width `hidden_size` a layer
    has. `qk_norm`: none, one of the head's size, one over all heads, or one for each head; in some
    families only where the config says `use_qk_norm`.
    `pattern`: the kinds of layer by the letters of `layer_pattern`, repeated; windows count only
    where the config gives their size, or the family does (`window`). `last_full`: the last layer
    sees everything, whatever the pattern says.
    `bare`: a layer is either a mixer or a feed-forward part. `both`: experts beside a dense part.
    `vectors`: hidden vectors alive in the feed-forward part with f16 and with quantized cache.
    """

    gguf: str
    norms: tuple[str, ...] = ("attn_norm", "ffn_norm")
    norm_bias: bool = False
    fused_qkv: bool = False
    fused_ffn: bool = False
    gated: bool = True
    gated_query: bool = False
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
    expert_norms: bool = False
    shared_gate: bool = False
    fused_ba: bool = False
    altup: bool = False
    output_scale: bool = False
    pattern: str = "F"
    window: int = 0
    last_full: bool = False
    bare: bool = False
    both: bool = False
    post_norm: bool = False
    vectors: tuple[int, int] = (5, 5)
    latent: bool = False
    mtp_block: bool = False
    mtp_files: bool = False
    falcon: bool = False


_SANDWICH = ("attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm")
_POST = ("post_attention_norm", "post_ffw_norm")
_PARALLEL = ("attn_norm",)
_RENAMED = ("attn_norm", "post_attention_norm")

FAMILIES: Mapping[str, Family] = {
    "llama": Family("llama"),
    "mistral3": Family("mistral3"),
    "internlm2": Family("internlm2"),
    "baichuan": Family("baichuan"),
    "mixtral": Family("llama"),
    "qwen2": Family("qwen2"),
    "mimo": Family("qwen2"),
    "qwen2_moe": Family("qwen2moe", shared_gate=True),
    "qwen3": Family("qwen3", qk_norm="head"),
    "qwen3_moe": Family("qwen3moe", qk_norm="head"),
    "qwen3_next": Family(
        "qwen3next",
        norms=_RENAMED,
        qk_norm="head",
        gated_query=True,
        shared_gate=True,
        fused_ba=True,
        pattern="DDDF",
    ),
    "qwen3_5": Family(
        "qwen35",
        norms=_RENAMED,
        qk_norm="head",
        gated_query=True,
        pattern="DDDF",
        mtp_files=True,
    ),
    "qwen3_5_moe": Family(
        "qwen35moe",
        norms=_RENAMED,
        qk_norm="head",
        gated_query=True,
        shared_gate=True,
        pattern="DDDF",
        mtp_files=True,
    ),
    "gemma": Family("gemma", tied=True),
    "gemma2": Family("gemma2", norms=_SANDWICH, tied=True, pattern="WF"),
    "gemma3": Family("gemma3", norms=_SANDWICH, qk_norm="head", pattern="WWWWWF"),
    "gemma3n": Family(
        "gemma3n",
        norms=_SANDWICH,
        qk_norm="head",
        tied=True,
        altup=True,
        pattern="WWWWF",
        vectors=(10, 10),
    ),
    "gemma4": Family(
        "gemma4",
        norms=_SANDWICH,
        qk_norm="head",
        output_scale=True,
        pattern="WWWWWF",
        last_full=True,
        both=True,
        expert_norms=True,
    ),
    "phi": Family(
        "phi2",
        norms=_PARALLEL,
        norm_bias=True,
        gated=False,
        attention_output_bias=True,
        ffn_bias=True,
        output_bias=True,
        vectors=(6, 6),
    ),
    "phi3": Family("phi3", fused_qkv=True, fused_ffn=True),
    "phimoe": Family("phimoe", norm_bias=True, attention_output_bias=True, output_bias=True),
    "deepseek_v2": Family("deepseek2", latent=True),
    "deepseek_v3": Family("deepseek2", latent=True, score_bias=True),
    "chatglm": Family("chatglm", fused_ffn=True),
    "chatglm_fused": Family("chatglm", fused_qkv=True, fused_ffn=True),
    "glm4": Family("glm4", norms=_SANDWICH, fused_ffn=True),
    "glm4_moe": Family(
        "glm4moe",
        norms=_RENAMED,
        qk_norm="head",
        qk_norm_if_stated=True,
        score_bias=True,
        mtp_block=True,
    ),
    "cohere": Family(
        "command-r",
        norms=_PARALLEL,
        tied=True,
        vectors=(5, 6),
        qk_norm="each",
        qk_norm_if_stated=True,
    ),
    "cohere2": Family("cohere2", norms=_PARALLEL, tied=True, pattern="WWWF", vectors=(6, 6)),
    "falcon": Family(
        "falcon",
        norms=_PARALLEL,
        norm_bias=True,
        fused_qkv=True,
        gated=False,
        vectors=(6, 5),
        falcon=True,
    ),
    "stablelm": Family("stablelm", norm_bias=True),
    "smollm3": Family("smollm3"),
    "olmo2": Family("olmo2", norms=_POST, qk_norm="all", post_norm=True),
    "olmo3": Family("olmo2", norms=_POST, qk_norm="all", post_norm=True, pattern="WWWF"),
    "olmoe": Family("olmoe", qk_norm="all"),
    "granite": Family("granite"),
    "granitemoe": Family("granitemoe"),
    "granitemoehybrid": Family("granitehybrid"),
    "starcoder2": Family(
        "starcoder2", norm_bias=True, gated=False, attention_output_bias=True, ffn_bias=True
    ),
    "minimax": Family("minimax-01", pattern="LLLLLLLF"),
    "minimax_m2": Family("minimax-m2", qk_norm="all", score_bias=True),
    "nemotron_h": Family("nemotron_h", norms=_PARALLEL, gated=False, bare=True),
    "nemotron_h_moe": Family(
        "nemotron_h_moe", norms=_PARALLEL, gated=False, bare=True, score_bias=True
    ),
    "lfm2": Family("lfm2", qk_norm="head", tied=True),
    "lfm2_moe": Family("lfm2moe", qk_norm="head", tied=True, score_bias=True),
    "llama4": Family("llama4", pattern="WWWF", window=8192),
    "apertus": Family("apertus", qk_norm="head", gated=False),
    "arcee": Family("arcee", gated=False),
    "ernie4_5": Family("ernie4_5"),
    "ernie4_5_moe": Family("ernie4_5-moe", score_bias=True),
    "hunyuan_v1_dense": Family("hunyuan-dense", qk_norm="head"),
    "hunyuan_v1_moe": Family("hunyuan-moe", qk_norm="head"),
    "exaone": Family("exaone"),
    "seed_oss": Family("seed_oss", norms=_RENAMED),
    "exaone4": Family("exaone4", norms=_POST, qk_norm="head", post_norm=True, pattern="WWWF"),
    "gpt_oss": Family(
        "gpt-oss",
        norms=_RENAMED,
        attention_output_bias=True,
        sinks=True,
        router_bias=True,
        expert_bias=True,
        pattern="WF",
    ),
}
