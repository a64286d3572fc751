"""Two builds into one folder: one at a time, and a dead one holds nobody up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lemario.output import writer
from lemario.output.writer import write_site
from lemario.site.files import OutputFile
from tests import small
from tests.sites import tiny

HOLDS = """
import sys
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""
OLD = [OutputFile("index.html", b"old")]
NEW = [OutputFile("index.html", b"new")]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder with the old site."""
    write_site(OLD, tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def other(out: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that writes to the same folder and takes its time."""
    command = [sys.executable, "-c", HOLDS, str(out.with_name(".site.lock"))]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.mark.usefixtures("other")
def test_a_build_gives_up_when_another_does_not_finish(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_LOCK_SECONDS", 0.1)
    before = small.snapshot(out)
    written = write_site(NEW, out)
    assert written.value is None
    assert [d.code for d in written.diagnostics] == ["L504"]
    assert small.snapshot(out) == before


def test_the_lock_of_a_killed_build_is_taken(out: Path, other: subprocess.Popen[str]) -> None:
    other.kill()
    other.wait()
    assert out.with_name(".site.lock").exists()
    assert write_site(NEW, out).diagnostics == ()
    assert (out / "index.html").read_bytes() == b"new"


def test_builds_at_once_end_with_one_whole_site(tmp_path: Path) -> None:
    one, two = tiny(tmp_path / "one"), tiny(tmp_path / "two")
    (two.glossary / "site.yaml").write_text("title: Otro\n", encoding="utf-8")
    wholes = [one.clean(), two.clean()]
    out = tmp_path / "site"
    lemario = str(Path(sys.executable).with_name("lemario"))
    builds = [
        subprocess.Popen([lemario, *workshop.command("--out", str(out), "--quiet")])
        for workshop in (one, two, one, two)
    ]
    assert [build.wait() for build in builds] == [0, 0, 0, 0]
    assert small.snapshot(out) in wholes
    assert {path.name for path in tmp_path.iterdir()} == {"one", "two", "site", ".site.lock"}
