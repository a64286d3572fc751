"""Under which names published configs keep what a `ModelConfig` says. Tables; no code.

Facts about the configuration classes of Transformers 5.24.0 (PyPI).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Flag = bool | int | None

SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "hidden_size": ("hidden_size", "n_embd", "n_embed", "d_model"),
    "num_hidden_layers": ("num_hidden_layers", "n_layer", "num_layers", "n_layers"),
    "num_attention_heads": ("num_attention_heads", "n_head", "n_heads"),
    "num_key_value_heads": ("num_key_value_heads", "num_kv_heads", "n_head_kv", "n_kv_heads"),
    "head_dim": ("head_dim", "kv_channels", "attention_head_dim"),
    "intermediate_size": ("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim"),
    "vocab_size": ("vocab_size", "padded_vocab_size"),
    "tie_word_embeddings": ("tie_word_embeddings",),
    "max_position_embeddings": (
        "max_position_embeddings",
        "n_positions",
        "seq_length",
        "max_sequence_length",
        "model_max_length",
    ),
    "sliding_window": ("sliding_window",),
    "attention_bias": ("attention_bias", "qkv_bias", "use_qkv_bias", "add_qkv_bias", "use_bias"),
    "use_qk_norm": ("use_qk_norm",),
    "num_experts": ("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"),
    "num_experts_per_tok": ("num_experts_per_tok", "num_experts_per_token", "experts_per_token"),
    "moe_intermediate_size": ("moe_intermediate_size", "expert_intermediate_size"),
    "moe_latent_size": ("moe_latent_size",),
    "n_shared_experts": ("n_shared_experts", "num_shared_experts"),
    "shared_expert_intermediate_size": ("shared_expert_intermediate_size",),
    "first_k_dense_replace": ("first_k_dense_replace",),
    "kv_lora_rank": ("kv_lora_rank",),
    "q_lora_rank": ("q_lora_rank",),
    "qk_rope_head_dim": ("qk_rope_head_dim",),
    "qk_nope_head_dim": ("qk_nope_head_dim",),
    "v_head_dim": ("v_head_dim",),
    "num_nextn_predict_layers": ("num_nextn_predict_layers",),
    "interleave_moe_layer_step": ("interleave_moe_layer_step",),
    "linear_num_key_heads": ("linear_num_key_heads",),
    "linear_num_value_heads": ("linear_num_value_heads",),
    "linear_key_head_dim": ("linear_key_head_dim",),
    "linear_value_head_dim": ("linear_value_head_dim",),
    "linear_conv_kernel_dim": ("linear_conv_kernel_dim",),
    "mamba_n_heads": ("mamba_n_heads", "mamba_num_heads"),
    "mamba_d_head": ("mamba_d_head", "mamba_head_dim"),
    "mamba_n_groups": ("mamba_n_groups", "n_groups", "mamba_num_groups"),
    "mamba_d_state": ("mamba_d_state", "ssm_state_size"),
    "mamba_d_conv": ("mamba_d_conv", "conv_kernel"),
    "conv_l_cache": ("conv_L_cache",),
    "global_head_dim": ("global_head_dim",),
    "num_global_key_value_heads": ("num_global_key_value_heads",),
    "attention_k_eq_v": ("attention_k_eq_v",),
    "num_kv_shared_layers": ("num_kv_shared_layers",),
    "use_double_wide_mlp": ("use_double_wide_mlp",),
    "hidden_size_per_layer_input": ("hidden_size_per_layer_input",),
    "altup_num_inputs": ("altup_num_inputs",),
    "laurel_rank": ("laurel_rank",),
}
"""The names of each field of `ModelConfig` in config files, the first one stated counts."""

DERIVED: Final = ("layer_pattern", "rope_table", "rope_dim")
"""Fields that follow from lists and objects of the file, by `config_layers`."""

ALWAYS: Final = (
    *("hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads"),
    *("head_dim", "intermediate_size", "vocab_size", "tie_word_embeddings"),
    *("max_position_embeddings", "sliding_window", "attention_bias", "use_qk_norm"),
)
"""Fields that are looked for in every config; others only where the model's type has them."""

FLAGS: Final = (
    "tie_word_embeddings",
    "attention_bias",
    "use_qk_norm",
    "attention_k_eq_v",
    "use_double_wide_mlp",
)
"""Fields that are true or false; the others are numbers."""

MAY_BE_NONE: Final = (
    "sliding_window",
    "num_experts",
    "num_experts_per_tok",
    "moe_intermediate_size",
    "moe_latent_size",
    "n_shared_experts",
    "shared_expert_intermediate_size",
    "q_lora_rank",
    "first_k_dense_replace",
    "num_global_key_value_heads",
    "num_kv_shared_layers",
    "hidden_size_per_layer_input",
)
"""Fields in which 0, or null where there is a default, means that the model has no such thing."""

TEXT_PARTS: Final = (
    ("text_config",),
    ("llm_config",),
    ("language_config",),
    ("thinker_config", "text_config"),
)
"""Under what names the config of a model that also sees or hears keeps that of its text model."""

KINDS: Final[Mapping[str, str]] = {
    "full_attention": "F",
    "attention": "F",
    "sliding_attention": "W",
    "chunked_attention": "W",
    "mamba": "M",
    "conv": "C",
    "moe": "E",
    "mlp": "X",
}
"""The letters of `layer_pattern` for the words of `layer_types`; `linear_attention` has that of
the model's type."""

LAYER_SOURCES: Final[tuple[tuple[str, str], ...]] = (
    ("layer_types", "words"),
    ("layers_block_type", "words"),
    ("hybrid_override_pattern", "signs"),
    ("attn_type_list", "numbers"),
    ("full_attn_idxs", "attending"),
    ("full_attention_interval", "interval"),
    ("sliding_window_pattern", "windows"),
    ("_sliding_window_pattern", "windows"),
)
"""The fields that say the kinds of the layers, and in what form; the first one stated counts.

words: one of `KINDS` a layer. signs: one of `SIGNS` a layer, as text. numbers: 0 linear
attention, 1 attention. attending: numbers of the layers with attention, the others are
convolutions. interval: every how many layers one is attention, the others linear. windows: the
same with windows, or text of `WINDOW_SIGNS`, repeated.
"""

SIGNS: Final[Mapping[str, str]] = {"M": "M", "*": "F", "E": "E", "-": "X"}
WINDOW_SIGNS: Final[Mapping[str, str]] = {"L": "W", "G": "F"}

MOST: Final = 2**26
"""The largest number that a field may have: what is computed from it is exact on both sides."""

MOST_LAYERS: Final = 1000
"""No published model comes near; more would only cost time and memory."""

MOST_ELEMENTS: Final = 2**53
"""A tensor has to have fewer: from there on numbers are not exact."""
