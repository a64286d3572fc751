"""The definitions of a glossary as plain words, made once for all who look at them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lemario.content.glossary import Entry, Glossary
from lemario.content.markup import TermLink, to_plain
from lemario.core.lang import LANGS, Lang
from lemario.core.text import first_sentence

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition in one language: its plain words, and the words themselves."""

    entry: Entry
    lang: Lang
    plain: str
    words: tuple[str, ...]

    def first_sentence(self) -> str:
        """The first sentence, as in lists of terms."""
        return first_sentence(self.plain.partition("\n\n")[0])


def definitions(glossary: Glossary) -> Iterator[Definition]:
    """Each definition of the published terms, Spanish before English."""
    headwords = {entry.id: entry.term for entry in (*glossary.entries, *glossary.drafts)}
    for entry in glossary.entries:
        for lang in LANGS:
            text = entry.term.text(lang).definition
            if text is None:
                continue

            def label_of(link: TermLink, lang: Lang = lang) -> str:
                target = headwords.get(glossary.target(link) or "")
                return link.label or (target.text(lang).term if target else link.target)

            plain = to_plain(text, label_of)
            yield Definition(entry, lang, plain, tuple(_WORD.findall(plain)))
