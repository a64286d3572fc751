"""Names in texts that some term lists under `avoid`.

A name of several words, or with capitals or digits, is known wherever it stands. A single common
word (`ficha` for token) means other things too: it counts only where the text in the other language
names the term and this one does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lemario.content.glossary import Entry, Glossary
from lemario.content.lint.prose import Prose, evenly_folded
from lemario.core.diagnostics import Diagnostic, Note, Span, warning
from lemario.core.inflection import singular
from lemario.core.lang import LANGS, Lang
from lemario.core.text import fold

_WORD = re.compile(r"[^\W_]+(?:[_'’][^\W_]+)*(?:\+\+|#)?")
# Words of one name are parted by a space, or by what names are written with inside.
_BETWEEN = re.compile(r"[ \n]+|[-–./]")
_MOST_WORDS = 8

_Key = tuple[str, ...]
_Word = tuple[int, int, str]
"""Where a word begins and ends, and its folded singular."""


@dataclass(frozen=True, slots=True)
class _Avoided:
    """A name that a term advises against, and what to write instead."""

    name: str
    instead: str
    owner: Entry
    span: Span

    @property
    def is_common_word(self) -> bool:
        return self.name.islower() and bool(re.fullmatch(r"[^\W\d_]+", self.name))


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of one language by their words in the singular; `recommended` has them as written."""

    avoided: Mapping[_Key, _Avoided]
    recommended: Mapping[_Key, frozenset[str]]
    firsts: frozenset[str]


def avoided_names(glossary: Glossary, texts: Iterable[Prose]) -> Iterator[Diagnostic]:
    """L261 for each name in a text that another term lists under `avoid`, once a text."""
    tables = {lang: _names(glossary, lang) for lang in LANGS}
    for prose in texts:
        if tables[prose.lang].avoided:
            yield from _used(prose, tables[prose.lang])


def _names(glossary: Glossary, lang: Lang) -> _Names:
    avoided: dict[_Key, _Avoided] = {}
    recommended: dict[_Key, set[str]] = {}
    for entry in (*glossary.entries, *glossary.drafts):
        names = entry.term.text(lang)
        for number, name in enumerate(names.avoid):
            span = entry.document.value_span((lang.value, "avoid", number))
            found = _Avoided(name.name, names.term, entry, span)
            avoided.setdefault(_key(name.name, lang), found)
        for good in (names.term, names.acronym, names.expansion, *names.aliases):
            if good:
                recommended.setdefault(_key(good, lang), set()).add(good)
    firsts = frozenset(key[0] for key in (*avoided, *recommended) if key)
    return _Names(avoided, {key: frozenset(n) for key, n in recommended.items()}, firsts)


def _used(prose: Prose, names: _Names) -> Iterator[Diagnostic]:
    text = prose.unquoted
    words = _words(text, prose.lang)
    stems = [stem for _, _, stem in words]
    told: set[str] = set()
    place = 0
    while place < len(words):
        size = _longest(text, words, stems, place, names) if stems[place] in names.firsts else 0
        if size:
            start, end = words[place][0], words[place + size - 1][1]
            found = names.avoided.get(tuple(stems[place : place + size]))
            good = names.recommended.get(tuple(stems[place : place + size]), frozenset())
            if found and found.name not in told and _is_meant(found, text[start:end], good, prose):
                told.add(found.name)
                yield _advice(prose, found, start, end)
        place += max(size, 1)


@lru_cache(maxsize=8192)
def _words(text: str, lang: Lang) -> tuple[_Word, ...]:
    found = _WORD.finditer(evenly_folded(text))
    return tuple((match.start(), match.end(), singular(match[0], lang)) for match in found)


def _is_meant(found: _Avoided, written: str, good: frozenset[str], prose: Prose) -> bool:
    """Whether what is written is the avoided name; `good` are names that differ from it in form."""
    if found.owner is prose.entry:
        return False
    # Where the two differ by case or number only, it must be written just so.
    if good and (written != found.name or written in good):
        return False
    return not found.is_common_word or (
        _names_owner(found.owner, prose.entry, prose.lang.other, str(prose.path[-1]))
        and not _names_owner(found.owner, prose.entry, prose.lang, str(prose.path[-1]))
    )


def _names_owner(owner: Entry, entry: Entry, lang: Lang, name: str) -> bool:
    """Whether a text of `entry` in `lang` has a recommended name of `owner`."""
    text = getattr(entry.term.text(lang), name) or ""
    words = f" {' '.join(_key(text, lang))} "
    names = owner.term.text(lang)
    return any(f" {' '.join(_key(good, lang))} " in words for good in (names.term, *names.aliases))


def _longest(
    text: str, words: Sequence[_Word], stems: Sequence[str], place: int, names: _Names
) -> int:
    """How many words the longest name that begins at a place has, 0 if there is none."""
    longest = 0
    for size in range(1, min(_MOST_WORDS, len(words) - place) + 1):
        last = place + size - 1
        if size > 1:
            between = text[words[last - 1][1] : words[last][0]]
            if not _BETWEEN.fullmatch(between):
                break
        key = tuple(stems[place : last + 1])
        if key in names.avoided or key in names.recommended:
            longest = size
    return longest


def _advice(prose: Prose, found: _Avoided, start: int, end: int) -> Diagnostic:
    marks = "«…»" if prose.lang is Lang.ES else "“…”"
    return warning(
        "L261",
        prose.span(start, end),
        f'"{found.name}" is a name to avoid: "{found.owner.id}" says why',
        f'write "{found.instead}", or {marks} around it where the text speaks of the name',
        (Note(found.span, "listed here"),),
    )


def _key(name: str, lang: Lang) -> _Key:
    return tuple(singular(match[0], lang) for match in _WORD.finditer(fold(name)))
