"""Two files for one thing, told by their names.

Names are one if they differ in signs only (`fine-tuning`, `fine tuning`), in the order of at least
three words, or in one letter inside a long word. Digits and acronyms always count: Q4 and Q8, MHA
and MQA, EXL2 and EXL3 are different things.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rapidfuzz.distance import OSA

from lemario.content.glossary import Entry, Glossary
from lemario.content.yaml_source import Path
from lemario.core.diagnostics import Diagnostic, Note, warning
from lemario.core.inflection import singular
from lemario.core.lang import LANGS, Lang
from lemario.core.text import fold

_WORD: Final = re.compile(r"[\w+#]+")
_LITTLE: Final[Mapping[Lang, frozenset[str]]] = {
    Lang.ES: frozenset(
        ("a", "con", "de", "del", "el", "en", "la", "las", "los", "para", "por", "un", "una", "y")
    ),
    Lang.EN: frozenset(("a", "an", "and", "for", "in", "of", "the", "to", "with")),
}
_LEAST_WORDS_IN_ANY_ORDER: Final = 3
# Shorter words one letter apart are different words (leader, loader; MHA, MQA), and so are longer
# ones that differ at their beginning or end (stake, restake; custodial, custodian).
_LEAST_LETTERS: Final = 8
_LETTERS_AT_EITHER_END: Final = 2


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a term has in one language, and its words, folded."""

    entry: Entry
    path: Path
    written: str
    words: tuple[str, ...]

    @property
    def is_headword(self) -> bool:
        """Whether the file is mainly known by it."""
        return self.path[-1] == "term"


def near_names(glossary: Glossary) -> Iterator[Diagnostic]:
    """L251 for two terms whose names are spellings of one; L252 for singular and plural of one.

    Each pair of terms once, at the newer one.
    """
    entries = (*glossary.entries, *glossary.drafts)
    told: set[tuple[str, str]] = set()
    for lang in LANGS:
        names = [name for entry in entries for name in _names(entry, lang)]
        for a, b, code in _pairs(names, lang):
            older, newer = sorted((a, b), key=lambda n: (n.entry.term.added, n.entry.id))
            ids = (older.entry.id, newer.entry.id)
            if ids not in told and not _told_apart(older.entry, newer.entry, lang, code, glossary):
                told.add(ids)
                yield _same(older, newer) if code == "L251" else _one_number(older, newer)


def content_words(name: str, lang: Lang) -> frozenset[str]:
    """The words of a name in the singular, without articles and prepositions."""
    words = _WORD.findall(fold(name))
    return frozenset(singular(word, lang) for word in words if word not in _LITTLE[lang])


def contrasted(a: Entry, b: Entry, glossary: Glossary) -> bool:
    """Whether one of two terms says that it is confused with the other."""
    return any(
        glossary.target(written) == other.id
        for own, other in ((a, b), (b, a))
        for written in own.term.contrast
    )


def _names(entry: Entry, lang: Lang) -> Iterator[Name]:
    names = entry.term.text(lang)
    paths: list[tuple[Path, str | None]] = [
        ((lang.value, "term"), names.term),
        ((lang.value, "expansion"), names.expansion),
        *(((lang.value, "aliases", n), alias) for n, alias in enumerate(names.aliases)),
    ]
    for path, written in paths:
        if written and (words := tuple(_WORD.findall(fold(written)))):
            yield Name(entry, path, written, words)


def _pairs(names: list[Name], lang: Lang) -> Iterator[tuple[Name, Name, str]]:
    spelled: dict[Hashable, list[Name]] = {}
    numbers: dict[Hashable, list[Name]] = {}
    but_one: dict[Hashable, list[tuple[Name, str]]] = {}
    for name in names:
        spelled.setdefault("".join(name.words).replace("_", ""), []).append(name)
        some_order = sorted(word for word in name.words if word not in _LITTLE[lang])
        if len(some_order) >= _LEAST_WORDS_IN_ANY_ORDER:
            spelled.setdefault(tuple(some_order), []).append(name)
        if name.is_headword:
            numbers.setdefault(tuple(singular(w, lang) for w in name.words), []).append(name)
        for place, word in enumerate(name.words):
            if len(word) >= _LEAST_LETTERS and word.isalpha():
                key = (name.words[:place], name.words[place + 1 :])
                but_one.setdefault(key, []).append((name, word))
    for group in spelled.values():
        yield from ((a, b, "L251") for a, b in combinations(group, 2) if a.entry is not b.entry)
    for group in numbers.values():
        for a, b in combinations(group, 2):
            if a.words != b.words:
                yield a, b, "L252"
    for slips in but_one.values():
        yield from ((a, b, "L251") for a, b in _slips(slips) if a.entry is not b.entry)


def _slips(names: list[tuple[Name, str]]) -> Iterator[tuple[Name, Name]]:
    """Names whose words, which stand in the same place, are one letter apart in the middle."""
    ends: dict[tuple[str, str], list[tuple[Name, str]]] = {}
    kept = _LETTERS_AT_EITHER_END
    for name, word in names:
        ends.setdefault((word[:kept], word[-kept:]), []).append((name, word))
    for group in ends.values():
        for (a, one), (b, other) in combinations(group, 2):
            if one != other and OSA.distance(one, other, score_cutoff=1) == 1:
                yield a, b


def _told_apart(a: Entry, b: Entry, lang: Lang, code: str, glossary: Glossary) -> bool:
    """Whether the writers know of both: qualifiers, a contrast, a longer name in one language."""
    if (a.term.qualifier and b.term.qualifier) or contrasted(a, b, glossary):
        return True
    there = [content_words(entry.term.text(lang.other).term, lang.other) for entry in (a, b)]
    return code == "L252" and (there[0] < there[1] or there[1] < there[0])


def _same(older: Name, newer: Name) -> Diagnostic:
    return warning(
        "L251",
        newer.entry.document.value_span(newer.path),
        f'"{newer.written}" looks like "{older.written}", a name of "{older.entry.id}"',
        _merge(older, newer) + "; of two things, name the other under `contrast:`",
        (Note(older.entry.document.value_span(older.path), "named here"),),
    )


def _one_number(older: Name, newer: Name) -> Diagnostic:
    return warning(
        "L252",
        newer.entry.document.value_span(newer.path),
        f'"{newer.written}" is "{older.written}" in another number, the headword of '
        f'"{older.entry.id}"',
        _merge(older, newer) + "; of two things, name the other under `contrast:`",
        (Note(older.entry.document.value_span(older.path), "the other one"),),
    )


def _merge(older: Name, newer: Name) -> str:
    return (
        f"if it is one thing, move what is new here to {older.entry.document.source.path}, list "
        f"`formerly: [{newer.entry.id}]` there and delete this file"
    )
