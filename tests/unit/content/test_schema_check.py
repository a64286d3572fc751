"""What is wrong with the fields of a file is said at its place, once, with what to type."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from lemario.content.models import Term
from lemario.content.schema_check import validate
from lemario.content.yaml_source import parse
from lemario.core.diagnostics import Checked, Diagnostic
from lemario.core.source import SourceText
from tests import small


def check(text: str) -> Checked[Term]:
    parsed = parse(SourceText("caso.yaml", text))
    assert parsed.value is not None, parsed.diagnostics
    return validate(TypeAdapter(Term), parsed.value)


def only(text: str) -> Diagnostic:
    checked = check(text)
    assert checked.value is None
    (found,) = checked.diagnostics
    return found


def covered(text: str, found: Diagnostic) -> str:
    """The text under the caret."""
    line = text.split("\n")[found.span.line - 1]
    return line[found.span.column - 1 : found.span.end_column - 1]


def test_a_right_term_is_read() -> None:
    term = check(small.term(more="related: [gpu]\nautolink: false")).value
    assert term is not None
    assert (term.es.term, term.related, term.autolink) == ("Caso", ("gpu",), False)


@pytest.mark.parametrize("name", ["no", "16:9", "1.10", "2026-12-01", "1e3", "0x10", "~"])
def test_text_fields_take_what_other_programs_read_as_numbers_or_nothing(name: str) -> None:
    term = check(small.term(name, es_more=f"aliases: [NO, {name}x, 1.10]")).value
    assert term is not None
    assert (term.es.term, term.es.aliases) == (name, ("NO", f"{name}x", "1.10"))


@pytest.mark.parametrize(
    ("more", "wrong", "meant"),
    [
        ("relatd: [gpu]", "relatd", "related"),
        ("Related: [gpu]", "Related", "related"),
        ("sources: [{titel: a, title: b, url: https://x.org}]", "titel", "title"),
        ("qualifier: {es: a, en: b, em: c}", "em", "en"),
    ],
)
def test_an_unknown_field_is_marked_at_its_name(more: str, wrong: str, meant: str) -> None:
    text = small.term(more=more)
    found = only(text)
    assert found.code == "L103"
    assert covered(text, found) == wrong
    assert f'"{meant}"' in found.help or meant in found.help.split(", ")


def test_a_misspelt_field_is_not_reported_as_missing_besides() -> None:
    text = small.term().replace("  definition", "  defintion", 1)
    assert only(text).code == "L103"


def test_an_unknown_field_that_is_like_none_lists_those_that_are_known() -> None:
    assert "category" in only(small.term(more="zzz: 1")).help


def test_a_field_of_a_language_at_the_margin_is_sent_there() -> None:
    assert "`es:`" in only(small.term(more="aliases: [x]")).help


@pytest.mark.parametrize("gone", ["category", "added", "updated", "en", "es"])
def test_a_missing_field_is_named(gone: str) -> None:
    lines, skipping = [], False
    for line in small.term().splitlines(keepends=True):
        skipping = line.startswith(f"{gone}:") or (skipping and line.startswith(" "))
        lines += [] if skipping else [line]
    found = only("".join(lines))
    assert (found.code, found.message) == ("L104", f'missing field "{gone}"')


def test_a_field_missing_inside_is_reported_where_it_belongs() -> None:
    text = small.term(es_text=None)
    found = only(text)
    assert (found.code, covered(text, found)) == ("L104", "es")
    assert '"definition"' in found.message


def test_the_english_definition_may_be_missing() -> None:
    assert check(small.term(en_text=None)).value is not None


@pytest.mark.parametrize("empty", ["category:", "category: ''", "category: # later", "category:  "])
def test_an_empty_field_is_said_to_be_empty_and_nothing_more(empty: str) -> None:
    text = small.term().replace("category: memoria", empty)
    found = only(text)
    assert (found.code, covered(text, found)) == ("L117", "category")


def test_a_text_lost_to_a_comment_is_given_back_in_quotes() -> None:
    assert '"#caso"' in only(small.term("#caso")).help


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (small.term("[MASK]"), "[MASK]"),
        (small.term("{caso}"), "{caso}"),
        (small.term(more="related: gpu"), "gpu"),
        (small.term(more="autolink: nunca"), "nunca"),
        (small.term(more="status: borrador"), "borrador"),
        (small.term(more="sources: [{title: a, url: www.x.org}]"), "www.x.org"),
        (small.term(more="sources: [{title: a, url: 'javascript:x'}]"), "'javascript:x'"),
        (small.term(more="sources: [{title: a, url: https://x.org, date: 2026-13}]"), "2026-13"),
        (
            small.term(more="sources: [{title: a, url: https://x.org, date: 2026-02-30}]"),
            "2026-02-30",
        ),
        (small.term(es_more="grammar: {gender: n}"), "n"),
        (small.term(category="Memoria"), "Memoria"),
        (small.term(more="formerly: [A b]"), "A b"),
        (small.term(more="ignore: {E1: x}"), "E1"),
        (small.term().replace("added: 2026-12-01", "added: 1.12.2026"), "1.12.2026"),
        (small.term().replace("updated: 2026-12-01", "updated: 2026-02-30"), "2026-02-30"),
    ],
)
def test_a_value_of_the_wrong_kind_is_marked(text: str, wrong: str) -> None:
    found = only(text)
    assert (found.code, covered(text, found)) == ("L105", wrong)


@pytest.mark.parametrize("code", ["L103", "L104", "L105"])
def test_no_message_speaks_in_patterns_or_of_types(code: str) -> None:
    texts = {
        "L103": small.term(more="zzz: 1"),
        "L104": small.term(es_text=None),
        "L105": small.term(more="ignore: {E1: x}"),
    }
    found = only(texts[code])
    assert found.code == code
    said = found.message + found.help
    assert not {"^", "\\", "str", "tuple", "dict", "String"} & set(said.replace("'", " ").split())
    assert "^" not in said


def test_all_faults_of_a_file_are_reported_at_once() -> None:
    text = small.term("[MASK]", more="relatd: [gpu]\nstatus: borrador", category="Á B")
    assert sorted(d.code for d in check(text).diagnostics) == ["L103", "L105", "L105", "L105"]
