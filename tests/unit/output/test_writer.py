"""Writing a site: all of it or nothing, and never over what is not ours."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lemario.output.stamp import outputs_of
from lemario.output.writer import refusal, write_site
from lemario.site.files import OutputFile
from tests import small


def files(**contents: str) -> list[OutputFile]:
    return [OutputFile(path.replace("__", "/"), text.encode()) for path, text in contents.items()]


def left_in(folder: Path) -> set[str]:
    """What lies in the folder where a site `site` was written, but for the lock."""
    return {path.name for path in folder.iterdir()} - {".site.lock"}


def contents(out: Path) -> dict[str, bytes]:
    """What lies in the site, but for the list of its files."""
    return {path: data for path, data in small.snapshot(out).items() if path[0] != "."}


def test_a_new_site_has_its_files_and_makes_the_folders_above(tmp_path: Path) -> None:
    out = tmp_path / "a/b/site"
    written = write_site(files(index="x", en__index="y"), out)
    assert written.diagnostics == ()
    assert written.value is not None
    assert written.value.changed == 2
    assert written.value.hashes == outputs_of(out)
    assert contents(out) == {"index": b"x", "en/index": b"y"}


def test_a_second_site_replaces_the_first_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(files(index="x", old__page="y"), out)
    write_site(files(index="z"), out)
    assert contents(out) == {"index": b"z"}
    assert left_in(tmp_path) == {"site"}
    assert refusal(out, []) is None


def test_a_link_in_the_place_of_a_file_is_replaced_and_what_it_led_to_stays(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    write_site(files(index="x"), out)
    (out / "index").rename(elsewhere)
    (out / "index").symlink_to(elsewhere)
    write_site(files(index="x"), out)
    assert not (out / "index").is_symlink()
    write_site(files(index="y"), out)
    assert elsewhere.read_bytes() == b"x"


def test_a_file_of_the_same_size_is_told_apart(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(files(index="x", other="y"), out)
    kept = (out / "other").stat()
    written = write_site(files(index="z", other="y"), out)
    assert written.value is not None
    assert written.value.changed == 1
    assert contents(out) == {"index": b"z", "other": b"y"}
    assert (out / "other").stat().st_ino == kept.st_ino


def test_where_nothing_can_be_linked_the_files_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError(errno.EXDEV, "no links here")

    out = tmp_path / "site"
    write_site(files(index="x", other="y"), out)
    monkeypatch.setattr(os, "link", refuse)
    write_site(files(index="z", other="y"), out)
    assert contents(out) == {"index": b"z", "other": b"y"}


def test_a_file_that_appears_after_the_check_is_not_lost(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(files(index="x"), out)
    assert refusal(out, []) is None
    (out / "mine.md").write_text("mine", encoding="utf-8")
    written = write_site(files(index="y"), out)
    assert [d.code for d in written.diagnostics] == ["L502"]
    assert contents(out) == {"index": b"x", "mine.md": b"mine"}
    assert left_in(tmp_path) == {"site"}


def test_the_folder_can_be_read_by_a_web_server(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(files(index="x", en__index="y"), out)
    assert out.stat().st_mode & 0o055 == 0o055


def test_a_failure_leaves_the_old_site_and_no_litter(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(files(index="x"), out)
    before = small.snapshot(out)
    # A file where a folder is needed cannot be written.
    written = write_site(files(a="1", a__b="2"), out)
    assert written.value is None
    assert [d.code for d in written.diagnostics] == ["L503"]
    assert small.snapshot(out) == before
    assert left_in(tmp_path) == {"site"}


def test_a_place_that_cannot_hold_a_folder_is_a_diagnostic(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    written = write_site(files(index="x"), tmp_path / "file/site")
    assert [d.code for d in written.diagnostics] == ["L503"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def code(out: Path, *keep: Path) -> str:
    """The code of the refusal, "" if there is none."""
    refused = refusal(out, keep)
    return refused.code if refused else ""


def test_the_root_the_home_and_the_working_folder_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "here")
    for out in (Path("/"), tmp_path / "home", Path(), tmp_path / "here", Path("../here")):
        assert code(out) == "L501", out


def test_a_link_to_a_refused_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "link").symlink_to(tmp_path / "home")
    assert code(tmp_path / "link") == "L501"


@pytest.mark.parametrize("out", ["src", "src/terms", "src/new", "."])
def test_a_source_is_not_written_over_from_above_or_below(tmp_path: Path, out: str) -> None:
    (tmp_path / "src/terms").mkdir(parents=True)
    assert code(tmp_path / out, tmp_path / "src") == "L501"


def test_a_folder_beside_a_source_with_a_like_name_is_fine(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    assert code(tmp_path / "src2", tmp_path / "src") == ""


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert code(tmp_path / "file") == "L501"


def test_an_absent_or_empty_folder_is_fine(tmp_path: Path) -> None:
    assert code(tmp_path / "new") == ""
    (tmp_path / "empty").mkdir()
    assert code(tmp_path / "empty") == ""


@pytest.mark.parametrize("name", ["mine.md", ".git/config", "en/mine.html"])
def test_a_folder_with_a_foreign_file_is_refused_and_names_it(tmp_path: Path, name: str) -> None:
    out = tmp_path / "site"
    write_site(files(index="x", en__index="y"), out)
    (out / name).parent.mkdir(parents=True, exist_ok=True)
    (out / name).write_text("mine", encoding="utf-8")
    refused = refusal(out, [])
    assert refused is not None
    assert refused.code == "L502"
    assert name in refused.message


def test_what_systems_leave_behind_is_no_foreign_file(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(files(index="x"), out)
    (out / ".DS_Store").touch()
    assert code(out) == ""
