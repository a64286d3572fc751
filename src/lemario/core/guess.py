"""Which of the two languages a text is written in.

Told by the little words of which neither language has a sentence without. Words that both have
(`a`, `no`, `me`, `son`) do not count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from lemario.core.lang import LANGS, Lang


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LITTLE_WORDS: Final[Mapping[Lang, frozenset[str]]] = {
    Lang.ES: _words(
        """
        al aunque cada como con cual cuando de del desde donde dos el ella en entre es esta estas
        este esto estos están está fue hasta la las le les lo los muy más ni o para pero por porque
        puede pueden que qué se según ser si sin sobre su sus también tiene todo todos un una uno y
        ya él
        """
    ),
    Lang.EN: _words(
        """
        after also an and any are as at be because been before between but by can does each for
        from has have how if in into is it its may more most not of on one only or other over so
        such than that the their them then there these they this those through to was were when
        where which while who with would you your
        """
    ),
}
_WORD = re.compile(r"[^\W\d_]+")
_SPANISH_SIGNS = frozenset("áéíóúñ¿¡")


def words_of(text: str) -> Sequence[str]:
    """The words of a text in small letters, without digits and signs."""
    return _WORD.findall(text.lower())


def little_words(words: Sequence[str]) -> Mapping[Lang, int]:
    """How many of the words are little ones of each language."""
    return {lang: sum(map(LITTLE_WORDS[lang].__contains__, words)) for lang in LANGS}


def looks_like(text: str) -> Lang | None:
    """The language that even a short text seems to be in; None where nothing tells.

    A guess for hints, not for findings: letters with accents count for Spanish.
    """
    words = words_of(text)
    counted = little_words(words)
    spanish = counted[Lang.ES] + sum(not _SPANISH_SIGNS.isdisjoint(word) for word in words)
    spanish += "¿" in text or "¡" in text
    if spanish > 2 * counted[Lang.EN]:
        return Lang.ES
    return Lang.EN if counted[Lang.EN] > 2 * spanish else None
