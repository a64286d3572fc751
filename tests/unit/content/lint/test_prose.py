"""What is no prose is blank, and everything keeps its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lemario.content.lint.prose import Prose, evenly_folded, prose_of
from lemario.core.text import fold
from tests import small


def prose(folder: Path, text: str) -> Prose:
    """The Spanish definition of a term."""
    glossary = small.glossary(folder / "g", {"caso": small.term(es_text=text, en_text=None)})
    (only,) = prose_of(glossary.entries[0])
    return only


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a `b c` d", "a d"),
        ("a ``b ` c`` d", "a d"),
        ("a\n\n```sh\nb\n```\n\nd", "a d"),
        ("a\n\n    b\n\nd", "a d"),
        ("a [b](https://example.org/c) d", "a [b]( ) d"),
        ("a https://example.org/c, d", "a d"),
        ("a {b} {b c=1} d", "a d"),
        ("a `b\n\nc` d", "a d"),
    ],
)
def test_what_is_no_prose_is_blank(tmp_path: Path, text: str, words: str) -> None:
    found = prose(tmp_path, text)
    assert len(found.words) == len(found.raw)
    assert found.words.split() == words.split()


def test_a_link_keeps_its_label_only(tmp_path: Path) -> None:
    terms = {
        "caso": small.term(es_text="La [[red|malla]] y la [[red]].", en_text=None),
        "red": small.term("Red", "Network"),
    }
    glossary = small.glossary(tmp_path / "g", terms)
    (only,) = prose_of(glossary.entries[0])
    assert only.words.split() == ["La", "malla]]", "y", "la", "."]


@pytest.mark.parametrize("quoted", ["«b c»", '"b c"', "“b c”"])
def test_quotations_are_blank_apart(tmp_path: Path, quoted: str) -> None:
    found = prose(tmp_path, f"a {quoted} d")
    assert found.unquoted.split() == ["a", "d"]
    assert found.words == found.raw


def test_the_place_of_a_repeated_word_is_its_own(tmp_path: Path) -> None:
    found = prose(tmp_path, "aa aaa\naa `aa` aa")
    start = found.raw.rindex("aa")
    span = found.span(start, start + 2)
    assert (span.line, span.column, span.end_column) == (5, 13, 15)


@given(st.text())
def test_even_folding_keeps_the_length(text: str) -> None:
    assert len(evenly_folded(text)) == len(text)


@given(st.text(alphabet="aáàÁeéñÑüÜçzZ 09-"))
def test_even_folding_folds_letters(text: str) -> None:
    assert " ".join(evenly_folded(text).split()) == fold(text)
