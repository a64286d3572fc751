"""`check --fix`: what is mended, what is left to the author, and how files are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lemario.cli import main
from lemario.content.fix import fix_glossary, fix_term
from lemario.content.rewrite import CHANGED_MEANWHILE, encoded_like, rewrite
from tests import small

CASES = Path(__file__).resolve().parents[2] / "diagnostics"
TERM = small.term()


def mended(text: str) -> str:
    """The text of a term file after mending; a second run must change nothing."""
    once = fix_term(text.encode())
    assert once is not None
    again = fix_term(once.text.encode())
    assert again is not None
    assert (again.text, again.done) == (once.text, ())
    return once.text


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


def text_below(header: str, lines: str) -> str:
    block = f"  definition: {header}\n{lines}en:"
    return TERM.replace("  definition: |\n    Una situación inventada.\nen:", block)


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


# --- quotes and tabs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    sorted(
        folder.name
        for code in ("L101", "L117", "L120")
        for folder in CASES.glob(f"{code}-*")
        if "put the text in quotes:" in (folder / "expected.txt").read_text(encoding="utf-8")
    ),
)
def test_quotes_are_put_as_the_message_proposes(case: str) -> None:
    before = (CASES / case / "input.yaml").read_text(encoding="utf-8")
    expected = (CASES / case / "expected.txt").read_text(encoding="utf-8")
    proposed = expected.partition("put the text in quotes:")[2].strip().split("\n")[0]
    assert proposed in mended(before)


def with_headword(written: str) -> str:
    return TERM.replace("term: Caso\n", f"term: {written}\n")


def test_two_lines_are_mended_in_one_run() -> None:
    before = small.term(es="@caso: uno", en="a: b")
    assert mended(before) == small.term(es='"@caso: uno"', en='"a: b"')


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(with_headword("Caso: uno # nota"), id="a comment or a part of the text"),
        pytest.param(with_headword('"Caso": uno'), id="quotes around a part"),
        pytest.param(with_headword("Caso: uno\n    y dos"), id="goes on in the next line"),
        pytest.param(with_headword("definition: uno"), id="the name of a field"),
        pytest.param(TERM.replace("es:\n", "es: caso: uno\n"), id="not where a text may stand"),
        pytest.param(TERM.replace("category: ", "category: a: "), id="not a text that fits"),
        pytest.param(TERM.replace("added:", "addedd: x:"), id="an unknown field"),
        pytest.param(with_headword("Caso: uno") + 'formula: "x\n', id="another fault in the file"),
        pytest.param(with_headword("#TODO"), id="a remark"),
        pytest.param(with_headword("# caso"), id="a comment"),
        pytest.param(with_headword('#"caso"'), id="quotes in what is lost"),
        pytest.param(TERM.replace("category: memoria", "category: #memoria"), id="not an id"),
        pytest.param(TERM.replace("  term: Caso", "\tdefinition: |\n\t\tx"), id="tabs, not alike"),
        pytest.param(TERM.replace("    Una", "\tUna"), id="a tab that is less than two levels"),
        pytest.param(TERM + "category:   b \n", id="a field that is repeated"),
    ],
)
def test_what_could_mean_something_else_is_left_to_the_author(text: str) -> None:
    assert mended(text) == text


def test_tabs_become_two_spaces_where_the_file_then_parses() -> None:
    before = small.term(more="sources:\n\t- title: X\n\t\turl: https://x.example")
    after = small.term(more="sources:\n  - title: X\n    url: https://x.example")
    assert mended(before.replace("added", "adde")) == before.replace("added", "adde").replace(
        "\t", "  "
    )
    assert sorted(mended(before).splitlines()) == sorted(after.splitlines())


def test_a_tab_inside_a_text_stays() -> None:
    text = text_below("|", "    ```\n    \ttabla\n    ```\n")
    assert mended(text) == text


def test_what_yaml_took_for_a_comment_is_put_in_quotes() -> None:
    before = small.term(es="#caso", es_more="aliases:\n  - uno\n  - #dos  ")
    assert mended(before) == small.term(es='"#caso"', es_more='aliases:\n  - uno\n  - "#dos"')


# --- the order of fields -------------------------------------------------------------------------

OUT_OF_ORDER = """\
# yaml-language-server: $schema=../term.schema.json
# About the file.
category: memoria   # about the category

# About English,
# in two lines.
en:
  definition: |
    A case.
    # not a comment

  # About the name.
  term: Case
  # definition: as it was
sources:
- url: https://x.example
  lang: en # of the source
  # About the title.
  title: X
- {url: "https://y.example", title: Y}
-   url: https://z.example
    title: Z

es:
    grammar:
        plural: casos
        gender: m

    # About the Spanish name.
    term:   'Caso'
    definition: >-
        Un
        caso.
updated: 2026-12-01


added: 2026-12-01
# At the end.
"""
IN_ORDER = """\
# yaml-language-server: $schema=../term.schema.json
# About the file.
es:
    # About the Spanish name.
    term:   'Caso'

    grammar:
        gender: m
        plural: casos
    definition: >-
        Un
        caso.

# About English,
# in two lines.
en:
  # About the name.
  term: Case

  definition: |
    A case.
    # not a comment
  # definition: as it was
category: memoria   # about the category

sources:
- url: https://x.example
  lang: en # of the source
  # About the title.
  title: X
- {url: "https://y.example", title: Y}
-   title: Z
    url: https://z.example
added: 2026-12-01


updated: 2026-12-01
# At the end.
"""


def test_fields_move_with_their_comments_and_blank_lines_stay() -> None:
    assert mended(OUT_OF_ORDER) == IN_ORDER


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("en: {term: a}\nes: {definition: b, term: c}\n"[14:], id="braces"),
        pytest.param("{en: {term: a}, es: {term: c}}\n", id="braces at the top"),
        pytest.param("added: x\nes:\n  term: a\nrelatd: [a]\n", id="an unknown field"),
        pytest.param("added: x\n\n# Spanish\n\nes:\n  term: a\n", id="a comment that stands alone"),
        pytest.param("? added\n: x\n? es\n: a\n", id="fields with question marks"),
        pytest.param("added: |+\n  x\ncategory: y\n\nupdated: z\n", id="blank lines after |+"),
    ],
)
def test_an_order_that_cannot_be_changed_safely_stays(text: str) -> None:
    assert mended(text) == text


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
