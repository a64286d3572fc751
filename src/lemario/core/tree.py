"""The files below a folder, in an order that no system changes."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path


def files_below(folder: Path, ignored: Collection[str] = ()) -> Iterator[tuple[str, Path]]:
    """Every file below `folder` with its path from there, written with `/`, sorted folder by folder.

    Links are followed, since whoever opens a file follows them, too; a link to a folder that it
    lies in is not. What is neither file nor folder, such as a link to nothing, is left out, and so
    are folders called one of `ignored`.

    Raises:
        OSError: a folder cannot be listed.
    """
    return _below(folder, "", (os.path.realpath(folder),), ignored)


def _below(
    folder: Path, prefix: str, above: tuple[str, ...], ignored: Collection[str]
) -> Iterator[tuple[str, Path]]:
    with os.scandir(folder) as listed:
        entries = sorted(listed, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_file():
            yield prefix + entry.name, Path(entry.path)
        elif entry.is_dir() and entry.name not in ignored:
            real = os.path.realpath(entry.path)
            if real not in above:
                name = f"{prefix}{entry.name}/"
                yield from _below(Path(entry.path), name, (*above, real), ignored)
