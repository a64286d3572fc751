"""The translation queue: what is not translated yet, and what has changed since it was."""

from __future__ import annotations

from urllib.parse import urlencode

from lemario.content.glossary import Entry
from lemario.content.translation import TranslationStatus, status
from lemario.core.lang import LANGS, Lang
from lemario.site.context import PageContext, headword
from lemario.site.term_page import edit_url
from lemario.site.views import Link, TranslationItem, TranslationsView


def translations_view(page: PageContext) -> TranslationsView:
    """The queue over both languages, in the alphabetical order of the page's language."""
    entries = page.site.indexes.alphabetical[page.lang]
    found = [(status(entry.term, lang), entry, lang) for entry in entries for lang in LANGS]

    def items(wanted: TranslationStatus) -> tuple[TranslationItem, ...]:
        return tuple(_item(page, entry, lang) for state, entry, lang in found if state is wanted)

    return TranslationsView(items(TranslationStatus.MISSING), items(TranslationStatus.OUTDATED))


def _item(page: PageContext, entry: Entry, lang: Lang) -> TranslationItem:
    link: Link = page.term_link(entry)
    return TranslationItem(link, lang, edit_url(page, entry), _issue_url(page, entry, lang))


def _issue_url(page: PageContext, entry: Entry, lang: Lang) -> str:
    """A new issue whose title and text are filled in."""
    repository = page.site.glossary.site.repository
    if not repository:
        return ""
    words = page.site.strings[lang]
    name = headword(entry, lang.other)
    query = {
        "title": words("translations.issue_title", name=name),
        "body": words("translations.issue_body", file=f"glossary/terms/{entry.id}.yaml"),
    }
    return f"{repository.rstrip('/')}/issues/new?{urlencode(query)}"
