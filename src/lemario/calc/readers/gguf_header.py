"""Reads the header of a GGUF file: metadata and the list of tensors, never the tensors themselves.

Source: ggml, docs/gguf.md and src/gguf.cpp. Twin of `assets/js/gguf-reader.js`: both find the same
faults at the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import BinaryIO, Final

from lemario.calc.mix import BLOCK_BYTES, BLOCK_ELEMENTS
from lemario.calc.readers.gguf_bytes import FileBytes
from lemario.calc.readers.gguf_faults import GgufFault, GgufFaultError
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.records import TensorType


@dataclass(frozen=True, slots=True)
class Skipped:
    """A list that was not kept: a vocabulary, or a list of lists. `count` is its length."""

    count: int


Scalar = bool | int | float | str | None
"""None stands for what nobody reads: numbers beyond 2^53 and texts of more than 64 kB."""
GgufValue = Scalar | tuple[Scalar, ...] | Skipped


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """A tensor of the file: its shape with the row length first, and the type it is stored in."""

    name: str
    shape: tuple[int, ...]
    type: TensorType

    @property
    def row(self) -> int:
        """Elements in a row."""
        return self.shape[0] if self.shape else 1

    @property
    def elements(self) -> int:
        """Elements in all."""
        return prod(self.shape)

    @property
    def bytes(self) -> int:
        """Bytes that the tensor takes, without padding."""
        return self.elements // int(BLOCK_ELEMENTS[self.type]) * int(BLOCK_BYTES[self.type])


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What stands before the tensors' data. The file is part `part` of `parts`."""

    version: int
    metadata: Mapping[str, GgufValue]
    tensors: tuple[GgufTensor, ...]
    data_offset: int
    part: int
    parts: int


MAGIC: Final = b"GGUF"
LONGEST_LIST: Final = 4096
"""Elements of the longest list that is kept: one a layer is what is needed."""
LONGEST_TEXT: Final = 1 << 16
MOST_ALIGNMENT: Final = 1 << 31
LONGEST_NAME: Final = 64
DEEPEST_LIST: Final = 4
MOST_NUMBER: Final = 2**53 - 1
MOST_ELEMENTS: Final = 2**48

_SCALARS: Final = ("<B", "<b", "<H", "<h", "<I", "<i", "<f", "<?", "", "", "<Q", "<q", "<d")
_STRING, _ARRAY = 8, 9
_MAGICS: Final = {b"lmgg": "GGML", b"fmgg": "GGMF", b"tjgg": "GGJT", b"algg": "GGLA"}
_TYPES: Final[Mapping[str, TensorType]] = GGUF_KEYS["tensor_types"]
_REFUSED: Final[Mapping[str, str]] = GGUF_KEYS["refused_types"]


def read_gguf_header(file: BinaryIO) -> GgufHeader | GgufFault:
    """The header of an open file, or what is wrong with it. Reads little more than the header.

    Raises:
        OSError: the disk fails.
    """
    try:
        return _header(FileBytes(file))
    except GgufFaultError as found:
        return found.fault


def _header(data: FileBytes) -> GgufHeader:
    _magic(data)
    version = data.number("<I")
    if version & 0xFFFF == 0:
        raise GgufFaultError("big_endian", 4)
    if version not in (2, 3):
        raise GgufFaultError("version", 4, "", version)
    n_tensors = data.count("tensors", 24)
    metadata = _metadata(data)
    alignment = whole(metadata.get("general.alignment", 32))
    if alignment is None or not 1 <= alignment <= MOST_ALIGNMENT or alignment & (alignment - 1):
        raise GgufFaultError("alignment", data.at)
    tensors = _tensors(data, n_tensors)
    no, count = whole(metadata.get("split.no", 0)), whole(metadata.get("split.count", 1))
    is_part = no is not None and count is not None and 0 <= no < count
    part, parts = ((no or 0) + 1, count or 1) if is_part else (1, 1)
    padded = -(-data.at // alignment) * alignment
    return GgufHeader(version, metadata, tensors, padded, part, parts)


def whole(value: GgufValue) -> int | None:
    """A value as a whole number; None if it is none. Scripts do not tell 32.0 from 32."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if float(value).is_integer() else None


def _magic(data: FileBytes) -> None:
    """Tells what else a file is that does not begin as GGUF files do."""
    start = data.take(min(64, data.size))
    data.at = 4
    if start[:4] == MAGIC:
        return
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text:
        raise GgufFaultError("empty", 0)
    if start[:4] in _MAGICS:
        raise GgufFaultError("old_format", 0, _MAGICS[start[:4]])
    if text.startswith(b"version https://git-lfs"):
        raise GgufFaultError("git_lfs", 0)
    if start.startswith(b"PK\x03\x04"):
        raise GgufFaultError("archive", 0)
    if start[8:9] == b"{":
        raise GgufFaultError("safetensors", 0)
    raise GgufFaultError("web_page" if text.startswith(b"<") else "other", 0)


# --- Metadata ------------------------------------------------------------------------------------


def _metadata(data: FileBytes) -> dict[str, GgufValue]:
    found: dict[str, GgufValue] = {}
    for _ in range(data.count("metadata", 13)):
        begin = data.at
        key = data.name(LONGEST_TEXT)
        if key in found:
            raise GgufFaultError("duplicate", begin, key)
        found[key] = _value(data, key, _type(data, key))
    return found


def _type(data: FileBytes, key: str) -> int:
    begin = data.at
    found = data.number("<I")
    if found >= len(_SCALARS):
        raise GgufFaultError("value_type", begin, key, found)
    return found


def _value(data: FileBytes, key: str, kind: int) -> GgufValue:
    if kind == _ARRAY:
        return _list(data, key, 1)
    if kind == _STRING:
        length = data.number("<Q")
        if length <= LONGEST_TEXT:
            return data.take(length).decode("utf-8", "replace")
        data.skip(length)
        return None
    return _usable(data.number(_SCALARS[kind]))


def _usable(number: Scalar) -> Scalar:
    """A number that scripts can hold, too; None for others."""
    too_large = isinstance(number, int) and abs(number) > MOST_NUMBER
    return None if too_large else number


def _list(data: FileBytes, key: str, depth: int) -> GgufValue:
    """A list of numbers that is not too long; others are passed over."""
    kind = _type(data, key)
    layout = _SCALARS[kind]
    if layout:
        size = struct.calcsize(layout)
        count = data.count("values", size)
        if count > LONGEST_LIST:
            data.skip(count * size)
            return Skipped(count)
        return tuple(_usable(n) for (n,) in struct.iter_unpack(layout, data.take(count * size)))
    if kind == _ARRAY:
        if depth == DEEPEST_LIST:
            raise GgufFaultError("nested", data.at, key)
        count = data.count("values", 12)
        for _ in range(count):
            _list(data, key, depth + 1)
        return Skipped(count)
    count = data.count("values", 8)
    for _ in range(count):
        data.skip(int.from_bytes(data.take(8), "little"))
    return Skipped(count)


# --- Tensors -------------------------------------------------------------------------------------


def _tensors(data: FileBytes, count: int) -> tuple[GgufTensor, ...]:
    found: dict[str, GgufTensor] = {}
    for _ in range(count):
        begin = data.at
        name = data.name(LONGEST_NAME)
        if name in found:
            raise GgufFaultError("duplicate", begin, name)
        found[name] = _tensor(data, name)
    return tuple(found.values())


def _tensor(data: FileBytes, name: str) -> GgufTensor:
    begin = data.at
    dimensions = data.number("<I")
    if dimensions > 4:
        raise GgufFaultError("dimensions", begin, name, dimensions)
    begin = data.at
    shape = tuple(data.number("<Q") for _ in range(dimensions))
    if min(shape, default=1) == 0 or prod(shape) > MOST_ELEMENTS:
        raise GgufFaultError("shape", begin, name)
    begin = data.at
    number = str(data.number("<I"))
    if number not in _TYPES:
        raise GgufFaultError("tensor_type", begin, name, _REFUSED.get(number, f"type {number}"))
    tensor = GgufTensor(name, shape, _TYPES[number])
    if tensor.row % BLOCK_ELEMENTS[tensor.type]:
        raise GgufFaultError("row", begin, name, tensor.type)
    data.skip(8)  # where its data begins
    return tensor
