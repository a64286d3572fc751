"""Puts a finished folder in the place of another, so that one of the two is always there.

Linux and macOS can exchange two folders in one step. Where that is not to be had the old one is
renamed away first; `recover` undoes that if the program dies in between.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_UNSUPPORTED = frozenset([errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM])


def staging_of(out: Path) -> Path:
    """Where the new site is put together: beside the output, so that it can be renamed."""
    return out.with_name(f".{out.name}.lemario-new")


def old_of(out: Path) -> Path:
    """Where the old site waits while it is replaced in two steps."""
    return out.with_name(f".{out.name}.lemario-old")


def leftovers(out: Path) -> list[Path]:
    """What lies beside the output although no build is at work."""
    return [path for path in (staging_of(out), old_of(out)) if path.exists()]


def exchange(staged: Path, out: Path, *, in_one_step: bool = True) -> None:
    """Makes `staged` the output; what was there is at `staged` afterwards, if there was anything.

    `in_one_step=False` does without the system's exchange, as on systems that lack it.

    Raises:
        OSError: the output is what it was before, or else `recover` makes it that.
    """
    if not out.exists():
        staged.rename(out)
    elif not out.is_dir() or out.is_symlink():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(out))
    elif not (in_one_step and _swapped(staged, out)):
        old = old_of(out)
        out.rename(old)
        try:
            staged.rename(out)
        except OSError:
            old.rename(out)
            raise
        old.rename(staged)
    flush_folder(out.parent)


def recover(out: Path) -> None:
    """Puts right what a build that died left behind: the old site comes back, the rest goes.

    To be called by whoever holds the lock.
    """
    old = old_of(out)
    if old.exists():
        if out.is_dir() and not any(out.iterdir()):
            out.rmdir()
        if out.exists():
            shutil.rmtree(old)
        else:
            old.rename(out)
    staging = staging_of(out)
    if staging.exists():
        shutil.rmtree(staging)


def _swapped(a: Path, b: Path) -> bool:
    """Whether the system exchanged the two; False where it cannot."""
    call = _system_exchange()
    if call is None:
        return False
    number = call(os.fsencode(a), os.fsencode(b))
    if number in _UNSUPPORTED:
        return False
    if number:
        raise OSError(number, os.strerror(number), str(b))
    return True


def _system_exchange() -> Callable[[bytes, bytes], int] | None:
    """A function that exchanges two paths and returns 0 or an errno; None if there is none."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            swap = library.renamex_np

            def run_swap(a: bytes, b: bytes) -> int:
                return 0 if swap(a, b, _RENAME_SWAP) == 0 else ctypes.get_errno()

            return run_swap
        rename = library.renameat2
    except (OSError, AttributeError, TypeError):
        return None

    def run(a: bytes, b: bytes) -> int:
        done = rename(_AT_FDCWD, a, _AT_FDCWD, b, _RENAME_EXCHANGE)
        return 0 if done == 0 else ctypes.get_errno()

    return run


def flush_folder(folder: Path) -> None:
    """Makes what was named in the folder survive a power cut, where folders can be synced."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
