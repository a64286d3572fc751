"""Files to text: UTF-8 with or without a BOM, any line ends, composed characters (NFC)."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.core.source import SourceText
from lemario.core.text import nfc

LARGEST_BYTES = 1 << 20

# What YAML and HTML cannot carry, what YAML takes for a line break and editors do not, and what is
# invisible or turns the direction of text. Joiners stay: emoji are made with them.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]"
)
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_ATTEMPTS = 5


def read_source(file: Path, shown: str) -> Checked[SourceText]:
    """The text of `file`, named `shown` in diagnostics; None if it cannot be read as text."""
    try:
        data = read_whole(file, LARGEST_BYTES)
    except TooLargeError as problem:
        return _refused(
            error(
                "L115",
                Span.whole(shown),
                f"the file has {problem.size} bytes; at most {LARGEST_BYTES} are read",
                "split it: one term a file",
            )
        )
    except OSError as problem:
        return _refused(unreadable(problem, shown))
    return decode(data, shown)


def unreadable(problem: OSError, shown: str) -> Diagnostic:
    """What the system said when the file or folder named `shown` was to be read, as a diagnostic."""
    reason = problem.strerror or type(problem).__name__
    return error("L122", Span.whole(shown), f"cannot read the file: {reason}")


class TooLargeError(Exception):
    """A file has more bytes than are read: `size`."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def read_whole(file: Path, largest: int | None = None) -> bytes:
    """The bytes of a file as they were at one moment: it is read again if it changes meanwhile.

    Raises:
        OSError: the file is no file or cannot be read, or it never stands still.
        TooLargeError: it has more than `largest` bytes.
    """
    # Opening a pipe would wait for somebody to write into it.
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file", str(file))
    for _ in range(_ATTEMPTS):
        with file.open("rb") as handle:
            before = os.fstat(handle.fileno())
            if largest is not None and before.st_size > largest:
                raise TooLargeError(before.st_size)
            data = handle.read(before.st_size + 1)
            after = os.fstat(handle.fileno())
        moment = (before.st_size, before.st_mtime_ns)
        if len(data) == before.st_size and moment == (after.st_size, after.st_mtime_ns):
            return data
    raise OSError(errno.EBUSY, "it changes while it is read", str(file))


def decode(data: bytes, shown: str) -> Checked[SourceText]:
    """Bytes to text, or a diagnostic at the first byte or character that has no place in it."""
    if data.startswith(_UTF16_MARKS):
        return _refused(
            error(
                "L106",
                Span(shown, 1, 1, 1, 2),
                "the file is UTF-16, not UTF-8",
                "save it as UTF-8 in your editor",
            )
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        return _refused(_not_utf8(data, problem.start, shown))
    text = nfc(text.replace("\r\n", "\n").replace("\r", "\n"))
    bad = _FORBIDDEN.search(text)
    if bad:
        line, column = position(text, bad.start())
        return _refused(
            error(
                "L113",
                Span(shown, line, column, line, column + 1),
                f"the character U+{ord(bad[0]):04X} is not allowed",
                "delete it: it is invisible and usually comes from copying",
            )
        )
    return Checked(SourceText(shown, text))


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of the character at `offset`."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def _not_utf8(data: bytes, offset: int, shown: str) -> Diagnostic:
    before = data[:offset].decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    line, column = position(before + "?", len(before))
    guess = data[offset : offset + 1].decode("cp1252", errors="replace")
    looks = f' (in Latin-1 it would be "{guess}")' if guess.isprintable() else ""
    return error(
        "L106",
        Span(shown, line, column, line, column + 1),
        f"the file is not UTF-8: byte 0x{data[offset]:02X} at offset {offset}{looks}",
        "save it as UTF-8 in your editor",
    )


def _refused(diagnostic: Diagnostic) -> Checked[SourceText]:
    return Checked(None, (diagnostic,))
