"""Plurals of Spanish and English, as far as endings tell."""

from __future__ import annotations

from functools import lru_cache

from lemario.core.lang import Lang
from lemario.core.text import fold

_VOWELS = frozenset("aeiou")


def singular(word: str, lang: Lang) -> str:
    """A folded word without the ending of a plural; others as they are."""
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return word
    if lang is Lang.ES and word.endswith("ces"):
        return word[:-3] + "z"
    if lang is Lang.EN and word.endswith("ies"):
        return word[:-3] + "y"
    if lang is Lang.ES and word.endswith("es") and word[-3] in "rnldj":
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65536)
def stems_of(word: str, lang: Lang) -> tuple[str, ...]:
    """What a word may be a form of: itself, folded, and what its ending may be a plural of.

    Loanwords take a plain -s in Spanish as well (tokens), so both languages share that rule.
    """
    folded = fold(word)
    if len(folded) < 4 or not folded.endswith("s") or folded.endswith("ss"):
        return (folded,)
    found = [folded, folded[:-1]]
    if lang is Lang.ES and folded.endswith("ces"):
        found.append(folded[:-3] + "z")
    elif folded.endswith("ies") and lang is Lang.EN:
        found.append(folded[:-3] + "y")
    if folded.endswith("es") and folded[-3] not in _VOWELS:
        found.append(folded[:-2])
    return tuple(found)
