"""A build that is killed leaves the old site or the new one, and the next build needs no help."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest

from lemario.output import exchange
from tests import small
from tests.faults import CHANGES, Disk
from tests.sites import Workshop, tiny
from tests.tally import COUNTS, TORTURE

KILLS = 200 if TORTURE else 20
STRIDE = 1 if TORTURE else 6
TITLES = ("Uno", "Dos")
KILLED = 9

pytestmark = pytest.mark.usefixtures("quick_builds")


def entitle(workshop: Workshop, title: str) -> None:
    """Changes every page of the site."""
    (workshop.glossary / "site.yaml").write_text(f"title: {title}\n", encoding="utf-8")


def both_sites(workshop: Workshop) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The site under either title; afterwards the second one is built."""
    sites = []
    for title in TITLES:
        entitle(workshop, title)
        sites.append(workshop.clean())
    shutil.rmtree(workshop.folder / "clean")
    assert workshop.build() == sites[1]
    return sites[0], sites[1]


# --- At any instant ------------------------------------------------------------------------------


def instants(seconds: float) -> Iterator[float]:
    """Spread evenly from 0 to `seconds`, however many are taken: steps of the golden section."""
    return ((number * 0.6180339887498949) % 1 * seconds for number in count(1))


def run_for(command: list[str], seconds: float, sign: Path | None = None) -> int:
    """Runs a program and kills it after so long, counted from when `sign` appears if one is given.

    Its exit code.
    """
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while sign and not sign.exists() and process.poll() is None:
            pass
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.returncode


def test_killed_at_any_instant(tmp_path: Path) -> None:
    workshop = tiny(tmp_path)
    for number in range(40):
        text = small.term(f"Término {number}", f"Term {number}", more="related: [caso]")
        (workshop.glossary / f"terms/t{number}.yaml").write_text(text, encoding="utf-8")
    sites = both_sites(workshop)
    command = [str(Path(sys.executable).with_name("lemario")), *workshop.command("--no-cache")]
    started = time.perf_counter()
    assert run_for(command, 60) == 0

    # Most of a build is not writing, so every other kill waits for that and then falls within it.
    at, in_writing = instants(1.1 * (time.perf_counter() - started)), instants(0.03)
    command.remove("--no-cache")
    killed = 0
    for number in count():
        if killed == KILLS:
            break
        assert number < 3 * KILLS, "too few builds were still at work when they were to be killed"
        new, old = sites[number % 2], sites[1 - number % 2]
        entitle(workshop, TITLES[number % 2])
        if number % 3 == 0:
            shutil.rmtree(workshop.cache)
        if number % 2:
            code = run_for(command, next(at))
        else:
            code = run_for(command, next(in_writing), exchange.staging_of(workshop.out))
        assert workshop.site() in (old, new)
        if code == 0:
            assert workshop.site() == new
        else:
            killed += 1
            COUNTS["kills"] += 1
            COUNTS["kills while writing"] += bool(exchange.leftovers(workshop.out))
        assert workshop.build() == new


# --- At each operation ---------------------------------------------------------------------------


def die(kind: str, path: str) -> NoReturn:
    """As a kill: no handler runs, nothing is tidied up."""
    os._exit(KILLED)


def killed_at(workshop: Workshop, number: int) -> bool:
    """A build in a process of its own that dies at that operation; False if it ended before."""
    child = os.fork()
    if child == 0:
        try:
            disk = Disk(workshop.folder, CHANGES, number, die)
            with pytest.MonkeyPatch.context() as patch:
                disk.install(patch)
                os._exit(workshop.run().exit_code)
        finally:
            os._exit(70)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, KILLED)
    return code == KILLED


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # the child starts no threads
@pytest.mark.parametrize("way", ["one step", "two steps"])
def test_killed_at_each_operation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "two steps":
        monkeypatch.setattr(exchange, "_system_exchange", lambda: None)
    workshop = tiny(tmp_path / "w")
    sites = both_sites(workshop)
    entitle(workshop, TITLES[0])
    shutil.copytree(workshop.folder, tmp_path / "kept")
    renames = 0
    for number in count(1, STRIDE):
        if not killed_at(workshop, number):
            break
        COUNTS["kills at an operation"] += 1
        if way == "two steps" and not workshop.out.exists():
            # The one moment without a site: the old one waits beside.
            assert small.snapshot(exchange.old_of(workshop.out)) == sites[1]
            renames += 1
        else:
            assert workshop.site() in sites
        assert workshop.build() == sites[0]
        shutil.rmtree(workshop.folder)
        shutil.copytree(tmp_path / "kept", workshop.folder)
    assert number > 50
    assert workshop.site() == sites[0]
    assert renames <= 1


def test_killed_between_the_two_steps_and_then_an_error(tmp_path: Path) -> None:
    workshop = tiny(tmp_path)
    sites = both_sites(workshop)
    workshop.out.rename(exchange.old_of(workshop.out))
    (workshop.glossary / "site.yaml").write_text("titel: Uno\n", encoding="utf-8")
    assert workshop.run().exit_code == 1
    assert small.snapshot(exchange.old_of(workshop.out)) == sites[1]
    entitle(workshop, TITLES[0])
    assert workshop.build() == sites[0]
