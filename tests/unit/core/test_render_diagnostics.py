"""How diagnostics look in each format, and that no text of the user can fake output."""

from __future__ import annotations

import json

import click
import pytest

from lemario.core.diagnostics import Diagnostic, Note, Span, error, in_order, warning
from lemario.core.render_diagnostics import FORMATS, as_json, concise, full, github

PATH = "glossary/terms/caso.yaml"
SOURCE = "es:\n  term: Caso\n  term: Otro\n"
REPEATED = error(
    "L102",
    Span(PATH, 3, 3, 3, 7),
    "repeated",
    "keep one",
    (Note(Span(PATH, 2, 3, 2, 7), "first here"),),
)


def shown(*found: Diagnostic, source: str = SOURCE) -> str:
    return click.unstyle(full(found, {PATH: source}))


def at(line: int, column: int, end_line: int, end_column: int, **more: str) -> Diagnostic:
    message, help = more.get("message", "wrong"), more.get("help", "")
    return error("L999", Span(PATH, line, column, end_line, end_column), message, help)


def test_full_shows_the_line_the_caret_the_note_and_the_help() -> None:
    assert shown(REPEATED) == (
        f"{PATH}:3:3: error[L102]: repeated\n"
        "  |\n"
        "2 |   term: Caso\n"
        "  |   ^^^^ first here\n"
        "3 |   term: Otro\n"
        "  |   ^^^^\n"
        f"  note: {PATH}:2:3: first here\n"
        "  help: keep one"
    )


def test_help_of_several_lines_is_lined_up() -> None:
    assert shown(at(1, 1, 1, 3, help="quotes:\nterm: x")).endswith(
        "  help: quotes:\n        term: x"
    )


def test_a_note_in_another_file_has_no_excerpt_but_is_named() -> None:
    found = error(
        "L204", Span(PATH, 2, 9, 2, 13), "twice", "", (Note(Span("b.yaml", 7, 1, 7, 2), "here"),)
    )
    assert "note: b.yaml:7:1: here" in shown(found)
    assert "7 |" not in shown(found)


def test_several_are_set_apart_by_an_empty_line() -> None:
    assert shown(at(1, 1, 1, 3), at(2, 3, 2, 7)).count("\n\n") == 1


def test_a_file_as_a_whole_has_neither_line_nor_excerpt() -> None:
    assert shown(error("L122", Span.whole(PATH), "gone")) == f"{PATH}: error[L122]: gone"


def test_a_file_that_could_not_be_read_has_no_excerpt() -> None:
    assert shown(error("L106", Span("other", 3, 1, 3, 2), "bad")) == "other:3:1: error[L106]: bad"


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert shown(at(2, 9, 3, 5)).splitlines()[3] == "  |         ^^^^"


@pytest.mark.parametrize("place", [(4, 1, 4, 1), (9, 1, 9, 2), (2, 13, 2, 13), (2, 50, 2, 51)])
def test_a_place_behind_the_text_still_shows(place: tuple[int, int, int, int]) -> None:
    assert "^" in shown(at(*place))


@pytest.mark.parametrize("column", [1, 60, 400, 795])
def test_a_long_line_is_cut_around_the_caret(column: int) -> None:
    line = "".join(f"{number:05d}" for number in range(160))
    word = line[column - 1 : column + 4]
    text, carets = shown(at(1, column, 1, column + 5), source=line).splitlines()[2:4]
    assert len(text) < 200
    start = carets.index("^")
    assert text[start : start + carets.count("^")] == word


def test_a_place_longer_than_the_line_shown_ends_with_it() -> None:
    text, carets = shown(at(1, 1, 1, 5000), source="x" * 5000).splitlines()[2:4]
    assert len(carets) <= len(text)


def test_a_tab_before_the_place_does_not_move_the_caret() -> None:
    text, carets = shown(at(1, 3, 1, 4), source="a\tb").splitlines()[2:4]
    assert text[carets.index("^")] == "b"


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_control_and_direction_characters_are_not_passed_on(name: str) -> None:
    text = "x\x1b[2J\r\u202e\x07"
    found = error("L999", Span(PATH, 1, 1, 1, 2), text, text)
    out = click.unstyle(FORMATS[name]([found], {PATH: text}))
    if name == "json":
        assert json.loads(out)[0]["message"] == text
    else:
        assert not {"\x1b", "\r", "\u202e", "\x07"} & set(out)


def test_no_break_spaces_are_passed_on() -> None:
    assert "8\u00a0GB" in shown(at(1, 1, 1, 2, message="8\u00a0GB"))


def test_concise_is_a_line_each() -> None:
    assert concise([REPEATED, warning("L241", Span(PATH, 4, 1, 4, 2), "no text")], {}) == (
        f"{PATH}:3:3: error[L102]: repeated (keep one)\n{PATH}:4:1: warning[L241]: no text"
    )


def test_json_holds_everything() -> None:
    (found,) = json.loads(as_json([REPEATED], {}))
    assert found["code"] == "L102"
    assert (found["line"], found["column"], found["end_line"], found["end_column"]) == (3, 3, 3, 7)
    assert found["notes"] == [
        {
            "path": PATH,
            "line": 2,
            "column": 3,
            "end_line": 2,
            "end_column": 7,
            "message": "first here",
        }
    ]


def test_github_annotates_the_place() -> None:
    assert github([REPEATED], {}) == (
        f"::error file={PATH},line=3,col=3,endLine=3,endColumn=6,title=L102::repeated%0Akeep one"
    )


def test_github_escapes_what_would_end_a_field_or_the_line() -> None:
    found = warning("L999", Span("a,b:c%.yaml", 1, 1, 1, 2), "100%\n::error::x", "a\nb")
    line = github([found], {})
    assert "\n" not in line
    assert line.startswith("::warning file=a%2Cb%3Ac%25.yaml,line=1,")
    assert line.partition(" ")[2].partition("::")[2].startswith("100%25")


def test_github_of_a_whole_file_names_no_line() -> None:
    line = github([error("L122", Span.whole(PATH), "gone")], {})
    assert line == f"::error file={PATH},title=L122::gone"


def test_nothing_found_shows_nothing_but_in_json() -> None:
    assert {name: make([], {}) for name, make in FORMATS.items()} == {
        "full": "",
        "concise": "",
        "json": "[]",
        "github": "",
    }


def test_order_is_by_place_and_equal_ones_count_once() -> None:
    late, early, other = at(2, 1, 2, 2), at(1, 9, 1, 10), at(1, 1, 1, 2)
    assert in_order([late, early, other, late]) == (other, early, late)
