"""The payload of the search: what the engine in the page needs, as a script that defines it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lemario.core.script import script_json

VERSION = 1
"""Version of the payload's form; the engine refuses another. Raise it in both places together."""


@dataclass(frozen=True, slots=True)
class SearchNames:
    """What is known of a term in one language, as plain text; `""` or `()` where there is nothing.

    `summary` is the first sentence of `definition`; a result shows it.
    """

    term: str = ""
    acronym: str = ""
    expansion: str = ""
    aliases: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    summary: str = ""
    definition: str = ""


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A term as the search knows it: its id, the id of its category, its names and texts."""

    id: str
    category: str
    es: SearchNames
    en: SearchNames


def search_payload(
    entries: Iterable[SearchEntry], categories: Mapping[str, tuple[str, str]]
) -> str:
    """Return the text of `search-data.js`: a classic script that defines `LemarioData`.

    Entries and categories keep their order, an entry a line, so the same glossary gives the same
    text and a change to one term changes one line. The script may also stand inside a page: it
    contains no `<`. `categories` maps an id to the category's Spanish and English name.
    """
    listed = [{"id": id_, "es": es, "en": en} for id_, (es, en) in categories.items()]
    lines = ",\n".join(script_json(_entry(entry)) for entry in entries)
    return (
        f'const LemarioData = {{"version":{VERSION},"categories":{script_json(listed)},'
        f'"entries":[\n{lines}\n]}};\n'
    )


def _entry(entry: SearchEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "category": entry.category,
        "english": bool(entry.en.definition),
        "es": _names(entry.es),
        "en": _names(entry.en),
    }


def _names(names: SearchNames) -> dict[str, object]:
    """Return what there is, under the engine's keys; the definition without its summary."""
    rest = names.definition
    if names.summary and rest.startswith(names.summary):
        rest = rest.removeprefix(names.summary).lstrip()
    values: dict[str, str | tuple[str, ...]] = {
        "term": names.term,
        "acronym": names.acronym,
        "expansion": names.expansion,
        "aliases": names.aliases,
        "hidden": names.hidden,
        "avoid": names.avoid,
        "summary": names.summary,
        "definition": rest,
    }
    return {key: value for key, value in values.items() if value}
