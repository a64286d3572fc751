"""A small glossary for tests that need one, written into a folder or loaded from there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lemario.content.glossary import Glossary
from lemario.content.load import Loaded, load_glossary

SITE = "title: Prueba\n"
CATEGORIES = """\
memoria:
  name: {es: Memoria, en: Memory}
  blurb: {es: Lo que se guarda., en: What is kept.}
motores:
  name: {es: Motores, en: Engines}
  blurb: {es: Lo que ejecuta., en: What runs.}
"""


def term(
    es: str = "Caso",
    en: str = "Case",
    *,
    es_text: str | None = "Una situación inventada.",
    en_text: str | None = "A situation made up.",
    es_more: str = "",
    en_more: str = "",
    more: str = "",
    category: str = "memoria",
) -> str:
    """A term file. `es_more`, `en_more` and `more` are lines to add there, without indentation."""
    return (
        f"es:\n  term: {es}\n{_indented(es_more)}{_definition(es_text)}"
        f"en:\n  term: {en}\n{_indented(en_more)}{_definition(en_text)}"
        f"category: {category}\nadded: 2026-12-01\nupdated: 2026-12-01\n"
        + "".join(f"{line}\n" for line in more.splitlines())
    )


def _definition(text: str | None) -> str:
    if text is None:
        return ""
    return "  definition: |\n" + "".join(f"    {line}\n" for line in text.splitlines())


def _indented(lines: str) -> str:
    return "".join(f"  {line}\n" for line in lines.splitlines())


def write(folder: Path, terms: Mapping[str, str], *, site: str = SITE) -> Path:
    """Writes a glossary of `terms` (text by id) into `folder` and returns that."""
    (folder / "terms").mkdir(parents=True)
    (folder / "site.yaml").write_text(site, encoding="utf-8")
    (folder / "categories.yaml").write_text(CATEGORIES, encoding="utf-8")
    for term_id, text in terms.items():
        (folder / "terms" / f"{term_id}.yaml").write_text(text, encoding="utf-8")
    return folder


def loaded(folder: Path, terms: Mapping[str, str], *, site: str = SITE) -> Loaded:
    """The outcome of loading a glossary of `terms`, written into `folder` first."""
    return load_glossary(write(folder, terms, site=site), "glossary")


def glossary(folder: Path, terms: Mapping[str, str], *, site: str = SITE) -> Glossary:
    """The glossary of `terms`, which must have no errors."""
    outcome = loaded(folder, terms, site=site)
    assert outcome.glossary is not None, outcome.diagnostics
    return outcome.glossary


def snapshot(folder: Path) -> dict[str, bytes]:
    """The bytes of every file below `folder` by its path; empty if there is no such folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
