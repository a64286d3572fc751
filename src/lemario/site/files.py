"""A finished file of the site, and the files that are not pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from lemario.calc.calculations import Calculations
from lemario.calc.catalogue_script import catalogue_script
from lemario.calc.compiled import formulas_script
from lemario.calc.readers.tables import reader_script
from lemario.site.plan import Page
from lemario.site.urls import absolute


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file of the site: its path below the root, with `/`, and its bytes."""

    path: str
    data: bytes


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
