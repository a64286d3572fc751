"""YAML's traps: text stays what was written, or the message says what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.core.lang import Lang
from tests import small
from tests.pains.trying import codes, good, load, pasted, said

# Everything that means something to YAML, at the beginning, inside and at the end of a text.
KEPT = (
    *("a:b", "16:9", "1:30:00", "http://x.y", "C#", "a#b", "a [b", "a]", "a}", "a, b", "100 %"),
    *("it's", "it''s", 'a"b', "-a", "?a", "--a", "a -b", "a & b", "a * b", "a | b", "a > b", "¿a?"),
    *("no", "yes", "NO", "on", "off", "true", "null", "~", "NaN", ".inf", "-.inf", "0x1F", "0755"),
    *("0o17", "1_000", "1e3", "1.10", "1,5", "2024-12-19", "2024-12-19 10:00:00", "=", "<<", "..."),
    *("«a»", "“a”", "‘a’", "a\\nb", "a\\d", "\\", "a/b", "p. ej.", "[a", "$a", "^a", "(a)", "+1"),
)
REFUSED = (
    *("a: b", "RAG: recuperar", "a : b", "a: b: c", "a:", ":", ": a", "«a: b»", 'a: "b"', "a: [b]"),
    *("a {b: c}", 'a "b: c"', "http://a.b: x", "100 %: todo", "@a", "@", "`a`", "`a` b", "%a", "%"),
    *("[MASK]", "[MASK] token", "[[gpu]] x", "[a](https://x.y) b", "[a, b]", "{x}", "{x} y"),
    *(
        "{x: y}",
        "- a",
        "-",
        "? a",
        "}",
        "]",
        ",a",
        "#a",
        '#a "b"',
        "*a",
        "*.txt",
        "*a* b",
        "**a** b",
    ),
    *("&a", "& a", "!a", "! a", '"a" b', "'a' b", '"a" y "b"', '"a "b" c"', "'it's'", '"a": b'),
    r'"C:\dir"',
)


@pytest.mark.parametrize("value", [value for value in KEPT if value != "[a"])
def test_a_headword_without_quotes_stays_as_it_is_written(value: str, tmp_path: Path) -> None:
    glossary = good(tmp_path, {"x": small.term(value, "Other")})
    assert glossary.entries[0].term.es.term == value


@pytest.mark.parametrize("value", [v for v in KEPT if v[0] not in "?" and not set(v) & set(",[]}")])
def test_so_does_an_entry_of_a_list_in_brackets(value: str, tmp_path: Path) -> None:
    text = small.term(es_more=f"hidden: [uno, {value}, dos]")
    assert good(tmp_path, {"x": text}).entries[0].term.es.hidden == ("uno", value, "dos")


@pytest.mark.parametrize("value", [value for value in KEPT if value != "[a"])
def test_so_does_an_entry_of_a_list_with_dashes(value: str, tmp_path: Path) -> None:
    text = small.term(es_more=f"hidden:\n  - {value}\n  - dos")
    assert good(tmp_path, {"x": text}).entries[0].term.es.hidden == (value, "dos")


@pytest.mark.parametrize("value", REFUSED)
def test_a_headword_that_needs_quotes_is_told_and_can_be_pasted(value: str, tmp_path: Path) -> None:
    text = small.term(value, "Other")
    (found,) = said(tmp_path, {"x": text})
    assert found.span.line == 2
    better = pasted(text, found)
    assert better is not None
    read = good(tmp_path, {"x": better}).entries[0].term.es.term
    # Quotes around all of it are those of YAML, wherever that can be told.
    assert read in (value, value[1:-1]), read


@pytest.mark.parametrize("value", ["a: b", "[b]", "{b}", "- b", "? b", "`b`", "@b", '"b" c', "*b"])
def test_an_entry_that_needs_quotes_is_told_and_can_be_pasted(value: str, tmp_path: Path) -> None:
    text = small.term(es_more=f"hidden:\n  - {value}\n  - dos")
    (found,) = said(tmp_path, {"x": text})
    assert found.span.line == 4
    better = pasted(text, found)
    assert better is not None
    assert good(tmp_path, {"x": better}).entries[0].term.es.hidden == (value, "dos")


@pytest.mark.parametrize("value", ["a: b", "[b]", "C # x", "#b", "`b`", "- b", "@b", "a: b: c"])
def test_an_element_that_needs_quotes_is_told_and_can_be_pasted(value: str, tmp_path: Path) -> None:
    text = small.term(es_more=f"hidden: [uno, {value}, dos]")
    (found,) = said(tmp_path, {"x": text})
    assert found.span.line == 3
    better = pasted(text, found)
    assert better is not None
    assert good(tmp_path, {"x": better}).entries[0].term.es.hidden == ("uno", value, "dos")


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("a: b\n    c", "a: b\nc"),
        ("a # b\n    c", None),
        ("| a", None),
        ("> a", None),
        ("a\n    b: c", None),
    ],
)
def test_a_text_of_several_lines_is_led_to_a_block(
    line: str, mended: str | None, tmp_path: Path
) -> None:
    block = "|\n    Una situación inventada."
    text = small.term().replace(block, line)
    (found,) = said(tmp_path, {"x": text})
    assert found.span.line in (3, 4)
    assert "|" in found.help or "line below" in found.help
    if mended is not None:
        number = found.span.line - 1
        lines = text.split("\n")
        shown = [f"  {line}" for line in found.help.split("\n")[1:]]
        text = "\n".join([*lines[:number], *shown, *lines[number + 2 :]])
        assert good(tmp_path, {"x": text}).entries[0].term.es.definition == mended


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("es: &x\n  term: a\nen: *x\n", "L108"),
        ("es:\n  <<: *x\n", "L108"),
        ("es: !!python/object:os.system x\n", "L109"),
        ("es: !x {term: a}\n", "L109"),
        ("? [a]\n: b\n", "L123"),
        ("a: b\n---\nc: d\n", "L110"),
        ("- a\n", "L112"),
    ],
)
def test_what_a_glossary_does_not_need_is_refused_by_name(
    text: str, code: str, tmp_path: Path
) -> None:
    assert code in codes(tmp_path, {"x": text})


# --- Comments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["F # x", "F #x", "F #", "F  # x # y", "F\t# x", 'F # "x"'])
def test_a_text_cut_by_a_comment_is_told_with_its_whole(written: str, tmp_path: Path) -> None:
    text = small.term(written, "Other")
    (found,) = said(tmp_path, {"x": text})
    assert (found.code, found.severity, found.span.line) == ("L248", "warning", 2)
    better = pasted(text, found)
    assert better is not None
    assert good(tmp_path, {"x": better}).entries[0].term.es.term == written


@pytest.mark.parametrize(
    "text",
    [
        small.term(es_more="aliases:\n  - C # x"),
        small.term(es_more="hidden: [a,\n    b # x\n  ]"),
        small.term(es_more="avoid:\n  - name: x\n    why: por C # o F"),
        small.term(more="qualifier: F # x"),
        small.term(more="sources:\n  - title: C # x\n    url: https://x.org"),
        small.term().replace("|\n    Una", "# Una\n    nota\n    Una"),
        small.term().replace("|\n    Una situación", "Una\n    situación # 1"),
    ],
)
def test_a_text_is_not_cut_in_silence_wherever_it_stands(text: str, tmp_path: Path) -> None:
    assert codes(tmp_path, {"x": text}) == ["L248"]


def test_comments_that_are_meant_as_such_are_left_in_peace(tmp_path: Path) -> None:
    text = small.term(more="related: [] # ninguno\nstatus: published # ya").replace(
        "category: memoria", "# o motores\ncategory: memoria # provisional"
    )
    text = text.replace("term: Case", 'term: "Case" # the same').replace(
        "term: Caso", "term: Caso # TODO: mirar"
    )
    good(tmp_path, {"x": text})


# --- Types ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("quote", ["", '"', "'"])
def test_a_date_may_stand_in_quotes_or_not(quote: str, tmp_path: Path) -> None:
    text = small.term().replace("2026-12-01", f"{quote}2026-12-01{quote}")
    assert good(tmp_path, {"x": text}).entries[0].term.added.isoformat() == "2026-12-01"


@pytest.mark.parametrize("value", ["2024-12-19", "1984", "1.10", "no", "null", "0x10", "1e3"])
def test_what_looks_like_a_type_stays_text_in_every_field_of_text(
    value: str, tmp_path: Path
) -> None:
    text = small.term(
        value,
        value,
        es_more=f"acronym: {value}\nhidden: [{value}]\navoid: [{{name: x, why: {value}}}]",
        more=f"qualifier: {value}\nsources:\n  - {{title: {value}, url: https://x.org}}",
    )
    term = good(tmp_path, {"x": text}).entries[0].term
    assert (term.es.term, term.en.term, term.es.acronym) == (value,) * 3
    assert (term.es.hidden[0], term.es.avoid[0].why, term.sources[0].title) == (value,) * 3


# --- Repeated fields -----------------------------------------------------------------------------

SPANISH = "  term: memoria\n  definition: Lo que guarda los datos de un programa.\n"
ENGLISH = "  term: memory\n  definition: That which keeps the data of a program.\n"
REST = "category: memoria\nadded: 2026-12-01\nupdated: 2026-12-01\n"


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (small.term() + "category: motores\n", 9, 12),
        (small.term(es_more="term: Otro"), 2, 3),
        (small.term(more="sources:\n  - title: a\n    url: https://x.org\n    title: b"), 13, 15),
        (small.term(more="ignore: {L241: a, L241: b}"), 12, 12),
    ],
)
def test_a_repeated_field_is_an_error_at_every_depth(
    text: str, first: int, second: int, tmp_path: Path
) -> None:
    repeated = next(d for d in said(tmp_path, {"x": text}) if d.code == "L102")
    assert [note.span.line for note in repeated.notes] == [first]
    assert repeated.span.line == second
    assert str(first) in repeated.message


@pytest.mark.parametrize(
    ("text", "line", "meant"),
    [
        (f"en:\n{ENGLISH}en:\n{SPANISH}{REST}", "this one", "es"),
        (f"en:\n{SPANISH}en:\n{ENGLISH}{REST}", "line 1", "es"),
        (f"es:\n{SPANISH}es:\n{ENGLISH}{REST}", "this one", "en"),
        (f"es:\n{ENGLISH}es:\n{SPANISH}{REST}", "line 1", "en"),
        ("en: {term: a, definition: b}\nen: {term: c, definition: d}\n" + REST, "this one", "es"),
    ],
)
def test_a_language_written_twice_is_taken_for_the_missing_one(
    text: str, line: str, meant: str, tmp_path: Path
) -> None:
    (found,) = said(tmp_path, {"x": text})
    assert found.code == "L102"
    assert f"`{meant}:`" in found.help
    assert line in found.help


def test_a_third_block_that_looks_spanish_is_said_to(tmp_path: Path) -> None:
    (found,) = said(tmp_path, {"x": f"es:\n{SPANISH}en:\n{ENGLISH}en:\n{SPANISH}{REST}"})
    assert "Spanish" in found.help


# --- Bytes ---------------------------------------------------------------------------------------

LISTS = small.term(es_more="aliases: [a, b]\nhidden:\n  - c\n  - d", more="related: []")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_change_nothing(
    end: str, bom: bytes, tmp_path: Path
) -> None:
    twin = good(tmp_path, {"x": LISTS}).entries[0].term
    other = good(tmp_path, {"x": bom + LISTS.replace("\n", end).encode()}).entries[0].term
    assert other == twin
    assert other.es.aliases == ("a", "b")
    assert other.es.hidden == ("c", "d")


@pytest.mark.parametrize(
    ("encoding", "says"),
    [("utf-16", "UTF-16"), ("latin-1", "byte 0xF3 at offset"), ("cp1252", "byte 0xF3 at offset")],
)
def test_another_encoding_is_called_so_and_nothing_else(
    encoding: str, says: str, tmp_path: Path
) -> None:
    (found,) = said(tmp_path, {"x": small.term().encode(encoding)})
    assert found.code == "L106"
    assert says in found.message


def test_no_file_is_left_out_in_silence(tmp_path: Path) -> None:
    empty: dict[str, str | bytes] = {"a": "", "b": "# nada\n", "c": "\r\n", "d": b"\xef\xbb\xbf"}
    assert codes(tmp_path, empty) == ["L111"] * 4


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    outcome = load(tmp_path, {"a": "es: [", "b": small.term().replace("term: Caso", "term:")})
    assert {(d.span.path, d.code) for d in outcome.diagnostics} == {
        ("glossary/terms/a.yaml", "L101"),
        ("glossary/terms/b.yaml", "L117"),
    }


def test_both_languages_keep_their_text(tmp_path: Path) -> None:
    entry = good(tmp_path, {"x": f"es:\n{SPANISH}en:\n{ENGLISH}{REST}"}).entries[0]
    assert [entry.term.text(lang).term for lang in (Lang.ES, Lang.EN)] == ["memoria", "memory"]
