"""Which type each tensor gets in a file of some type: the mix of llama.cpp's quantiser, as tables.

Source: llama.cpp at 007dbbf3 (2026), src/llama-quant.cpp; blocks: gguf 0.19.0, GGML_QUANT_SIZES.
Types whose quantization needs an importance matrix are as made with one, the others as without.
Written in the dialect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from lemario.calc.records import FileType, Role, Split, TensorType
from lemario.formula.language import Positive, everywhere

# fmt: off
Rule = Literal[
    "F32", "F16", "BF16", "Q8_0", "Q6_K", "Q5_K", "Q5_1", "Q5_0", "Q4_K", "Q4_1", "Q4_0", "Q3_K",
    "Q2_K", "IQ4_NL", "IQ4_XS", "IQ3_S", "IQ3_XXS", "IQ2_S", "IQ2_XS", "IQ2_XXS", "IQ1_M", "IQ1_S",
    "MXFP4", "TQ2_0", "TQ1_0", "Q4_K_more_Q6_K", "Q5_K_more_Q6_K", "Q4_K_first_4_Q5_K",
    "Q4_K_first_2_Q5_K", "Q4_K_eighth_Q5_K", "Q4_K_sixteenth_Q5_K", "Q2_K_eighth_Q4_K",
    "IQ4_NL_eighth_Q5_K", "IQ4_XS_eighth_Q5_K", "IQ3_S_eighth_Q4_K", "IQ3_S_more_Q4_K",
    "IQ3_S_middle_IQ3_XXS", "IQ2_S_eighth_IQ3_S", "IQ2_XS_eighth_IQ3_S", "IQ2_XS_eighth_Q2_K",
    "IQ2_XXS_eighth_Q2_K", "IQ1_M_eighth_Q2_K", "IQ1_S_eighth_Q2_K", "Q3_K_falcon", "Q4_K_falcon",
]
"""A tensor type for all copies, or how the copies divide."""

BLOCK_ELEMENTS: Mapping[TensorType, Positive] = {
    "F32": 1, "F16": 1, "BF16": 1, "Q8_0": 32, "Q6_K": 256, "Q5_K": 256, "Q5_1": 32, "Q5_0": 32,
    "Q4_K": 256, "Q4_1": 32, "Q4_0": 32, "Q3_K": 256, "Q2_K": 256, "IQ4_NL": 32, "IQ4_XS": 256,
    "IQ3_S": 256, "IQ3_XXS": 256, "IQ2_S": 256, "IQ2_XS": 256, "IQ2_XXS": 256, "IQ1_M": 256,
    "IQ1_S": 256, "MXFP4": 32, "NVFP4": 64, "TQ2_0": 256, "TQ1_0": 256, "Q1_0": 128,
}
BLOCK_BYTES: Mapping[TensorType, Positive] = {
    "F32": 4, "F16": 2, "BF16": 2, "Q8_0": 34, "Q6_K": 210, "Q5_K": 176, "Q5_1": 24, "Q5_0": 22,
    "Q4_K": 144, "Q4_1": 20, "Q4_0": 18, "Q3_K": 110, "Q2_K": 84, "IQ4_NL": 18, "IQ4_XS": 136,
    "IQ3_S": 110, "IQ3_XXS": 98, "IQ2_S": 82, "IQ2_XS": 74, "IQ2_XXS": 66, "IQ1_M": 56, "IQ1_S": 50,
    "MXFP4": 17, "NVFP4": 36, "TQ2_0": 66, "TQ1_0": 54, "Q1_0": 18,
}
FALLBACK: Mapping[TensorType, TensorType] = {
    **everywhere(TensorType, "F16"), "Q6_K": "Q8_0", "Q5_K": "Q5_1", "Q4_K": "Q5_0", "Q3_K": "Q4_0",
    "Q2_K": "Q4_0", "TQ2_0": "Q4_0", "TQ1_0": "Q4_0", "IQ4_XS": "IQ4_NL", "IQ3_S": "IQ4_NL",
    "IQ3_XXS": "IQ4_NL", "IQ2_S": "IQ4_NL", "IQ2_XS": "IQ4_NL", "IQ2_XXS": "IQ4_NL",
    "IQ1_M": "IQ4_NL", "IQ1_S": "IQ4_NL",
}
"""What a type is replaced by where a row is no whole number of its blocks."""

RULES: Mapping[Rule, Split] = {
    "F32": Split(0, 0, False, "F32", "F32", "F32", "F32"),
    "F16": Split(0, 0, False, "F16", "F16", "F16", "F16"),
    "BF16": Split(0, 0, False, "BF16", "BF16", "BF16", "BF16"),
    "Q8_0": Split(0, 0, False, "Q8_0", "Q8_0", "Q8_0", "Q8_0"),
    "Q6_K": Split(0, 0, False, "Q6_K", "Q6_K", "Q6_K", "Q6_K"),
    "Q5_K": Split(0, 0, False, "Q5_K", "Q5_K", "Q5_K", "Q5_K"),
    "Q5_1": Split(0, 0, False, "Q5_1", "Q5_1", "Q5_1", "Q5_1"),
    "Q5_0": Split(0, 0, False, "Q5_0", "Q5_0", "Q5_0", "Q5_0"),
    "Q4_K": Split(0, 0, False, "Q4_K", "Q4_K", "Q4_K", "Q4_K"),
    "Q4_1": Split(0, 0, False, "Q4_1", "Q4_1", "Q4_1", "Q4_1"),
    "Q4_0": Split(0, 0, False, "Q4_0", "Q4_0", "Q4_0", "Q4_0"),
    "Q3_K": Split(0, 0, False, "Q3_K", "Q3_K", "Q3_K", "Q3_K"),
    "Q2_K": Split(0, 0, False, "Q2_K", "Q2_K", "Q2_K", "Q2_K"),
    "IQ4_NL": Split(0, 0, False, "IQ4_NL", "IQ4_NL", "IQ4_NL", "IQ4_NL"),
    "IQ4_XS": Split(0, 0, False, "IQ4_XS", "IQ4_XS", "IQ4_XS", "IQ4_XS"),
    "IQ3_S": Split(0, 0, False, "IQ3_S", "IQ3_S", "IQ3_S", "IQ3_S"),
    "IQ3_XXS": Split(0, 0, False, "IQ3_XXS", "IQ3_XXS", "IQ3_XXS", "IQ3_XXS"),
    "IQ2_S": Split(0, 0, False, "IQ2_S", "IQ2_S", "IQ2_S", "IQ2_S"),
    "IQ2_XS": Split(0, 0, False, "IQ2_XS", "IQ2_XS", "IQ2_XS", "IQ2_XS"),
    "IQ2_XXS": Split(0, 0, False, "IQ2_XXS", "IQ2_XXS", "IQ2_XXS", "IQ2_XXS"),
    "IQ1_M": Split(0, 0, False, "IQ1_M", "IQ1_M", "IQ1_M", "IQ1_M"),
    "IQ1_S": Split(0, 0, False, "IQ1_S", "IQ1_S", "IQ1_S", "IQ1_S"),
    "MXFP4": Split(0, 0, False, "MXFP4", "MXFP4", "MXFP4", "MXFP4"),
    "TQ2_0": Split(0, 0, False, "TQ2_0", "TQ2_0", "TQ2_0", "TQ2_0"),
    "TQ1_0": Split(0, 0, False, "TQ1_0", "TQ1_0", "TQ1_0", "TQ1_0"),
    "Q4_K_more_Q6_K": Split(0, 0.125, False, "Q6_K", "Q6_K", "Q6_K", "Q4_K"),
    "Q5_K_more_Q6_K": Split(0, 0.125, False, "Q6_K", "Q6_K", "Q6_K", "Q5_K"),
    "Q4_K_first_4_Q5_K": Split(4, 0, False, "Q5_K", "Q4_K", "Q4_K", "Q4_K"),
    "Q4_K_first_2_Q5_K": Split(2, 0, False, "Q5_K", "Q4_K", "Q4_K", "Q4_K"),
    "Q4_K_eighth_Q5_K": Split(0, 0.125, False, "Q5_K", "Q4_K", "Q4_K", "Q4_K"),
    "Q4_K_sixteenth_Q5_K": Split(0, 0.0625, False, "Q5_K", "Q4_K", "Q4_K", "Q4_K"),
    "Q2_K_eighth_Q4_K": Split(0, 0.125, False, "Q4_K", "Q2_K", "Q2_K", "Q2_K"),
    "IQ4_NL_eighth_Q5_K": Split(0, 0.125, False, "Q5_K", "IQ4_NL", "IQ4_NL", "IQ4_NL"),
    "IQ4_XS_eighth_Q5_K": Split(0, 0.125, False, "Q5_K", "IQ4_XS", "IQ4_XS", "IQ4_XS"),
    "IQ3_S_eighth_Q4_K": Split(0, 0.125, False, "Q4_K", "IQ3_S", "IQ3_S", "IQ3_S"),
    "IQ3_S_more_Q4_K": Split(0, 0.125, False, "Q4_K", "Q4_K", "Q4_K", "IQ3_S"),
    "IQ3_S_middle_IQ3_XXS": Split(0, 0.125, False, "IQ3_S", "IQ3_S", "IQ3_XXS", "IQ3_XXS"),
    "IQ2_S_eighth_IQ3_S": Split(0, 0.125, True, "IQ3_S", "IQ2_S", "IQ2_S", "IQ2_S"),
    "IQ2_XS_eighth_IQ3_S": Split(0, 0.125, True, "IQ3_S", "IQ2_XS", "IQ2_XS", "IQ2_XS"),
    "IQ2_XS_eighth_Q2_K": Split(0, 0.125, True, "Q2_K", "IQ2_XS", "IQ2_XS", "IQ2_XS"),
    "IQ2_XXS_eighth_Q2_K": Split(0, 0.125, True, "Q2_K", "IQ2_XXS", "IQ2_XXS", "IQ2_XXS"),
    "IQ1_M_eighth_Q2_K": Split(0, 0.125, True, "Q2_K", "IQ1_M", "IQ1_M", "IQ1_M"),
    "IQ1_S_eighth_Q2_K": Split(0, 0.125, True, "Q2_K", "IQ1_S", "IQ1_S", "IQ1_S"),
    "Q3_K_falcon": Split(0, 0.0625, False, "Q5_K", "Q4_K", "Q4_K", "Q3_K"),
    "Q4_K_falcon": Split(0, 0.0625, False, "Q6_K", "Q5_K", "Q5_K", "Q4_K"),
}

MIX: Mapping[FileType, Mapping[Role, Rule]] = {
    "STORED": {**everywhere(Role, "F32")},
    "F32": {**everywhere(Role, "F32")},
    "F16": {**everywhere(Role, "F16")},
    "BF16": {**everywhere(Role, "BF16")},
    "Q8_0": {**everywhere(Role, "Q8_0")},
    "Q6_K": {
        **everywhere(Role, "Q6_K"), "output_uneven": "Q8_0", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
    },
    "Q5_K_M": {
        **everywhere(Role, "Q5_K"), "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v": "Q5_K_more_Q6_K", "attn_v_moe": "Q5_K_more_Q6_K", "attn_v_gqa": "Q5_K_more_Q6_K",
        "attn_v_72b": "Q5_K_more_Q6_K", "attn_v_70b": "Q5_K_more_Q6_K", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
        "ffn_down": "Q5_K_more_Q6_K", "ffn_down_stack": "Q5_K_more_Q6_K",
        "ffn_down_8x": "Q5_K_more_Q6_K", "ffn_down_stack_8x": "Q5_K_more_Q6_K",
        "ffn_down_falcon": "Q5_K_more_Q6_K",
    },
    "Q5_K_S": {
        **everywhere(Role, "Q5_K"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
    },
    "Q5_1": {
        **everywhere(Role, "Q5_1"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
    },
    "Q5_0": {
        **everywhere(Role, "Q5_0"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
    },
    "Q4_K_M": {
        **everywhere(Role, "Q4_K"), "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v": "Q4_K_more_Q6_K", "attn_v_moe": "Q4_K_more_Q6_K", "attn_v_gqa": "Q4_K_more_Q6_K",
        "attn_v_72b": "Q5_K_more_Q6_K", "attn_v_70b": "Q5_K_more_Q6_K", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
        "ffn_down": "Q4_K_more_Q6_K", "ffn_down_stack": "Q4_K_more_Q6_K",
        "ffn_down_8x": "Q4_K_more_Q6_K", "ffn_down_stack_8x": "Q4_K_more_Q6_K",
        "attn_output_8x": "Q5_K", "ffn_down_falcon": "Q4_K_falcon",
    },
    "Q4_K_S": {
        **everywhere(Role, "Q4_K"), "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v": "Q4_K_first_4_Q5_K", "attn_v_moe": "Q4_K_first_4_Q5_K",
        "attn_v_gqa": "Q4_K_first_4_Q5_K", "attn_v_72b": "Q5_K", "attn_v_70b": "Q5_K",
        "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0", "ffn_down": "Q4_K_eighth_Q5_K", "ffn_down_stack": "Q4_K_eighth_Q5_K",
        "ffn_down_8x": "Q4_K_eighth_Q5_K", "ffn_down_stack_8x": "Q4_K_eighth_Q5_K",
        "attn_output_8x": "Q5_K",
    },
    "Q4_1": {
        **everywhere(Role, "Q4_1"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
    },
    "Q4_0": {
        **everywhere(Role, "Q4_0"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0",
    },
    "Q3_K_L": {
        **everywhere(Role, "Q3_K"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v": "Q5_K",
        "attn_v_moe": "Q5_K", "attn_v_gqa": "Q5_K", "attn_v_72b": "Q5_K", "attn_v_70b": "Q5_K",
        "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0", "ffn_down": "Q5_K", "ffn_down_stack": "Q5_K", "ffn_down_8x": "Q5_K",
        "ffn_down_stack_8x": "Q5_K", "ffn_down_falcon": "Q4_K", "attn_output": "Q5_K",
        "attn_output_falcon": "Q4_K",
    },
    "Q3_K_M": {
        **everywhere(Role, "Q3_K"), "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v": "Q4_K_first_2_Q5_K", "attn_v_moe": "Q4_K_first_2_Q5_K",
        "attn_v_gqa": "Q4_K_first_2_Q5_K", "attn_v_72b": "Q5_K", "attn_v_70b": "Q5_K",
        "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0", "ffn_down": "Q4_K_sixteenth_Q5_K",
        "ffn_down_stack": "Q4_K_sixteenth_Q5_K", "ffn_down_8x": "Q4_K_sixteenth_Q5_K",
        "ffn_down_stack_8x": "Q4_K_sixteenth_Q5_K", "ffn_down_falcon": "Q3_K_falcon",
        "attn_output": "Q4_K", "attn_output_8x": "Q5_K",
    },
    "Q3_K_S": {
        **everywhere(Role, "Q3_K"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v_72b": "Q5_K",
        "attn_v_70b": "Q5_K",
        "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0", "attn_output_8x": "Q5_K",
    },
    "Q2_K": {
        **everywhere(Role, "Q2_K"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v": "Q3_K",
        "attn_v_moe": "Q3_K", "attn_v_gqa": "Q4_K", "attn_v_72b": "Q5_K", "attn_v_70b": "Q5_K",
        "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0", "ffn_down": "Q3_K", "ffn_down_stack": "Q3_K", "ffn_down_8x": "Q3_K",
        "ffn_down_stack_8x": "Q3_K", "ffn_down_falcon": "Q3_K", "attn_output": "Q3_K",
        "attn_output_8x": "Q5_K",
    },
    "Q2_K_S": {
        **everywhere(Role, "Q2_K"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v_gqa": "Q4_K",
        "attn_v_70b": "Q5_K", "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0",
        "ffn_down": "Q2_K_eighth_Q4_K", "ffn_down_stack": "Q2_K_eighth_Q4_K",
        "ffn_down_8x": "Q2_K_eighth_Q4_K", "ffn_down_stack_8x": "Q2_K_eighth_Q4_K",
        "ffn_down_falcon": "Q2_K_eighth_Q4_K",
    },
    "IQ4_NL": {
        **everywhere(Role, "IQ4_NL"), "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v_gqa": "Q5_K", "attn_v_70b": "Q5_K", "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0",
        "ffn_down": "IQ4_NL_eighth_Q5_K", "ffn_down_stack": "IQ4_NL_eighth_Q5_K",
        "ffn_down_8x": "IQ4_NL_eighth_Q5_K", "ffn_down_stack_8x": "IQ4_NL_eighth_Q5_K",
        "ffn_down_falcon": "IQ4_NL_eighth_Q5_K", "attn_output_8x": "Q5_K",
    },
    "IQ4_XS": {
        **everywhere(Role, "IQ4_XS"), "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v_gqa": "Q5_K", "attn_v_70b": "Q5_K", "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0",
        "ffn_down": "IQ4_XS_eighth_Q5_K", "ffn_down_stack": "IQ4_XS_eighth_Q5_K",
        "ffn_down_8x": "IQ4_XS_eighth_Q5_K", "ffn_down_stack_8x": "IQ4_XS_eighth_Q5_K",
        "ffn_down_falcon": "IQ4_XS_eighth_Q5_K", "attn_output_8x": "Q5_K",
    },
    "IQ3_M": {
        **everywhere(Role, "IQ3_S"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_v": "Q4_K",
        "attn_v_moe": "Q4_K", "attn_v_gqa": "Q4_K", "attn_v_72b": "Q5_K", "attn_v_70b": "Q5_K",
        "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0", "ffn_down": "IQ3_S_eighth_Q4_K", "ffn_down_stack": "IQ3_S_eighth_Q4_K",
        "ffn_down_falcon": "IQ3_S_eighth_Q4_K", "ffn_down_8x": "IQ3_S_more_Q4_K",
        "ffn_down_stack_8x": "IQ3_S_more_Q4_K", "attn_output": "Q4_K", "attn_output_8x": "Q5_K",
    },
    "IQ3_S": {
        **everywhere(Role, "IQ3_S"), "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v_gqa": "Q4_K", "attn_v_70b": "Q5_K", "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0",
        "attn_output_8x": "Q5_K",
    },
    "IQ3_XS": {
        **everywhere(Role, "IQ3_S"), "output": "Q6_K", "output_uneven": "Q8_0", "attn_q": "IQ3_XXS",
        "attn_k": "IQ3_XXS", "attn_v_gqa": "Q4_K", "attn_v_70b": "Q5_K", "attn_v_8x": "Q8_0",
        "attn_k_8x": "Q8_0", "attn_output_8x": "Q5_K", "ffn_up": "IQ3_S_middle_IQ3_XXS",
        "ffn_up_stack": "IQ3_S_middle_IQ3_XXS",
    },
    "IQ3_XXS": {
        **everywhere(Role, "IQ3_XXS"), "embedding": "IQ3_S", "output": "Q5_K",
        "output_uneven": "Q8_0", "attn_q": "IQ2_S", "attn_k": "IQ2_S", "attn_v_gqa": "Q4_K",
        "attn_v_70b": "Q5_K", "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0", "attn_output": "IQ3_S",
        "attn_output_8x": "Q5_K",
    },
    "IQ2_M": {
        **everywhere(Role, "IQ2_S"), "embedding": "IQ3_S", "output": "Q5_K",
        "output_uneven": "Q8_0", "attn_v": "IQ3_S", "attn_v_moe": "Q4_K", "attn_v_gqa": "Q4_K",
        "attn_v_72b": "IQ3_S", "attn_v_70b": "Q4_K", "attn_v_8x": "Q4_K", "attn_k_8x": "Q4_K",
        "attn_output_8x": "Q5_K",
        "attn_output": "IQ3_S", "attn_output_falcon": "IQ3_S", "ffn_down": "IQ2_S_eighth_IQ3_S",
        "ffn_down_stack": "IQ2_S_eighth_IQ3_S", "ffn_down_8x": "IQ2_S_eighth_IQ3_S",
        "ffn_down_stack_8x": "IQ2_S_eighth_IQ3_S", "ffn_down_falcon": "IQ2_S_eighth_IQ3_S",
    },
    "IQ2_S": {
        **everywhere(Role, "IQ2_XS"), "embedding": "IQ3_S", "output": "Q5_K",
        "output_uneven": "Q8_0", "attn_v": "IQ3_S", "attn_v_moe": "Q4_K", "attn_v_gqa": "Q4_K",
        "attn_v_72b": "IQ3_S", "attn_v_70b": "Q4_K", "attn_v_8x": "Q4_K", "attn_k_8x": "Q4_K",
        "attn_output_8x": "Q5_K",
        "attn_output": "IQ3_S", "attn_output_falcon": "IQ3_S", "ffn_down": "IQ2_XS_eighth_IQ3_S",
        "ffn_down_stack": "IQ2_XS_eighth_IQ3_S", "ffn_down_8x": "IQ2_XS_eighth_IQ3_S",
        "ffn_down_stack_8x": "IQ2_XS_eighth_IQ3_S", "ffn_down_falcon": "IQ2_XS_eighth_IQ3_S",
    },
    "IQ2_XS": {
        **everywhere(Role, "IQ2_XS"), "embedding": "Q2_K", "output": "Q5_K",
        "output_uneven": "Q8_0", "attn_v": "Q2_K", "attn_v_moe": "Q4_K", "attn_v_gqa": "Q4_K",
        "attn_v_72b": "Q2_K", "attn_v_70b": "Q4_K", "attn_v_8x": "Q4_K", "attn_k_8x": "Q4_K",
        "attn_output_8x": "Q5_K",
        "ffn_down": "IQ2_XS_eighth_Q2_K", "ffn_down_stack": "IQ2_XS_eighth_Q2_K",
        "ffn_down_8x": "IQ2_XS_eighth_Q2_K", "ffn_down_stack_8x": "IQ2_XS_eighth_Q2_K",
        "ffn_down_falcon": "IQ2_XS_eighth_Q2_K",
    },
    "IQ2_XXS": {
        **everywhere(Role, "IQ2_XXS"), "embedding": "Q2_K", "output": "Q5_K",
        "output_uneven": "Q8_0", "attn_v": "Q2_K", "attn_v_moe": "Q4_K", "attn_v_gqa": "Q4_K",
        "attn_v_72b": "Q2_K", "attn_v_70b": "Q4_K", "attn_v_8x": "Q4_K", "attn_k_8x": "Q4_K",
        "attn_output_8x": "Q5_K",
        "ffn_down": "IQ2_XXS_eighth_Q2_K", "ffn_down_stack": "IQ2_XXS_eighth_Q2_K",
        "ffn_down_8x": "IQ2_XXS_eighth_Q2_K", "ffn_down_stack_8x": "IQ2_XXS_eighth_Q2_K",
        "ffn_down_falcon": "IQ2_XXS_eighth_Q2_K",
    },
    "IQ1_M": {
        **everywhere(Role, "IQ1_M"), "embedding": "Q2_K", "output": "Q5_K", "output_uneven": "Q8_0",
        "attn_v": "Q2_K", "attn_v_moe": "Q4_K", "attn_v_gqa": "Q4_K", "attn_v_72b": "Q2_K",
        "attn_v_70b": "Q4_K",
        "attn_v_8x": "Q4_K", "attn_k_8x": "Q4_K", "attn_output_8x": "Q5_K",
        "attn_output": "IQ2_XXS", "attn_output_falcon": "IQ2_XXS", "ffn_down": "IQ1_M_eighth_Q2_K",
        "ffn_down_stack": "IQ1_M_eighth_Q2_K", "ffn_down_8x": "IQ1_M_eighth_Q2_K",
        "ffn_down_stack_8x": "IQ1_M_eighth_Q2_K", "ffn_down_falcon": "IQ1_M_eighth_Q2_K",
    },
    "IQ1_S": {
        **everywhere(Role, "IQ1_S"), "embedding": "Q2_K", "output": "Q5_K", "output_uneven": "Q8_0",
        "attn_v": "Q2_K", "attn_v_moe": "Q4_K", "attn_v_gqa": "Q4_K", "attn_v_72b": "Q2_K",
        "attn_v_70b": "Q4_K",
        "attn_v_8x": "Q4_K", "attn_k_8x": "Q4_K", "attn_output_8x": "Q5_K",
        "attn_output": "IQ2_XXS", "attn_output_falcon": "IQ2_XXS", "ffn_down": "IQ1_S_eighth_Q2_K",
        "ffn_down_stack": "IQ1_S_eighth_Q2_K", "ffn_down_8x": "IQ1_S_eighth_Q2_K",
        "ffn_down_stack_8x": "IQ1_S_eighth_Q2_K", "ffn_down_falcon": "IQ1_S_eighth_Q2_K",
    },
    "MXFP4": {
        **everywhere(Role, "Q8_0"), "stack": "MXFP4", "ffn_up_stack": "MXFP4",
        "ffn_down_stack": "MXFP4", "ffn_down_stack_8x": "MXFP4",
    },
    "TQ2_0": {
        **everywhere(Role, "TQ2_0"), "embedding": "Q4_K", "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0",
    },
    "TQ1_0": {
        **everywhere(Role, "TQ1_0"), "embedding": "Q4_K", "output": "Q6_K", "output_uneven": "Q8_0",
        "attn_v_8x": "Q8_0", "attn_k_8x": "Q8_0",
    },
}
# fmt: on
