"""Writes a hollow GGUF file: the true metadata and tensor list, and no data.

The file gets its full length without a byte of data being written; on a file system that knows
sparse files it takes some hundred kilobytes.
Source: the specification of GGUF, version 3; numbers of types: gguf 0.19.0, constants.py.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Literal

from lemario.calc.mix import BLOCK_BYTES, BLOCK_ELEMENTS
from lemario.calc.records import TensorType

ALIGNMENT = 32
"""Every tensor begins at a multiple of so many bytes, in the file and in memory."""

# fmt: off
TENSOR_TYPES: Mapping[TensorType, int] = {
    "F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q5_0": 6, "Q5_1": 7, "Q8_0": 8, "Q2_K": 10,
    "Q3_K": 11, "Q4_K": 12, "Q5_K": 13, "Q6_K": 14, "IQ2_XXS": 16, "IQ2_XS": 17, "IQ3_XXS": 18,
    "IQ1_S": 19, "IQ4_NL": 20, "IQ3_S": 21, "IQ2_S": 22, "IQ4_XS": 23, "IQ1_M": 29, "BF16": 30,
    "TQ1_0": 34, "TQ2_0": 35, "MXFP4": 39, "NVFP4": 40, "Q1_0": 41,
}
"""The number of a tensor type in GGUF files and in llama.cpp's interface."""
# fmt: on

Kind = Literal["u32", "i32", "f32", "bool", "text"]
Scalar = str | int | float
Value = Scalar | Sequence[int] | Sequence[float]

_KINDS: Mapping[Kind, tuple[int, str]] = {
    "u32": (4, "<I"),
    "i32": (5, "<i"),
    "f32": (6, "<f"),
    "bool": (7, "<?"),
    "text": (8, ""),
}
_ARRAY = 9


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of the metadata with its value: one of a kind, or an array of them."""

    key: str
    kind: Kind
    value: Value


@dataclass(frozen=True, slots=True)
class TypedTensor:
    """A tensor of the file: full name, shape with the row length first, type."""

    name: str
    shape: tuple[int, ...]
    type: TensorType

    @property
    def bytes(self) -> int:
        """Bytes of its data."""
        return prod(self.shape) // int(BLOCK_ELEMENTS[self.type]) * int(BLOCK_BYTES[self.type])


def aligned(n: int) -> int:
    """Bytes rounded up to where the next tensor may begin."""
    return -(-n // ALIGNMENT) * ALIGNMENT


def write_hollow(path: Path, metadata: Sequence[Entry], tensors: Sequence[TypedTensor]) -> int:
    """Writes the header and gives the file its full length, which is returned in bytes."""
    parts = [b"GGUF", struct.pack("<IQQ", 3, len(tensors), len(metadata))]
    parts += [_entry(entry) for entry in metadata]
    offset = 0
    for tensor in tensors:
        parts.append(_tensor(tensor, offset))
        offset += aligned(tensor.bytes)
    header = b"".join(parts)
    length = aligned(len(header)) + offset
    with path.open("wb") as file:
        file.write(header)
        file.truncate(length)
    return length


def _entry(entry: Entry) -> bytes:
    number, _ = _KINDS[entry.kind]
    if isinstance(entry.value, str | int | float):
        return _text(entry.key) + struct.pack("<I", number) + _scalar(entry.kind, entry.value)
    items = b"".join(_scalar(entry.kind, item) for item in entry.value)
    return _text(entry.key) + struct.pack("<IIQ", _ARRAY, number, len(entry.value)) + items


def _scalar(kind: Kind, value: Scalar) -> bytes:
    return _text(value) if isinstance(value, str) else struct.pack(_KINDS[kind][1], value)


def _text(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def _tensor(tensor: TypedTensor, offset: int) -> bytes:
    shape = struct.pack(f"<I{len(tensor.shape)}Q", len(tensor.shape), *tensor.shape)
    return _text(tensor.name) + shape + struct.pack("<IQ", TENSOR_TYPES[tensor.type], offset)
