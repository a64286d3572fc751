"""The same glossary gives the same bytes, whoever builds it, where, when and how."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import small
from tests.bench import furnish
from tests.sites import Workshop, furnished

LEMARIO = str(Path(sys.executable).with_name("lemario"))
# What differs between machines; only the first is what the others are compared with.
ENVIRONMENTS = {
    "plain": {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
    "C": {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Pacific/Kiritimati", "LANG": "C"},
    "Spanish": {"PYTHONHASHSEED": "2", "LC_ALL": "es_ES.UTF-8", "TZ": "America/Bogota"},
    "Turkish": {"PYTHONHASHSEED": "3", "LC_ALL": "tr_TR.UTF-8", "TZ": "Europe/Istanbul"},
    "Latin-1": {"PYTHONHASHSEED": "4", "LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"},
    "seed": {"PYTHONHASHSEED": "4294967295", "LC_ALL": "C.UTF-8", "COLUMNS": "20"},
    "optimised": {"PYTHONHASHSEED": "5", "PYTHONOPTIMIZE": "2", "SOURCE_DATE_EPOCH": "1"},
}
pytestmark = pytest.mark.usefixtures("quick_builds")
DROPPED = ("LANG", "LANGUAGE", "LC_ALL", "TZ", "PYTHONHASHSEED")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A glossary with links, live numbers and a catalogue."""
    bench = furnish(furnished(tmp_path_factory.mktemp("reproducible")))
    (bench.workshop.glossary / "terms/tilde.yaml").write_text(
        small.term("Ñandú ışık İ", "Iı", es_more="aliases: [ábaco, Zeta, ñu]", category="otras"),
        "utf-8",
    )
    categories = '{"otras": {"name": {"es": "İı", "en": "I"}, "blurb": {"es": "Ö", "en": "O"}},'
    file = bench.workshop.glossary / "categories.yaml"
    file.write_text(categories + file.read_text(encoding="utf-8").lstrip()[1:], encoding="utf-8")
    return bench.workshop


@pytest.fixture(scope="module")
def expected(workshop: Workshop) -> dict[str, bytes]:
    return workshop.clean()


@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_any_environment(
    workshop: Workshop, expected: dict[str, bytes], tmp_path: Path, environment: dict[str, str]
) -> None:
    env = {name: value for name, value in os.environ.items() if name not in DROPPED} | environment
    command = [LEMARIO, *workshop.command("--no-cache", "--out", str(tmp_path / "site"))]
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    assert small.snapshot(tmp_path / "site") == expected


@pytest.mark.parametrize("mask", [0o000, 0o077, 0o027])
def test_any_umask(workshop: Workshop, expected: dict[str, bytes], mask: int) -> None:
    before = os.umask(mask)
    try:
        assert workshop.clean() == expected
    finally:
        os.umask(before)


def test_any_place_of_the_glossary_the_theme_and_the_output(
    workshop: Workshop, expected: dict[str, bytes], tmp_path: Path
) -> None:
    other = Workshop(tmp_path / "otro sitio ñ" / "a")
    shutil.copytree(workshop.glossary, other.glossary)
    shutil.copytree(workshop.theme, other.theme)
    assert other.clean() == expected


def test_any_working_folder(
    workshop: Workshop,
    expected: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert workshop.clean() == expected
    monkeypatch.chdir(workshop.glossary.parent)
    command = [LEMARIO, "build", "--theme", "theme", "--no-cache", "--out", str(tmp_path / "site")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert small.snapshot(tmp_path / "site") == expected


def test_any_age_of_the_files(workshop: Workshop, expected: dict[str, bytes]) -> None:
    for number, path in enumerate(sorted(workshop.folder.rglob("*.*"))):
        os.utime(path, (number * 86_400, number * 86_400))
    assert workshop.clean() == expected


class Shuffled:
    """What `os.scandir` gives, in another order."""

    def __init__(self, found: list[os.DirEntry[str]]) -> None:
        self.found = iter(found)

    def __enter__(self) -> Shuffled:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def __iter__(self) -> Shuffled:
        return self

    def __next__(self) -> os.DirEntry[str]:
        return next(self.found)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_any_order_of_the_file_system(
    workshop: Workshop, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    scandir, listdir = os.scandir, os.listdir
    lists = 0

    def turned(names: list[str]) -> list[str]:
        nonlocal lists
        lists += len(names) > 1
        names = sorted(names, reverse=turn > 1)
        return names[turn:] + names[:turn]

    def scan(path: str | Path = ".") -> Shuffled:
        with scandir(path) as found:
            entries = {entry.name: entry for entry in found}
        return Shuffled([entries[name] for name in turned(list(entries))])

    monkeypatch.setattr(os, "scandir", scan)
    monkeypatch.setattr(os, "listdir", lambda path=".": turned(listdir(path)))
    out = workshop.folder / "turned/site"
    done = workshop.run("--no-cache", "--out", str(out))
    monkeypatch.undo()
    assert done.exit_code == 0
    assert lists > 5
    assert small.snapshot(out) == expected
    shutil.rmtree(out.parent)
