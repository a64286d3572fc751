"""Where weights, cache and buffers lie: on which GPU, or in RAM. Written in the dialect.

The layers of a model and its output are places in a row, numbered from 0; the output is the last.
GPUs take the last places (`-ngl`), one after the other, each a part as large as its free memory.
What tokens are looked up in, the input embedding, is in RAM always; as the output, too, it is on
a GPU as well.

Source: llama.cpp of October 2026, src/llama-model.cpp, and common/common.h for `--n-cpu-moe`.
Compared with public logs that print what each device holds.
"""

from __future__ import annotations

from lemario.calc.kv_cache import layer_cache_bytes, layer_state_bytes, streams
from lemario.calc.records import (
    Architecture,
    Copy,
    FileType,
    Gpu,
    Layer,
    Matrix,
    Placement,
    Settings,
)
from lemario.calc.weights import copy_bytes, is_expert, loaded_bytes, matrix_bytes
from lemario.formula.language import ceil, largest, total

# --- Which places a GPU takes --------------------------------------------------------------------


def output_place(a: Architecture) -> float:
    """The place of the output: after all layers, and the blocks that predict several tokens."""
    return total(len(l.blocks) for l in a.layers) + largest(len(m.copies) for m in a.skipped)


def offloadable_layers(a: Architecture) -> float:
    """How many layers `-ngl` counts: all places."""
    return output_place(a) + 1


def offloaded_layers(a: Architecture, p: Placement) -> float:
    """How many places are on GPUs."""
    return min(p.gpu_layers, offloadable_layers(a))


def place_at(a: Architecture, p: Placement, point: float) -> float:
    """The first place at or after a point of the line on which GPUs lie with their parts."""
    offloaded = offloaded_layers(a, p)
    return offloadable_layers(a) - offloaded + ceil(offloaded * point / p.parts)


def is_whole(a: Architecture, p: Placement) -> bool:
    """Whether GPUs hold all layers with all their experts."""
    return p.gpu_layers >= offloadable_layers(a) and p.cpu_moe_layers == 0


def part(p: Placement, g: Gpu) -> float:
    """The share of what all GPUs hold together that one holds."""
    return (g.end - g.begin) / p.parts


def is_first(g: Gpu) -> bool:
    """Whether a GPU is the first that has a part: it is lent what is in RAM to compute with."""
    return g.begin == 0 and g.begin < g.end


def is_last(p: Placement, g: Gpu) -> bool:
    """Whether a GPU is the last that has a part."""
    return g.end == p.parts and g.begin < g.end


# --- Weights -------------------------------------------------------------------------------------


def copy_between_bytes(
    m: Matrix, copy: Copy, file_type: FileType, p: Placement, begin: float, end: float
) -> float:
    """Bytes of a copy on GPUs that have the places from `begin` to `end`, without the end."""
    if copy.block < begin or copy.block >= end:
        return 0
    if is_expert(m) and copy.block < p.cpu_moe_layers:
        return 0
    return copy_bytes(m, copy, file_type)


def matrix_between_bytes(
    m: Matrix, file_type: FileType, p: Placement, begin: float, end: float
) -> float:
    """Bytes of a matrix of layers on GPUs that have the places from `begin` to `end`."""
    return total(copy_between_bytes(m, c, file_type, p, begin, end) for c in m.copies)


def output_weights_bytes(a: Architecture, file_type: FileType) -> float:
    """Bytes of the weights of the output: what is outside the layers and not only looked up."""
    return total(matrix_bytes(m, file_type) * min(1, m.read) for m in a.outside)


def output_between_bytes(a: Architecture, file_type: FileType, begin: float, end: float) -> float:
    """Bytes of the output on GPUs that have the places from `begin` to `end`."""
    place = output_place(a)
    return output_weights_bytes(a, file_type) if place >= begin and place < end else 0


def weights_between_bytes(
    a: Architecture, file_type: FileType, p: Placement, begin: float, end: float
) -> float:
    """Bytes of weights on GPUs that have the places from `begin` to `end`."""
    layers = total(
        total(matrix_between_bytes(m, file_type, p, begin, end) for m in l.matrices)
        for l in a.layers
    )
    return layers + output_between_bytes(a, file_type, begin, end)


def offloaded_weights_bytes(a: Architecture, file_type: FileType, p: Placement) -> float:
    """Bytes of weights that all GPUs hold together."""
    return weights_between_bytes(a, file_type, p, place_at(a, p, 0), place_at(a, p, p.parts))


def gpu_weights_bytes(a: Architecture, file_type: FileType, p: Placement, g: Gpu) -> float:
    """Bytes of weights on a GPU: of its places, or its part of each matrix if they are cut.

    Vectors of norms and biases, which are not cut but copied or on one GPU, count as cut too.
    """
    if p.split != "layer":
        return part(p, g) * offloaded_weights_bytes(a, file_type, p)
    begin = place_at(a, p, g.begin)
    return weights_between_bytes(a, file_type, p, begin, place_at(a, p, g.end))


def read_between_bytes(
    a: Architecture, file_type: FileType, p: Placement, begin: float, end: float
) -> float:
    """Bytes of weights at the places from `begin` to `end` that a token reads on GPUs."""
    layers = total(
        total(
            matrix_between_bytes(m, file_type, p, begin, end) * m.read / m.elements
            for m in l.matrices
        )
        for l in a.layers
    )
    return layers + output_between_bytes(a, file_type, begin, end)


def offloaded_read_bytes(a: Architecture, file_type: FileType, p: Placement) -> float:
    """Bytes of weights on all GPUs that one token reads."""
    return read_between_bytes(a, file_type, p, place_at(a, p, 0), place_at(a, p, p.parts))


def gpu_read_bytes(a: Architecture, file_type: FileType, p: Placement, g: Gpu) -> float:
    """Bytes of weights on a GPU that one token reads: of experts, those in use."""
    if p.split != "layer":
        return part(p, g) * offloaded_read_bytes(a, file_type, p)
    begin = place_at(a, p, g.begin)
    return read_between_bytes(a, file_type, p, begin, place_at(a, p, g.end))


def is_embedding(a: Architecture, m: Matrix) -> float:
    """1 for a matrix with a row for each token of the vocabulary, 0 for others."""
    return 1 if m.elements == a.width * a.vocabulary else 0


def embeddings(a: Architecture) -> float:
    """How many such matrices there are: one if the input embedding is the output as well."""
    return total(is_embedding(a, m) for m in a.outside)


def twice_bytes(a: Architecture, file_type: FileType, p: Placement) -> float:
    """Bytes of an embedding that is on a GPU as the output, and in RAM to be looked up."""
    if offloaded_layers(a, p) == 0 or embeddings(a) > 1:
        return 0
    return total(is_embedding(a, m) * matrix_bytes(m, file_type) for m in a.outside)


def ram_weights_bytes(a: Architecture, file_type: FileType, p: Placement) -> float:
    """Bytes of weights in RAM. A mapped file takes more address space than that, up to its size."""
    everything = loaded_bytes(a, file_type) + twice_bytes(a, file_type, p)
    return everything - offloaded_weights_bytes(a, file_type, p)


# --- KV cache and state --------------------------------------------------------------------------


def block_between(block: float, begin: float, end: float) -> float:
    """1 for a layer whose place is from `begin` to `end`, 0 for others."""
    return 1 if block >= begin and block < end else 0


def blocks_between(layer: Layer, begin: float, end: float) -> float:
    """How many layers of a kind have their places from `begin` to `end`."""
    return total(block_between(b, begin, end) for b in layer.blocks)


def layers_between(a: Architecture, begin: float, end: float) -> float:
    """How many layers have their places from `begin` to `end`."""
    return total(blocks_between(l, begin, end) for l in a.layers)


def gpu_layers(a: Architecture, p: Placement, g: Gpu) -> float:
    """How many layers a GPU computes, or has a part in, without the output."""
    if p.split != "layer":
        return layers_between(a, place_at(a, p, 0), place_at(a, p, p.parts))
    return layers_between(a, place_at(a, p, g.begin), place_at(a, p, g.end))


def kv_cache_between_bytes(a: Architecture, s: Settings, begin: float, end: float) -> float:
    """Bytes of the KV cache of the layers at the places from `begin` to `end`."""
    return streams(s) * total(
        blocks_between(l, begin, end) * layer_cache_bytes(a, s, l) for l in a.layers
    )


def state_between_bytes(a: Architecture, s: Settings, begin: float, end: float) -> float:
    """Bytes of the state of the layers at the places from `begin` to `end`."""
    kept = (1 + s.predicted) * s.slots
    return kept * total(blocks_between(l, begin, end) * layer_state_bytes(l) for l in a.layers)


def gpu_kv_cache_bytes(a: Architecture, s: Settings, p: Placement, g: Gpu) -> float:
    """Bytes of the KV cache on a GPU: it lies with its layers, also where rows are cut."""
    if p.split == "tensor":
        return part(p, g) * kv_cache_between_bytes(a, s, place_at(a, p, 0), place_at(a, p, p.parts))
    return kv_cache_between_bytes(a, s, place_at(a, p, g.begin), place_at(a, p, g.end))


def gpu_state_bytes(a: Architecture, s: Settings, p: Placement, g: Gpu) -> float:
    """Bytes of the state on a GPU: it lies with its layers."""
    if p.split == "tensor":
        return part(p, g) * state_between_bytes(a, s, place_at(a, p, 0), place_at(a, p, p.parts))
    return state_between_bytes(a, s, place_at(a, p, g.begin), place_at(a, p, g.end))
