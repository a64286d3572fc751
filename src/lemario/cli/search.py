"""`lemario search`: the site's own search, from the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli.extras import needing
from lemario.cli.options import Count, glossary_folder, glossary_option
from lemario.cli.printing import EXIT_CONTENT, fail, print_diagnostics
from lemario.core.diagnostics import Severity
from lemario.core.lang import LANGS, LANGUAGE_NAMES, Lang

if TYPE_CHECKING:
    from lemario.content.glossary import Glossary
    from lemario.index.search_engine import SearchAnswer, SearchHit

_MANY, _SHOWN = 10, 80
_HOW = {
    "term": "by its {lang} name “{name}”",
    "acronym": "by its acronym “{name}”",
    "expansion": "by what its acronym stands for, “{name}”",
    "alias": "by its other name “{name}”",
    "hidden": "by “{name}”",
    "avoid": "by “{name}”, a name to avoid",
}


@click.command(
    epilog="Example: lemario search cache de clabes",
    short_help="Search the glossary as the site does.",
)
@click.argument("query", nargs=-1, required=True)
@glossary_option
@click.option(
    "--lang",
    type=click.Choice([lang.value for lang in LANGS]),
    default=Lang.ES.value,
    show_default=True,
    help="The reader's language: of what is shown, and for what matches in both alike.",
)
@click.option(
    "--limit",
    type=Count(min=1),
    default=_MANY,
    show_default=True,
    metavar="N",
    help="How many are shown at most.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def search(
    *, query: tuple[str, ...], glossary: Path | None, lang: str, limit: int, as_json: bool
) -> None:
    """Search the glossary with the search of its site, which need not be built.

    Terms, tools, models and devices are found by any of their names in both languages, forgiving
    accents and typing errors, and terms by the words of their definitions as well. Words after
    the first need no quotes; a query that begins with a dash is written after --.

    Exits with 0 if anything is found, 1 if nothing is or the glossary has errors, 2 on a wrong
    command line.
    """
    folder = glossary_folder(glossary)
    with needing("search", "the search"):
        from lemario.index.search_engine import SearchEngine

    from lemario import pipeline

    outcome = pipeline.searchable(pipeline.Options(folder, folder.as_posix(), Path("unused")))
    if outcome.glossary is None:
        errors = [d for d in outcome.diagnostics if d.severity is Severity.ERROR]
        print_diagnostics("full", errors, outcome.sources)
        fail(outcome.diagnostics, "nothing was searched")
    asked, reader = _well_formed(" ".join(query)), Lang(lang)
    engine = SearchEngine(*outcome.search)
    answer = engine.search(asked, limit=limit, lang=reader)
    if as_json:
        click.echo(json.dumps(_as_json(asked, answer, reader), ensure_ascii=False, indent=2))
    elif answer.hits:
        click.echo("\n".join(_lines(answer, reader, outcome.glossary)))
    else:
        click.echo(_nothing(asked), err=True)
    if not answer.hits:
        sys.exit(EXIT_CONTENT)


def _well_formed(text: str) -> str:
    """The text with U+FFFD for what is none, such as stray bytes of the command line."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _nothing(asked: str) -> str:
    from lemario.core.render_diagnostics import visible

    shown = visible(asked.strip())
    if len(shown) > _SHOWN:
        shown = f"{shown[:_SHOWN]}…"
    return f"Nothing found for “{shown}”." if shown else "There is nothing to search for."


def _as_json(asked: str, answer: SearchAnswer, reader: Lang) -> dict[str, object]:
    return {
        "query": asked,
        "lang": reader.value,
        "total": answer.total,
        "meant": answer.meant,
        "hits": [
            {
                "id": hit.id,
                "score": hit.score,
                "kind": hit.group.kind,
                "group": hit.group.id,
                "field": hit.field,
                "matched": hit.matched,
                "matched_lang": hit.lang.value,
                "es": hit.names.es,
                "en": hit.names.en,
                "summary": _summary(hit, reader),
                "url": _url(hit, reader),
            }
            for hit in answer.hits
        ],
    }


def _lines(answer: SearchAnswer, reader: Lang, glossary: Glossary) -> Iterator[str]:
    """What people read: two lines a hit."""
    if answer.meant:
        yield f"Did you mean “{click.style(answer.meant, bold=True)}”?"
    for hit in answer.hits:
        name, other = hit.names[reader], hit.names[reader.other]
        group = hit.group.es if reader is Lang.ES else hit.group.en
        entry = glossary.by_id.get(hit.id)
        place = entry.document.source.path if entry else _url(hit, reader)
        about = click.style(f"· {group} · {place}", dim=True)
        beside = f" ({other})" if other and other != name else ""
        yield f"{click.style(name or other, bold=True)}{beside} {about}"
        yield f"  {_found(hit, reader)}"
    if answer.total > len(answer.hits):
        yield f"{len(answer.hits)} of {answer.total}: --limit N shows more."


def _found(hit: SearchHit, reader: Lang) -> str:
    """How it was found, unless by the name that is shown, and what it is."""
    if hit.field == "definition":
        return f"says: {hit.matched}"
    summary = _summary(hit, reader)
    if hit.field == "term" and hit.lang is reader:
        return summary
    how = _HOW[hit.field].format(name=hit.matched, lang=LANGUAGE_NAMES[hit.lang])
    return f"found {how}. {summary}".rstrip()


def _summary(hit: SearchHit, reader: Lang) -> str:
    return hit.summaries[reader] or hit.summaries[reader.other]


def _url(hit: SearchHit, reader: Lang) -> str:
    """Where its page lies, from the site's root."""
    from lemario.site.urls import address

    return hit.href[reader] or address("term", reader, hit.id)
