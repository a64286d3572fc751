"""From a GGUF file to the `Architecture` of its model: with its own tensors, in their own types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.readers.gguf_config import GgufConfig, gguf_config
from lemario.calc.readers.gguf_faults import GgufFault
from lemario.calc.readers.gguf_header import GgufHeader, GgufTensor, read_gguf_header
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.readers.gguf_values import block_of
from lemario.calc.records import Architecture, Copy, Layer, Matrix, Role
from lemario.core.diagnostics import Checked, Diagnostic, Span, warning


@dataclass(frozen=True, slots=True)
class GgufModel:
    """The model of a file. Its weights are those of the file type "STORED"."""

    header: GgufHeader
    config: ModelConfig
    architecture: Architecture


def read_gguf(file: BinaryIO, shown_path: str) -> Checked[GgufModel]:
    """The model of an open GGUF file.

    Faults are L331 (another kind of file), L332 (its header cannot be read or used) and L321 (of
    an architecture that is not known). Of a file that is a part of a model the sums are of this
    part only: an L333 says so.

    Raises:
        OSError: the disk fails.
    """
    header = read_gguf_header(file)
    if isinstance(header, GgufFault):
        return _refused(header, shown_path)
    reading = gguf_config(header)
    if isinstance(reading, GgufFault):
        return _refused(reading, shown_path)
    model = GgufModel(header, reading.config, gguf_architecture(header, reading))
    found = (_part(header, shown_path),) if header.parts > 1 else ()
    return Checked(model, found)


def _refused(fault: GgufFault, shown_path: str) -> Checked[GgufModel]:
    known = ", ".join(sorted(GGUF_KEYS["families"]))
    return Checked(None, (fault.diagnostic(shown_path, known),))


def _part(header: GgufHeader, shown_path: str) -> Diagnostic:
    message = f"the file is part {header.part} of {header.parts}: weights are of this part only"
    help = "join the parts with `llama-gguf-split --merge`, or add the sizes of the other files"
    return warning("L333", Span.whole(shown_path), message, help)


def gguf_architecture(header: GgufHeader, reading: GgufConfig) -> Architecture:
    """The decoder of the config, its matrices replaced by the tensors of the file."""
    config = reading.config
    base = architecture(config)
    if reading.full_cache:
        base = _multiplied_out(base, *reading.full_cache)
    by_block: dict[int | None, list[GgufTensor]] = {}
    for tensor in header.tensors:
        by_block.setdefault(block_of(tensor.name), []).append(tensor)

    def matrices(blocks: Iterable[int | None]) -> tuple[Matrix, ...]:
        return stored_matrices([t for b in blocks for t in by_block.get(b, ())], config)

    def stored(layer: Layer) -> Layer:
        return layer._replace(matrices=matrices(int(block) for block in layer.blocks))

    skipped = [b for b in by_block if b is not None and b >= config.num_hidden_layers]
    return base._replace(
        layers=tuple(stored(layer) for layer in base.layers),
        outside=matrices((None,)),
        skipped=matrices(skipped),
    )


def _multiplied_out(base: Architecture, key_row: int, value_row: int) -> Architecture:
    """Latent attention with the cache of all heads, as llama.cpp does it for old files."""

    def plain(layer: Layer) -> Layer:
        head, query = key_row / layer.heads, float(key_row)
        return layer._replace(
            mixer="attention", key_row=query, value_row=float(value_row), head=head, query=query
        )

    layers = tuple(plain(layer) for layer in base.layers)
    return base._replace(latent=0.0, query_head=0.0, layers=layers)


def stored_matrices(tensors: Sequence[GgufTensor], config: ModelConfig) -> tuple[Matrix, ...]:
    """Tensors as matrices, those of one name, shape and type as copies of one."""
    blocks: dict[GgufTensor, list[float]] = {}
    for tensor in tensors:
        block = block_of(tensor.name)
        own = tensor.name if block is None else tensor.name.split(".", 2)[2]
        kind = GgufTensor(own, tensor.shape, tensor.type)
        blocks.setdefault(kind, []).append(float(block or 0))
    return tuple(
        Matrix(
            role=_role(kind),
            row=float(kind.row),
            elements=float(kind.elements),
            read=_read(kind, config),
            copies=tuple(Copy(place, place, place) for place in places),
            of=float(len(places)),
            stored=kind.type,
        )
        for kind, places in blocks.items()
    )


def _role(kind: GgufTensor) -> Role:
    if kind.name.startswith(("rope_freqs", "rope_factors")):
        return "table"
    return "f32" if kind.type == "F32" else "plain"


def _read(kind: GgufTensor, config: ModelConfig) -> float:
    """Elements that one token reads: of experts those in use; none of what is looked up only."""
    if "_exps." in kind.name and config.num_experts:
        return kind.elements / config.num_experts * (config.num_experts_per_tok or 0)
    if kind.name == "token_embd.weight":
        return float(kind.elements if config.tie_word_embeddings else 0)
    return 0.0 if kind.name == "per_layer_token_embd.weight" else float(kind.elements)
