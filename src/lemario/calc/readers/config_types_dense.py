"""The types of models whose layers are all attention and a dense feed-forward part. A table.

Defaults are facts about the configuration classes of Transformers 5.24.0 (PyPI),
`models/<type>/configuration_<type>.py`; whether a matrix has a bias, about `modeling_<type>.py`
there. Types that are not in Transformers (internlm2, baichuan, mimo, chatglm) have none of their
own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from lemario.calc.readers.config_types import (
    BIAS,
    LLAMA3,
    LONGROPE,
    NO_BIAS,
    UNBIASED,
    UNSAID,
    ModelType,
    sizes,
    usual,
)

_QWEN2_VL = ModelType("qwen2", sizes(152064, 8192, 29568, 80, 64), usual(32768, 8), fixed=BIAS)
# With a vision part it has 64 rows of the embedding for tokens that its tokenizer lacks; the
# conversion to GGUF leaves them out.
_GEMMA3 = ModelType(
    "gemma3",
    sizes(262208, 2304, 9216, 26, 8),
    usual(131072, 4, 256, tie_word_embeddings=True, sliding_window=4096),
    only=UNBIASED,
    most={"vocab_size": 262144},
)
_FALCON = ModelType(
    "falcon",
    sizes(65024, 4544, None, 32, 71),
    usual(2048, tie_word_embeddings=True),
    fixed=NO_BIAS,
    only={"bias": False, "alibi": False, "parallel_attn": True},
    rules=("falcon",),
)
_QWEN3_VL = ModelType(
    "qwen3", sizes(151936, 4096, 22016, 32, 32), usual(128000, 32, 128), only=UNBIASED
)
_STABLELM = ModelType(
    "stablelm",
    sizes(50304, 2560, 6912, 32, 32),
    usual(4096, 32),
    only={"qk_layernorm": False, "use_parallel_residual": False},
)

DENSE: Final[Mapping[str, ModelType]] = {
    "llama": ModelType(
        "llama", sizes(32000, 4096, 11008, 32, 32), usual(2048), only=UNBIASED, rope=LLAMA3
    ),
    "mistral": ModelType(
        "llama",
        sizes(32000, 4096, 14336, 32, 32),
        usual(131072, 8),
        fixed=NO_BIAS,
        rope=LLAMA3,
    ),
    "ministral3": ModelType(
        "mistral3", sizes(131072, 4096, 14336, 34, 32), usual(262144, 8, 128), fixed=NO_BIAS
    ),
    "internlm2": ModelType(
        "internlm2", UNSAID, usual(None, bias=None), fixed=NO_BIAS, only={"bias": False}
    ),
    "internlm3": ModelType(
        "llama",
        sizes(128512, 4096, 10240, 48, 32),
        usual(32768, 2, 128),
        only={**UNBIASED, "bias": False, "qkv_bias": False},
    ),
    "baichuan": ModelType("baichuan", UNSAID, fixed=NO_BIAS),
    "qwen2": ModelType("qwen2", sizes(151936, 4096, 22016, 32, 32), usual(32768, 32), fixed=BIAS),
    **dict.fromkeys(("qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text"), _QWEN2_VL),
    # Its class is that of Qwen 2 with a block for several tokens, which GGUF files leave out.
    "mimo": ModelType("mimo", UNSAID, fixed=BIAS),
    "qwen3": ModelType(
        "qwen3", sizes(151936, 4096, 22016, 32, 32), usual(32768, 32, 128), only=UNBIASED
    ),
    **dict.fromkeys(("qwen3_vl", "qwen3_vl_text"), _QWEN3_VL),
    "qwen2_5_omni_text": ModelType(
        "qwen2",
        sizes(152064, 3584, 18944, 28, 28),
        usual(32768, 4, tie_word_embeddings=True),
        fixed=BIAS,
    ),
    "gemma": ModelType(
        "gemma",
        sizes(256000, 3072, 24576, 28, 16),
        usual(8192, 16, 256, tie_word_embeddings=True),
        only=UNBIASED,
    ),
    "gemma2": ModelType(
        "gemma2",
        sizes(256000, 2304, 9216, 26, 8),
        usual(8192, 4, 256, tie_word_embeddings=True, sliding_window=4096),
        only=UNBIASED,
    ),
    **dict.fromkeys(("gemma3", "gemma3_text"), _GEMMA3),
    "phi": ModelType(
        "phi",
        sizes(51200, 2048, 8192, 24, 32),
        usual(2048),
        fixed=BIAS,
        only={"qk_layernorm": False},
    ),
    "phi3": ModelType(
        "phi3", sizes(32064, 3072, 8192, 32, 32), usual(4096), fixed=NO_BIAS, rope=LONGROPE
    ),
    "glm4": ModelType(
        "glm4", sizes(151552, 4096, 13696, 40, 32), usual(131072, 2, 128, attention_bias=True)
    ),
    "cohere": ModelType(
        "cohere",
        sizes(256000, 8192, 22528, 40, 64),
        usual(8192, tie_word_embeddings=True),
        only=UNBIASED,
    ),
    "cohere2": ModelType(
        "cohere2",
        sizes(256000, 8192, 22528, 40, 64),
        usual(8192, tie_word_embeddings=True, sliding_window=4096),
        only=UNBIASED,
    ),
    # The first names of Falcon 7B and of Falcon 40B, whose class had no switch for its layout.
    **dict.fromkeys(("falcon", "RefinedWebModel"), _FALCON),
    "RefinedWeb": replace(_FALCON, defaults={**_FALCON.defaults, "new_decoder_architecture": True}),
    **dict.fromkeys(("stablelm", "stablelm_epoch"), _STABLELM),
    "smollm3": ModelType(
        "smollm3",
        sizes(128256, 2048, 11008, 36, 16),
        usual(32768, 4, tie_word_embeddings=True),
        only=UNBIASED,
        rope=LLAMA3,
    ),
    "olmo2": ModelType("olmo2", sizes(50304, 4096, 11008, 32, 32), usual(2048), only=UNBIASED),
    "olmo3": ModelType(
        "olmo3",
        sizes(50304, 4096, 11008, 32, 32),
        usual(2048, sliding_window=4096),
        only=UNBIASED,
    ),
    "granite": ModelType(
        "granite", sizes(32000, 4096, 11008, 32, 32), usual(2048), only=UNBIASED, rope=LLAMA3
    ),
    "starcoder2": ModelType(
        "starcoder2",
        sizes(49152, 3072, 12288, 30, 24),
        usual(4096, 2, tie_word_embeddings=True),
        fixed=BIAS,
        only={"use_bias": True},
    ),
    "seed_oss": ModelType(
        "seed_oss",
        sizes(155136, 4096, 27648, 64, 80),
        usual(524288, 8, 128, attention_bias=True),
        only={"attention_out_bias": False, "mlp_bias": False},
    ),
    "exaone4": ModelType(
        "exaone4",
        sizes(102400, 4096, 16384, 32, 32),
        usual(2048, 32, sliding_window=4096),
        fixed=NO_BIAS,
        rope=LLAMA3,
    ),
    "exaone": ModelType(
        "exaone",
        sizes(102400, 4096, 14336, 32, 32),
        usual(4096, 8),
        only=UNBIASED,
        rope=LLAMA3,
    ),
    "apertus": ModelType(
        "apertus",
        sizes(131072, 4096, 14336, 32, 32),
        usual(65536),
        only={**UNBIASED, "qk_norm": True, "post_norm": False},
        rope=LLAMA3,
        rope_default="llama3",
    ),
    "arcee": ModelType(
        "arcee", sizes(32000, 2560, 18432, 32, 32), usual(4096), only=UNBIASED, rope=LLAMA3
    ),
    "ernie4_5": ModelType(
        "ernie4_5",
        sizes(103424, 1024, 3072, 18, 16),
        usual(131072, 2, 128, tie_word_embeddings=True),
        only={"use_bias": False},
    ),
    "hunyuan_v1_dense": ModelType(
        "hunyuan_v1_dense",
        sizes(290943, 4096, 11008, 32, 32),
        usual(2048),
        fixed={"use_qk_norm": False},
        only={**UNBIASED, "use_qk_norm": True, "use_cla": False},
    ),
    "glm": ModelType(
        "chatglm", sizes(151552, 4096, 13696, 40, 32), usual(131072, 2, 128, attention_bias=True)
    ),
    # The class that came with GLM-4 at first keeps queries, keys and values in one matrix.
    "chatglm": ModelType(
        "chatglm_fused",
        UNSAID,
        fixed=BIAS,
        only={
            "add_bias_linear": False,
            "add_qkv_bias": True,
            "rmsnorm": True,
            "post_layer_norm": True,
            "apply_residual_connection_post_layernorm": False,
            "multi_query_attention": True,
        },
        names={
            "num_key_value_heads": ("multi_query_group_num",),
            "vocab_size": ("padded_vocab_size",),
            "intermediate_size": ("ffn_hidden_size",),
        },
    ),
}
