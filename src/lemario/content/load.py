"""Reads a glossary folder: site.yaml, categories.yaml and terms/*.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from lemario.content.glossary import Entry, Glossary
from lemario.content.linking import build_linker
from lemario.content.lint import lint
from lemario.content.models import (
    ID_PATTERN,
    SiteConfig,
    categories_adapter,
    site_adapter,
    term_adapter,
)
from lemario.content.names import check_names, index_names
from lemario.content.reader import FileReader
from lemario.content.references import check_references
from lemario.content.schema_check import validate
from lemario.core.diagnostics import Diagnostic, Severity, Span, error, has_errors, warning
from lemario.core.text import nfc, slug

T = TypeVar("T")

_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "index", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))]
)
"""Names that Windows keeps for devices, and the one that hosts serve for a folder."""


_A_CATEGORY = """\
an-id:
  name: {es: …, en: …}
  blurb: {es: …, en: …}"""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A glossary, or None where it has errors; findings; and the texts that they point into."""

    glossary: Glossary | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]


def load_glossary(root: Path, shown_root: str) -> Loaded:
    """The glossary in the folder `root`, which diagnostics call `shown_root`.

    All files are read and checked, whatever is wrong with some of them.
    """
    reader = FileReader(root, shown_root)
    site = reader.model(root / "site.yaml", site_adapter(), "title: …")
    categories = reader.model(root / "categories.yaml", categories_adapter(), _A_CATEGORY)
    entries: dict[str, Entry] = {}
    unreadable: set[str] = set()
    for file in _term_files(reader):
        document = reader.document(file)
        term = None
        if document is not None:
            checked = validate(term_adapter(), document)
            reader.diagnostics += checked.diagnostics
            term = checked.value
        if document is None or term is None:
            unreadable.add(nfc(file.stem))
        else:
            entries[nfc(file.stem)] = Entry(nfc(file.stem), term, document)

    terms = {term_id: entry.term for term_id, entry in entries.items()}
    documents = {term_id: entry.document for term_id, entry in entries.items()}
    names = index_names(terms, unreadable)
    reader.diagnostics += check_names(terms, documents)
    automatic = site is None or site.autolink
    linkable = {i: e.term for i, e in entries.items() if not e.term.is_draft} if automatic else {}
    glossary = Glossary(
        site or SiteConfig.model_validate({"title": "?"}),
        categories or {},
        tuple(e for e in entries.values() if not e.term.is_draft),
        tuple(e for e in entries.values() if e.term.is_draft),
        names,
        build_linker(linkable, names),
    )
    found = check_references(glossary)
    if categories is None:
        found = tuple(d for d in found if d.code != "L201")
    reader.diagnostics += found
    if not has_errors(reader.diagnostics):
        reader.diagnostics += lint(glossary)
    diagnostics = _without_ignored(entries.values(), reader.diagnostics)
    return Loaded(None if has_errors(diagnostics) else glossary, diagnostics, reader.sources)


def _term_files(reader: FileReader) -> list[Path]:
    """The files of the terms, sorted by name; whatever else lies there is reported."""
    folder = reader.root / "terms"
    try:
        found = sorted(folder.iterdir())
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        reader.diagnostics.append(
            error(
                "L122",
                Span.whole(reader.shown(folder)),
                f"cannot read the folder of the terms: {reason}",
                "a glossary is a folder with site.yaml, categories.yaml and terms/",
            )
        )
        return []
    files: list[Path] = []
    for file in found:
        if file.name.startswith("."):
            continue
        if problem_help := _bad_name(file):
            message, help = problem_help
            reader.diagnostics.append(error("L116", Span.whole(reader.shown(file)), message, help))
        else:
            files.append(file)
    if not any(not file.name.startswith(".") for file in found):
        reader.diagnostics.append(
            error(
                "L210",
                Span.whole(reader.shown(folder)),
                "the glossary has no terms",
                "each term is a file terms/<id>.yaml",
            )
        )
    return files


def _bad_name(file: Path) -> tuple[str, str] | None:
    stem, suffix = nfc(file.stem), file.suffix
    if file.is_dir() or suffix != ".yaml":
        return (
            "only term files `<id>.yaml` belong in this folder",
            f"rename it to {slug(stem)}.yaml"
            if suffix in (".yml", ".YAML")
            else "move it elsewhere",
        )
    if not re.fullmatch(ID_PATTERN, stem):
        good = slug(stem)
        return (
            f'the file name "{stem}" is not an id: only a–z, digits and hyphens between them',
            f"rename it to {good}.yaml" if good else "choose a name in plain letters",
        )
    if stem in _RESERVED:
        return (
            f'the id "{stem}" is reserved by some systems',
            "choose a longer name, such as the whole expression",
        )
    return None


def _without_ignored(
    entries: Iterable[Entry], diagnostics: Iterable[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Leaves out the warnings that terms silence, and reports silencers of nothing."""
    silenced: dict[tuple[str, str], Span] = {}
    for entry in entries:
        for code in entry.term.ignore:
            place = (entry.document.source.path, code)
            silenced[place] = entry.document.key_span(("ignore", code))
    used: set[tuple[str, str]] = set()
    kept: list[Diagnostic] = []
    for d in diagnostics:
        place = (d.span.path, d.code)
        if d.severity is Severity.WARNING and place in silenced:
            used.add(place)
        else:
            kept.append(d)
    for place, span in silenced.items():
        if place not in used:
            reported = any((d.span.path, d.code) == place for d in kept)
            reason = "only warnings can be ignored" if reported else "it is not reported here"
            kept.append(warning("L247", span, f"{place[1]} is not ignored: {reason}", "delete it"))
    return tuple(kept)
