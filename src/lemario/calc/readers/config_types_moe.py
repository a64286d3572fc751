"""The types of models with experts whose layers are all attention. A table.

Defaults are facts about the configuration classes of Transformers 5.24.0 (PyPI),
`models/<type>/configuration_<type>.py`; whether a matrix has a bias, about `modeling_<type>.py`
there. The type hunyuan is not in Transformers; its class is that of hunyuan_v1_moe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from lemario.calc.readers.config_types import (
    EXPERTS_ONLY,
    LLAMA3,
    LONGROPE,
    NO_BIAS,
    UNBIASED,
    ModelType,
    latent,
    moe,
    sizes,
    usual,
)

_DEEPSEEK_V3 = ModelType(
    "deepseek_v3",
    sizes(129280, 7168, 18432, 61, 128, n_shared_experts=1, first_k_dense_replace=3)
    | moe(8, 256, 2048)
    | latent(1536),
    usual(4096),
    only={**UNBIASED, "moe_layer_freq": 1},
)

WITH_EXPERTS: Final[Mapping[str, ModelType]] = {
    "mixtral": ModelType(
        "mixtral",
        sizes(32000, 4096, None, 32, 32) | moe(2, 8, 14336),
        usual(131072, 8),
        fixed=NO_BIAS,
        names=EXPERTS_ONLY,
        rope=LLAMA3,
    ),
    "qwen3_moe": ModelType(
        "qwen3_moe",
        sizes(151936, 2048, None, 24, 32) | moe(8, 128, 768),
        usual(32768, 4),
        only={**UNBIASED, "decoder_sparse_step": 1},
    ),
    "phimoe": ModelType(
        "phimoe",
        sizes(32064, 4096, None, 32, 32) | moe(2, 16, 6400),
        usual(131072, 8, attention_bias=False, lm_head_bias=False),
        only={"attention_bias": True, "lm_head_bias": True},
        names=EXPERTS_ONLY,
        rope=LONGROPE,
    ),
    "deepseek_v2": replace(
        _DEEPSEEK_V3,
        family="deepseek_v2",
        sizes=sizes(102400, 4096, 11008, 32, 32, n_shared_experts=2, first_k_dense_replace=0)
        | moe(None, 64, 1407)
        | latent(1536),
        defaults=usual(2048),
    ),
    **dict.fromkeys(("deepseek_v3", "kimi_k2"), _DEEPSEEK_V3),
    "glm4_moe": ModelType(
        "glm4_moe",
        sizes(151552, 4096, 10944, 46, 96, n_shared_experts=1, first_k_dense_replace=1)
        | moe(8, 128, 1408),
        usual(131072, 8),
        only={"num_nextn_predict_layers": 1},
    ),
    "olmoe": ModelType(
        "olmoe",
        sizes(50304, 2048, None, 16, 16) | moe(8, 64, 2048),
        usual(4096),
        only=UNBIASED,
        names=EXPERTS_ONLY,
    ),
    "granitemoe": ModelType(
        "granitemoe",
        sizes(32000, 4096, None, 32, 32) | moe(2, 8, 11008),
        usual(2048),
        only=UNBIASED,
        names=EXPERTS_ONLY,
        rope=LLAMA3,
    ),
    "minimax_m2": ModelType(
        "minimax_m2",
        sizes(200064, 3072, None, 62, 48) | moe(8, 256, 1536),
        usual(196608, 8, 128),
        fixed={"attention_bias": False, "use_qk_norm": False},
        only={"shared_intermediate_size": 0},
        names=EXPERTS_ONLY,
    ),
    "gpt_oss": ModelType(
        "gpt_oss",
        sizes(201088, 2880, None, 36, 64) | moe(4, 128, 2880),
        usual(131072, 8, 64, attention_bias=True, sliding_window=128),
        only={"attention_bias": True},
        names=EXPERTS_ONLY,
    ),
    "qwen2_moe": ModelType(
        "qwen2_moe",
        sizes(151936, 2048, None, 24, 16, shared_expert_intermediate_size=5632) | moe(4, 60, 1408),
        usual(32768, 16, attention_bias=True),
        only={"decoder_sparse_step": 1},
    ),
    **dict.fromkeys(
        ("qwen3_vl_moe", "qwen3_vl_moe_text"),
        ModelType(
            "qwen3_moe",
            sizes(151936, 2048, None, 24, 16) | moe(4, 60, 1408),
            usual(128000, 16, tie_word_embeddings=True),
            only={**UNBIASED, "decoder_sparse_step": 1},
        ),
    ),
    "qwen3_omni_moe_text": ModelType(
        "qwen3_moe",
        sizes(3584, 2048, None, 28, 28) | moe(8, 128, 768),
        usual(32768, 4),
        only={**UNBIASED, "decoder_sparse_step": 1},
    ),
    "glm4_moe_lite": ModelType(
        "deepseek_v3",
        sizes(154880, 2048, 10240, 47, 20, n_shared_experts=1)
        | moe(4, 64, 1536)
        | latent(768)
        | {"qk_nope_head_dim": 192, "v_head_dim": 256},
        usual(202752, first_k_dense_replace=1),
        only={**UNBIASED, "moe_layer_freq": 1},
    ),
    "ernie4_5_moe": ModelType(
        "ernie4_5_moe",
        sizes(103424, 2560, 12288, 28, 20, n_shared_experts=2, first_k_dense_replace=1)
        | moe(6, 64, 1536),
        usual(131072, 4, tie_word_embeddings=True),
        only={"use_bias": False, "moe_layer_interval": 1},
        names={
            "num_experts_per_tok": ("moe_k",),
            "n_shared_experts": ("moe_num_shared_experts",),
            "first_k_dense_replace": ("moe_layer_start_index",),
        },
        rules=("experts_to_the_end",),
    ),
    **dict.fromkeys(
        ("hunyuan", "hunyuan_v1_moe"),
        ModelType(
            "hunyuan_v1_moe",
            sizes(290943, 4096, None, 32, 32, n_shared_experts=None) | moe(1, 1, 11008),
            usual(2048),
            fixed={"use_qk_norm": False},
            only={
                **UNBIASED,
                "use_qk_norm": True,
                "use_cla": False,
                "use_mla": False,
                "moe_layer_num_skipped": 0,
            },
            names={
                "num_experts_per_tok": ("moe_topk", "num_experts_per_tok"),
                "moe_intermediate_size": ("moe_intermediate_size", "intermediate_size"),
                "n_shared_experts": ("num_shared_expert",),
            },
        ),
    ),
}
