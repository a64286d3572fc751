"""What templates see: frozen records of finished text, links and HTML, nothing to compute.

Every `href` is relative to the page that shows it (absolute on the 404 page, which is served
at any depth). A text that may be in another language than its page comes as `Text`, so that the
template can mark it with `lang`. HTML is `Markup`: already safe; all else is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from lemario.core.lang import Lang


@dataclass(frozen=True, slots=True)
class Text:
    """A run of plain text with its language."""

    text: str
    lang: Lang


@dataclass(frozen=True, slots=True)
class Html:
    """A run of safe HTML with its language."""

    html: Markup
    lang: Lang


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the site.

    `lang` is the language of the page it leads to; `foreign` says that it differs from the
    language of the page that shows the link, because the target has no text in that one.
    """

    label: str
    href: str
    lang: Lang
    foreign: bool = False
    current: bool = False


@dataclass(frozen=True, slots=True)
class LetterTab:
    """A letter of the alphabet; `href` is "" where no entry begins with it."""

    letter: str
    href: str


@dataclass(frozen=True, slots=True)
class CategoryItem:
    """A category in a list, with the number of its terms."""

    id: str
    name: str
    blurb: str
    href: str
    count: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A term in a list: index, category, home.

    `equivalent` is its name in the other language, None where that is the same word. `also` are
    all the other names in both languages, for the filter. `anchor` is unique on the page.
    """

    id: str
    anchor: str
    headword: str
    qualifier: str
    grammar: str
    equivalent: Text | None
    href: str
    summary: Text
    category: Link
    category_id: str
    also: tuple[str, ...]
    added: date


@dataclass(frozen=True, slots=True)
class LetterGroup:
    """The entries under one letter; `anchor` is the id of its section."""

    letter: str
    anchor: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class SiteView:
    """What every page knows of the site. Empty strings where `site.yaml` says nothing."""

    title: str
    tagline: str
    description: str
    repository: str
    licence: str
    licence_url: str
    term_count: int
    generator: str


@dataclass(frozen=True, slots=True)
class Chrome:
    """The frame around a page: everything outside `<main>`.

    `root` leads from the page to the root of the site ("", "../", "../../" …), for assets.
    `home` leads to the home page of this language. `switch` is the same page in the other
    language, None where there is none; `foot` are links of the footer; `canonical` and
    `alternates` (language to absolute URL) are empty without a base URL. `search` is the address of
    the results page.
    """

    lang: Lang
    kind: str
    title: str
    description: str
    root: str
    home: str
    search: str
    nav: tuple[Link, ...]
    foot: tuple[Link, ...]
    switch: Link | None
    canonical: str
    alternates: Mapping[str, str]
    site: SiteView


@dataclass(frozen=True, slots=True)
class HomeView:
    """Home: letters, categories, the newest terms and a sample column of the dictionary."""

    letters: tuple[LetterTab, ...]
    categories: tuple[CategoryItem, ...]
    newest: tuple[Entry, ...]
    sample: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class IndexView:
    """The A–Z index."""

    letters: tuple[LetterTab, ...]
    groups: tuple[LetterGroup, ...]
    categories: tuple[CategoryItem, ...]


@dataclass(frozen=True, slots=True)
class CategoryView:
    """One category with its terms in alphabetical order, and all the categories."""

    category: CategoryItem
    entries: tuple[Entry, ...]
    categories: tuple[CategoryItem, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of relation (`broader`, `narrower`, `related`, `contrast`, `mentioned`), its links."""

    kind: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class AvoidedName:
    """A wrong name in circulation, and why not to use it."""

    name: Text
    why: Text


@dataclass(frozen=True, slots=True)
class Source:
    """A source of a term. `date` is as exact as the file says: "2023", "2023-05" or a day."""

    author: str
    title: str
    url: str
    date: str
    lang: str


@dataclass(frozen=True, slots=True)
class FormulaSymbol:
    """A quantity of a formula: its symbol as MathML without the `math` element, name, unit."""

    mathml: Markup
    name: str
    unit: str


@dataclass(frozen=True, slots=True)
class FormulaLine:
    """An equation as MathML without the `math` element, and in words for a screen reader."""

    mathml: Markup
    spoken: str


@dataclass(frozen=True, slots=True)
class FormulaView:
    """A formula: the equation first, then lines that define what it uses; its symbols.

    `source` is what the formula rests on, in English; "" if nothing is said.
    """

    name: str
    lines: tuple[FormulaLine, ...]
    symbols: tuple[FormulaSymbol, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Card:
    """A hover card for a term that the page links to; `anchor` is its element's id."""

    anchor: str
    headword: str
    grammar: str
    equivalent: Text | None
    summary: Text
    href: str


@dataclass(frozen=True, slots=True)
class TermView:
    """A term's page.

    `definition` and `example` are in the other language where this one has no text yet
    (`untranslated`); `outdated` says that the text it was translated from has changed since. `also`
    are admitted names in both languages; `expansion` spells out `acronym`. `calculator` leads to
    the calculator with the inputs of the example. `previous` and `next` are the neighbours in this
    language's alphabet.
    """

    id: str
    headword: str
    qualifier: str
    equivalent: Text | None
    grammar: str
    acronym: str
    expansion: Text | None
    also: tuple[Text, ...]
    definition: Html
    formula: FormulaView | None
    example: Html | None
    calculator: Link | None
    untranslated: bool
    outdated: bool
    category: Link
    relations: tuple[Relation, ...]
    avoid: tuple[AvoidedName, ...]
    sources: tuple[Source, ...]
    added: date
    updated: date
    letter: LetterTab
    previous: Link | None
    next: Link | None
    cards: tuple[Card, ...]
    edit_url: str
    address: str


@dataclass(frozen=True, slots=True)
class SearchView:
    """The page of search results; without JavaScript it leads on to the index."""

    index: Link
    categories: tuple[CategoryItem, ...]


@dataclass(frozen=True, slots=True)
class TranslationItem:
    """A text that is wanted or due for a look: the term, its language, where to write it.

    `edit_url` opens the file for editing, `issue_url` a new issue; both "" without a repository.
    """

    term: Link
    lang: Lang
    edit_url: str
    issue_url: str


@dataclass(frozen=True, slots=True)
class TranslationsView:
    """The translation queue: texts that are missing, and translations that are out of date."""

    missing: tuple[TranslationItem, ...]
    outdated: tuple[TranslationItem, ...]


@dataclass(frozen=True, slots=True)
class DiagnosticItem:
    """A diagnostic explained: its code, its title and its explanation, in English."""

    code: str
    title: str
    html: Markup


@dataclass(frozen=True, slots=True)
class DiagnosticsView:
    """The page that explains all diagnostics."""

    items: tuple[DiagnosticItem, ...]


@dataclass(frozen=True, slots=True)
class MovedView:
    """A page at the address of an id that a term had before: leads on to `link`."""

    link: Link


@dataclass(frozen=True, slots=True)
class NotFoundView:
    """404, in both languages at once: a link to home and one to the index for each."""

    homes: tuple[Link, Link]
    indexes: tuple[Link, Link]
