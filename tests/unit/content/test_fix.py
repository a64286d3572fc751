"""`check --fix`: mends of texts and links, how files are written, and what the command says."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lemario.cli import main
from lemario.content.fix import fix_glossary, fix_term
from lemario.content.rewrite import CHANGED_MEANWHILE, encoded_like, rewrite
from tests import small
from tests.mending import mended, text_below

TERM = small.term()


def with_headword(written: str) -> str:
    return TERM.replace("term: Caso\n", f"term: {written}\n")


# --- as text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("\ufeff" + TERM, "byte order mark"),
        (TERM.replace("\n", "\r\n"), "line ends"),
        (TERM.replace("\n", "\r"), "line ends"),
        (TERM.replace("ó", "o\u0301"), "decomposed letters"),
        (TERM.removesuffix("\n"), "end of the last line"),
        (TERM.replace("term: Caso", "term: Caso \t"), "blanks at the end of 1 line"),
        (TERM.replace("inventada.", "inventada.   "), "blanks at the end of 1 line"),
    ],
)
def test_what_no_reader_sees_is_mended(text: str, what: str) -> None:
    fixed = fix_term(text.encode())
    assert fixed is not None
    assert (fixed.text, fixed.done) == (TERM, (what,))


@pytest.mark.parametrize("data", [b"\xff\xfet\x00", "año".encode("latin-1"), b"a\xc3"])
def test_what_is_no_utf_8_is_left_to_the_author(data: bytes) -> None:
    assert fix_term(data) is None


def test_a_control_character_is_left_and_the_line_ends_are_mended() -> None:
    assert mended("es: \x1b a \r\n") == "es: \x1b a \n"


@pytest.mark.parametrize(
    ("header", "before", "after"),
    [
        ("|", "    uno  \n    dos\n", "    uno  \n    dos\n"),  # Markdown breaks the line here
        ("|", "    uno   \n    dos\n", "    uno\n    dos\n"),
        ("|", "    uno \n    dos\n", "    uno\n    dos\n"),
        ("|", "    uno\t\n    dos\n", "    uno\n    dos\n"),
        ("|", "    uno  \n\n    dos  \n", "    uno\n\n    dos\n"),
        ("|", "    uno\n     \n    dos\n", "    uno\n\n    dos\n"),
        ("|", "    uno\\ \n    dos\n", "    uno\\ \n    dos\n"),
        (">", "    uno  \n      \n    dos \n", "    uno\n      \n    dos\n"),
        ("uno ", "    dos \n", "    dos\n"),
        ('"uno\\ ', '    dos "\n', '    dos "\n'),
    ],
)
def test_blanks_stay_where_they_mean_something(header: str, before: str, after: str) -> None:
    kept = header if "\\" in header else header.rstrip()
    assert mended(text_below(header, before)) == text_below(kept, after)


# --- old ids -------------------------------------------------------------------------------------


def fixed_caso(folder: Path, text: str) -> str:
    """The file of a term `caso` after mending a glossary in which `gqa` was formerly `viejo`."""
    gqa = small.term(es="GQA", en="GQA", more="formerly: [viejo]")
    root = small.write(folder / "glossary", {"gqa": gqa, "caso": text})
    fix_glossary(root, "glossary")
    assert fix_glossary(root, "glossary") == ()
    return (root / "terms/caso.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Como [[viejo]].", "Como [[gqa]]."),
        ("Como [[viejo|el viejo]].", "Como [[gqa|el viejo]]."),
        ("Como [[ viejo |viejo]].", "Como [[ gqa |viejo]]."),
        ("`[[viejo]]` y [[viejo]], viejo.", "`[[viejo]]` y [[gqa]], viejo."),
        ("[[viejo]], [[viejo]] y [[viejo|x]]", "[[gqa]], [[gqa]] y [[gqa|x]]"),
        ("Un [[GQA]] viejo.", "Un [[GQA]] viejo."),
    ],
)
def test_links_get_the_id_of_today(tmp_path: Path, before: str, after: str) -> None:
    assert fixed_caso(tmp_path, small.term(es_text=before)) == small.term(es_text=after)


def test_relations_get_the_id_of_today(tmp_path: Path) -> None:
    written = 'related: [viejo]  # viejo\ncontrast:\n- "viejo"'
    fixed = fixed_caso(tmp_path, small.term(more=written))
    assert "related: [gqa]  # viejo\n" in fixed
    assert 'contrast:\n- "gqa"\n' in fixed


def test_an_old_id_stays_where_the_warning_is_silenced(tmp_path: Path) -> None:
    text = small.term(es_text="Como [[viejo]].", more="ignore:\n  L242: la cita es antigua")
    assert fixed_caso(tmp_path, text) == text


# --- files ---------------------------------------------------------------------------------------


def test_all_files_of_a_glossary_are_mended_and_named(tmp_path: Path) -> None:
    root = small.write(tmp_path / "g", {"caso": with_headword("a: b")}, site="title: A: B \n")
    (root / "categories.yaml").write_bytes(small.CATEGORIES.replace("\n", "\r\n").encode())
    fixes = fix_glossary(root, "g")
    assert [(fix.path, fix.done, fix.refused) for fix in fixes] == [
        ("g/categories.yaml", ("line ends",), ""),
        ("g/site.yaml", ("quotes on line 1",), ""),
        ("g/terms/caso.yaml", ("quotes on line 2",), ""),
    ]
    assert (root / "site.yaml").read_bytes() == b'title: "A: B"\n'


def test_files_that_are_not_of_the_glossary_are_left_alone(tmp_path: Path) -> None:
    root = small.write(tmp_path / "g", {"caso": TERM})
    elsewhere = tmp_path / "elsewhere.yaml"
    elsewhere.write_bytes(b"es: 1 \r\n")
    (root / "terms/gpu.yaml").symlink_to(elsewhere)
    (root / "terms/.caso.yaml").write_bytes(b"es: 1 \r\n")
    (root / "terms/Caso.yaml").write_bytes(b"es: 1 \r\n")
    (root / "terms/caso.yml").write_bytes(b"es: 1 \r\n")
    (root / "notes.yaml").write_bytes(b"es: 1 \r\n")
    before = small.snapshot(tmp_path)
    assert fix_glossary(root, "g") == ()
    assert small.snapshot(tmp_path) == before


def test_a_folder_of_terms_that_lies_elsewhere_is_left_alone(tmp_path: Path) -> None:
    other = small.write(tmp_path / "other", {"caso": with_headword("a: b")})
    root = small.write(tmp_path / "g", {})
    (root / "terms").rmdir()
    (root / "terms").symlink_to(other / "terms")
    assert fix_glossary(root, "g") == ()


def test_a_file_keeps_its_mode_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"a")
    file.chmod(0o640)
    assert rewrite(file, b"a", b"b") == ""
    assert small.snapshot(tmp_path) == {"a.yaml": b"b"}
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"other")
    assert rewrite(file, b"a", b"b") == CHANGED_MEANWHILE
    assert small.snapshot(tmp_path) == {"a.yaml": b"other"}


def test_a_failing_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "a.yaml"
    file.write_bytes(b"a")
    monkeypatch.setattr("os.fsync", full)
    assert rewrite(file, b"a", b"b") == "No space left on device"
    assert small.snapshot(tmp_path) == {"a.yaml": b"a"}


def test_a_link_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    assert rewrite(tmp_path / "b.yaml", b"a", b"b") != ""
    assert (tmp_path / "a.yaml").read_bytes() == b"a"


@pytest.mark.parametrize("before", [b"a\nb\n", b"a\r\nb\r\n", b"\xef\xbb\xbfa\r\nb\r\n"])
def test_an_encoding_can_be_kept(before: bytes) -> None:
    assert encoded_like(before, "a\nb\n", "a\nb\n") == before


def test_an_encoding_that_is_mixed_cannot() -> None:
    assert encoded_like(b"a\r\nb\n", "a\nb\n", "c\n") is None


# --- the command ---------------------------------------------------------------------------------


def check(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, *more: str) -> Result:
    small.write(folder / "glossary", {"caso": text})
    monkeypatch.chdir(folder)
    return CliRunner().invoke(main, ["check", "--fix", *more])


def test_the_command_says_what_it_mended_and_then_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = check(tmp_path, monkeypatch, with_headword("Caso: uno") + "\r\n")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == (
        "glossary/terms/caso.yaml: mended line ends, quotes on line 2\n"
        "Checked 1 term: no errors, 0 warnings\n"
    )


def test_a_clean_glossary_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = check(tmp_path, monkeypatch, TERM)
    assert done.stderr == "Checked 1 term: no errors, 0 warnings\n"
    assert (tmp_path / "glossary/terms/caso.yaml").read_text(encoding="utf-8") == TERM


def test_json_stays_a_list_of_diagnostics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = check(tmp_path, monkeypatch, with_headword("Caso: uno"), "--format", "json")
    assert done.stdout == "[]\n"
    assert done.stderr.startswith("glossary/terms/caso.yaml: mended quotes on line 2\n")


def test_what_is_left_is_reported_as_always(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = check(tmp_path, monkeypatch, TERM.replace("\n", "\r\n") + "relatd: [gpu]\n")
    assert done.exit_code == 1
    assert "glossary/terms/caso.yaml:12:1: error[L103]" in done.stderr
    assert "nothing was written" not in done.stderr


def test_a_file_that_could_not_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lemario.content.fix.rewrite", lambda *_: CHANGED_MEANWHILE)
    done = check(tmp_path, monkeypatch, with_headword("Caso: uno"))
    assert done.stderr.startswith(
        f"glossary/terms/caso.yaml: not mended (quotes on line 2): {CHANGED_MEANWHILE}\n"
    )
    assert done.exit_code == 1
