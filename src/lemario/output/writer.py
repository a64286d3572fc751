"""Writes a site so that the output is wholly the old site or wholly the new one, whatever happens.

The new site is put together beside the old: files that did not change are linked, others written,
and all of it is on the disk before the two change places. What lies in the output without being
ours is never deleted: the build is refused instead.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.output.exchange import exchange, flush_folder, recover, staging_of
from lemario.output.stamp import hash_of
from lemario.site.files import OutputFile

MANIFEST = ".lemario-site"
"""Lists the files of the site, one a line; its presence says that the folder is ours."""

LITTER = frozenset([MANIFEST, ".DS_Store", "Thumbs.db", "desktop.ini"])
"""Files that nobody misses: ours, and those that file managers leave behind."""

_ELSEWHERE = "choose another folder with --out"
_LOCK_SECONDS = 60
_FEW = 64


@dataclass(frozen=True, slots=True)
class Written:
    """The hash of each file of the site, its manifest included; how many are new or changed."""

    hashes: Mapping[str, str]
    changed: int


def refusal(out: Path, keep: Iterable[Path]) -> Diagnostic | None:
    """Why a site must not be written to `out`, if so; `keep` are folders that are sources."""
    target = out.resolve()
    shown = Span.whole(out.as_posix())
    if target in (Path(target.anchor), Path.home().resolve(), Path.cwd()):
        return error("L501", shown, "refusing to replace this folder by a site", _ELSEWHERE)
    for folder in keep:
        kept = folder.resolve()
        if target == kept or target in kept.parents or kept in target.parents:
            return error(
                "L501", shown, f"the output lies over `{folder.as_posix()}`, a source", _ELSEWHERE
            )
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        return error("L501", shown, "the output exists and is no folder", _ELSEWHERE)
    if out.is_dir() and (foreign := _foreign(out)):
        return _occupied(out, foreign)
    return None


def _occupied(out: Path, foreign: str) -> Diagnostic:
    message = f"the folder holds something that Lemario did not make: {foreign}"
    return error("L502", Span.whole(out.as_posix()), message, f"move it away, or {_ELSEWHERE}")


def write_site(files: Sequence[OutputFile], out: Path) -> Checked[Written]:
    """Puts exactly `files` into the folder `out`; touches nothing if they are there already.

    On any failure of the disk the old content of `out` stays, and the diagnostic says what failed.
    """
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(out.with_name(f".{out.name}.lock"), timeout=_LOCK_SECONDS):
            return _write(files, out)
    except Timeout:
        message = f"another build has been writing here for {_LOCK_SECONDS} seconds"
        help = "wait for it, or choose another folder with --out"
        return Checked(None, (error("L504", Span.whole(out.as_posix()), message, help),))
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        where = problem.filename if isinstance(problem.filename, str) else out.as_posix()
        help = "the site that was there before has been left as it was"
        span = Span.whole(Path(where).as_posix())
        return Checked(None, (error("L503", span, f"cannot write the site: {reason}", help),))


def manifest_of(files: Iterable[OutputFile]) -> bytes:
    """The manifest of some files: their paths in order, one a line."""
    return "".join(f"{path}\n" for path in sorted(file.path for file in files)).encode()


def _write(files: Sequence[OutputFile], out: Path) -> Checked[Written]:
    """Stages and exchanges; to be called with the lock held."""
    recover(out)
    complete = [*files, OutputFile(MANIFEST, manifest_of(files))]
    hashes = {file.path: hash_of(file.data) for file in complete}
    same = {file.path for file in complete if _holds(out / file.path, file.data)}
    if len(same) == len(complete) and _count_files(out) == len(complete):
        return Checked(Written(hashes, 0))
    staged = staging_of(out)
    try:
        _stage(complete, same, out, staged)
        exchange(staged, out)
        # What came out is looked at once more: since the check before the build, somebody may have
        # put a file there.
        if staged.exists() and (foreign := _foreign(staged)):
            exchange(staged, out)
            return Checked(None, (_occupied(out, foreign),))
    finally:
        # What is there now is the old site, or what was staged in vain.
        shutil.rmtree(staged, ignore_errors=True)
    return Checked(Written(hashes, sum(file.path not in same for file in files)))


def _stage(files: Sequence[OutputFile], same: set[str], out: Path, staged: Path) -> None:
    """The whole site in the folder `staged`, on the disk."""
    staged.mkdir()
    folders = {staged}
    written: list[Path] = []
    for file in files:
        target = staged / file.path
        if target.parent not in folders:
            target.parent.mkdir(parents=True, exist_ok=True)
            folders.update(above for above in target.parents if above.is_relative_to(staged))
        if file.path not in same or not _linked(out / file.path, target):
            target.write_bytes(file.data)
            written.append(target)
    _flush(written, folders)


def _linked(source: Path, target: Path) -> bool:
    """Whether the file could be linked: not across file systems, nor where there are no links."""
    try:
        os.link(source, target)
    except OSError:
        return False
    return True


def _flush(written: Sequence[Path], folders: Iterable[Path]) -> None:
    """Brings what was written to the disk: file by file if few, else all at once."""
    if len(written) > _FEW and hasattr(os, "sync"):
        os.sync()
        return
    for path in written:
        with path.open("rb+") as handle:
            os.fsync(handle.fileno())
    for folder in folders:
        flush_folder(folder)


def _holds(path: Path, data: bytes) -> bool:
    """Whether there is a file, not a link to one, with exactly this content."""
    try:
        found = path.lstat()
        regular = stat.S_ISREG(found.st_mode)
        return regular and found.st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _count_files(folder: Path) -> int:
    return sum(len(names) for _, _, names in os.walk(folder))


def _foreign(out: Path) -> str:
    """A file in `out` that no manifest of ours names, or "" if there is none."""
    if out.is_symlink() or not out.is_dir():
        return out.name
    try:
        ours = set((out / MANIFEST).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        ours = set()
    for folder, subfolders, names in os.walk(out):
        links = [name for name in subfolders if (Path(folder) / name).is_symlink()]
        subfolders.sort()
        for name in sorted([*names, *links]):
            path = (Path(folder) / name).relative_to(out).as_posix()
            if path not in ours and name not in LITTER:
                return path
    return ""
