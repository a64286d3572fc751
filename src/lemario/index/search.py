"""Placeholder while the engine is being written."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchNames:
    term: str
    acronym: str
    expansion: str
    aliases: tuple[str, ...]
    hidden: tuple[str, ...]
    avoid: tuple[str, ...]
    summary: str
    definition: str


@dataclass(frozen=True)
class SearchEntry:
    id: str
    category: str
    es: SearchNames
    en: SearchNames


def search_payload(entries, categories):
    return "const LemarioData = {};\n"
