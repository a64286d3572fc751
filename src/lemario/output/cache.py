"""Remembers results of pure functions between builds, by a key made of everything they depend on.

An entry is one file that begins with the hash of its key and the rest: damage is noticed, and an
entry in the place of another, too; then the value is computed again. The cache may fail in any way without failing a build; it only costs time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_DIGEST_BYTES = 32


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries. `version` goes into every key: what the tool is made of."""

    folder: Path
    version: str

    def memo(self, kind: str, key: bytes, compute: Callable[[], bytes]) -> bytes:
        """The bytes for a key, computed if they are not there or damaged."""
        digest = hashlib.sha256(f"{kind}\0{self.version}\0".encode() + key).hexdigest()
        path = self.folder / kind / digest[:2] / digest[2:]
        kept = _read(path, digest)
        if kept is not None:
            return kept
        made = compute()
        _write(path, digest, made)
        return made


def _check(digest: str, payload: bytes) -> bytes:
    return hashlib.sha256(digest.encode() + payload).digest()


def _read(path: Path, digest: str) -> bytes | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    payload = content[_DIGEST_BYTES:]
    return payload if content[:_DIGEST_BYTES] == _check(digest, payload) else None


def _write(path: Path, digest: str, payload: bytes) -> None:
    """Writes beside and renames, so that another build never reads half an entry."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(_check(digest, payload) + payload)
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
