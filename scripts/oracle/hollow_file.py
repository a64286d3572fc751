"""The tensors of a model's file, each in the type that our formulas give it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES
from lemario.calc.layer_plans import layer_plans
from lemario.calc.records import FileType, Matrix
from lemario.calc.tensors import Tensor, layer_tensors, mtp_blocks, mtp_tensors, outside_tensors
from lemario.calc.weights import copy_type
from scripts.oracle.gguf_writer import TypedTensor, write_hollow
from scripts.oracle.metadata import metadata

RENAMED: Mapping[tuple[str, str], str] = {
    ("lfm2", "output_norm.weight"): "token_embd_norm.weight",
    ("lfm2moe", "output_norm.weight"): "token_embd_norm.weight",
}
"""Tensors that an architecture has under another name than the rest."""


def write_model(path: Path, name: str, config: ModelConfig, file_type: FileType) -> int:
    """Writes the hollow file of a model, and returns its length in bytes."""
    return write_hollow(path, metadata(name, config, file_type), tensors(config, file_type))


def tensors(config: ModelConfig, file_type: FileType) -> list[TypedTensor]:
    """The tensors of the file in the order of blocks, those that are not loaded at the end."""
    family = FAMILIES[config.model_type]
    decoder = architecture(config)
    found = _typed(outside_tensors(config, family), decoder.outside, "", 0, file_type)
    matrices = {block: layer for layer in decoder.layers for block in layer.blocks}
    for block, plan in enumerate(layer_plans(config, family)):
        layer = matrices[block]
        copy = layer.blocks.index(block)
        shapes = layer_tensors(config, family, plan)
        found += _typed(shapes, layer.matrices, f"blk.{block}.", copy, file_type)
    extra = mtp_tensors(config, family)
    for number in range(mtp_blocks(config, family)):
        prefix = f"blk.{config.num_hidden_layers + number}."
        found += _typed(extra, decoder.skipped, prefix, number, file_type)
    renamed = [RENAMED.get((family.gguf, tensor.name), tensor.name) for tensor in found]
    return [replace(tensor, name=name) for tensor, name in zip(found, renamed, strict=True)]


def _typed(
    shapes: Iterable[Tensor],
    matrices: Sequence[Matrix],
    prefix: str,
    copy: int,
    file_type: FileType,
) -> list[TypedTensor]:
    return [
        TypedTensor(
            prefix + tensor.name, tensor.shape, copy_type(matrix, matrix.copies[copy], file_type)
        )
        for tensor, matrix in zip(shapes, matrices, strict=True)
    ]
