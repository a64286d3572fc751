"""Which pages the site has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lemario.calc.accuracy import accuracy
from lemario.calc.calculations import Calculations
from lemario.content.glossary import Entry, Glossary
from lemario.core.lang import LANGS, Bilingual, Lang
from lemario.core.text import fold
from lemario.index.build import Indexes
from lemario.site import list_pages
from lemario.site.accuracy_page import accuracy_view
from lemario.site.accuracy_views import AccuracyView
from lemario.site.calculator_page import calculator_view
from lemario.site.calculator_views import CalculatorView
from lemario.site.context import PageContext, SiteContext, headword
from lemario.site.diagnostics_page import diagnostics_view
from lemario.site.strings import Strings
from lemario.site.term_page import term_view
from lemario.site.translations_page import translations_view
from lemario.site.urls import absolute, address
from lemario.site.views import (
    CategoryView,
    Chrome,
    DiagnosticsView,
    HomeView,
    IndexView,
    Link,
    MovedView,
    NotFoundView,
    SearchView,
    TermView,
    TranslationsView,
)

View = (
    HomeView
    | IndexView
    | CategoryView
    | TermView
    | SearchView
    | CalculatorView
    | AccuracyView
    | TranslationsView
    | DiagnosticsView
    | MovedView
    | NotFoundView
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page to render: its address, its template under `templates/pages/`, what it shows."""

    address: str
    template: str
    chrome: Chrome
    view: View

    @property
    def lang(self) -> Lang:
        """The language that the page speaks."""
        return self.chrome.lang


def plan_site(
    glossary: Glossary,
    indexes: Indexes,
    strings: Bilingual[Strings],
    calculations: Calculations,
) -> tuple[Page, ...]:
    """All pages of the site, sorted by address."""
    site = SiteContext.of(glossary, indexes, strings, calculations)
    pages = [page for lang in LANGS for page in _pages(site, lang)]
    pages.append(_not_found(site))
    return tuple(sorted(pages, key=lambda page: page.address))


def _pages(site: SiteContext, lang: Lang) -> Iterator[Page]:
    config = site.glossary.site
    name = config.title[lang]
    description = config.description[lang] if config.description else name
    home = _at(site, lang, "home")
    title = f"{name}: {config.subtitle[lang]}" if config.subtitle else name
    yield _page(home, "home", title, description, list_pages.home_view(home))

    index = _at(site, lang, "index")
    title = index.text("index.title")
    yield _page(index, "index", title, index.text("index.intro"), list_pages.index_view(index))

    search = _at(site, lang, "search")
    title = search.text("search.title")
    view = list_pages.search_view(search)
    yield _page(search, "search", title, search.text("search.about"), view)

    if site.calculations.catalogue is not None:
        page = _at(site, lang, "calculator")
        title, about = page.text("calculator.title"), page.text("calculator.about")
        answered = calculator_view(page, site.calculations.catalogue)
        yield _page(page, "calculator", title, about, answered)

        found = accuracy(site.calculations.catalogue)
        if found is not None:
            page = _at(site, lang, "accuracy")
            title, about = page.text("accuracy.title"), page.text("accuracy.about")
            yield _page(page, "accuracy", title, about, accuracy_view(found, lang))

    page = _at(site, lang, "translations")
    title, about = page.text("translations.title"), page.text("translations.about")
    yield _page(page, "translations", title, about, translations_view(page))

    page = _at(site, lang, "diagnostics")
    title, about = page.text("diagnostics.title"), page.text("diagnostics.about")
    yield _page(page, "diagnostics", title, about, diagnostics_view())

    for category, item in site.glossary.categories.items():
        page = _at(site, lang, "category", category)
        listed = list_pages.category_view(page, category)
        yield _page(page, "category", item.name[lang], item.blurb[lang], listed, category)

    for entry in site.glossary.entries:
        page = _at(site, lang, "term", entry.id)
        summary, title = page.summary(entry).text, _term_title(entry, lang)
        yield _page(page, "term", title, summary, term_view(page, entry), entry.id)
        for old in entry.term.formerly:
            yield _moved(_at(site, lang, "term", old), entry)


def _at(site: SiteContext, lang: Lang, kind: str, item: str = "") -> PageContext:
    return PageContext(site, lang, address(kind, lang, item))


def _page(
    page: PageContext, kind: str, title: str, description: str, view: View, item: str = ""
) -> Page:
    switch = address(kind, page.lang.other, item)
    return Page(page.address, kind, page.chrome(kind, title, description, switch), view)


def _moved(page: PageContext, entry: Entry) -> Page:
    """Leads from an old address on to the term; search engines are told the new one."""
    target = address("term", page.lang, entry.id)
    title = headword(entry, page.lang)
    link = Link(title, page.href(target), page.lang)
    chrome = page.chrome("moved", title, page.summary(entry).text, "")
    if page.site.base_url:
        chrome = replace(chrome, canonical=absolute(page.site.base_url, target), alternates={})
    return Page(page.address, "moved", chrome, MovedView(link))


def _not_found(site: SiteContext) -> Page:
    page = PageContext(site, Lang.ES, address("404", Lang.ES), anywhere=True)
    chrome = page.chrome("404", page.text("notfound.title"), page.text("notfound.text"), "")
    return Page(page.address, "404", chrome, list_pages.not_found_view(page))


def _term_title(entry: Entry, lang: Lang) -> str:
    """Both names, the page's language first; one where they are the same."""
    other = entry.term.text(lang.other).term
    same = fold(other) == fold(entry.term.text(lang).term)
    return headword(entry, lang) if same else f"{headword(entry, lang)} ({other})"
