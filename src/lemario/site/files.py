"""A finished file of the site, and the files that are not pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from lemario.calc.calculations import Calculations
from lemario.calc.catalogue_script import catalogue_script
from lemario.calc.compiled import formulas_script
from lemario.calc.readers.tables import reader_script
from lemario.content.glossary import Entry, Glossary
from lemario.content.plain import definition, summary_of
from lemario.core.lang import Lang
from lemario.index.search import SearchEntry, SearchNames, search_payload
from lemario.site.plan import Page
from lemario.site.urls import absolute


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file of the site: its path below the root, with `/`, and its bytes."""

    path: str
    data: bytes


def search_data(glossary: Glossary) -> OutputFile:
    """The payload of the search, a script that defines `LemarioData`."""
    entries = [
        SearchEntry(
            id=entry.id,
            category=entry.term.category,
            es=_names(glossary, entry, Lang.ES),
            en=_names(glossary, entry, Lang.EN),
        )
        for entry in glossary.entries
    ]
    categories = {
        category: (item.name.es, item.name.en) for category, item in glossary.categories.items()
    }
    script = search_payload(entries, categories)
    return OutputFile("assets/js/search-data.js", script.encode())


def _names(glossary: Glossary, entry: Entry, lang: Lang) -> SearchNames:
    text = entry.term.text(lang)
    words = definition(glossary, entry, lang)
    return SearchNames(
        term=text.term,
        acronym=text.acronym or "",
        expansion=text.expansion or "",
        aliases=text.aliases,
        hidden=(*text.forms, *text.hidden),
        avoid=tuple(avoided.name for avoided in text.avoid),
        summary=summary_of(words),
        definition=words,
    )


def for_calculator(calculations: Calculations) -> tuple[OutputFile, ...]:
    """The formulas, the catalogue and the readers' tables as scripts; none without a catalogue."""
    if calculations.catalogue is None:
        return ()
    return (
        OutputFile("assets/js/catalogue.js", catalogue_script(calculations.catalogue).encode()),
        OutputFile("assets/js/formulas.js", formulas_script().encode()),
        OutputFile("assets/js/reader-tables.js", reader_script().encode()),
    )


def for_crawlers(pages: Sequence[Page], base_url: str | None) -> tuple[OutputFile, ...]:
    """robots.txt and sitemap.xml; none without a base URL, since both need full addresses."""
    if not base_url:
        return ()
    urls = []
    for page in pages:
        if not page.chrome.canonical or page.template == "moved":
            continue
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang={quoteattr(lang)} href={quoteattr(url)}/>'
            for lang, url in page.chrome.alternates.items()
        )
        urls.append(f"<url><loc>{escape(page.chrome.canonical)}</loc>{links}</url>\n")
    sitemap = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' + "".join(urls) + "</urlset>\n"
    )
    robots = f"User-agent: *\nAllow: /\n\nSitemap: {absolute(base_url, 'sitemap.xml')}\n"
    return (
        OutputFile("robots.txt", robots.encode()),
        OutputFile("sitemap.xml", sitemap.encode()),
    )
