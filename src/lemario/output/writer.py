"""Writes a site so that the old one stays whole until the new one is complete.

All files go to a folder beside the output first; then the two change places. What lies in the
output without being ours is never deleted: the build is refused instead.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.site.files import OutputFile

MANIFEST = ".lemario-site"
"""Lists the files of the site, one a line; its presence says that the folder is ours."""

_LITTER = frozenset([MANIFEST, ".DS_Store", "Thumbs.db", "desktop.ini"])


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
    if out.exists() and not out.is_dir():
        return error("L501", shown, "the output exists and is no folder", _ELSEWHERE)
    if out.is_dir() and (foreign := _foreign(out)):
        return error(
            "L502",
            shown,
            f"the folder holds something that Lemario did not make: {foreign}",
            "move it away, or choose another folder with --out",
        )
    return None


_ELSEWHERE = "choose another folder with --out"


def write_site(files: Sequence[OutputFile], out: Path) -> Checked[int]:
    """Puts exactly `files` into the folder `out` and returns their number.

    On a failure of the disk the old content of `out` stays, and the diagnostic says what failed.
    """
    staged: Path | None = None
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=f".{out.name}-new-", dir=out.parent))
        _fill(staged, files)
        _exchange(staged, out)
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        where = problem.filename if isinstance(problem.filename, str) else out.as_posix()
        return Checked(
            None,
            (
                error(
                    "L503",
                    Span.whole(Path(where).as_posix()),
                    f"cannot write the site: {reason}",
                    "the site that was there before has been left as it was",
                ),
            ),
        )
    finally:
        if staged is not None:
            shutil.rmtree(staged, ignore_errors=True)
    return Checked(len(files))


def _fill(folder: Path, files: Sequence[OutputFile]) -> None:
    folder.chmod(0o755)
    for file in files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.data)
    manifest = "".join(f"{path}\n" for path in sorted(file.path for file in files))
    (folder / MANIFEST).write_text(manifest, encoding="utf-8")


def _exchange(staged: Path, out: Path) -> None:
    """Puts `staged` in the place of `out`; puts the old folder back if that fails."""
    if not out.exists():
        staged.rename(out)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}-old-", dir=out.parent))
    out.rename(old / "site")
    try:
        staged.rename(out)
    except OSError:
        (old / "site").rename(out)
        raise
    finally:
        if out.exists():
            shutil.rmtree(old, ignore_errors=True)


def _foreign(out: Path) -> str:
    """A file in `out` that no manifest of ours names, or ""."""
    try:
        ours = set((out / MANIFEST).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        ours = set()
    for folder, subfolders, names in os.walk(out):
        subfolders.sort()
        for name in sorted(names):
            path = (Path(folder) / name).relative_to(out).as_posix()
            if path not in ours and name not in _LITTER:
                return path
    return ""
