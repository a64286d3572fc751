"""Which language a text is in: a guess where little tells, and none where nothing does."""

from __future__ import annotations

import pytest

from lemario.core.guess import LITTLE_WORDS, little_words, looks_like, words_of
from lemario.core.lang import Lang


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Lo que guarda los datos de un programa.", Lang.ES),
        ("That which keeps the data of a program.", Lang.EN),
        ("alucinación", Lang.ES),
        ("¿GPU?", Lang.ES),
        ("the GPU", Lang.EN),
        ("GPU", None),
        ("memoria", None),
        ("", None),
        ("la memoria of un PC is", None),
    ],
)
def test_even_a_short_text_may_tell(text: str, lang: Lang | None) -> None:
    assert looks_like(text) is lang


def test_little_words_are_counted_by_language() -> None:
    assert little_words(words_of("El dato, y the data of 3 GPUs")) == {Lang.ES: 2, Lang.EN: 2}


def test_no_little_word_is_of_both_languages() -> None:
    assert LITTLE_WORDS[Lang.ES].isdisjoint(LITTLE_WORDS[Lang.EN])
