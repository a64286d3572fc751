"""The definitions of a glossary as plain words, made once for all who look at them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lemario.content.glossary import Entry, Glossary
from lemario.content.plain import plain, summary_of
from lemario.core.lang import LANGS, Lang

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
        return summary_of(self.plain)


def definitions(glossary: Glossary) -> Iterator[Definition]:
    """Each definition of the published terms, Spanish before English."""
    for entry in glossary.entries:
        for lang in LANGS:
            text = entry.term.text(lang).definition
            if text is not None:
                words = plain(glossary, text, lang)
                yield Definition(entry, lang, words, tuple(_WORD.findall(words)))
