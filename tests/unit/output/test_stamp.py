"""Whether there is anything to do: every change of a byte is noticed, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lemario.output import stamp as module
from lemario.output.stamp import (
    Stamp,
    inputs_hash,
    is_current,
    outputs_of,
    read_stamp,
    witness,
    write_stamp,
)
from tests.faults import CHANGES, Disk, refusing

OPTIONS = {"base_url": None, "shown": "glossary"}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A glossary and a theme, in small."""
    for name, text in {"g/site.yaml": "title", "g/terms/a.yaml": "a", "t/page.html": "p"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "g", tmp_path / "t"


def hashed(folders: tuple[Path, Path], options: dict[str, str | None] = OPTIONS) -> str:
    found = inputs_hash("1", folders, options)
    assert found
    return found


def flip(path: Path, index: int) -> None:
    data = bytearray(path.read_bytes())
    data[index] ^= 1
    path.write_bytes(data)


def test_the_same_inputs_have_the_same_hash(folders: tuple[Path, Path]) -> None:
    assert hashed(folders) == hashed(folders)


def test_every_byte_of_the_inputs_counts(folders: tuple[Path, Path]) -> None:
    seen = {hashed(folders)}
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    total = 0
    for path in files:
        for index in range(path.stat().st_size):
            flip(path, index)
            seen.add(hashed(folders))
            flip(path, index)
            total += 1
    assert total == len("title") + len("a") + len("p")
    assert len(seen) == total + 1


CHANGES_OF_FILES: dict[str, Callable[[Path], object]] = {
    "added": lambda g: (g / "terms/b.yaml").write_text("", encoding="utf-8"),
    "removed": lambda g: (g / "terms/a.yaml").unlink(),
    "renamed": lambda g: (g / "terms/a.yaml").rename(g / "terms/b.yaml"),
    "moved": lambda g: (g / "terms/a.yaml").rename(g / "a.yaml"),
    "hidden": lambda g: (g / "terms/.b").write_text("", encoding="utf-8"),
    "byte moved to the next file": lambda g: (
        (g / "site.yaml").write_text("titl", encoding="utf-8"),
        (g / "terms/a.yaml").write_text("ea", encoding="utf-8"),
    ),
}


@pytest.mark.parametrize("change", CHANGES_OF_FILES.values(), ids=CHANGES_OF_FILES)
def test_a_change_of_files_is_noticed(
    folders: tuple[Path, Path], change: Callable[[Path], object]
) -> None:
    before = hashed(folders)
    change(folders[0])
    assert hashed(folders) != before


def test_the_tool_the_options_and_the_order_of_folders_count(folders: tuple[Path, Path]) -> None:
    other: dict[str, str | None] = {"base_url": "https://example.org/", "shown": "glossary"}
    hashes = {
        hashed(folders),
        hashed(folders, other),
        hashed((folders[1], folders[0])),
        inputs_hash("2", folders, OPTIONS),
    }
    assert len(hashes) == 4


def test_what_lies_behind_a_link_counts(folders: tuple[Path, Path], tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "b.yaml").write_text("b", encoding="utf-8")
    (folders[0] / "catalogue").symlink_to(elsewhere)
    (folders[0] / "terms/c.yaml").symlink_to(elsewhere / "b.yaml")
    seen = [hashed(folders)]
    flip(elsewhere / "b.yaml", 0)
    seen.append(hashed(folders))
    (elsewhere / "more").touch()
    seen.append(hashed(folders))
    assert len(set(seen)) == 3


def test_links_that_lead_nowhere_or_back_do_not_matter(folders: tuple[Path, Path]) -> None:
    before = hashed(folders)
    (folders[0] / "terms/.#a.yaml").symlink_to("somebody@somewhere.1234")
    (folders[0] / "terms/loop").symlink_to(folders[0])
    assert hashed(folders) == before


def test_a_folder_of_compiled_code_in_a_theme_is_part_of_the_theme(
    folders: tuple[Path, Path],
) -> None:
    before = hashed(folders)
    (folders[1] / "__pycache__").mkdir()
    (folders[1] / "__pycache__/x").touch()
    assert hashed(folders) != before


def test_what_cannot_be_read_is_never_current(tmp_path: Path) -> None:
    missing = inputs_hash("1", [tmp_path / "missing"], OPTIONS)
    assert missing == ""
    (tmp_path / "out").mkdir()
    (tmp_path / "out/index.html").touch()
    outputs = outputs_of(tmp_path / "out")
    assert not is_current(Stamp(missing, outputs, ""), missing, tmp_path / "out")


def test_a_write_is_noticed_even_if_it_is_taken_back(folders: tuple[Path, Path]) -> None:
    path = folders[0] / "site.yaml"
    before, kept = witness(folders), path.stat()
    assert witness(folders) == before
    text = path.read_bytes()
    path.write_bytes(b"other")
    path.write_bytes(text)
    # Two writes within one tick of the file system's clock look alike, so the clock is put on.
    os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns + 1))
    assert witness(folders) != before


# --- outputs -------------------------------------------------------------------------------------


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A site of two files."""
    (tmp_path / "out/en").mkdir(parents=True)
    (tmp_path / "out/index.html").write_text("es", encoding="utf-8")
    (tmp_path / "out/en/index.html").write_text("en", encoding="utf-8")
    return tmp_path / "out"


def test_an_output_that_was_left_alone_is_current(out: Path) -> None:
    stamp = Stamp("inputs", outputs_of(out), "")
    assert is_current(stamp, "inputs", out)
    assert not is_current(stamp, "others", out)


def test_every_byte_of_the_output_counts(out: Path) -> None:
    stamp = Stamp("inputs", outputs_of(out), "")
    for path in (out / "index.html", out / "en/index.html"):
        for index in range(2):
            flip(path, index)
            assert not is_current(stamp, "inputs", out)
            flip(path, index)
    assert is_current(stamp, "inputs", out)


def link_instead(out: Path) -> None:
    (out / "index.html").replace(out.with_name("elsewhere"))
    (out / "index.html").symlink_to(out.with_name("elsewhere"))


CHANGES_OF_OUTPUT: dict[str, Callable[[Path], object]] = {
    "added": lambda out: (out / "more.html").touch(),
    "removed": lambda out: (out / "index.html").unlink(),
    "renamed": lambda out: (out / "index.html").rename(out / "home.html"),
    "all renamed": lambda out: out.rename(out.with_name("gone")),
    "a link for a file": link_instead,
    "two that changed places": lambda out: (
        (out / "index.html").write_text("en", encoding="utf-8"),
        (out / "en/index.html").write_text("es", encoding="utf-8"),
    ),
}


@pytest.mark.parametrize("change", CHANGES_OF_OUTPUT.values(), ids=CHANGES_OF_OUTPUT)
def test_a_change_of_the_output_is_noticed(out: Path, change: Callable[[Path], object]) -> None:
    stamp = Stamp("inputs", outputs_of(out), "")
    change(out)
    assert not is_current(stamp, "inputs", out)


def test_no_output_is_never_current(tmp_path: Path) -> None:
    assert not is_current(Stamp("inputs", {}, ""), "inputs", tmp_path / "missing")
    assert not is_current(Stamp("inputs", {}, ""), "inputs", tmp_path)


# --- the file of the stamp -----------------------------------------------------------------------


def test_a_stamp_is_read_as_it_was_written(tmp_path: Path) -> None:
    stamp = Stamp("i", {"a": "b", "en/ñ\udcff": "c"}, "Built: 1 término")
    write_stamp(tmp_path / "new/stamp.json", stamp)
    assert read_stamp(tmp_path / "new/stamp.json") == stamp
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["stamp.json"]


def test_any_damage_of_the_stamp_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "stamp.json"
    write_stamp(file, Stamp("i", {"a": "b"}, "s"))
    whole = file.read_bytes()
    for index in range(len(whole)):
        flip(file, index)
        assert read_stamp(file) is None, index
        file.write_bytes(whole[:index])
        assert read_stamp(file) is None, index
        file.write_bytes(whole)


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '{"hash": 1, "stamp": 2}', "[" * 100_000])
def test_what_is_no_stamp_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "stamp.json").write_text(text, encoding="utf-8")
    assert read_stamp(tmp_path / "stamp.json") is None
    assert read_stamp(tmp_path / "missing.json") is None
    assert read_stamp(tmp_path) is None


def test_a_disk_that_refuses_leaves_a_whole_stamp_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cache/stamp.json"
    old, new = (Stamp(inputs, {"a": "b"}, "") for inputs in ("old", "new"))
    write_stamp(file, old)
    at = 0
    while True:
        at += 1
        disk = Disk(tmp_path, CHANGES, at, refusing(28))
        with monkeypatch.context() as patch:
            disk.install(patch)
            write_stamp(file, new)
        if not disk.happened:
            break
        assert read_stamp(file) in (old, new)
        assert list(file.parent.iterdir()) == [file]
    assert at > 3


def test_the_version_of_the_tool_is_that_of_what_is_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "code.py").write_text("1", encoding="utf-8")
    monkeypatch.setattr(module, "_PACKAGE", tmp_path)
    module.tool_version.cache_clear()
    first = module.tool_version()
    (tmp_path / "code.py").write_text("2", encoding="utf-8")
    assert module.tool_version() == first
    module.tool_version.cache_clear()
    assert module.tool_version() != first
    monkeypatch.undo()
    module.tool_version.cache_clear()
