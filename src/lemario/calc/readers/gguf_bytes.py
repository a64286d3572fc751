"""The bytes of a file one after another, of which no more is read than is asked for."""

from __future__ import annotations

import os
import struct
from typing import BinaryIO, Final

from lemario.calc.readers.gguf_faults import GgufFaultError

MOST_HEADER: Final = 1 << 26
"""Bytes of the longest header that is read: several times that of the largest vocabulary."""

_FIRST_CHUNK, _LARGEST_CHUNK = 1 << 16, 1 << 22


class FileBytes:
    """The bytes of a file from where the reader stands, read in chunks that grow."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.size = file.seek(0, os.SEEK_END)
        self.at = 0
        self.data = b""
        self.start = 0
        self.chunk = _FIRST_CHUNK

    def skip(self, count: int) -> None:
        """Passes over bytes, which must be there."""
        end = self.at + count
        if end > self.size:
            raise GgufFaultError("truncated", self.at)
        if end > MOST_HEADER:
            raise GgufFaultError("too_long", self.at)
        self.at = end

    def take(self, count: int) -> bytes:
        """The next bytes."""
        begin = self.at
        self.skip(count)
        if begin < self.start or self.at > self.start + len(self.data):
            self.file.seek(begin)
            self.data, self.start = self.file.read(max(count, self.chunk)), begin
            self.chunk = min(2 * self.chunk, _LARGEST_CHUNK)
            if len(self.data) < count:  # cut short since it was opened
                raise GgufFaultError("truncated", begin)
        return self.data[begin - self.start : self.at - self.start]

    def number(self, layout: str) -> int:
        """The next number, little-endian."""
        found: int = struct.unpack(layout, self.take(struct.calcsize(layout)))[0]
        return found

    def count(self, about: str, smallest: int) -> int:
        """A number of things that take some bytes each, and have to be in the file."""
        begin = self.at
        found = self.number("<Q")
        if found * smallest > self.size - self.at:
            raise GgufFaultError("count", begin, about, found)
        return found

    def name(self, longest: int) -> str:
        """A text that must be short."""
        begin = self.at
        length = self.number("<Q")
        if length > longest:
            raise GgufFaultError("length", begin, "", length)
        return self.take(length).decode("utf-8", "replace")
