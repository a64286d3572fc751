"""What each layer of a model is, and how large its parts are, from the config and the family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import Family
from lemario.calc.records import Mixer

MIXERS: Mapping[str, Mixer] = {
    "F": "attention",
    "W": "attention",
    "D": "delta",
    "M": "mamba",
    "L": "lightning",
    "C": "short_conv",
    "E": "none",
    "X": "none",
}
"""The mixer of a layer by its letter in `layer_pattern`."""


@dataclass(frozen=True, slots=True)
class LayerPlan:
    """A layer: how it mixes tokens, and which feed-forward parts it has.

    `window` in tokens, 0 if it sees everything; `caches`: it keeps keys and values of its own.
    """

    mixer: Mixer
    window: int
    caches: bool
    dense: bool
    experts: bool


def layer_plans(config: ModelConfig, family: Family) -> list[LayerPlan]:
    """The layers in order."""
    count = config.num_hidden_layers
    return [
        _plan(config, family, layer, letter)
        for layer, letter in enumerate(
            layer_letters(config.layer_pattern or family.pattern, family.last_full, count)
        )
    ]


def layer_letters(pattern: str, last_full: bool, count: int) -> str:
    """A letter for each of `count` layers; of some families the last never has a window."""
    letters = repeated(pattern, count)
    return letters[:-1] + "F" if last_full and letters.endswith("W") else letters


def repeated(pattern: str, count: int) -> str:
    """The pattern, repeated to `count` letters."""
    return (pattern * (count // len(pattern) + 1))[:count]


def _plan(config: ModelConfig, family: Family, layer: int, letter: str) -> LayerPlan:
    mixer = MIXERS[letter]
    window = (config.sliding_window or family.window) if letter == "W" else 0
    if mixer == "attention" and family.latent:
        mixer = "latent"
    shared = config.num_hidden_layers - (config.num_kv_shared_layers or 0)
    feeds = not family.bare or mixer == "none"
    experts = feeds and has_experts(config, layer) and letter != "X"
    dense = feeds and (not experts or family.both)
    return LayerPlan(mixer, window, mixer == "latent" or layer < shared, dense, experts)


def has_experts(config: ModelConfig, layer: int) -> bool:
    """Whether the feed-forward part of this layer is a mixture of experts."""
    step = config.interleave_moe_layer_step or 1
    first = config.first_k_dense_replace or 0
    return bool(config.num_experts) and layer >= first and (layer + 1) % step == 0


def head_dim(config: ModelConfig) -> int:
    """Elements of a head: stated, or the width over the number of heads."""
    return config.head_dim or config.hidden_size // config.num_attention_heads


def is_tied(config: ModelConfig, family: Family) -> bool:
    """Whether the embedding is the output matrix too."""
    return config.tie_word_embeddings or family.tied


def expert_ffn(config: ModelConfig) -> int:
    """Width of an expert's feed-forward part."""
    return config.moe_intermediate_size or config.intermediate_size or 0


def shared_ffn(config: ModelConfig) -> int:
    """Width of the feed-forward part that all tokens share, 0 if there is none."""
    own = config.shared_expert_intermediate_size
    return own or (config.n_shared_experts or 0) * expert_ffn(config)


def layer_sizes(config: ModelConfig, family: Family, plan: LayerPlan) -> dict[str, int]:
    """The sizes that shapes in `tensor_table` name, for one layer."""
    width, heads = config.hidden_size, config.num_attention_heads
    head, key_heads = head_dim(config), config.num_key_value_heads
    if not plan.window:
        head = config.global_head_dim or head
        key_heads = config.num_global_key_value_heads or key_heads
    query, key = heads * head, key_heads * head
    rope, nope = config.qk_rope_head_dim or 0, config.qk_nope_head_dim or 0
    latent, value = config.kv_lora_rank or 0, config.v_head_dim or 0
    ffn = config.intermediate_size or expert_ffn(config)
    if config.use_double_wide_mlp and not plan.caches:
        ffn *= 2
    inputs, altup = config.hidden_size_per_layer_input or 0, config.altup_num_inputs or 0
    return {
        "one": 1,
        "width": width,
        "width2": 2 * width,
        "width3": 3 * width,
        "vocabulary": config.vocab_size,
        "heads": heads,
        "head": head,
        "key_heads": key_heads,
        "query": query,
        "query3": 3 * query,
        "query_gate": 2 * query if family.gated_query else query,
        "key": key,
        "qkv": query + 2 * key,
        "rope_half": (config.rope_dim or head) // 2,
        "query_rank": config.q_lora_rank or 0,
        "latent": latent,
        "latent_row": latent + rope,
        "latent_query": heads * (nope + rope),
        "latent_value": heads * value,
        "nope": nope,
        "value": value,
        "ffn": ffn,
        "ffn_up": 2 * ffn if family.fused_ffn else ffn,
        "experts": config.num_experts or 0,
        "expert": expert_ffn(config),
        "expert_row": config.moe_latent_size or width,
        "shared": shared_ffn(config),
        "inputs": inputs,
        "inputs_all": inputs * config.num_hidden_layers,
        "altup": altup,
        "altup2": altup * altup,
        "altup_rest": altup - 1,
        "laurel": config.laurel_rank or 0,
        **_state_sizes(config, plan),
    }


def _state_sizes(config: ModelConfig, plan: LayerPlan) -> dict[str, int]:
    """Those of recurrent layers: `conv` values go through a convolution of `kernel` taps."""
    if plan.mixer == "short_conv":
        return {"kernel": config.conv_l_cache or 0, "conv": config.hidden_size}
    if plan.mixer == "delta":
        keys = (config.linear_num_key_heads or 0) * (config.linear_key_head_dim or 0)
        heads, head = config.linear_num_value_heads or 0, config.linear_value_head_dim or 0
        inner = heads * head
        return {
            "kernel": config.linear_conv_kernel_dim or 0,
            "conv": 2 * keys + inner,
            "inner": inner,
            "state_heads": heads,
            "state_heads2": 2 * heads,
            "state_head": head,
            "state": inner * (config.linear_key_head_dim or 0),
        }
    if plan.mixer == "mamba":
        heads, groups = config.mamba_n_heads or 0, config.mamba_n_groups or 0
        inner, state = heads * (config.mamba_d_head or 0), config.mamba_d_state or 0
        return {
            "kernel": config.mamba_d_conv or 0,
            "conv": inner + 2 * groups * state,
            "inner": inner,
            "state_heads": heads,
            "ssm_in": 2 * inner + 2 * groups * state + heads,
            "groups": groups,
            "group_inner": inner // max(1, groups),
            "state": inner * state,
        }
    return {}


def layer_flags(config: ModelConfig, family: Family, plan: LayerPlan) -> frozenset[str]:
    """The flags in `tensor_table` that hold for one layer, and for what is outside of layers."""
    normed = config.use_qk_norm or not family.qk_norm_if_stated
    stated = {
        "tied": is_tied(config, family),
        "attention_bias": config.attention_bias,
        "query_rank": bool(config.q_lora_rank),
        "shared": shared_ffn(config) > 0,
        "latent_experts": bool(config.moe_latent_size),
        "layer_inputs": bool(config.hidden_size_per_layer_input),
        "rope_freqs": config.rope_table == "freqs",
        "rope_factors": config.rope_table == "factors",
        "own_value": bool(plan.window) or not config.attention_k_eq_v,
        "second_norm": family.falcon and config.num_key_value_heads > 1,
        "expert_norms": family.expert_norms and plan.experts,
        f"qk_norm_{family.qk_norm}": normed,
    }
    named = {f.name: getattr(family, f.name) for f in fields(family)}
    return frozenset(flag for flag, holds in (named | stated).items() if holds is True)
