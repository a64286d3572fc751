"""The payload of the search: what the engine in the page needs, as a script that defines it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lemario.core.script import script_json
from lemario.core.text import fold

VERSION = 2
"""Version of the payload's form; the engine refuses another. Raise it in both places together."""


@dataclass(frozen=True, slots=True)
class SearchNames:
    """What is known of an entry in one language, as plain text; `""` or `()` where nothing is.

    `summary` is the first sentence of `definition`; a result shows it. `href` is where an entry
    lies that is no term, from the site's root.
    """

    term: str = ""
    acronym: str = ""
    expansion: str = ""
    aliases: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    summary: str = ""
    definition: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class SearchGroup:
    """What entries belong to: a category of terms (`kind` "term"), or models, devices, pages."""

    id: str
    kind: str
    es: str
    en: str


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A term, model, device or page as the search knows it; `group` is the id of its group."""

    id: str
    group: str
    es: SearchNames
    en: SearchNames


def search_payload(
    entries: Iterable[SearchEntry],
    groups: Sequence[SearchGroup],
    suggested: Iterable[str] = (),
) -> str:
    """The text of `search-data.js`: a classic script that defines `LemarioData`.

    Texts stand in columns, a line an entry: of one kind each, they load and compress best. Entries
    are put in the order of their groups, and else keep theirs, so the same glossary gives the same
    text. The script may also stand inside a page: it contains no `<`. `suggested` are ids to show
    before anything is typed.
    """
    place = {group.id: number for number, group in enumerate(groups)}
    listed = sorted(entries, key=lambda entry: place[entry.group])
    count = Counter(entry.group for entry in listed)
    data = {
        "version": VERSION,
        "groups": [
            {"id": g.id, "kind": g.kind, "count": count[g.id], "es": g.es, "en": g.en}
            for g in groups
        ],
        "suggested": list(suggested),
        "es": _columns([entry.es for entry in listed]),
        "en": _columns([entry.en for entry in listed]),
        # What words come from before what is made of them: that compresses best.
        "ids": "\n".join(map(_id, listed)),
    }
    return f"const LemarioData = {script_json(data)};\n"


def _id(entry: SearchEntry) -> str:
    """The id; nothing where the engine can make it of the Spanish name."""
    name = fold(_line(entry.es.term))
    made = name.replace(" ", "-").replace("ñ", "n")
    return "" if made == entry.id and re.fullmatch("[a-z0-9ñ]+( [a-z0-9ñ]+)*", name) else entry.id


def _columns(entries: Sequence[SearchNames]) -> dict[str, str]:
    """A column for each kind of text, under the engine's keys; none where no entry has any."""
    cells = {
        "definition": [_definition(names) for names in entries],
        "acronym": [_line(names.acronym) for names in entries],
        "expansion": [_line(names.expansion) for names in entries],
        "alias": [_cells(names.aliases) for names in entries],
        "hidden": [_cells(names.hidden) for names in entries],
        "avoid": [_cells(names.avoid) for names in entries],
        "term": [_line(names.term) for names in entries],
        "href": [_line(names.href) for names in entries],
    }
    return {key: "\n".join(lines) for key, lines in cells.items() if any(lines)}


def _line(text: str) -> str:
    """The text on one line: line breaks and tabs separate cells."""
    return " ".join(text.split())


def _cells(texts: Iterable[str]) -> str:
    return "\t".join(map(_line, texts))


def _definition(names: SearchNames) -> str:
    """The summary, a tab, and the rest of the definition."""
    summary, rest = _line(names.summary), _line(names.definition)
    rest = rest.removeprefix(summary).lstrip() if summary else rest
    return f"{summary}\t{rest}" if rest else summary
