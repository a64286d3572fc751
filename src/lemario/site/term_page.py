"""The view of a term's page."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlencode

from markupsafe import Markup, escape

from lemario.calc.live import live_value
from lemario.content.glossary import TEXT_FIELDS, Entry
from lemario.content.markup import (
    Placeholder,
    RenderLink,
    TermLink,
    links_of,
    parsed,
    to_html,
)
from lemario.content.models import RELATIONS
from lemario.content.translation import TranslationStatus, status
from lemario.core.lang import Lang
from lemario.core.text import fold
from lemario.site import views
from lemario.site.context import PageContext, headword
from lemario.site.list_pages import letter_tab
from lemario.site.live import formula_view, written
from lemario.site.urls import absolute, address


def term_view(page: PageContext, entry: Entry) -> views.TermView:
    """All that a term's page shows, in the page's language where there is text in it."""
    lang = page.lang
    names = entry.term.text(lang)
    shown = entry.reading_lang(lang)
    tokens = page.site.glossary.tokens
    render = _link_renderer(page, shown)
    previous, following = _neighbours(page, entry)
    return views.TermView(
        id=entry.id,
        headword=names.term,
        qualifier=entry.term.qualifier[lang] if entry.term.qualifier else "",
        equivalent=page.equivalent(entry),
        grammar=page.grammar(entry, in_full=True),
        acronym=names.acronym or "",
        expansion=views.Text(names.expansion, lang) if names.expansion else None,
        also=_also(entry, lang),
        definition=views.Html(to_html(tokens(entry, shown, "definition"), render), shown),
        formula=_formula(page, entry),
        example=_example(page, entry, shown, render),
        calculator=_calculator(page, entry),
        untranslated=shown is not lang,
        outdated=status(entry.term, shown) is TranslationStatus.OUTDATED,
        category=page.category_link(entry.term.category),
        relations=_relations(page, entry),
        avoid=_avoided(entry, lang),
        sources=tuple(
            views.Source(s.author or "", s.title, s.url, s.date or "", s.lang)
            for s in entry.term.sources
        ),
        added=entry.term.added,
        updated=entry.term.updated,
        letter=letter_tab(page, entry),
        previous=previous,
        next=following,
        cards=_cards(page, entry, shown),
        edit_url=edit_url(page, entry),
        address=absolute(page.site.base_url, page.address) if page.site.base_url else "",
    )


def _formula(page: PageContext, entry: Entry) -> views.FormulaView | None:
    name = entry.term.formula
    if name is None:
        return None
    return formula_view(name, page.site.calculations.formulas[name], page.lang)


def _example(page: PageContext, entry: Entry, shown: Lang, render: RenderLink) -> views.Html | None:
    """The example with its numbers computed, in the language of the text."""
    text = entry.term.text(shown).example
    if not text:
        return None
    inputs, catalogue = entry.term.calculate, page.site.calculations.catalogue

    def render_value(placeholder: Placeholder) -> Markup:
        assert catalogue is not None
        unit = dict(placeholder.changes).get("unit", "")
        quantity = live_value(inputs, placeholder, catalogue)
        value = written(quantity, page.site.strings[shown], unit)
        return Markup('<span class="live">{}</span>').format(value)

    live = render_value if inputs and catalogue else None
    return views.Html(to_html(parsed(text), render, live), shown)


_CALCULATOR_KEYS = ("model", "quant", "context", "kv", "kv_v", "device", "gpus", "reserved")
"""Inputs of examples that the calculator's address knows by the same names."""

_BESIDE = {"power", "price", "prompt", "prefill", "decode", "bandwidth", "rank"}
"""Inputs that change nothing of what the calculator shows."""

_DEFAULTS = {"slots": "1", "ubatch": "512"}
"""Inputs that the calculator has no field for, with the values that it takes."""


def _calculator(page: PageContext, entry: Entry) -> views.Link | None:
    """The calculator with the inputs of the example, if it can show the same numbers."""
    given = entry.term.calculate
    known = {*_CALCULATOR_KEYS, *_BESIDE}
    if any(key not in known and _DEFAULTS.get(key) != given[key] for key in given):
        return None
    inputs = {key: given[key] for key in _CALCULATOR_KEYS if key in given}
    if "model" not in inputs:
        return None
    link = page.fixed_link("calculator", page.text("term.calculator"))
    return replace(link, href=f"{link.href}?{urlencode(inputs)}")


def edit_url(page: PageContext, entry: Entry) -> str:
    """Where the term's file can be edited in the browser, "" without a repository."""
    config = page.site.glossary.site
    if not config.repository:
        return ""
    return f"{config.repository.rstrip('/')}/edit/{config.branch}/glossary/terms/{entry.id}.yaml"


def _link_renderer(page: PageContext, text_lang: Lang) -> RenderLink:
    """Makes the HTML of links in a text of `text_lang` on this page."""

    def render(link: TermLink) -> Markup:
        target = page.site.entries.get(page.site.glossary.target(link) or "")
        if target is None:
            return escape(link.label or link.target)
        made = page.term_link(target, link.label or target.term.text(text_lang).term)
        foreign = made.lang.value if made.foreign else ""
        return _link_html(made.href, card_anchor(target.id), made.label, foreign)

    return render


@lru_cache(maxsize=8192)
def _link_html(href: str, card: str, label: str, foreign: str) -> Markup:
    """A link to a term; `foreign` is the language of its page if it is not that of this one."""
    lang = Markup(' hreflang="{}" data-lm-foreign').format(foreign) if foreign else ""
    return Markup('<a href="{}" data-lm-card="{}"{}>{}</a>').format(href, card, lang, label)


def card_anchor(term_id: str) -> str:
    """The id of the hover card of a term."""
    return f"card-{term_id}"


def _cards(page: PageContext, entry: Entry, shown: Lang) -> tuple[views.Card, ...]:
    linked: dict[str, Entry] = {}
    for name in TEXT_FIELDS:
        for link in links_of(page.site.glossary.tokens(entry, shown, name)):
            target = page.site.entries.get(page.site.glossary.target(link) or "")
            if target is not None:
                linked.setdefault(target.id, target)
    return tuple(
        views.Card(
            anchor=card_anchor(target.id),
            headword=headword(target, page.lang),
            grammar=page.grammar(target),
            equivalent=page.equivalent(target),
            summary=page.summary(target),
            href=page.term_link(target).href,
        )
        for target in linked.values()
    )


def _also(entry: Entry, lang: Lang) -> tuple[views.Text, ...]:
    """Admitted names in both languages that the head of the page does not show already."""
    names = entry.term.text(lang)
    shown = {fold(name) for name in (names.term, names.acronym, names.expansion) if name}
    shown.add(fold(entry.term.text(lang.other).term))
    found: dict[str, views.Text] = {}
    for spoken in (lang, lang.other):
        text = entry.term.text(spoken)
        extra = () if spoken is lang else (text.acronym, text.expansion)
        for name in (*text.aliases, *extra):
            if name and fold(name) not in shown:
                found.setdefault(fold(name), views.Text(name, spoken))
    return tuple(found.values())


def _avoided(entry: Entry, lang: Lang) -> tuple[views.AvoidedName, ...]:
    """Wrong names in both languages; one that circulates in both with this language's reason."""
    found: dict[str, views.AvoidedName] = {}
    for spoken in (lang, lang.other):
        for avoided in entry.term.text(spoken).avoid:
            name, why = views.Text(avoided.name, spoken), views.Text(avoided.why, spoken)
            found.setdefault(fold(avoided.name), views.AvoidedName(name, why))
    return tuple(found.values())


def _relations(page: PageContext, entry: Entry) -> tuple[views.Relation, ...]:
    """Relations as written, then mentions by terms that are not related already."""
    found: list[views.Relation] = []
    related: set[str] = {entry.id}
    for kind in RELATIONS:
        targets = [page.site.glossary.target(written) for written in getattr(entry.term, kind)]
        entries = [
            page.site.entries[t] for t in targets if t is not None and t in page.site.entries
        ]
        related.update(target.id for target in entries)
        found.append(views.Relation(kind, tuple(page.term_link(target) for target in entries)))
    mentioned = page.site.indexes.mentions[page.lang][entry.id]
    found.append(
        views.Relation(
            "mentioned",
            tuple(page.term_link(page.site.entries[t]) for t in mentioned if t not in related),
        )
    )
    return tuple(relation for relation in found if relation.links)


def _neighbours(page: PageContext, entry: Entry) -> tuple[views.Link | None, views.Link | None]:
    entries = page.site.indexes.alphabetical[page.lang]
    at = page.site.indexes.place(entry.id, page.lang)
    previous = _neighbour(page, entries[at - 1]) if at > 0 else None
    following = _neighbour(page, entries[at + 1]) if at + 1 < len(entries) else None
    return previous, following


def _neighbour(page: PageContext, entry: Entry) -> views.Link:
    href = page.href(address("term", page.lang, entry.id))
    return views.Link(headword(entry, page.lang), href, page.lang)
