"""Replaces a file of the glossary in one step, unless somebody else has changed it."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

CHANGED_MEANWHILE = "it has been changed meanwhile"


def rewrite(file: Path, before: bytes, after: bytes) -> str:
    """Puts `after` in the place of `before`; returns why not, or "" when it is done.

    The file is always whole, the old one or the new one, and keeps its mode. It is left alone if
    it no longer holds `before`, may not be written, or is a link to somewhere else.
    """
    temporary: Path | None = None
    try:
        if file.is_symlink():
            return "it is a link to another file"
        if not os.access(file, os.W_OK):
            return "it is write-protected"
        mode = stat.S_IMODE(file.stat().st_mode)
        descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".tmp", dir=file.parent)
        temporary = Path(name)
        with os.fdopen(descriptor, "wb") as written:
            written.write(after)
            written.flush()
            os.fsync(written.fileno())
        temporary.chmod(mode)
        if file.read_bytes() != before:
            return CHANGED_MEANWHILE
        temporary.replace(file)
        temporary = None
    except OSError as problem:
        return problem.strerror or type(problem).__name__
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
    return ""


def encoded_like(before: bytes, text: str, after: str) -> bytes | None:
    """`after` in UTF-8, with a byte order mark and Windows line ends if `before` has them.

    `text` is what was read from `before`. None if it does not come from it, or if its encoding
    cannot be kept: letters were decomposed, line ends of several kinds.
    """
    for mark in ("", "\ufeff"):
        for end in ("\n", "\r\n"):
            if (mark + text.replace("\n", end)).encode() == before:
                return (mark + after.replace("\n", end)).encode()
    return None
