"""The types of models whose layers are of several kinds, not by windows alone. A table.

Defaults are facts about the configuration classes of Transformers 5.24.0 (PyPI),
`models/<type>/configuration_<type>.py`. The type minimax_text_01 is not in Transformers; its
class is that of minimax.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lemario.calc.readers.config_types import (
    EXPERTS_ONLY,
    LLAMA3,
    NO_BIAS,
    UNBIASED,
    ModelType,
    moe,
    sizes,
    usual,
)


def _delta(value_heads: int) -> dict[str, int | None]:
    return {
        "linear_num_key_heads": 16,
        "linear_num_value_heads": value_heads,
        "linear_key_head_dim": 128,
        "linear_value_head_dim": 128,
        "linear_conv_kernel_dim": 4,
    }


_MAMBA: Final = (
    "mamba_n_heads",
    "mamba_d_head",
    "mamba_n_groups",
    "mamba_d_state",
    "mamba_d_conv",
)
_QWEN3_5 = ModelType(
    "qwen3_5",
    sizes(248320, 4096, 12288, 32, 16) | _delta(32),
    usual(32768, 4, 256),
    only={**UNBIASED, "attn_output_gate": True},
    letters="FD",
    turns="every",
)
_QWEN3_5_MOE = ModelType(
    "qwen3_5_moe",
    sizes(248320, 2048, None, 40, 16, shared_expert_intermediate_size=512)
    | moe(8, 256, 512)
    | _delta(32),
    usual(32768, 2, 256),
    only={**UNBIASED, "attn_output_gate": True},
    letters="FD",
    turns="every",
)
# What an embedding holds beyond the tokens of a layer's own table is left out of the file.
_GEMMA3N = ModelType(
    "gemma3n",
    sizes(262400, 2048, 16384, 35, 8),
    usual(
        32768,
        2,
        256,
        tie_word_embeddings=True,
        sliding_window=512,
        hidden_size_per_layer_input=256,
        altup_num_inputs=4,
        num_kv_shared_layers=15,
        laurel_rank=64,
    ),
    only=UNBIASED,
    most={"vocab_size": 262144},
)
_GEMMA4 = ModelType(
    "gemma4",
    sizes(262144, 2304, 9216, 30, 8),
    usual(
        131072,
        4,
        256,
        tie_word_embeddings=True,
        sliding_window=512,
        hidden_size_per_layer_input=256,
        global_head_dim=512,
    ),
    only=UNBIASED,
    names={"num_experts_per_tok": ("top_k_experts",)},
    also=(
        *("num_experts", "num_experts_per_tok", "moe_intermediate_size"),
        *("num_global_key_value_heads", "attention_k_eq_v"),
        *("num_kv_shared_layers", "use_double_wide_mlp"),
    ),
    rules=("gemma4",),
    rope={"proportional": "freqs"},
    rope_default="proportional",
    turns="any",
)
_LLAMA4 = ModelType(
    "llama4",
    sizes(202048, 5120, 16384, 48, 40) | moe(1, 16, 8192),
    usual(131072, 8, 128, interleave_moe_layer_step=1, attention_chunk_size=8192),
    fixed={"n_shared_experts": 1, "use_qk_norm": False, "sliding_window": None},
    only={**UNBIASED, "attention_chunk_size": 8192, "no_rope_layer_interval": 4},
    names={
        "intermediate_size": ("intermediate_size_mlp",),
        "moe_intermediate_size": ("intermediate_size",),
    },
    rules=("interleaved_experts",),
    # llama.cpp was measured without a table of position factors for these.
)
_MINIMAX = ModelType(
    "minimax",
    sizes(32000, 4096, None, 32, 32) | moe(2, 8, 14336),
    usual(131072, 8),
    fixed={**NO_BIAS, "sliding_window": None},
    only={"shared_intermediate_size": 0},
    names=EXPERTS_ONLY,
    letters="FL",
    turns="every",
    tells_layers=True,
)

MIXED: Final[Mapping[str, ModelType]] = {
    "qwen3_next": ModelType(
        "qwen3_next",
        sizes(151936, 2048, None, 48, 16, shared_expert_intermediate_size=512)
        | moe(10, 512, 512)
        | _delta(32),
        usual(32768, 2, 256),
        only={**UNBIASED, "decoder_sparse_step": 1},
        letters="FD",
        turns="every",
    ),
    **dict.fromkeys(("qwen3_5", "qwen3_5_text"), _QWEN3_5),
    **dict.fromkeys(("qwen3_5_moe", "qwen3_5_moe_text"), _QWEN3_5_MOE),
    **dict.fromkeys(("gemma3n", "gemma3n_text"), _GEMMA3N),
    **dict.fromkeys(("gemma4", "gemma4_text"), _GEMMA4),
    **dict.fromkeys(("llama4", "llama4_text"), _LLAMA4),
    **dict.fromkeys(("minimax", "minimax_text_01"), _MINIMAX),
    # With attention alone it is a Granite, with experts or without. What is called its
    # intermediate size is that of an expert; the part that all tokens pass has a name of its own.
    "granitemoehybrid": ModelType(
        "granitemoehybrid",
        sizes(32000, 4096, 1024, 32, 32, moe_intermediate_size=11008),
        usual(
            2048,
            num_experts=8,
            num_experts_per_tok=2,
            mamba_n_heads=128,
            mamba_n_groups=1,
            mamba_d_state=256,
            mamba_d_conv=4,
        ),
        only={**UNBIASED, "mamba_conv_bias": True, "mamba_proj_bias": False},
        names={
            "intermediate_size": ("shared_intermediate_size",),
            "moe_intermediate_size": ("intermediate_size",),
        },
        also=("mamba_d_head", "shared_expert_intermediate_size"),
        rules=("mamba_heads", "granite_hybrid"),
        rope=LLAMA3,
        letters="FM",
        turns="any",
        tells_layers=True,
    ),
    "nemotron_h": ModelType(
        "nemotron_h",
        sizes(131072, 4096, 21504, 52, 32),
        usual(
            4096,
            8,
            128,
            mamba_n_heads=128,
            mamba_d_head=64,
            mamba_n_groups=8,
            mamba_d_state=128,
            mamba_d_conv=4,
        ),
        only={
            **UNBIASED,
            "use_bias": False,
            "use_conv_bias": True,
            "mamba_proj_bias": False,
        },
        names={"shared_expert_intermediate_size": ("moe_shared_expert_intermediate_size",)},
        also=(
            *("num_experts", "num_experts_per_tok", "moe_intermediate_size", "moe_latent_size"),
            *("n_shared_experts", "shared_expert_intermediate_size"),
        ),
        rules=("nemotron_h",),
        letters="FMEX",
        turns="any",
        tells_layers=True,
    ),
    "lfm2": ModelType(
        "lfm2",
        sizes(65536, 2560, 12288, 32, 32),
        usual(128000, 8, conv_l_cache=3, tie_word_embeddings=True),
        fixed=NO_BIAS,
        only={"conv_bias": False},
        names={
            "intermediate_size": ("block_ff_dim", "intermediate_size"),
            "tie_word_embeddings": ("tie_embedding", "tie_word_embeddings"),
        },
        rules=("adjusted_ffn",),
        letters="FC",
        turns="any",
        tells_layers=True,
    ),
    "lfm2_moe": ModelType(
        "lfm2_moe",
        sizes(65536, 2048, 7168, 32, 32) | moe(4, 32, 1792),
        usual(128000, 8, conv_l_cache=3, tie_word_embeddings=True, first_k_dense_replace=2),
        fixed=NO_BIAS,
        only={"conv_bias": False, "use_expert_bias": True},
        names={
            "first_k_dense_replace": ("num_dense_layers",),
            "tie_word_embeddings": ("tie_embedding", "tie_word_embeddings"),
        },
        letters="FC",
        turns="any",
        tells_layers=True,
    ),
}
