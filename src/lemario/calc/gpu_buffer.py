"""The compute buffer of each device, where a model lies on several. Written in the dialect.

Fitted as `compute_buffer` is; what several GPUs and RAM change of it is compared with public logs.
"""

from __future__ import annotations

from lemario.calc.compute_buffer import (
    buffer_bytes,
    graph_tokens,
    layers_values,
    logits_rows,
    logits_values,
    mask_bytes,
)
from lemario.calc.placement import is_first, is_last, is_whole, output_weights_bytes, place_at
from lemario.calc.records import Architecture, FileType, Gpu, Matrix, Placement, Settings
from lemario.calc.weights import copy_bytes, is_expert
from lemario.formula.language import largest


def has_output(a: Architecture, p: Placement, g: Gpu) -> bool:
    """Whether a GPU computes the logits: the last one, or all that share each layer."""
    return p.gpu_layers > 0 and (p.split == "tensor" or is_last(p, g))


def copied_matrix_bytes(m: Matrix, file_type: FileType, p: Placement, begin: float) -> float:
    """Bytes of a copy of a matrix if some are in RAM and are brought to the GPU to be used."""
    in_ram = any(c.block < begin for c in m.copies)
    if not in_ram and not (is_expert(m) and any(c.block < p.cpu_moe_layers for c in m.copies)):
        return 0
    return largest(copy_bytes(m, c, file_type) for c in m.copies)


def copied_values(a: Architecture, s: Settings, file_type: FileType, p: Placement) -> float:
    """Values a token that weights take that a GPU is lent from RAM, one matrix at a time.

    For 32 tokens and more, llama.cpp has a GPU multiply matrices that are in RAM, and gives each
    the memory of the one before.
    """
    if graph_tokens(s) < 32 or is_whole(a, p):
        return 0
    begin = place_at(a, p, 0)
    copied = largest(
        largest(copied_matrix_bytes(m, file_type, p, begin) for m in l.matrices) for l in a.layers
    )
    return copied / (4 * graph_tokens(s))


def output_values(a: Architecture, s: Settings, file_type: FileType, p: Placement) -> float:
    """Values a token of the logits on the GPU that computes them, with the output if it is lent."""
    if p.gpu_layers > 0:
        return logits_values(a, s)
    if logits_rows(s) < 32:
        return 0
    return logits_values(a, s) + output_weights_bytes(a, file_type) / (4 * graph_tokens(s))


def is_pipelined(a: Architecture, p: Placement) -> bool:
    """Whether GPUs work on several micro-batches at once: if they hold all, layer by layer."""
    return is_whole(a, p) and p.split == "layer" and len(p.gpus) > 1


def pipeline_bytes(a: Architecture, s: Settings, p: Placement) -> float:
    """Bytes of the copies of the inputs that a pipeline keeps: masks and hidden vectors, four each.

    Source: equal to what public logs of 2024 with 2, 4 and 8 GPUs print.
    """
    if not is_pipelined(a, p):
        return 0
    return 3 * mask_bytes(a, s) + 16 * graph_tokens(s) * a.width


def gpu_buffer_bytes(
    a: Architecture, s: Settings, file_type: FileType, p: Placement, g: Gpu
) -> float:
    """Bytes of the compute buffer on a GPU; the first is lent what is in RAM, a matrix at a time."""
    lent = copied_values(a, s, file_type, p) if is_first(g) else 0
    computes = has_output(a, p, g) or (p.gpu_layers == 0 and is_first(g))
    logits = output_values(a, s, file_type, p) if computes else 0
    return buffer_bytes(a, s, max(layers_values(a, s) + lent, logits)) + pipeline_bytes(a, s, p)


def host_buffer_bytes(a: Architecture, s: Settings) -> float:
    """Bytes of the buffer in RAM that feeds the GPUs: masks in f32, and the hidden vectors.

    Source: what public logs print beside the GPUs' buffers, within a few MiB.
    """
    wider = 2 if s.flash_attention else 1
    return wider * mask_bytes(a, s) + 4 * graph_tokens(s) * a.width
