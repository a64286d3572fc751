"""Whatever the disk does at whichever moment, the output is a whole site, and the next build mends it.

Every run begins at the same state: the old site is there and the glossary has changed. A run that
the disk did not reach ends a loop, so each operation of a build has its turn.
"""

from __future__ import annotations

import errno
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import Result

from lemario.output import exchange
from tests import small
from tests.faults import CHANGES, LOOKS, READS, Disk, Happening, refusing
from tests.sites import Workshop, tiny
from tests.tally import COUNTS, TORTURE

# A full disk is tried at each operation; what else may happen, in a normal run, at every eighth.
STRIDE = 1 if TORTURE else 8
WRITES = CHANGES - {"unlink", "rmdir"}

pytestmark = pytest.mark.usefixtures("quick_builds")


@dataclass(frozen=True, slots=True)
class Before:
    """A glossary that has changed since its site was built: where, and both sites."""

    workshop: Workshop
    kept: Path
    old: dict[str, bytes]
    new: dict[str, bytes]

    def again(self) -> None:
        """Puts everything back to the beginning."""
        shutil.rmtree(self.workshop.folder)
        shutil.copytree(self.kept, self.workshop.folder, symlinks=True)


def prepared(folder: Path) -> Before:
    workshop = tiny(folder / "w")
    old = workshop.build()
    (workshop.glossary / "site.yaml").write_text("title: Otro título\n", encoding="utf-8")
    (workshop.glossary / "terms/nuevo.yaml").write_text(small.term("Nuevo", "New"), "utf-8")
    new = workshop.clean()
    shutil.rmtree(workshop.folder / "clean")
    # Pages that differ and pages that do not: writing, linking and dropping are all tried.
    assert set(new) > set(old)
    assert any(old[path] == new[path] for path in old)
    shutil.copytree(workshop.folder, folder / "kept")
    return Before(workshop, folder / "kept", old, new)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Before:
    return prepared(tmp_path_factory.mktemp("faults"))


@dataclass(frozen=True, slots=True)
class Run:
    """A build during which something happened, by its kind and place, and what came of it."""

    happened: str
    result: Result


def runs(
    before: Before, kinds: frozenset[str], acts: Happening, what: str, *, stride: int = 1
) -> Iterator[Run]:
    """A build for each operation of these kinds, each from the same beginning."""
    at = 1
    while True:
        before.again()
        disk = Disk(before.workshop.folder, kinds, at, acts)
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            result = before.workshop.run()
        if not disk.happened:
            assert before.workshop.site() == before.new
            assert at > 10
            return
        COUNTS[what] += 1
        yield Run(disk.happened, result)
        at += stride


def check_whole(before: Before, run: Run) -> None:
    """The site is the new one after a success, else the old or the new; a failure is explained."""
    site = before.workshop.site()
    if run.result.exit_code == 0:
        assert site == before.new, run.happened
    elif run.result.exit_code == 2:
        # A folder named on the command line that cannot be looked at is a wrong argument.
        assert run.happened.removeprefix(f"stat {before.workshop.folder}/") in ("theme", "glossary")
        said = ("Invalid value for '--theme'", "there is no folder")
        assert any(words in run.result.stderr for words in said), run.happened
        assert site == before.old, run.happened
    else:
        assert run.result.exit_code == 1, run.happened
        assert "error[L" in run.result.stderr, run.happened
        assert site in (before.old, before.new), run.happened


def check_mended(before: Before, run: Run) -> None:
    """The next build succeeds by itself and leaves nothing behind."""
    assert before.workshop.build() == before.new, run.happened


@pytest.fixture(params=["one step", "two steps"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the system's exchange of folders, and without it."""
    if request.param == "two steps":
        monkeypatch.setattr(exchange, "_system_exchange", lambda: None)
    return str(request.param)


def test_a_full_disk_at_every_write(before: Before, way: str) -> None:
    stride = 1 if way == "one step" else STRIDE
    for run in runs(before, WRITES, refusing(errno.ENOSPC), "full disk", stride=stride):
        check_whole(before, run)
        check_mended(before, run)


def test_a_full_disk_from_some_write_on(before: Before) -> None:
    def fill(disk: Disk) -> Happening:
        def full(kind: str, path: str) -> None:
            disk.at += 1  # the next one fails as well
            raise OSError(errno.ENOSPC, "No space left on device", path or None)

        return full

    first = 1
    while True:
        before.again()
        disk = Disk(before.workshop.folder, WRITES, first)
        disk.acts = fill(disk)
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            run = Run(f"from {first} on", before.workshop.run())
        if not disk.happened:
            break
        COUNTS["full disk"] += 1
        check_whole(before, run)
        check_mended(before, run)
        first += STRIDE


def test_lost_permissions_at_every_look(before: Before) -> None:
    for run in runs(before, LOOKS, refusing(errno.EACCES), "lost permission", stride=STRIDE):
        check_whole(before, run)
        check_mended(before, run)


def test_lost_permissions_at_every_write(before: Before) -> None:
    for run in runs(before, CHANGES, refusing(errno.EACCES), "lost permission", stride=STRIDE):
        check_whole(before, run)
        check_mended(before, run)


def test_a_disk_with_errors(before: Before) -> None:
    for run in runs(before, READS | LOOKS, refusing(errno.EIO), "read error", stride=STRIDE):
        check_whole(before, run)
        check_mended(before, run)


# --- Others at the same place --------------------------------------------------------------------


def test_the_output_is_removed_meanwhile(before: Before) -> None:
    def remove(kind: str, path: str) -> None:
        shutil.rmtree(before.workshop.out, ignore_errors=True)

    for run in runs(before, CHANGES, remove, "output removed", stride=STRIDE):
        site = before.workshop.site()
        # What was removed after the exchange stays away; nothing else is ever half there.
        assert site in ({}, before.new), run.happened
        assert run.result.exit_code in (0, 1)
        check_mended(before, run)


def test_a_file_takes_the_place_of_the_output_meanwhile(before: Before) -> None:
    out = before.workshop.out

    def replace(kind: str, path: str) -> None:
        shutil.rmtree(out, ignore_errors=True)
        out.write_bytes(b"mine")

    for run in runs(before, CHANGES, replace, "output replaced", stride=STRIDE):
        assert out.read_bytes() == b"mine", run.happened
        refused = before.workshop.run()
        assert refused.exit_code == 1
        assert "error[L501]" in refused.stderr
        assert out.read_bytes() == b"mine"
        out.unlink()
        check_mended(before, run)


@pytest.mark.usefixtures("way")
def test_a_file_of_somebody_is_put_into_the_output_meanwhile(before: Before) -> None:
    mine = before.workshop.out / "en/mine.txt"

    def put(kind: str, path: str) -> None:
        if mine.parent.is_dir():
            mine.write_bytes(b"mine")

    kinds = CHANGES - {"unlink", "rmdir"} | READS
    for run in runs(before, kinds, put, "foreign file", stride=STRIDE):
        if not mine.exists():
            # Between the two steps there is no output to put it into.
            assert run.happened.startswith("rename"), run.happened
        else:
            refused = before.workshop.run()
            assert refused.exit_code == 1
            assert "error[L502]" in refused.stderr
            assert mine.read_bytes() == b"mine"
            mine.unlink()
        site = before.workshop.site()
        assert site in (before.old, before.new), run.happened
        check_mended(before, run)


# --- Sources that change while they are read -----------------------------------------------------


def truncated(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def grown(path: Path) -> None:
    with path.open("ab") as handle:
        handle.write(b"\n# one line more\n")


def deleted(path: Path) -> None:
    path.unlink()


def swapped(path: Path) -> None:
    """As editors save: written beside, then renamed."""
    beside = path.with_name(".beside")
    beside.write_bytes(path.read_bytes() + b"\n")
    beside.replace(path)


@pytest.mark.parametrize("change", [truncated, cut, grown, deleted, swapped])
def test_a_source_changes_while_it_is_read(before: Before, change: Callable[[Path], None]) -> None:
    sources = (before.workshop.glossary, before.workshop.theme)

    def meanwhile(kind: str, path: str) -> None:
        if any(Path(path).is_relative_to(folder) for folder in sources) and Path(path).exists():
            change(Path(path))
            changed.append(Path(path))

    changed: list[Path] = []
    tried = 0
    for run in runs(before, READS, meanwhile, "source changed", stride=STRIDE):
        if not changed:
            continue
        tried += 1
        path = changed.pop()
        site = before.workshop.site()
        allowed = [before.new]
        during = before.workshop.run("--no-cache", "--out", str(before.kept.parent / "during"))
        if during.exit_code == 0:
            allowed.append(small.snapshot(before.kept.parent / "during"))
        if run.result.exit_code == 0:
            assert site in allowed, (run.happened, path)
        else:
            assert "error[L" in run.result.stderr, run.happened
            assert site == before.old, (run.happened, path)
        # Whoever was saving the file is done now.
        shutil.copy(before.kept / path.relative_to(before.workshop.folder), path)
        check_mended(before, run)
    assert tried > 5


# --- A disk that is really full ------------------------------------------------------------------


def fill(ballast: Path, free: int) -> None:
    """Writes until the disk is full, then gives back so many bytes."""
    with ballast.open("wb", buffering=0) as handle:
        for size in (65536, 4096):
            with suppress(OSError):
                while handle.write(bytes(size)) == size:
                    pass
        handle.truncate(handle.tell() - free)


def _mounts(folder: Path, *more: str) -> bool:
    done = subprocess.run(
        ["mount", "-t", "tmpfs", *more, "tmpfs", str(folder)], capture_output=True, check=False
    )
    return done.returncode == 0


def _can_mount() -> bool:
    """Whether this user may make a small disk of his own: root may, but not in every container."""
    probe = Path("/proc/self/ns/mnt").exists() and shutil.which("mount") is not None
    if not probe:
        return False
    allowed = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
        capture_output=True,
        check=False,
    )
    return allowed.returncode == 0


if shutil.which("unshare") and _can_mount():

    def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
        disk = tmp_path / "disk"
        disk.mkdir()
        assert _mounts(disk, "-o", "size=8m")
        try:
            before = prepared(disk)
            ballast = disk / "ballast"
            for free in range(0, 64 if TORTURE else 24, 2):
                before.again()
                fill(ballast, free * 4096)
                run = Run(f"{free} free pages", before.workshop.run())
                COUNTS["really full disk"] += 1
                check_whole(before, run)
                ballast.unlink()
                check_mended(before, run)
        finally:
            subprocess.run(["umount", str(disk)], check=True)
