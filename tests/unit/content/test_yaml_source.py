"""YAML to plain data: scalars stay text, and every part of the file can be pointed at."""

from __future__ import annotations

import pytest

from lemario.content.yaml_source import Path, RawDocument, parse
from lemario.core.diagnostics import Span
from lemario.core.source import SourceText


def document(text: str) -> RawDocument:
    parsed = parse(SourceText("caso.yaml", text))
    assert parsed.value is not None, parsed.diagnostics
    return parsed.value


def marked(text: str, span: Span) -> str:
    """What a span of one line covers."""
    assert span.line == span.end_line
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(
    "scalar",
    [
        "no",
        "NO",
        "yes",
        "on",
        "16:9",
        "1.10",
        "0x10",
        "010",
        "1e3",
        "1_000",
        "~",
        "null",
        "NaN",
        "2026-12-01",
        "true",
        ".5",
        "+1",
        "=",
        "<<",
        "C++",
        "a#b",
        "a:b",
        "-1",
    ],
)
def test_plain_scalars_stay_as_they_are_written(scalar: str) -> None:
    assert document(f"a: {scalar}\nb: [{scalar}]\n").data == {"a": scalar, "b": [scalar]}


def test_a_field_name_stays_text() -> None:
    assert document("no: 1\n1.10: 2\n").data == {"no": "1", "1.10": "2"}


def test_an_empty_value_is_none_and_empty_quotes_are_not() -> None:
    assert document('a:\nb: ""\nc: [x, ]\nd:\n  -\n').data == {
        "a": None,
        "b": "",
        "c": ["x"],
        "d": [None],
    }


def test_quotes_and_blocks_are_read_as_yaml_says() -> None:
    text = "a: 'it''s'\nb: \"x\\ty\"\nc: |\n  one\n  two\nd: >\n  one\n  two\n"
    assert document(text).data == {"a": "it's", "b": "x\ty", "c": "one\ntwo\n", "d": "one two\n"}


TEXT = """\
# Ñandú 🦙
es:
  term: Caché 🦙 KV   # remark
  aliases: [caché, "clave: valor"]
sources:
  - title: Uno
    url: x
  - {title: Dos, url: y}
"""


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("es", "term"), "term", "Caché 🦙 KV"),
        (("es", "aliases"), "aliases", '[caché, "clave: valor"]'),
        (("es", "aliases", 0), "caché", "caché"),
        (("es", "aliases", 1), '"clave: valor"', '"clave: valor"'),
        (("sources", 0, "title"), "title", "Uno"),
        (("sources", 1), "{title: Dos, url: y}", "{title: Dos, url: y}"),
        (("sources", 1, "url"), "url", "y"),
    ],
)
def test_keys_and_values_have_their_spans(path: Path, key: str, value: str) -> None:
    read = document(TEXT)
    assert marked(TEXT, read.key_span(path)) == key
    assert marked(TEXT, read.value_span(path)) == value


def test_a_path_that_is_not_there_falls_back_to_what_encloses_it() -> None:
    read = document(TEXT)
    assert read.value_span(("es", "term", "x")) == read.value_span(("es", "term"))
    assert read.key_span(("sources", 1, "date")) == read.value_span(("sources", 1))


def test_a_span_of_several_lines_ends_before_the_blanks_that_follow() -> None:
    read = document("a: |\n  one\n  two\n\n\nb: x\n")
    assert read.value_span(("a",)) == Span("caso.yaml", 1, 4, 3, 6)


def test_words_inside_a_text_can_be_pointed_at() -> None:
    text = "es:\n  definition: |\n    con [[gpu]] y\n    [[gpu]]\n"
    read = document(text)
    path = ("es", "definition")
    assert read.text_span(path, "[[gpu]]") == Span("caso.yaml", 3, 9, 3, 16)
    assert read.text_span(path, "[[gpu]]", 1) == Span("caso.yaml", 4, 5, 4, 12)
    assert read.text_span(path, "[[nada]]") == read.value_span(path)


def test_a_repeated_key_keeps_the_first_value_and_its_spans() -> None:
    parsed = parse(SourceText("caso.yaml", "a: one\nb: x\na: [two, {c: d}]\n"))
    assert [d.code for d in parsed.diagnostics] == ["L102"]
    assert parsed.diagnostics[0].span.line == 3
    assert parsed.diagnostics[0].notes[0].span.line == 1
    assert parsed.value is not None
    assert parsed.value.data == {"a": "one", "b": "x"}
    assert parsed.value.value_span(("a",)).line == 1
    assert ("a", 1, "c") not in parsed.value.values


def test_an_alias_in_a_repeated_field_is_refused_as_well() -> None:
    parsed = parse(SourceText("caso.yaml", "a: one\na: *x\n"))
    assert {d.code for d in parsed.diagnostics} == {"L102", "L108"}


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: &x 1\n", "L108", 1, 4),
        ("a: 1\nb: *x\n", "L108", 2, 4),
        ("*x : 1\n", "L108", 1, 1),
        ("a: !!int 1\n", "L109", 1, 4),
        ("!t\na: 1\n", "L109", 1, 1),
        ("a: 1\n---\nb: 2\n", "L110", 2, 1),
        ("", "L111", 1, 1),
        ("# only a remark\n", "L111", 1, 1),
        ("---\n", "L111", 1, 1),
        ("- a\n", "L112", 1, 1),
        ("a\n", "L112", 1, 1),
        ("a:\n\tb: 1\n", "L107", 2, 1),
        ("a: x: y\n", "L120", 1, 5),
        ("a: @x\n", "L101", 1, 4),
        ("? [a]\n: b\n", "L123", 1, 3),
    ],
)
def test_what_a_glossary_does_not_need_is_refused_at_its_place(
    text: str, code: str, line: int, column: int
) -> None:
    parsed = parse(SourceText("caso.yaml", text))
    assert parsed.value is None
    (found,) = parsed.diagnostics
    assert (found.code, found.span.line, found.span.column) == (code, line, column)


def test_one_document_may_be_marked_as_such() -> None:
    assert document("---\na: 1\n").data == {"a": "1"}


@pytest.mark.parametrize(
    "text",
    [
        "x: " + "[" * 30_000,
        "x: " + "{a: " * 30_000,
        "- " * 30_000,
        "".join("  " * depth + "a:\n" for depth in range(300)),
    ],
    ids=["brackets", "braces", "dashes", "fields"],
)
def test_deep_nesting_is_refused_without_a_crash(text: str) -> None:
    parsed = parse(SourceText("caso.yaml", text))
    assert parsed.value is None
    assert [d.code for d in parsed.diagnostics] == ["L114"]


def test_twenty_levels_are_enough_and_allowed() -> None:
    assert document("a: " + "[" * 20 + "]" * 20).data
    assert parse(SourceText("caso.yaml", "a: " + "[" * 21 + "]" * 21)).value is None
