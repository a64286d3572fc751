"""The views of home, index and categories."""

from __future__ import annotations

from lemario.content.glossary import Entry
from lemario.core.lang import LANGS, Lang
from lemario.core.text import ALPHABET, index_letter, slug
from lemario.site import views
from lemario.site.context import PageContext
from lemario.site.urls import address

_NEWEST = 6
_SAMPLE = 3
_LONGEST_SAMPLE = 180


def home_view(page: PageContext) -> views.HomeView:
    """The home page's view."""
    newest = page.site.indexes.newest[:_NEWEST]
    return views.HomeView(
        letters=letter_tabs(page, address("index", page.lang)),
        categories=category_items(page),
        newest=tuple(list_entry(page, entry) for entry in newest),
        sample=tuple(list_entry(page, entry) for entry in _sample(page)),
    )


def index_view(page: PageContext) -> views.IndexView:
    """The A–Z index's view."""
    return views.IndexView(
        letters=letter_tabs(page, ""),
        groups=tuple(
            views.LetterGroup(
                letter, letter_anchor(letter), tuple(list_entry(page, entry) for entry in entries)
            )
            for letter, entries in page.site.indexes.letters[page.lang].items()
        ),
        categories=category_items(page),
    )


def category_view(page: PageContext, category: str) -> views.CategoryView:
    """A category page's view."""
    items = category_items(page)
    return views.CategoryView(
        category=next(item for item in items if item.id == category),
        entries=tuple(
            list_entry(page, entry) for entry in page.site.indexes.by_category[page.lang][category]
        ),
        categories=items,
    )


def search_view(page: PageContext) -> views.SearchView:
    """The results page's view."""
    return views.SearchView(
        page.fixed_link("index", page.text("index.title")), category_items(page)
    )


def not_found_view(page: PageContext) -> views.NotFoundView:
    """The 404 page's view, the page's own language first."""
    langs = (page.lang, page.lang.other)
    words = page.site.strings

    def links(kind: str, key: str) -> tuple[views.Link, views.Link]:
        first, second = (page.fixed_link(kind, words[lang](key), lang) for lang in langs)
        return first, second

    return views.NotFoundView(links("home", "chrome.home"), links("index", "index.title"))


def letter_anchor(letter: str) -> str:
    """The id of a letter's section: `letra-a`, `letra-enye` (ñ is no n), `letra-0-9`."""
    return f"letra-{'enye' if letter == 'Ñ' else slug(letter) or 'otros'}"


def letter_tabs(page: PageContext, index: str) -> tuple[views.LetterTab, ...]:
    """The alphabet with links into the index at address `index` ("": on the same page)."""
    groups = page.site.indexes.letters[page.lang]
    extra = tuple(letter for letter in groups if letter not in ALPHABET[page.lang])
    prefix = page.href(index) if index else ""
    return tuple(
        views.LetterTab(letter, f"{prefix}#{letter_anchor(letter)}" if letter in groups else "")
        for letter in (*extra, *ALPHABET[page.lang])
    )


def letter_tab(page: PageContext, entry: Entry) -> views.LetterTab:
    """The tab of the letter under which a term stands, with its link into the index."""
    letter = index_letter(entry.term.text(page.lang).term, page.lang)
    index = address("index", page.lang)
    return views.LetterTab(letter, page.href(f"{index}#{letter_anchor(letter)}"))


def category_items(page: PageContext) -> tuple[views.CategoryItem, ...]:
    """All categories in the order of their file."""
    groups = page.site.indexes.by_category[page.lang]
    return tuple(
        views.CategoryItem(
            id=category,
            name=item.name[page.lang],
            blurb=item.blurb[page.lang],
            href=page.href(address("category", page.lang, category)),
            count=len(groups[category]),
        )
        for category, item in page.site.glossary.categories.items()
    )


def list_entry(page: PageContext, entry: Entry) -> views.Entry:
    """A term as an item of a list."""
    qualifier = entry.term.qualifier
    return views.Entry(
        id=entry.id,
        anchor=entry.id,
        headword=entry.term.text(page.lang).term,
        qualifier=qualifier[page.lang] if qualifier else "",
        grammar=page.grammar(entry),
        equivalent=page.equivalent(entry),
        href=page.href(address("term", page.lang, entry.id)),
        summary=page.summary(entry),
        category=page.category_link(entry.term.category),
        category_id=entry.term.category,
        also=_other_names(entry),
        added=entry.term.added,
    )


def _other_names(entry: Entry) -> tuple[str, ...]:
    names: list[str] = []
    for lang in LANGS:
        text = entry.term.text(lang)
        names += [name for name in (text.acronym, text.expansion) if name]
        names += [
            *text.aliases,
            *text.forms,
            *text.hidden,
            *(avoided.name for avoided in text.avoid),
        ]
    return tuple(dict.fromkeys(names))


def _sample(page: PageContext) -> tuple[Entry, ...]:
    """Three neighbours of the alphabet with short summaries, the most mentioned such three."""
    entries = page.site.indexes.alphabetical[page.lang]
    mentions = page.site.indexes.mentions[Lang.ES]

    def weight(start: int) -> tuple[bool, int, int]:
        window = entries[start : start + _SAMPLE]
        short = all(len(page.summary(entry).text) <= _LONGEST_SAMPLE for entry in window)
        return short, sum(len(mentions[entry.id]) for entry in window), -start

    if len(entries) <= _SAMPLE:
        return entries
    best = max(range(len(entries) - _SAMPLE + 1), key=weight)
    return entries[best : best + _SAMPLE]
