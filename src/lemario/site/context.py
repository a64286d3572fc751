"""What all builders of views share: the glossary, its orders, its words, and links between pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lemario import __version__
from lemario.calc.calculations import Calculations
from lemario.content.glossary import Entry, Glossary
from lemario.content.plain import summary
from lemario.core.lang import LANGS, Bilingual, Lang
from lemario.core.text import fold
from lemario.index.build import Indexes
from lemario.site.strings import Strings
from lemario.site.urls import absolute, address, base_path, relative, root_of
from lemario.site.views import Chrome, Link, SiteView, Text


@dataclass(frozen=True, slots=True)
class SiteContext:
    """The inputs of every page."""

    glossary: Glossary
    indexes: Indexes
    strings: Bilingual[Strings]
    calculations: Calculations
    entries: Mapping[str, Entry] = field(repr=False)
    summaries: Mapping[tuple[str, Lang], str] = field(repr=False)

    @classmethod
    def of(
        cls,
        glossary: Glossary,
        indexes: Indexes,
        strings: Bilingual[Strings],
        calculations: Calculations,
    ) -> SiteContext:
        """The context for a glossary, with what several pages need computed once."""
        summaries = {
            (entry.id, lang): summary(glossary, entry, lang)
            for entry in glossary.entries
            for lang in LANGS
        }
        return cls(glossary, indexes, strings, calculations, glossary.published(), summaries)

    @property
    def base_url(self) -> str:
        """Where the site is published, "" if that is not known."""
        return self.glossary.site.base_url or ""


@dataclass(frozen=True, slots=True)
class PageContext:
    """One page being made: where it lies and in which language it speaks.

    `anywhere` is for a page served at any address (404): its links begin at the base path.
    """

    site: SiteContext
    lang: Lang
    address: str
    anywhere: bool = False

    def href(self, target: str) -> str:
        """The link from this page to the page or file at address `target`."""
        if self.anywhere and self.site.base_url:
            return base_path(self.site.base_url) + relative("", target)
        return relative(self.address, target)

    def text(self, key: str, /, **values: object) -> str:
        """A text of the interface in the page's language."""
        return self.site.strings[self.lang](key, **values)

    def term_link(self, entry: Entry, label: str = "") -> Link:
        """A link to a term: in the reader's language if it has text there, else the other."""
        target = entry.reading_lang(self.lang)
        return Link(
            label or headword(entry, self.lang),
            self.href(address("term", target, entry.id)),
            target,
            foreign=target is not self.lang,
        )

    def category_link(self, category: str) -> Link:
        """A link to a category's page."""
        name = self.site.glossary.categories[category].name[self.lang]
        return Link(name, self.href(address("category", self.lang, category)), self.lang)

    def fixed_link(self, kind: str, label: str, lang: Lang | None = None) -> Link:
        """A link to a page that exists once a language, such as `index`."""
        lang = lang or self.lang
        target = address(kind, lang)
        return Link(label, self.href(target), lang, current=target == self.address)

    def summary(self, entry: Entry) -> Text:
        """The first sentence of a term, in the reader's language if there is one."""
        lang = entry.reading_lang(self.lang)
        return Text(self.site.summaries[entry.id, lang], lang)

    def equivalent(self, entry: Entry) -> Text | None:
        """The term's name in the other language; None where it is the same word."""
        other = entry.term.text(self.lang.other).term
        same = fold(other) == fold(entry.term.text(self.lang).term)
        return None if same else Text(other, self.lang.other)

    def grammar(self, entry: Entry, *, in_full: bool = False) -> str:
        """Gender and number of the Spanish headword, for the Spanish edition; else ""."""
        grammar = entry.term.es.grammar
        if grammar is None or self.lang is not Lang.ES:
            return ""
        said = self.text(f"grammar.{grammar.gender.value}")
        if grammar.number == "plural":
            return f"{said} {self.text('grammar.plural')}"
        if in_full and grammar.plural:
            return f"{said}, {self.text('grammar.plural')} {grammar.plural}"
        return said

    def _nav(self, home: str) -> tuple[Link, ...]:
        index = self.fixed_link("index", self.text("index.title"))
        categories = self.href(f"{home}#lm-categories")
        links = (index, Link(self.text("chrome.categories"), categories, self.lang))
        if self.site.calculations.catalogue is None:
            return links
        return (*links, self.fixed_link("calculator", self.text("calculator.title")))

    def accuracy_link(self) -> tuple[Link, ...]:
        """The page that compares our numbers with llama.cpp, if there is one."""
        catalogue = self.site.calculations.catalogue
        if catalogue is None or catalogue.measurements is None:
            return ()
        return (self.fixed_link("accuracy", self.text("accuracy.title")),)

    def chrome(self, kind: str, title: str, description: str, switch: str) -> Chrome:
        """The page's frame. `title` is without the site's name; `switch` the twin's address."""
        config = self.site.glossary.site
        name = config.title[self.lang]
        alternates = {}
        canonical = ""
        if self.site.base_url and not self.anywhere:
            twins = {self.lang: self.address} | ({self.lang.other: switch} if switch else {})
            alternates = {
                lang.value: absolute(self.site.base_url, twins[lang]) for lang in sorted(twins)
            }
            canonical = absolute(self.site.base_url, self.address)
        home = address("home", self.lang)
        anywhere = self.anywhere and self.site.base_url
        return Chrome(
            lang=self.lang,
            kind=kind,
            title=f"{title} · {name}" if title != name else name,
            description=description,
            root=base_path(self.site.base_url) if anywhere else root_of(self.address),
            home=self.href(home),
            search=self.href(address("search", self.lang)),
            nav=self._nav(home),
            foot=(
                *self.accuracy_link(),
                self.fixed_link("translations", self.text("translations.title")),
                self.fixed_link("diagnostics", self.text("diagnostics.link")),
            ),
            switch=Link(self.text("chrome.switch"), self.href(switch), self.lang.other)
            if switch
            else None,
            canonical=canonical,
            alternates=alternates,
            site=SiteView(
                title=name,
                tagline=config.tagline[self.lang] if config.tagline else name,
                description=config.description[self.lang] if config.description else "",
                repository=config.repository or "",
                licence=config.licence.name if config.licence else "",
                licence_url=(config.licence.url or "") if config.licence else "",
                term_count=len(self.site.glossary.entries),
                generator=f"Lemario {__version__}",
            ),
        )


def headword(entry: Entry, lang: Lang) -> str:
    """The headword with its qualifier in parentheses, where it has one."""
    name = entry.term.text(lang).term
    qualifier = entry.term.qualifier
    return f"{name} ({qualifier[lang]})" if qualifier else name
