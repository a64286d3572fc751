"""Files to text: UTF-8 with or without a BOM, any line ends, composed characters (NFC)."""

from __future__ import annotations

import re
from pathlib import Path

from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.core.source import SourceText
from lemario.core.text import nfc

LARGEST_BYTES = 1 << 20

# What YAML and HTML cannot carry, or what YAML takes for a line break and editors do not.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_source(file: Path, shown: str) -> Checked[SourceText]:
    """The text of `file`, named `shown` in diagnostics; None if it cannot be read as text."""
    try:
        size = file.stat().st_size
        if size > LARGEST_BYTES:
            return _refused(
                error(
                    "L115",
                    Span.whole(shown),
                    f"the file has {size} bytes; at most {LARGEST_BYTES} are read",
                    "split it: one term a file",
                )
            )
        data = file.read_bytes()
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        return _refused(error("L122", Span.whole(shown), f"cannot read the file: {reason}"))
    return decode(data, shown)


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
