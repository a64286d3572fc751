"""Decides whether a build has anything to do, from bytes alone.

The whole build is a pure function of the glossary's files, the theme's, the options and the tool.
Its stamp holds the hash of all that and of each file that came out. If the inputs still have that
hash and the output still has those files, there is nothing to do. Only the standard library is
used here: the answer must not cost what a build costs.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from lemario.core.tree import files_below

_PACKAGE = Path(__file__).resolve().parent.parent
_LIBRARIES = (
    *("babel", "jinja2", "markdown_it_py", "markupsafe", "pydantic", "pyyaml", "rapidfuzz"),
    *("click", "filelock"),
)
_COMPILED = frozenset(["__pycache__"])


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a build or check without errors was made of, what it made, and what it said.

    `outputs` are empty for a check; `warnings` is their text as printed, "" if there were none.
    """

    inputs: str
    outputs: Mapping[str, str]
    summary: str
    warnings: str = ""


@cache
def tool_version() -> str:
    """The hash of the program itself, of the libraries it uses and of the Python it runs on.

    Of the program as it was at the first call: what a running program does is what it has loaded,
    not what has been written over it since.
    """
    digest = hashlib.sha256(sys.version.encode())
    digest.update("\n".join(_installed()).encode())
    _add_tree(digest, _PACKAGE, _COMPILED)
    return digest.hexdigest()


def _installed() -> list[str]:
    """The libraries with their versions, by the folders that say what is installed.

    `importlib.metadata` knows as well, but costs as much as all the rest here.
    """
    found: set[str] = set()
    for entry in sys.path:
        with suppress(OSError):
            names = (path.name.lower() for path in Path(entry).iterdir())
            found |= {name for name in names if name.startswith(_LIBRARIES)}
    return sorted(name for name in found if name.endswith((".dist-info", ".egg-info")))


def inputs_hash(tool: str, folders: Iterable[Path], options: Mapping[str, str | None]) -> str:
    """The hash of everything that a build depends on; "" where some of it cannot be read."""
    digest = hashlib.sha256(tool.encode())
    digest.update(json.dumps(options, sort_keys=True).encode())
    try:
        for folder in folders:
            tree = hashlib.sha256()
            _add_tree(tree, folder)
            digest.update(tree.digest())
    except OSError:
        return ""
    return digest.hexdigest()


def witness(folders: Iterable[Path]) -> str:
    """Changes with every write to the program or below the folders, even if it is taken back.

    Equal before and after a build, and with equal hashes, it says that what the build read is what
    was hashed. "" where that cannot be said.
    """
    digest = hashlib.sha256()
    try:
        for folder in (_PACKAGE, *folders):
            for name, path in files_below(folder, _COMPILED if folder == _PACKAGE else ()):
                found = path.stat()
                times = (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
                digest.update(repr((name, times)).encode())
    except OSError:
        return ""
    return digest.hexdigest()


def outputs_of(out: Path) -> dict[str, str]:
    """The hash of each file in the output by its path, "" for a link; empty if unreadable."""
    try:
        return {
            name: "" if path.is_symlink() else hash_of(path.read_bytes())
            for name, path in files_below(out)
        }
    except OSError:
        return {}


def hash_of(data: bytes) -> str:
    """The hash that a stamp holds for a file with this content."""
    return hashlib.sha256(data).hexdigest()


def read_stamp(file: Path) -> Stamp | None:
    """The stamp in a file, None if there is none or it is damaged."""
    try:
        fields = json.loads(file.read_text(encoding="utf-8"))
        body = json.dumps(fields["stamp"], sort_keys=True)
        if fields["hash"] != hash_of(body.encode()):
            return None
        return Stamp(**fields["stamp"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def write_stamp(file: Path, stamp: Stamp) -> None:
    """Keeps the stamp; a disk that refuses only makes the next build slower."""
    body = asdict(stamp)
    check = hash_of(json.dumps(body, sort_keys=True).encode())
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps({"hash": check, "stamp": body}), encoding="utf-8")
        beside.replace(file)
    except OSError:
        with suppress(OSError):
            beside.unlink()


def is_current(stamp: Stamp, inputs: str, out: Path) -> bool:
    """Whether a build would change nothing."""
    return inputs != "" and stamp.inputs == inputs and stamp.outputs == outputs_of(out) != {}


def _add_tree(digest: hashlib._Hash, folder: Path, ignored: frozenset[str] = frozenset()) -> None:
    for relative, path in files_below(folder, ignored):
        name = relative.encode(errors="surrogateescape")
        data = path.read_bytes()
        digest.update(b"%d %s %d\n" % (len(name), name, len(data)))
        digest.update(data)
