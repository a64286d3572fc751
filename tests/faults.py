"""A disk that does as a test tells it, at one chosen operation of a program that writes and reads.

It stands between the program and the operating system, in this process only: the program has no
switch for it.
"""

from __future__ import annotations

import builtins
import io
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import pytest

from lemario.output import exchange

CHANGES = frozenset(
    [
        "mkdir",
        "create",
        "write",
        "link",
        "rename",
        "replace",
        "fsync",
        "sync",
        "swap",
        "unlink",
        "rmdir",
    ]
)
LOOKS = frozenset(["open", "scandir", "listdir", "stat", "lstat"])
READS = frozenset(["read"])
Happening = Callable[[str, str], None]
"""What happens before the chosen operation: its kind and the path that it is about."""


@dataclass
class Disk:
    """Counts operations of the kinds `kinds` on what lies below `folder`; at number `at` it `acts`.

    Operations that name no absolute path count, too: they are those of a tree that is removed.
    """

    folder: Path
    kinds: frozenset[str]
    at: int = 0
    acts: Happening = lambda kind, path: None
    count: int = 0
    happened: str = ""
    busy: bool = field(default=False, repr=False)

    def meets(self, kind: str, path: object) -> None:
        """To be called before each operation."""
        name = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
        below = not name.startswith("/") or name.startswith(f"{self.folder}/")
        if self.busy or kind not in self.kinds or not below:
            return
        self.count += 1
        if self.count == self.at:
            self.busy = True  # what the test does now is no operation of the program
            try:
                self.happened = f"{kind} {name}"
                self.acts(kind, name)
            finally:
                self.busy = False

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Takes the place of the system's functions until the patch is undone."""
        for name in ("mkdir", "link", "rename", "replace", "unlink", "rmdir", "fsync"):
            patch.setattr(os, name, self._meeting(name, getattr(os, name)))
        for name in ("scandir", "listdir", "stat", "lstat"):
            patch.setattr(os, name, self._meeting(name, getattr(os, name)))
        patch.setattr(os, "sync", self._meeting("sync", lambda: None))
        patch.setattr(exchange, "_swapped", self._meeting("swap", exchange._swapped))
        real = io.open

        def opened(file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
            if isinstance(file, int):
                return real(file, mode, *more, **named)
            self.meets("create" if set("wax") & set(mode) else "open", file)
            return _Handle(self, file, real(file, mode, *more, **named))

        patch.setattr(io, "open", opened)
        patch.setattr(builtins, "open", opened)

    def _meeting(self, kind: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def met(*arguments: Any, **named: Any) -> Any:
            self.meets(kind, arguments[0] if arguments else "")
            return real(*arguments, **named)

        return met


class _Handle:
    """An open file that stops half-way through a write when its disk acts up."""

    def __init__(self, disk: Disk, path: object, handle: IO[Any]) -> None:
        self._disk, self._path, self._handle = disk, path, handle

    def write(self, data: Any) -> int:
        half = len(data) // 2
        written = self._handle.write(data[:half])
        self._handle.flush()
        self._disk.meets("write", self._path)
        return written + self._handle.write(data[half:])

    def read(self, *size: int) -> Any:
        self._disk.meets("read", self._path)
        return self._handle.read(*size)

    def __enter__(self) -> _Handle:
        return self

    def __exit__(self, *problem: object) -> None:
        self._handle.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._handle, name)


def refusing(number: int) -> Happening:
    """An operating system that answers with an error, such as `errno.ENOSPC`."""

    def refuse(kind: str, path: str) -> None:
        raise OSError(number, os.strerror(number), path or None)

    return refuse
