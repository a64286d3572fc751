"""Where a GGUF file says what a config says: the tables, as plain data for scripts, too.

Source: gguf 0.19.0, constants.py; llama.cpp, src/llama-arch.cpp and src/models/*.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lemario.calc.families import FAMILIES
from lemario.calc.mix import BLOCK_BYTES, BLOCK_ELEMENTS
from lemario.calc.records import TensorType

# fmt: off
_TENSOR_TYPES: Final[Mapping[str, TensorType]] = {
    "0": "F32", "1": "F16", "2": "Q4_0", "3": "Q4_1", "6": "Q5_0", "7": "Q5_1", "8": "Q8_0",
    "10": "Q2_K", "11": "Q3_K", "12": "Q4_K", "13": "Q5_K", "14": "Q6_K", "16": "IQ2_XXS",
    "17": "IQ2_XS", "18": "IQ3_XXS", "19": "IQ1_S", "20": "IQ4_NL", "21": "IQ3_S", "22": "IQ2_S",
    "23": "IQ4_XS", "29": "IQ1_M", "30": "BF16", "34": "TQ1_0", "35": "TQ2_0", "39": "MXFP4",
    "40": "NVFP4", "41": "Q1_0",
}
# In no file of weights, or withdrawn: named only to say so.
_REFUSED_TYPES: Final[Mapping[str, str]] = {
    "4": "Q4_2", "5": "Q4_3", "9": "Q8_1", "15": "Q8_K", "24": "I8", "25": "I16", "26": "I32",
    "27": "I64", "28": "F64", "31": "Q4_0_4_4", "32": "Q4_0_4_8", "33": "Q4_0_8_8",
    "36": "IQ4_NL_4_4", "37": "IQ4_NL_4_8", "38": "IQ4_NL_8_8",
}
# fmt: on

# Fields of `ModelConfig` by the key after the architecture's name. Of lists the largest counts.
_NUMBERS: Final[Mapping[str, str]] = {
    "hidden_size": "embedding_length",
    "num_attention_heads": "attention.head_count",
    "head_dim": "attention.key_length",
    "intermediate_size": "feed_forward_length",
    "max_position_embeddings": "context_length",
    "sliding_window": "attention.sliding_window",
    "num_experts": "expert_count",
    "num_experts_per_tok": "expert_used_count",
    "moe_intermediate_size": "expert_feed_forward_length",
    "n_shared_experts": "expert_shared_count",
    "shared_expert_intermediate_size": "expert_shared_feed_forward_length",
    "first_k_dense_replace": "leading_dense_block_count",
    "interleave_moe_layer_step": "interleave_moe_layer_step",
    "num_kv_shared_layers": "attention.shared_kv_layers",
    "hidden_size_per_layer_input": "embedding_length_per_layer_input",
}
_LATENT: Final = {
    "kv_lora_rank": "attention.kv_lora_rank",
    "q_lora_rank": "attention.q_lora_rank",
    "qk_rope_head_dim": "rope.dimension_count",
}
_DELTA: Final = {
    "linear_num_key_heads": "ssm.group_count",
    "linear_num_value_heads": "ssm.time_step_rank",
    "linear_key_head_dim": "ssm.state_size",
    "linear_conv_kernel_dim": "ssm.conv_kernel",
}
_MAMBA: Final = {
    "mamba_n_heads": "ssm.time_step_rank",
    "mamba_n_groups": "ssm.group_count",
    "mamba_d_state": "ssm.state_size",
    "mamba_d_conv": "ssm.conv_kernel",
}
_CONV: Final = {"conv_l_cache": "shortconv.l_cache"}
# Sizes that are a tensor's: its name, which dimension, and how many more.
_SHAPES: Final = {
    "altup_num_inputs": ("altup_proj.weight", 2, 1),
    "laurel_rank": ("blk.0.laurel_l.weight", 1, 0),
    "hidden_size_per_layer_input": ("per_layer_proj_norm.weight", 0, 0),
}
_REQUIRED: Final = ("hidden_size", "num_attention_heads", "max_position_embeddings")

# Of several families with one name: the first whose key is there, and is that number if one is
# given; a key that begins with a dot is the end of a tensor's name. Mixtral is Llama with experts,
# DeepSeek-V3 is V2 whose router has a sigmoid, OLMo 3 is OLMo 2 with windows. MiMo is Qwen 2 to
# the tensor.
_CHOICES: Final[Mapping[str, tuple[str, int]]] = {
    "mixtral": ("expert_count", 0),
    "deepseek_v3": ("expert_gating_func", 2),
    "olmo3": ("attention.sliding_window", 0),
    "chatglm_fused": (".attn_qkv.weight", 0),
}
_FIRST: Final = tuple(_CHOICES)
_INDISTINCT: Final = ("mimo",)

# What a layer without a cache is, and one that feeds forward only, in families that say it layer
# by layer.
_NO_CACHE: Final = {
    "granitemoehybrid": "M",
    "nemotron_h": "M",
    "nemotron_h_moe": "M",
    "lfm2": "C",
    "lfm2_moe": "C",
}
_FEEDS: Final = {"nemotron_h": "X", "nemotron_h_moe": "E"}
# Layers with a cache of their own where the file does not say it: fixed in llama.cpp.
_OWN_CACHE: Final = {"gemma3n": 20}


def _families() -> dict[str, list[list[str | int]]]:
    """The families by the name of the architecture, in the order in which they are tried."""
    found: dict[str, list[list[str | int]]] = {}
    for name in (*_FIRST, *(name for name in FAMILIES if name not in _FIRST + _INDISTINCT)):
        rows = found.setdefault(FAMILIES[name].gguf, [])
        rows.append([name, *_CHOICES.get(name, ())])
    return found


def _family(name: str) -> dict[str, Any]:
    row, no_cache = FAMILIES[name], _NO_CACHE.get(name, "")
    groups = {"M": _MAMBA, "C": _CONV, "D": _DELTA}
    sizes = _LATENT if row.latent else groups.get(no_cache or row.pattern[0], {})
    return {
        "pattern": row.pattern,
        "last_full": row.last_full,
        "latent": row.latent,
        "tied": row.tied,
        "norm_if_stated": row.qk_norm_if_stated,
        "no_cache": no_cache,
        "feeds": _FEEDS.get(name, ""),
        "own_cache": _OWN_CACHE.get(name, 0),
        "altup": row.altup,
        "sizes": sizes,
    }


GGUF_KEYS: Final[Mapping[str, Any]] = {
    "tensor_types": _TENSOR_TYPES,
    "refused_types": _REFUSED_TYPES,
    "blocks": {name: [BLOCK_ELEMENTS[name], BLOCK_BYTES[name]] for name in _TENSOR_TYPES.values()},
    "families": _families(),
    "traits": {name: _family(name) for name in FAMILIES},
    "numbers": _NUMBERS,
    "shapes": _SHAPES,
    "required": _REQUIRED,
}
"""All tables that a reader needs, of JSON's types only."""
