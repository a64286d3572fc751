"""Puts ids of today in the place of those that terms had formerly, in links and relations."""

from __future__ import annotations

from collections.abc import Iterator

from lemario.content.fix_text import Mended
from lemario.content.glossary import Entry, texts
from lemario.content.markup import term_links
from lemario.content.models import RELATIONS
from lemario.content.names import NameIndex
from lemario.content.yaml_layout import value_at
from lemario.content.yaml_source import Path, RawDocument, parse
from lemario.core.source import SourceText

OLD_ID = "L242"


def with_current_ids(entry: Entry, names: NameIndex) -> Mended:
    """The text of a term's file without old ids in links and relations; labels stay.

    Links that are not written in the file as they are read (with escapes, or broken into lines)
    stay, and so do all of a term that silences the warning.
    """
    document = entry.document
    done: dict[str, None] = {}
    for path, old, new in () if OLD_ID in entry.term.ignore else _outdated(entry, names):
        mended = _replaced(document, path, old, new)
        if mended is not None:
            document = mended
            done[f"old id {old} → {new}"] = None
    return Mended(document.source.text, tuple(done))


def _outdated(entry: Entry, names: NameIndex) -> Iterator[tuple[Path, str, str]]:
    """Each place of an old id, as often as it stands there, with the id of today."""
    for kind in RELATIONS:
        for number, written in enumerate(getattr(entry.term, kind)):
            if new := _today(written, entry.id, names):
                yield (kind, number), written, new
    for lang, field, text in texts(entry.term):
        for link in term_links(text):
            if new := _today(link.target, entry.id, names):
                yield (lang.value, field), link.target, new


def _today(written: str, own: str, names: NameIndex) -> str | None:
    resolution = names.resolve(written)
    unclear = not resolution.retired or len(resolution.ids) != 1 or resolution.ids[0] == own
    return None if unclear else resolution.ids[0]


def _replaced(document: RawDocument, path: Path, old: str, new: str) -> RawDocument | None:
    """The document with one mention of `old` replaced: the first that is none of code or text."""
    start, end = document.values[path]
    text = document.source.text
    at = text.find(old, start, end)
    while at >= 0:
        tried = parse(SourceText(document.source.path, text[:at] + new + text[at + len(old) :]))
        if tried.value and _mentions(tried.value, path) == _expected(document, path, old, new):
            return tried.value
        at = text.find(old, at + 1, end)
    return None


def _mentions(document: RawDocument, path: Path) -> list[str]:
    """What the value at `path` names: the targets of links, or the term of a relation."""
    value = value_at(document, path)
    if not isinstance(value, str):
        return []
    return [value.strip()] if path[0] in RELATIONS else [link.target for link in term_links(value)]


def _expected(document: RawDocument, path: Path, old: str, new: str) -> list[str]:
    before = _mentions(document, path)
    place = before.index(old) if old in before else len(before)
    return [*before[:place], new, *before[place + 1 :]]
