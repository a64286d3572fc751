"""Two terms with one definition, nearly word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from rapidfuzz import fuzz

from lemario.content.glossary import Glossary
from lemario.content.lint.duplicates import content_words, contrasted
from lemario.content.lint.plain_texts import Definition
from lemario.core.diagnostics import Diagnostic, Note, warning
from lemario.core.lang import LANGS
from lemario.core.text import fold

LEAST_RATIO: Final = 85.0
LEAST_WORDS: Final = 8
"""Shorter definitions are alike by chance."""

# Definitions that are nearly one begin alike; the whole is compared where they do.
_MOST_WORDS: Final = 40
_Run = tuple[str, str, str]

_LEAST_SHARED: Final = 0.25
# A run of words that so many definitions share is a turn of phrase.
_MOST_SHARING: Final = 20
# Opposites and members of a series are defined alike and named alike: pass and fail a test.
_LEAST_NAME_RATIO: Final = 60.0


def near_definitions(definitions: Sequence[Definition], glossary: Glossary) -> Iterator[Diagnostic]:
    """L253 for two definitions of one language that are nearly equal, each pair of terms once."""
    told: set[tuple[str, str]] = set()
    for a, b in _candidates([d for d in definitions if len(d.words) >= LEAST_WORDS]):
        older, newer = sorted((a, b), key=lambda d: (d.entry.term.added, d.entry.id))
        ids = (older.entry.id, newer.entry.id)
        if (
            ids not in told
            and _alike(older, newer)
            and not contrasted(older.entry, newer.entry, glossary)
        ):
            told.add(ids)
            yield _warning(older, newer)


def _candidates(definitions: Sequence[Definition]) -> Iterator[tuple[Definition, Definition]]:
    """Pairs of one language that share a part of their runs of three words."""
    for lang in LANGS:
        own = [definition for definition in definitions if definition.lang is lang]
        runs = [_runs(definition) for definition in own]
        holders: dict[_Run, list[int]] = {}
        for number, found in enumerate(runs):
            for run in found:
                holders.setdefault(run, []).append(number)
        shared: Counter[tuple[int, int]] = Counter()
        for numbers in holders.values():
            if 1 < len(numbers) <= _MOST_SHARING:
                shared.update(combinations(numbers, 2))
        for (one, other), count in sorted(shared.items()):
            if count >= _LEAST_SHARED * min(len(runs[one]), len(runs[other])):
                yield own[one], own[other]


def _runs(definition: Definition) -> set[_Run]:
    words = " ".join(definition.words[:_MOST_WORDS]).lower().split(" ")
    return set(zip(words, words[1:], words[2:], strict=False))


def _alike(a: Definition, b: Definition) -> bool:
    one, other = (fold(" ".join(definition.words)) for definition in (a, b))
    if one == other:
        return True
    if _are_named_alike(a, b):
        return False
    return fuzz.ratio(one, other, score_cutoff=LEAST_RATIO) > 0


def _are_named_alike(a: Definition, b: Definition) -> bool:
    one, other = (definition.entry.term.text(definition.lang).term for definition in (a, b))
    if content_words(one, a.lang) & content_words(other, b.lang):
        return True
    return fuzz.ratio(fold(one), fold(other)) >= _LEAST_NAME_RATIO


def _warning(older: Definition, newer: Definition) -> Diagnostic:
    path = (newer.lang.value, "definition")
    return warning(
        "L253",
        newer.entry.document.key_span(path),
        f'the definition is nearly that of "{older.entry.id}"',
        f'say what tells it from "{older.entry.id}"; if nothing does, make this headword an alias '
        f"in {older.entry.document.source.path} and delete this file",
        (Note(older.entry.document.key_span(path), "the other definition"),),
    )
