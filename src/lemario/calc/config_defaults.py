"""What a `config.json` leaves out: synonyms of its fields, and defaults by `model_type`. A table.

Defaults are facts about the configuration classes of Transformers 5.24.0 (PyPI),
`models/<type>/configuration_<type>.py`; whether a matrix has a bias, about `modeling_<type>.py`
there. Types that are not in Transformers (internlm2, baichuan, mimo) have none of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

Flag = bool | int | None

SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "hidden_size": ("hidden_size", "n_embd", "n_embed", "d_model"),
    "num_hidden_layers": ("num_hidden_layers", "n_layer", "num_layers", "n_layers"),
    "num_attention_heads": ("num_attention_heads", "n_head", "n_heads"),
    "num_key_value_heads": ("num_key_value_heads", "num_kv_heads", "n_head_kv", "n_kv_heads"),
    "head_dim": ("head_dim", "kv_channels"),
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
    "n_shared_experts": ("n_shared_experts", "num_shared_experts"),
    "shared_expert_intermediate_size": ("shared_expert_intermediate_size",),
    "first_k_dense_replace": ("first_k_dense_replace",),
    "kv_lora_rank": ("kv_lora_rank",),
    "q_lora_rank": ("q_lora_rank",),
    "qk_rope_head_dim": ("qk_rope_head_dim",),
    "qk_nope_head_dim": ("qk_nope_head_dim",),
    "v_head_dim": ("v_head_dim",),
}
"""The names of each field of `ModelConfig` in config files, the first one stated counts."""

TEXT_PARTS: Final = ("text_config", "llm_config", "language_config")
"""Under what name the config of a model that also sees or hears keeps that of its text model."""

# An expert's width under the name of the dense part's.
_EXPERTS_ONLY: Final = {"moe_intermediate_size": ("intermediate_size",), "intermediate_size": ()}


@dataclass(frozen=True, slots=True)
class ModelType:
    """What holds for configs of one `model_type`.

    `family`: the row of the table of families.
    `sizes`: fields that a config has to state. Only one nested in another may leave them out,
    since Transformers does not write there what equals the default; None where none is known.
    `defaults`: the value of other fields where nothing is stated (no key-value heads: as many as
    heads; no head dimension: width over heads).
    `fixed`: what the code of the model does, whatever the config says.
    `only`: fields whose other values are not modelled, by their names in the file.
    `names`: names of fields that differ from `SYNONYMS`.
    """

    family: str
    sizes: Mapping[str, int | None]
    defaults: Mapping[str, Flag] = field(default_factory=dict)
    fixed: Mapping[str, Flag] = field(default_factory=dict)
    only: Mapping[str, Flag] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def has_experts(self) -> bool:
        """Whether all models of the type are mixtures of experts."""
        return "num_experts" in self.sizes


def _sizes(
    vocabulary: int, width: int, ffn: int | None, layers: int, heads: int, **more: int | None
) -> dict[str, int | None]:
    found: dict[str, int | None] = {
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "vocab_size": vocabulary,
    }
    return found | ({} if ffn is None else {"intermediate_size": ffn}) | more


def _moe(used: int | None, of: int, width: int) -> dict[str, int | None]:
    return {"num_experts": of, "num_experts_per_tok": used, "moe_intermediate_size": width}


def _latent(query: int) -> dict[str, int | None]:
    heads = {"qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128}
    return {"kv_lora_rank": 512, "q_lora_rank": query, **heads}


def _usual(
    context: int | None, key_value_heads: int | None = None, head: int | None = None, **more: Flag
) -> dict[str, Flag]:
    stated = {
        "max_position_embeddings": context,
        "num_key_value_heads": key_value_heads,
        "head_dim": head,
    }
    return {name: value for name, value in stated.items() if value is not None} | more


# Without defaults: these types' classes come with the models.
_UNSAID: Final = dict.fromkeys(_sizes(1, 1, 1, 1, 1))
_NO_BIAS: Final[Mapping[str, Flag]] = {"attention_bias": False}
_BIAS: Final[Mapping[str, Flag]] = {"attention_bias": True}
# Where a bias of queries, keys and values brings one of the output with it, which is not modelled.
_UNBIASED: Final[Mapping[str, Flag]] = {"attention_bias": False, "mlp_bias": False}

_QWEN2_VL = ModelType("qwen2", _sizes(152064, 8192, 29568, 80, 64), _usual(32768, 8), fixed=_BIAS)
_GEMMA3 = ModelType(
    "gemma3",
    _sizes(262208, 2304, 9216, 26, 8),
    _usual(131072, 4, 256, tie_word_embeddings=True, sliding_window=4096),
    only=_UNBIASED,
)
_DEEPSEEK_V3 = ModelType(
    "deepseek_v3",
    _sizes(129280, 7168, 18432, 61, 128, n_shared_experts=1, first_k_dense_replace=3)
    | _moe(8, 256, 2048)
    | _latent(1536),
    _usual(4096),
    only={**_UNBIASED, "moe_layer_freq": 1},
)
_FALCON = ModelType(
    "falcon",
    _sizes(65024, 4544, None, 32, 71),
    _usual(2048, tie_word_embeddings=True),
    fixed=_NO_BIAS,
    only={"bias": False, "alibi": False, "parallel_attn": True},
)
_STABLELM = ModelType(
    "stablelm",
    _sizes(50304, 2560, 6912, 32, 32),
    _usual(4096, 32),
    only={"qk_layernorm": False, "use_parallel_residual": False},
)

MODEL_TYPES: Final[Mapping[str, ModelType]] = {
    "llama": ModelType("llama", _sizes(32000, 4096, 11008, 32, 32), _usual(2048), only=_UNBIASED),
    "mistral": ModelType(
        "llama", _sizes(32000, 4096, 14336, 32, 32), _usual(131072, 8), fixed=_NO_BIAS
    ),
    "ministral3": ModelType(
        "llama", _sizes(131072, 4096, 14336, 34, 32), _usual(262144, 8, 128), fixed=_NO_BIAS
    ),
    "internlm2": ModelType(
        "internlm2", _UNSAID, _usual(None, bias=None), fixed=_NO_BIAS, only={"bias": False}
    ),
    "internlm3": ModelType(
        "llama",
        _sizes(128512, 4096, 10240, 48, 32),
        _usual(32768, 2, 128),
        only={**_UNBIASED, "bias": False, "qkv_bias": False},
    ),
    "baichuan": ModelType("baichuan", _UNSAID, fixed=_NO_BIAS),
    "mixtral": ModelType(
        "mixtral",
        _sizes(32000, 4096, None, 32, 32) | _moe(2, 8, 14336),
        _usual(131072, 8),
        fixed=_NO_BIAS,
        names=_EXPERTS_ONLY,
    ),
    "qwen2": ModelType(
        "qwen2", _sizes(151936, 4096, 22016, 32, 32), _usual(32768, 32), fixed=_BIAS
    ),
    **dict.fromkeys(("qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text"), _QWEN2_VL),
    # Its class is that of Qwen 2 with a block for several tokens, which GGUF files leave out.
    "mimo": ModelType("mimo", _UNSAID, fixed=_BIAS),
    "qwen3": ModelType(
        "qwen3", _sizes(151936, 4096, 22016, 32, 32), _usual(32768, 32, 128), only=_UNBIASED
    ),
    "qwen3_moe": ModelType(
        "qwen3_moe",
        _sizes(151936, 2048, None, 24, 32) | _moe(8, 128, 768),
        _usual(32768, 4),
        only={**_UNBIASED, "decoder_sparse_step": 1},
    ),
    "gemma": ModelType(
        "gemma",
        _sizes(256000, 3072, 24576, 28, 16),
        _usual(8192, 16, 256, tie_word_embeddings=True),
        only=_UNBIASED,
    ),
    "gemma2": ModelType(
        "gemma2",
        _sizes(256000, 2304, 9216, 26, 8),
        _usual(8192, 4, 256, tie_word_embeddings=True, sliding_window=4096),
        only=_UNBIASED,
    ),
    **dict.fromkeys(("gemma3", "gemma3_text"), _GEMMA3),
    "phi": ModelType(
        "phi",
        _sizes(51200, 2048, 8192, 24, 32),
        _usual(2048),
        fixed=_BIAS,
        only={"qk_layernorm": False},
    ),
    "phi3": ModelType("phi3", _sizes(32064, 3072, 8192, 32, 32), _usual(4096), fixed=_NO_BIAS),
    "phimoe": ModelType(
        "phimoe",
        _sizes(32064, 4096, None, 32, 32) | _moe(2, 16, 6400),
        _usual(131072, 8, attention_bias=False, lm_head_bias=False),
        only={"attention_bias": True, "lm_head_bias": True},
        names=_EXPERTS_ONLY,
    ),
    "deepseek_v2": replace(
        _DEEPSEEK_V3,
        family="deepseek_v2",
        sizes=_sizes(102400, 4096, 11008, 32, 32, n_shared_experts=2, first_k_dense_replace=0)
        | _moe(None, 64, 1407)
        | _latent(1536),
        defaults=_usual(2048),
    ),
    **dict.fromkeys(("deepseek_v3", "kimi_k2"), _DEEPSEEK_V3),
    "glm4": ModelType(
        "glm4", _sizes(151552, 4096, 13696, 40, 32), _usual(131072, 2, 128, attention_bias=True)
    ),
    "glm4_moe": ModelType(
        "glm4_moe",
        _sizes(151552, 4096, 10944, 46, 96, n_shared_experts=1, first_k_dense_replace=1)
        | _moe(8, 128, 1408),
        _usual(131072, 8),
        only={"num_nextn_predict_layers": 1},
    ),
    "cohere": ModelType(
        "cohere",
        _sizes(256000, 8192, 22528, 40, 64),
        _usual(8192, tie_word_embeddings=True),
        only=_UNBIASED,
    ),
    "cohere2": ModelType(
        "cohere2",
        _sizes(256000, 8192, 22528, 40, 64),
        _usual(8192, tie_word_embeddings=True, sliding_window=4096),
        only=_UNBIASED,
    ),
    # The first names of Falcon 7B and of Falcon 40B, whose class had no switch for its layout.
    **dict.fromkeys(("falcon", "RefinedWebModel"), _FALCON),
    "RefinedWeb": replace(_FALCON, defaults={**_FALCON.defaults, "new_decoder_architecture": True}),
    **dict.fromkeys(("stablelm", "stablelm_epoch"), _STABLELM),
    "smollm3": ModelType(
        "smollm3",
        _sizes(128256, 2048, 11008, 36, 16),
        _usual(32768, 4, tie_word_embeddings=True),
        only=_UNBIASED,
    ),
    "olmo2": ModelType("olmo2", _sizes(50304, 4096, 11008, 32, 32), _usual(2048), only=_UNBIASED),
    "olmo3": ModelType(
        "olmo3",
        _sizes(50304, 4096, 11008, 32, 32),
        _usual(2048, sliding_window=4096),
        only=_UNBIASED,
    ),
    "olmoe": ModelType(
        "olmoe",
        _sizes(50304, 2048, None, 16, 16) | _moe(8, 64, 2048),
        _usual(4096),
        only=_UNBIASED,
        names=_EXPERTS_ONLY,
    ),
    "granite": ModelType(
        "granite", _sizes(32000, 4096, 11008, 32, 32), _usual(2048), only=_UNBIASED
    ),
    "granitemoe": ModelType(
        "granitemoe",
        _sizes(32000, 4096, None, 32, 32) | _moe(2, 8, 11008),
        _usual(2048),
        only=_UNBIASED,
        names=_EXPERTS_ONLY,
    ),
    # With neither Mamba layers nor experts (Granite 4.0 Micro) it is a Granite.
    "granitemoehybrid": ModelType(
        "granite",
        _sizes(32000, 4096, 1024, 32, 32),
        _usual(2048, num_local_experts=8),
        only={**_UNBIASED, "num_local_experts": 0},
        names={"intermediate_size": ("shared_intermediate_size",)},
    ),
    "starcoder2": ModelType(
        "starcoder2",
        _sizes(49152, 3072, 12288, 30, 24),
        _usual(4096, 2, tie_word_embeddings=True),
        fixed=_BIAS,
        only={"use_bias": True},
    ),
    "minimax_m2": ModelType(
        "minimax_m2",
        _sizes(200064, 3072, None, 62, 48) | _moe(8, 256, 1536),
        _usual(196608, 8, 128),
        fixed={"attention_bias": False, "use_qk_norm": False},
        only={"shared_intermediate_size": 0},
        names=_EXPERTS_ONLY,
    ),
    "seed_oss": ModelType(
        "seed_oss",
        _sizes(155136, 4096, 27648, 64, 80),
        _usual(524288, 8, 128, attention_bias=True),
        only={"attention_out_bias": False, "mlp_bias": False},
    ),
    "exaone4": ModelType(
        "exaone4",
        _sizes(102400, 4096, 16384, 32, 32),
        _usual(2048, 32, sliding_window=4096),
        fixed=_NO_BIAS,
    ),
    "gpt_oss": ModelType(
        "gpt_oss",
        _sizes(201088, 2880, None, 36, 64) | _moe(4, 128, 2880),
        _usual(131072, 8, 64, attention_bias=True, sliding_window=128),
        only={"attention_bias": True},
        names=_EXPERTS_ONLY,
    ),
}
"""What is known about each `model_type` whose family's memory can be computed."""
