"""Texts of terms as plain words: for summaries, search and descriptions."""

from __future__ import annotations

from lemario.content.glossary import Entry, Glossary
from lemario.content.markup import TermLink, to_plain
from lemario.core.lang import Lang
from lemario.core.text import first_sentence


def plain(glossary: Glossary, text: str, lang: Lang) -> str:
    """The words of a Markdown text in `lang`; a link without label reads as the headword."""

    def label_of(link: TermLink) -> str:
        target = glossary.by_id.get(glossary.target(link) or "")
        return link.label or (target.term.text(lang).term if target else link.target)

    return to_plain(text, label_of)


def definition(glossary: Glossary, entry: Entry, lang: Lang) -> str:
    """The words of the definition in `lang`, "" where there is none."""
    return plain(glossary, entry.term.text(lang).definition or "", lang)


def summary_of(definition: str) -> str:
    """The first sentence of a definition in plain words."""
    return first_sentence(definition.partition("\n\n")[0])


def summary(glossary: Glossary, entry: Entry, lang: Lang) -> str:
    """The first sentence of the definition in `lang`, "" where there is none."""
    return summary_of(definition(glossary, entry, lang))
