"""The metadata of a model's GGUF file: which key takes which fact, as a table.

Facts are computed from the config in one place, `_facts`; a fact that a model does not have leaves
its key out. What does not bear on memory (epsilons, scales, bases of positions) has any value that
llama.cpp takes. Where llama.cpp knows by itself which layers have a window, the file does not say
it, so that our table of families is checked against it.
Source: llama.cpp, src/llama-arch.cpp and src/models/*.cpp; gguf 0.19.0, constants.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES, Family
from lemario.calc.layer_plans import (
    LayerPlan,
    expert_ffn,
    head_dim,
    layer_plans,
    layer_sizes,
    shared_ffn,
)
from lemario.calc.records import FileType
from lemario.calc.tensors import mtp_blocks
from scripts.oracle.gguf_writer import Entry, Kind, Value

# fmt: off
FILE_TYPES: Mapping[FileType, int] = {
    "F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q8_0": 7, "Q5_0": 8, "Q5_1": 9, "Q2_K": 10,
    "Q3_K_S": 11, "Q3_K_M": 12, "Q3_K_L": 13, "Q4_K_S": 14, "Q4_K_M": 15, "Q5_K_S": 16,
    "Q5_K_M": 17, "Q6_K": 18, "IQ2_XXS": 19, "IQ2_XS": 20, "Q2_K_S": 21, "IQ3_XS": 22,
    "IQ3_XXS": 23, "IQ1_S": 24, "IQ4_NL": 25, "IQ3_S": 26, "IQ3_M": 27, "IQ2_S": 28, "IQ2_M": 29,
    "IQ4_XS": 30, "IQ1_M": 31, "BF16": 32, "TQ1_0": 36, "TQ2_0": 37, "MXFP4": 38,
}
"""The number of a file type in `general.file_type`: gguf 0.19.0, LlamaFileType."""
# fmt: on


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the table: after the architecture's name, or as it stands if it begins with a dot.

    `only`: the architectures that it is written for, all if there are none.
    """

    name: str
    kind: Kind
    fact: str
    only: tuple[str, ...] = ()


_SCALED = ("granite", "granitemoe", "granitehybrid", "minimax-01", "command-r", "cohere2")
_XIELU = ("apertus",)
_RECURRENT = ("granitehybrid", "nemotron_h", "nemotron_h_moe", "lfm2", "lfm2moe")

KEYS: tuple[Key, ...] = (
    Key("vocab_size", "u32", "vocabulary"),
    Key("context_length", "u32", "context"),
    Key("embedding_length", "u32", "width"),
    Key("block_count", "u32", "blocks"),
    Key("nextn_predict_layers", "u32", "mtp_blocks"),
    Key("feed_forward_length", "u32", "ffn"),
    Key("attention.layer_norm_epsilon", "f32", "small"),
    Key("attention.layer_norm_rms_epsilon", "f32", "small"),
    # Attention
    Key("attention.head_count", "u32", "heads"),
    Key("attention.head_count_kv", "u32", "key_heads"),
    Key("attention.key_length", "u32", "key_length"),
    Key("attention.value_length", "u32", "value_length"),
    Key("rope.dimension_count", "u32", "rotated"),
    Key("rope.freq_base", "f32", "base"),
    Key("rope.dimension_sections", "i32", "sections", ("qwen35", "qwen35moe")),
    Key("attention.sliding_window", "u32", "window"),
    Key("attention.sliding_window_pattern", "bool", "windows"),
    Key("attention.key_length_swa", "u32", "window_head"),
    Key("attention.value_length_swa", "u32", "window_head"),
    Key("rope.dimension_count_swa", "u32", "window_head"),
    Key("attention.shared_kv_layers", "u32", "borrowing_layers"),
    Key("attn_logit_softcapping", "f32", "soft_cap", ("gemma2",)),
    Key("final_logit_softcapping", "f32", "soft_cap", ("gemma2",)),
    # Latent attention
    Key("attention.kv_lora_rank", "u32", "latent"),
    Key("attention.q_lora_rank", "u32", "query_rank"),
    Key("attention.key_length_mla", "u32", "latent_key"),
    Key("attention.value_length_mla", "u32", "latent_value"),
    # Experts
    Key("expert_count", "u32", "experts"),
    Key("expert_used_count", "u32", "experts_used"),
    Key("expert_feed_forward_length", "u32", "expert_ffn"),
    Key("expert_shared_count", "u32", "shared_experts"),
    Key("expert_shared_feed_forward_length", "u32", "shared_ffn"),
    Key("moe_latent_size", "u32", "expert_row"),
    Key("expert_gating_func", "u32", "gating"),
    Key("leading_dense_block_count", "u32", "dense_blocks"),
    Key("interleave_moe_layer_step", "u32", "expert_step", ("llama4",)),
    # Recurrent layers
    Key("full_attention_interval", "u32", "attention_interval"),
    Key("ssm.conv_kernel", "u32", "kernel"),
    Key("ssm.inner_size", "u32", "inner"),
    Key("ssm.state_size", "u32", "state_head"),
    Key("ssm.time_step_rank", "u32", "state_heads"),
    Key("ssm.group_count", "u32", "groups"),
    Key("shortconv.l_cache", "u32", "short_kernel"),
    # Peculiarities
    Key("embedding_length_per_layer_input", "u32", "layer_inputs"),
    Key("altup.num_inputs", "u32", "altup"),
    Key("logit_scale", "f32", "scale", _SCALED),
    Key("residual_scale", "f32", "scale", _SCALED),
    Key(".xielu.alpha_n", "f32", "xielu", _XIELU),
    Key(".xielu.alpha_p", "f32", "xielu", _XIELU),
    Key(".xielu.beta", "f32", "xielu", _XIELU),
    Key(".xielu.eps", "f32", "xielu", _XIELU),
)


def gguf_name(config: ModelConfig) -> str:
    """The architecture as GGUF files name it: a hybrid without recurrent layers is a plain one."""
    family = FAMILIES[config.model_type]
    if family.gguf == "granitehybrid" and "mamba" not in _mixers(layer_plans(config, family)):
        return "granitemoe" if config.num_experts else "granite"
    return family.gguf


def metadata(name: str, config: ModelConfig, file_type: FileType) -> list[Entry]:
    """The metadata of a model's file; it has no tokenizer, but says how large its vocabulary is."""
    gguf = gguf_name(config)
    facts = _facts(config, FAMILIES[config.model_type], gguf)
    found = [
        Entry("general.architecture", "text", gguf),
        Entry("general.name", "text", name),
        Entry("general.file_type", "u32", FILE_TYPES[file_type]),
        Entry("general.quantization_version", "u32", 2),
        Entry("tokenizer.ggml.model", "text", "no_vocab"),
    ]
    for key in KEYS:
        value = facts.get(key.fact)
        if value is not None and (not key.only or gguf in key.only):
            full = key.name[1:] if key.name.startswith(".") else f"{gguf}.{key.name}"
            found.append(Entry(full, key.kind, value))
    return found


def _facts(config: ModelConfig, family: Family, gguf: str) -> Mapping[str, Value | None]:
    """What the keys of the table take; None where a model has no such thing."""
    plans = layer_plans(config, family)
    mtp = mtp_blocks(config, family)
    return {
        "vocabulary": config.vocab_size,
        "context": min(config.max_position_embeddings, 2**31 - 1),
        "width": config.hidden_size,
        "blocks": config.num_hidden_layers + mtp,
        "mtp_blocks": mtp or None,
        "small": 1e-5,
        "scale": 0.0625,
        "soft_cap": 30.0,
        "xielu": [0.5] * config.num_hidden_layers,
        "layer_inputs": config.hidden_size_per_layer_input,
        "altup": config.altup_num_inputs,
        **_attention_facts(config, family, plans),
        **_ffn_facts(config, family, plans),
        **_state_facts(config, family, plans),
        **({} if gguf != "gemma4" else {"layer_inputs": config.hidden_size_per_layer_input or 0}),
    }


def _attention_facts(
    config: ModelConfig, family: Family, plans: Sequence[LayerPlan]
) -> Mapping[str, Value | None]:
    rope, nope = config.qk_rope_head_dim or 0, config.qk_nope_head_dim or 0
    latent = config.kv_lora_rank or 0
    head = config.global_head_dim or head_dim(config)
    windows = [plan.window > 0 for plan in plans]
    stated = any(windows) and (config.global_head_dim or "W" in (config.layer_pattern or ""))
    return {
        "heads": config.num_attention_heads,
        "key_heads": 1 if family.latent else _key_heads(config, family, plans),
        "key_length": latent + rope if family.latent else head,
        "value_length": latent if family.latent else head,
        "rotated": rope if family.latent else config.rope_dim or head,
        "base": 10000.0,
        "sections": [11, 11, 10, 0],
        "window": max(plan.window for plan in plans) or None,
        "windows": windows if stated else None,
        "window_head": head_dim(config) if config.global_head_dim else None,
        "borrowing_layers": config.num_kv_shared_layers,
        "latent": latent or None,
        "query_rank": config.q_lora_rank,
        "latent_key": nope + rope if family.latent else None,
        "latent_value": config.v_head_dim if family.latent else None,
    }


def _ffn_facts(
    config: ModelConfig, family: Family, plans: Sequence[LayerPlan]
) -> Mapping[str, Value | None]:
    experts = bool(config.num_experts)
    by_layer = [
        layer_sizes(config, family, plan)["ffn"] if plan.dense or plan.experts else 0
        for plan in plans
    ]
    return {
        "ffn": by_layer if len(set(by_layer)) > 1 else by_layer[0],
        "experts": config.num_experts,
        "experts_used": config.num_experts_per_tok,
        "expert_ffn": expert_ffn(config) if experts else None,
        "expert_row": config.moe_latent_size,
        "shared_experts": (config.n_shared_experts or 1) if shared_ffn(config) else None,
        "shared_ffn": shared_ffn(config) or None,
        "gating": (2 if family.score_bias else 1) if experts else None,
        "dense_blocks": config.first_k_dense_replace or 0 if experts else None,
        "expert_step": config.interleave_moe_layer_step or 1,
    }


def _state_facts(
    config: ModelConfig, family: Family, plans: Sequence[LayerPlan]
) -> Mapping[str, Value | None]:
    mixers = _mixers(plans)
    facts: dict[str, Value | None] = {}
    if "delta" in mixers or "lightning" in mixers:
        facts["attention_interval"] = mixers.index("attention") + 1
    if "short_conv" in mixers:
        facts["short_kernel"] = config.conv_l_cache
    if "delta" in mixers:
        sizes = layer_sizes(config, family, plans[mixers.index("delta")])
        facts |= {
            "state_head": config.linear_key_head_dim,
            "groups": config.linear_num_key_heads,
        }
    elif "mamba" in mixers:
        sizes = layer_sizes(config, family, plans[mixers.index("mamba")])
        facts |= {"state_head": config.mamba_d_state, "groups": config.mamba_n_groups}
    else:
        return facts
    return facts | {name: sizes[name] for name in ("kernel", "inner", "state_heads")}


def _mixers(plans: Sequence[LayerPlan]) -> list[str]:
    return [plan.mixer for plan in plans]


def _key_heads(config: ModelConfig, family: Family, plans: Sequence[LayerPlan]) -> Value:
    """Heads of the keys: one number, or one for each layer where layers differ."""
    by_layer = [
        layer_sizes(config, family, plan)["key_heads"] if plan.mixer == "attention" else 0
        for plan in plans
    ]
    differ = family.gguf in _RECURRENT or config.num_global_key_value_heads
    return by_layer if differ else config.num_key_value_heads
