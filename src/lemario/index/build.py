"""The orders in which a glossary is read: by letter, by category, by date, by who mentions whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from lemario.content.glossary import TEXT_FIELDS, Entry, Glossary
from lemario.content.markup import links_of
from lemario.core.lang import LANGS, Bilingual, Lang
from lemario.core.text import index_letter, sort_key

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Indexes:
    """All orders, as ids or entries.

    `alphabetical`: all entries in each language's own order of its headwords. `letters`: the same
    grouped by first letter, in order of appearance. `by_category`: entries of each category,
    alphabetically; categories without entries are there with none. `mentions`: for each id and
    language, the ids of the entries whose text in that language links to it. `newest`: by date
    of addition, latest first. `places`: positions in `alphabetical`.
    """

    alphabetical: Bilingual[tuple[Entry, ...]]
    letters: Bilingual[Mapping[str, tuple[Entry, ...]]]
    by_category: Bilingual[Mapping[str, tuple[Entry, ...]]]
    mentions: Bilingual[Mapping[str, tuple[str, ...]]]
    newest: tuple[Entry, ...]
    places: Bilingual[Mapping[str, int]]

    def place(self, term_id: str, lang: Lang) -> int:
        """The position of a term in the alphabet of `lang`, from 0."""
        return self.places[lang][term_id]


def build_indexes(glossary: Glossary) -> Indexes:
    """The indexes of the published entries."""
    alphabetical = _each(lambda lang: _alphabetical(glossary, lang))
    return Indexes(
        alphabetical=alphabetical,
        letters=_each(lambda lang: _letters(alphabetical[lang], lang)),
        by_category=_each(lambda lang: _by_category(glossary, alphabetical[lang])),
        mentions=_each(lambda lang: _mentions(glossary, alphabetical[lang], lang)),
        newest=_newest(alphabetical[Lang.ES]),
        places=_each(lambda lang: {e.id: place for place, e in enumerate(alphabetical[lang])}),
    )


def _each(make: Callable[[Lang], T]) -> Bilingual[T]:
    es, en = (make(lang) for lang in LANGS)
    return Bilingual(es, en)


def _alphabetical(glossary: Glossary, lang: Lang) -> tuple[Entry, ...]:
    def key(entry: Entry) -> tuple[object, ...]:
        qualifier = entry.term.qualifier[lang] if entry.term.qualifier else ""
        headword = entry.term.text(lang).term
        return (sort_key(headword, lang), sort_key(qualifier, lang), entry.id)

    return tuple(sorted(glossary.entries, key=key))


def _letters(entries: tuple[Entry, ...], lang: Lang) -> Mapping[str, tuple[Entry, ...]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(index_letter(entry.term.text(lang).term, lang), []).append(entry)
    return {letter: tuple(group) for letter, group in groups.items()}


def _by_category(glossary: Glossary, entries: tuple[Entry, ...]) -> Mapping[str, tuple[Entry, ...]]:
    groups: dict[str, list[Entry]] = {category: [] for category in glossary.categories}
    for entry in entries:
        groups[entry.term.category].append(entry)
    return {category: tuple(group) for category, group in groups.items()}


def _mentions(
    glossary: Glossary, entries: tuple[Entry, ...], lang: Lang
) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {entry.id: [] for entry in entries}
    for entry in entries:
        shown = entry.reading_lang(lang)
        links = [
            link for name in TEXT_FIELDS for link in links_of(glossary.tokens(entry, shown, name))
        ]
        for target in dict.fromkeys(glossary.target(link) for link in links):
            if target in found:
                found[target].append(entry.id)
    return {term_id: tuple(ids) for term_id, ids in found.items()}


def _newest(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.term.added, reverse=True))
