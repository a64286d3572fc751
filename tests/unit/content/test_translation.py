"""When a translation is missing, outdated or current, and how that is written into a file."""

from __future__ import annotations

import re

import pytest
from pydantic import TypeAdapter

from lemario.content.models import Term
from lemario.content.schema_check import validate
from lemario.content.translation import TranslationStatus, marked, source_hash, status
from lemario.content.yaml_source import RawDocument, parse
from lemario.core.lang import Lang
from lemario.core.source import SourceText
from tests import small


def document(text: str) -> RawDocument:
    checked = parse(SourceText("caso.yaml", text))
    assert checked.value is not None
    return checked.value


def term(text: str) -> Term:
    checked = validate(TypeAdapter(Term), document(text))
    assert checked.value is not None, checked.diagnostics
    return checked.value


SPANISH = small.term(es_text="Una situación\ninventada.", es_more="example: Uno.")
HASH = source_hash(term(SPANISH).es)


# --- the hash ------------------------------------------------------------------------------------


def test_the_hash_is_twelve_hexadecimal_digits() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", HASH)


@pytest.mark.parametrize(
    "other",
    [
        small.term(es_text="Una situación inventada.", es_more="example: Uno."),
        small.term(es_text="Una\n\nsituación   inventada.", es_more="example: |\n  Uno."),
        small.term(
            es="Otro", es_text="Una situación inventada.", es_more="aliases: [a]\nexample: Uno."
        ),
    ],
)
def test_names_and_line_breaks_do_not_change_it(other: str) -> None:
    assert source_hash(term(other).es) == HASH


@pytest.mark.parametrize(
    "other",
    [
        small.term(es_text="Una situación inventada", es_more="example: Uno."),
        small.term(es_text="Una situación inventada.", es_more="example: Dos."),
        small.term(es_text="Una situación inventada."),
        small.term(es_text="Una situación inventada. Uno."),
    ],
)
def test_every_word_of_the_definition_and_the_example_changes_it(other: str) -> None:
    assert source_hash(term(other).es) != HASH


def test_it_tells_where_the_definition_ends_and_the_example_begins() -> None:
    early = term(small.term(es_text="Uno", es_more="example: dos tres"))
    late = term(small.term(es_text="Uno dos", es_more="example: tres"))
    assert source_hash(early.es) != source_hash(late.es)


# --- the status ----------------------------------------------------------------------------------


def english(more: str) -> Term:
    return term(
        small.term(es_text="Una situación inventada.", es_more="example: Uno.", en_more=more)
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (HASH, TranslationStatus.CURRENT),
        (HASH[:6], TranslationStatus.CURRENT),
        (HASH.upper(), TranslationStatus.CURRENT),
        (HASH[:5], TranslationStatus.OUTDATED),
        ("3fa9c1", TranslationStatus.OUTDATED),
        (HASH + "x", TranslationStatus.OUTDATED),
    ],
)
def test_a_hash_of_six_digits_or_more_is_enough(written: str, expected: TranslationStatus) -> None:
    assert status(english(f"translated_from: {written}"), Lang.EN) is expected


def test_a_text_that_names_no_source_is_untracked() -> None:
    assert status(english(""), Lang.EN) is TranslationStatus.UNTRACKED
    assert status(english(f"translated_from: {HASH}"), Lang.ES) is TranslationStatus.UNTRACKED


def test_a_term_without_a_definition_is_missing_whatever_else_it_has() -> None:
    only_named = term(small.term(en_text=None, en_more="example: One.\ntranslated_from: 3fa9c1"))
    assert status(only_named, Lang.EN) is TranslationStatus.MISSING


def test_a_translation_of_a_text_that_is_gone_is_outdated() -> None:
    gone = term(small.term(en_text=None, es_more="translated_from: 3fa9c1"))
    assert status(gone, Lang.ES) is TranslationStatus.OUTDATED


# --- writing it ----------------------------------------------------------------------------------

BLOCK = """\
en:
  term: Case  # the name
  definition: |
    A case.

    # not a comment

# About the category
category: memoria
"""
MARKED = BLOCK.replace("# not a comment\n", "# not a comment\n  translated_from: 0a1b2c\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BLOCK, MARKED),
        (MARKED.replace("0a1b2c", '"3fa9c1" # x'), MARKED.replace("0a1b2c", "0a1b2c # x")),
        (MARKED.replace(" 0a1b2c", ""), MARKED),
        ("en:\n    definition: a\n", "en:\n    definition: a\n    translated_from: 0a1b2c\n"),
        ("en:\n  definition: a", "en:\n  definition: a\n  translated_from: 0a1b2c"),
        (
            "en: {term: a, definition: b }\n",
            "en: {term: a, definition: b, translated_from: 0a1b2c }\n",
        ),
        (
            "en:\n  definition: >\n    a\n  example: |+\n    b\n\ncategory: x\n",
            "en:\n  definition: >\n    a\n  example: |+\n    b\n\n  translated_from: 0a1b2c\ncategory: x\n",
        ),
        (
            "en:\n  avoid:\n  - name: a\n    why: b\n  # c\n",
            "en:\n  avoid:\n  - name: a\n    why: b\n  translated_from: 0a1b2c\n  # c\n",
        ),
    ],
)
def test_the_mark_goes_to_its_place_and_all_else_stays(before: str, after: str) -> None:
    assert marked(document(before), Lang.EN, "0a1b2c") == after


@pytest.mark.parametrize("digits", ["123456789012", "12345e678901"])
def test_a_hash_that_other_tools_would_read_as_a_number_is_quoted(digits: str) -> None:
    text = marked(document("en:\n  definition: a\n"), Lang.EN, digits)
    assert text == f'en:\n  definition: a\n  translated_from: "{digits}"\n'


@pytest.mark.parametrize("text", ["en: {}\n", "en: text\n", "es:\n  term: a\n"])
def test_where_there_is_no_block_nothing_is_written(text: str) -> None:
    assert marked(document(text), Lang.EN, "0a1b2c") is None
