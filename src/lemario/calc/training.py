"""The memory of fine-tuning, one formula a function. Written in the dialect.

On one device, with weights and activations in 16 bits and FlashAttention. What a step takes at
most is the sum of what stays (weights, gradients, the optimizer's state), of the activations kept
for the way back, and of the larger of two stages that come one after the other: logits and loss,
or one layer with its gradients. Parts of models for pictures are not counted.
"""

from __future__ import annotations

from lemario.calc.records import (
    OPTIMIZER_BYTES,
    OVERHEAD_MIB,
    Architecture,
    Layer,
    Matrix,
    Training,
)
from lemario.calc.weights import is_expert, parameters
from lemario.formula.language import Positive, largest, largest_where, total

# --- Rules of thumb ------------------------------------------------------------------------------


def training_bytes(n_parameters: float) -> float:
    """Bytes of weights, gradients and Adam's state in training with mixed precision.

    Source: Rajbhandari et al., ZeRO, 2020: 16 bytes a parameter.
    """
    return 16 * n_parameters


def lora_parameters(rank: float, rows: float, columns: float) -> float:
    """Number of parameters that LoRA trains for one matrix.

    Source: Hu et al., LoRA: Low-Rank Adaptation of Large Language Models, 2021.
    """
    return rank * (rows + columns)


# --- What is trained -----------------------------------------------------------------------------


def is_linear(m: Matrix) -> bool:
    """Whether a tensor of a layer is a matrix that vectors are multiplied by: no norm, no bias."""
    return m.role != "f32" and m.role != "table"


def inputs(a: Architecture, m: Matrix) -> Positive:
    """Length of the vectors that a matrix takes; those of latent attention are stored by head."""
    return max(1, a.latent) if m.role == "stack" else m.row


def expert_adapter_parameters(l: Layer, m: Matrix, t: Training) -> float:
    """Parameters of the adapters of one matrix of all experts, 0 if they get none."""
    if not t.experts:
        return 0
    n_experts = m.elements / max(1, l.expert_ffn * l.expert_row)
    return n_experts * lora_parameters(t.rank, l.expert_ffn, l.expert_row)


def matrix_adapter_parameters(a: Architecture, l: Layer, m: Matrix, t: Training) -> float:
    """Parameters of the adapters of one matrix of a layer."""
    if not is_linear(m):
        return 0
    if is_expert(m):
        return expert_adapter_parameters(l, m, t)
    return lora_parameters(t.rank, m.elements / inputs(a, m), inputs(a, m))


def adapter_parameters(a: Architecture, t: Training) -> float:
    """Parameters of adapters for all linear matrices of the layers.

    Source: Dettmers et al., QLoRA, 2023: adapters on all of them reach full fine-tuning.
    """
    return total(
        len(l.blocks) * total(matrix_adapter_parameters(a, l, m, t) for m in l.matrices)
        for l in a.layers
    )


def trained_parameters(a: Architecture, t: Training) -> float:
    """Number of parameters that are trained: all, or those of the adapters."""
    return parameters(a) if t.method == "full" else adapter_parameters(a, t)


# --- What stays ----------------------------------------------------------------------------------


def linear_elements(m: Matrix) -> float:
    """Elements of a tensor of a layer that a 4-bit model stores in 4 bits."""
    return m.elements if is_linear(m) else 0


def linear_parameters(a: Architecture) -> float:
    """Parameters of the linear matrices of the layers; embeddings, output and norms are none."""
    return total(len(l.blocks) * total(linear_elements(m) for m in l.matrices) for l in a.layers)


def nf4_bytes(elements: float) -> float:
    """Bytes of weights in NF4: 4 bits, 8 for each 64 weights, 32 for each 256 of those: 4.127.

    Source: Dettmers et al., QLoRA, 2023: double quantization.
    """
    return elements * (4 + 8 / 64 + 32 / 16384) / 8


def base_weights_bytes(a: Architecture, t: Training) -> float:
    """Bytes of the model's own weights: 16 bits, with QLoRA NF4 for what is linear in the layers."""
    if t.method != "qlora":
        return 2 * parameters(a)
    linear = linear_parameters(a)
    return nf4_bytes(linear) + 2 * (parameters(a) - linear)


def trained_weights_bytes(a: Architecture, t: Training) -> float:
    """Bytes of what is trained besides: adapters, or master weights, both in 32 bits.

    Source: Micikevicius et al., Mixed Precision Training, 2017; PEFT, 2024, which keeps adapters
    of 16-bit models in 32 bits.
    """
    if t.method == "full" and not t.master_weights:
        return 0
    return 4 * trained_parameters(a, t)


def training_weights_bytes(a: Architecture, t: Training) -> float:
    """Bytes of all weights: the model's, and those of adapters or master weights."""
    return base_weights_bytes(a, t) + trained_weights_bytes(a, t)


def gradient_bytes(a: Architecture, t: Training) -> float:
    """Bytes of the gradients: in 16 bits as the model, in 32 bits as the adapters."""
    gradient_element_bytes = 2 if t.method == "full" else 4
    return gradient_element_bytes * trained_parameters(a, t)


def optimizer_bytes(a: Architecture, t: Training) -> float:
    """Bytes of the optimizer's two averages: 8 a parameter with AdamW, 2 in 8 bits.

    Source: Rajbhandari et al., ZeRO, 2020; Dettmers et al., 8-bit Optimizers via Block-wise
    Quantization, 2021.
    """
    return OPTIMIZER_BYTES[t.optimizer] * trained_parameters(a, t)


# --- Activations and logits ----------------------------------------------------------------------


def training_tokens(t: Training) -> Positive:
    """Tokens computed at once."""
    return t.batch * t.sequence


def matrix_outputs(a: Architecture, m: Matrix) -> float:
    """Values a token that a matrix puts out; of experts, those in use."""
    return m.read / inputs(a, m) if is_linear(m) else 0


def mixed_values(m: Matrix) -> float:
    """Values a token that attention puts out: what its last matrix takes, 0 for the others."""
    plain = m.role == "attn_output"
    return m.row if plain or m.role == "attn_output_8x" or m.role == "attn_output_falcon" else 0


def layer_activations(a: Architecture, l: Layer) -> float:
    """Values a token that one layer keeps for the way back.

    The outputs of its matrices, of its two norms, of attention with a sum in 32 bits for each
    head, of a convolution and a recurrence, and the tokens as the experts get them. The product in
    a gated feed-forward part is computed again. 6·d + 2·d_KV + 2·f in a plain decoder.

    Source: counted as in Korthikanti et al., Reducing Activation Recomputation in Large
    Transformer Models, 2022, for FlashAttention, grouped queries and gated feed-forward parts.
    """
    outputs = total(matrix_outputs(a, m) for m in l.matrices)
    mixed = total(mixed_values(m) for m in l.matrices) + l.conv + l.inner
    return outputs + mixed + 2 * a.width + 2 * l.heads + l.experts_used * l.expert_row


def kept_values(a: Architecture, t: Training) -> float:
    """Values a token kept for the way back: of all layers, or only the input of each."""
    if t.checkpointing == "offloaded":
        return 0
    if t.checkpointing == "layers":
        return a.width * total(len(l.blocks) for l in a.layers)
    return total(len(l.blocks) * layer_activations(a, l) for l in a.layers)


def activation_bytes(a: Architecture, t: Training) -> float:
    """Bytes of the activations kept for the way back, in 16 bits; 0 if they wait in RAM."""
    return 2 * training_tokens(t) * kept_values(a, t)


def layer_bytes(a: Architecture, t: Training) -> float:
    """Bytes of the largest layer on the way back: its gradients, and its values computed again.

    Source: gradients are counted as large as the values. Per token 2.7 and 2.2% below what the
    longest contexts of Llama 3.1 8B and Llama 3.3 70B imply, Unsloth, December 2024.
    """
    copies = 1 if t.checkpointing == "none" else 2
    return copies * 2 * training_tokens(t) * largest(layer_activations(a, l) for l in a.layers)


def logits_tokens(a: Architecture, t: Training) -> float:
    """Tokens whose logits exist at once: all, or as many as make them no larger than the inputs.

    Source: Hsu et al., Liger Kernel, 2024: chunks of the width over the vocabulary.
    """
    if not t.chunked_logits:
        return training_tokens(t)
    return training_tokens(t) * min(1, a.width / a.vocabulary)


def logits_bytes(a: Architecture, t: Training) -> float:
    """Bytes of logits and loss: 18 for each, as PyTorch computes them one after the other.

    Logits in 16 and 32 bits, the logarithms of their probabilities, and two gradients in 32 bits.

    Source: with the inputs of the layers per token 3.1% below what the longest contexts of Llama
    3.1 8B imply, Hugging Face with FlashAttention 2, published by Unsloth, December 2024.
    """
    return 18 * a.vocabulary * logits_tokens(a, t)


def stage_bytes(a: Architecture, t: Training) -> float:
    """Bytes of the larger stage: logits are gone when the layers' way back begins."""
    return max(logits_bytes(a, t), layer_bytes(a, t))


# --- In all --------------------------------------------------------------------------------------


def training_overhead_bytes(a: Architecture, t: Training) -> float:
    """Bytes of the driver, and of what libraries and the allocator's gaps take: 15% of weights.

    Source: the share is fitted to the minima that Unsloth publishes for 3B to 70B, 2026; the
    driver's part is that of `overhead_bytes` with CUDA.
    """
    driver = OVERHEAD_MIB["cuda"]["expected"] * 1048576
    return driver + 0.15 * base_weights_bytes(a, t)


def training_total_bytes(a: Architecture, t: Training) -> float:
    """Bytes of device memory that fine-tuning takes.

    Source: within 20% of the minima that Unsloth publishes for QLoRA and LoRA, 3B to 70B, 2026.
    """
    kept = training_weights_bytes(a, t) + gradient_bytes(a, t) + optimizer_bytes(a, t)
    step = activation_bytes(a, t) + stage_bytes(a, t)
    return kept + step + training_overhead_bytes(a, t)


def largest_sequence(a: Architecture, t: Training, device_bytes: float) -> float:
    """Longest sequence, in steps of 256 tokens, that fits; 0 if none. A longer one takes more."""
    near = largest_where(
        256,
        a.context,
        16384,
        lambda n: training_total_bytes(a, t._replace(sequence=max(256, n))) <= device_bytes,
    )
    return largest_where(
        256,
        min(a.context, near + 16384),
        256,
        lambda n: training_total_bytes(a, t._replace(sequence=max(256, n))) <= device_bytes,
    )
