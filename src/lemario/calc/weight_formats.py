"""Weights in the formats that vLLM, MLX and ExLlama load. Written in the dialect.

Unlike a GGUF file, such a checkpoint stores all linear layers in one way, and leaves the rest in
16 bits. What is left so, and how much the scales take, is a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from lemario.calc.records import Architecture, Layer, Matrix, Role
from lemario.calc.weights import weight_elements
from lemario.formula.language import Positive, ceil, everywhere, total

# fmt: off
WeightFormat = Literal[
    "bf16", "fp8", "fp8_block", "awq", "gptq", "w4a16", "nvfp4", "mxfp4", "bnb_nf4",
    "mlx_4bit", "mlx_8bit", "exl2", "exl3",
]
Part = Literal["kept", "linear", "experts", "embedding", "output"]
Packing = Literal[
    "16_bit", "fp8_rows", "fp8_blocks", "int4_zeros", "int4", "nvfp4", "mxfp4", "nf4",
    "affine_4", "affine_8", "average", "head",
]


class Coding(NamedTuple):
    """How elements are stored: `bits` each, besides `group_bytes` for each group of them.

    `row_bytes`: for each row of the matrix, which gives one output.
    """

    bits: float
    group: Positive
    group_bytes: float
    row_bytes: float


CODINGS: Mapping[Packing, Coding] = {
    "16_bit": Coding(16, 1, 0, 0),
    "fp8_rows": Coding(8, 1, 0, 4),
    "fp8_blocks": Coding(8, 16384, 4, 0),
    "int4_zeros": Coding(4, 128, 2.5, 0),
    "int4": Coding(4, 128, 2, 0),
    "nvfp4": Coding(4, 16, 1, 0),
    "mxfp4": Coding(4, 32, 1, 0),
    "nf4": Coding(4, 64, 1.015625, 0),
    "affine_4": Coding(4, 64, 4, 0),
    "affine_8": Coding(8, 64, 4, 0),
    "average": Coding(0, 1, 0, 0),
    "head": Coding(6, 1, 0, 0),
}
"""Bits, group and bytes of scales.

An FP8 scale is an f32 for each row, or for each block of 128 × 128. 4-bit integers of AWQ and GPTQ
have a 16-bit scale and a 4-bit zero point for 128 elements, those of compressed-tensors no zero
point. NVFP4 has an FP8 scale for 16 elements, and an f32 for each matrix, which is not counted;
MXFP4 an 8-bit exponent for 32. NF4 has an 8-bit scale for 64, and an f32 for 256 such scales. MLX
has a scale and a bias of 16 bits each for 64. `average`: as many bits as are asked for.

Source: vLLM 0.33.0, model_executor/layers/quantization; compressed-tensors; Dettmers et al., QLoRA:
Efficient Finetuning of Quantized LLMs, 2023; OCP Microscaling Formats v1.0, 2023; NVIDIA, NVFP4,
2025; mlx-lm 0.32.2; ExLlamaV2, conversion/qparams.py; ExLlamaV3, doc/exl3.md.
"""

FORMATS: Mapping[WeightFormat, Mapping[Part, Packing]] = {
    "bf16": {**everywhere(Part, "16_bit")},
    "fp8": {**everywhere(Part, "16_bit"), "linear": "fp8_rows", "experts": "fp8_rows"},
    "fp8_block": {**everywhere(Part, "16_bit"), "linear": "fp8_blocks", "experts": "fp8_blocks"},
    "awq": {**everywhere(Part, "16_bit"), "linear": "int4_zeros", "experts": "int4_zeros"},
    "gptq": {**everywhere(Part, "16_bit"), "linear": "int4_zeros", "experts": "int4_zeros"},
    "w4a16": {**everywhere(Part, "16_bit"), "linear": "int4", "experts": "int4"},
    "nvfp4": {**everywhere(Part, "16_bit"), "linear": "nvfp4", "experts": "nvfp4"},
    "mxfp4": {**everywhere(Part, "16_bit"), "experts": "mxfp4"},
    "bnb_nf4": {**everywhere(Part, "16_bit"), "linear": "nf4", "experts": "nf4"},
    "mlx_4bit": {**everywhere(Part, "affine_4"), "kept": "16_bit"},
    "mlx_8bit": {**everywhere(Part, "affine_8"), "kept": "16_bit"},
    "exl2": {
        **everywhere(Part, "16_bit"), "linear": "average", "experts": "average", "output": "head",
    },
    "exl3": {
        **everywhere(Part, "16_bit"), "linear": "average", "experts": "average", "output": "head",
    },
}
"""How each part of a model is stored.

`kept` are norms, routers, biases and convolutions. Embedding and output stay in 16 bits but in
MLX, which quantizes both, and ExLlama, whose output has 6 bits unless told otherwise. In MXFP4, as
OpenAI publishes gpt-oss, only the experts are quantized. Makers may leave more in 16 bits.

Source: as for `CODINGS`; OpenAI, gpt-oss-120b & gpt-oss-20b Model Card, 2025.
"""

PARTS: Mapping[Role, Part] = {
    **everywhere(Role, "linear"), "f32": "kept", "table": "kept", "embedding": "embedding",
    "output": "output", "output_uneven": "output", "ffn_up_stack": "experts",
    "ffn_down_stack": "experts", "ffn_down_stack_8x": "experts",
}
KEY_VALUE: Mapping[Role, bool] = {
    **everywhere(Role, False), "attn_k": True, "attn_k_8x": True, "attn_v": True,
    "attn_v_moe": True, "attn_v_gqa": True, "attn_v_70b": True, "attn_v_72b": True,
    "attn_v_8x": True,
}
"""Matrices that make keys or values."""
# fmt: on


def element_bits(packing: Packing, average_bits: float) -> float:
    """Bits of an element, scales aside. ExLlama's formats leave them to who makes the file."""
    return average_bits if packing == "average" else CODINGS[packing].bits


def packed_bytes(elements: float, row: Positive, packing: Packing, average_bits: float) -> float:
    """Bytes of so many elements with their scales.

    Source: as for `CODINGS`.
    """
    coding = CODINGS[packing]
    bits = element_bits(packing, average_bits)
    groups = elements / coding.group * coding.group_bytes
    return elements * bits / 8 + groups + elements / row * coding.row_bytes


def stored_matrix_bytes(m: Matrix, weight_format: WeightFormat, average_bits: float) -> float:
    """Bytes of one copy of a matrix in a format. Tables of position factors are not stored."""
    packing = FORMATS[weight_format][PARTS[m.role]]
    return packed_bytes(weight_elements(m), m.row, packing, average_bits)


def stored_matrices_bytes(
    matrices: tuple[Matrix, ...], weight_format: WeightFormat, average_bits: float
) -> float:
    """Bytes of some matrices in all their copies."""
    return total(
        len(m.copies) * stored_matrix_bytes(m, weight_format, average_bits) for m in matrices
    )


def format_weights_bytes(
    a: Architecture, weight_format: WeightFormat, average_bits: float
) -> float:
    """Bytes of a model's weights in a format; `average_bits` counts for ExLlama's formats only.

    An embedding that is the output too is stored once, as the output.

    Source: as for `CODINGS` and `FORMATS`.
    """
    layers = total(stored_matrices_bytes(l.matrices, weight_format, average_bits) for l in a.layers)
    return layers + stored_matrices_bytes(a.outside, weight_format, average_bits)


# --- What one of several GPUs holds --------------------------------------------------------------


def is_replicated(a: Architecture, layer: Layer, m: Matrix) -> bool:
    """Whether each GPU holds a whole matrix: norms, routers, projections down to a latent.

    Source: vLLM, model_executor/models/deepseek_v2.py and qwen3_moe.py, `ReplicatedLinear`.
    """
    down = layer.mixer == "latent" and m.role == "plain" and m.row == a.width
    return PARTS[m.role] == "kept" or down


def makes_keys(layer: Layer, m: Matrix) -> bool:
    """Whether a matrix makes the keys or the values of attention, and nothing else."""
    return KEY_VALUE[m.role] and layer.mixer == "attention" and not layer.fused_qkv


def rank_share(a: Architecture, layer: Layer, m: Matrix, tensor_parallel: Positive) -> float:
    """Share of a matrix that one of several GPUs holds.

    Of keys and values it is a head at least: more GPUs than heads hold copies of them.

    Source: vLLM, model_executor/layers/linear.py, `QKVParallelLinear`.
    """
    if is_replicated(a, layer, m):
        return 1
    head_share = layer.head / max(1, layer.key_row)
    return max(1 / tensor_parallel, head_share) if makes_keys(layer, m) else 1 / tensor_parallel


def expert_padding(layer: Layer, weight_format: WeightFormat, tensor_parallel: Positive) -> float:
    """How many times larger than stored the experts are once loaded.

    For MXFP4 vLLM's Marlin kernel rounds the width up to 256 and the experts' own to 128.

    Source: vLLM, model_executor/layers/quantization/mxfp4.py; a log of vLLM 0.13 agrees.
    """
    width = max(1, layer.expert_row)
    inside = max(1, layer.expert_ffn / tensor_parallel)
    larger = ceil(width / 256) * 256 / width * ceil(inside / 128) * 128 / inside
    return larger if weight_format == "mxfp4" else 1


def rank_matrix_bytes(
    a: Architecture, layer: Layer, m: Matrix, weight_format: WeightFormat, tensor_parallel: Positive
) -> float:
    """Bytes of one copy of a matrix on one of several GPUs."""
    experts = PARTS[m.role] == "experts"
    padding = expert_padding(layer, weight_format, tensor_parallel) if experts else 1
    share = rank_share(a, layer, m, tensor_parallel)
    return stored_matrix_bytes(m, weight_format, 16) * share * padding


def rank_layer_bytes(
    a: Architecture, layer: Layer, weight_format: WeightFormat, tensor_parallel: Positive
) -> float:
    """Bytes of all layers of a kind on one of several GPUs."""
    return total(
        len(m.copies) * rank_matrix_bytes(a, layer, m, weight_format, tensor_parallel)
        for m in layer.matrices
    )


def vllm_weights_bytes(
    a: Architecture, weight_format: WeightFormat, tensor_parallel: Positive
) -> float:
    """Bytes of weights that vLLM loads on each of several GPUs: of embedding and output a share.

    llama.cpp gives whole layers to each GPU and loads every tensor once; vLLM splits each matrix,
    and copies what cannot be split, so that the GPUs together hold more than the model.

    Source: vLLM 0.10 to 0.25; compared with "Model loading took" in public logs.
    """
    layers = total(rank_layer_bytes(a, l, weight_format, tensor_parallel) for l in a.layers)
    return layers + stored_matrices_bytes(a.outside, weight_format, 16) / tensor_parallel
