"""Warnings about content that is valid but may be better: one module a concern.

Each check is a function that yields warnings; `lint` runs them all. Small glossaries are not asked
for what only a grown one has: neighbours for each term, and definitions of some length.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lemario.content.glossary import Glossary
from lemario.content.lint.accents import missing_accents
from lemario.content.lint.avoided import avoided_names
from lemario.content.lint.definitions import FEWEST_WORDS, circular, length, uneven
from lemario.content.lint.duplicates import near_names
from lemario.content.lint.language import foreign_texts
from lemario.content.lint.plain_texts import Definition, definitions
from lemario.content.lint.prose import names_of, prose_of
from lemario.content.lint.similar import near_definitions
from lemario.content.lint.spelling import spellings
from lemario.content.lint.structure import one_sided, orphans, sources
from lemario.core.diagnostics import Diagnostic

GROWN: Final = 10
"""From so many published terms on a glossary is more than a beginning."""


def lint(glossary: Glossary) -> tuple[Diagnostic, ...]:
    """All warnings about a glossary that has no errors; drafts are left in peace.

    Drafts count where names are compared: that is when a second file for one thing is met best.
    """
    return tuple(_findings(glossary))


def _findings(glossary: Glossary) -> Iterator[Diagnostic]:
    is_grown = len(glossary.entries) >= GROWN
    yield from near_names(glossary)
    yield from _about_definitions(glossary, is_grown)
    texts = tuple(prose for entry in glossary.entries for prose in prose_of(entry))
    names = tuple(name for entry in glossary.entries for name in names_of(entry))
    for prose in texts:
        yield from foreign_texts(prose)
    for prose in (*texts, *names):
        yield from missing_accents(prose)
    yield from avoided_names(glossary, texts)
    yield from spellings(glossary, texts)
    if is_grown:
        yield from sources(glossary)
        yield from orphans(glossary)
        yield from one_sided(glossary)


def _about_definitions(glossary: Glossary, is_grown: bool) -> Iterator[Diagnostic]:
    found = tuple(definitions(glossary))
    yield from near_definitions(found, glossary)
    by_term: dict[str, list[Definition]] = {}
    for definition in found:
        by_term.setdefault(definition.entry.id, []).append(definition)
        yield from circular(definition)
        yield from length(definition, FEWEST_WORDS if is_grown else 0)
    for pair in by_term.values():
        yield from uneven(pair)
