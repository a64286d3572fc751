"""The aggregate: all the terms of a glossary, with their names and links resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markdown_it.token import Token

from lemario.content.linking import Linker
from lemario.content.markup import TermLink, parsed
from lemario.content.models import Category, SiteConfig, Term
from lemario.content.names import NameIndex
from lemario.content.yaml_source import RawDocument
from lemario.core.lang import LANGS, Lang


@dataclass(frozen=True, slots=True)
class Entry:
    """A term with its id (the stem of its file) and the document that it was read from."""

    id: str
    term: Term
    document: RawDocument

    def has_text(self, lang: Lang) -> bool:
        """Whether the term is defined in `lang`, not only named."""
        return self.term.text(lang).definition is not None

    def reading_lang(self, lang: Lang) -> Lang:
        """The language of the text that a reader of `lang` gets: theirs if there is one."""
        return lang if self.has_text(lang) else lang.other


@dataclass(frozen=True)
class Glossary:
    """A whole glossary, checked.

    `entries` are the published terms and `drafts` the others, each sorted by id. `names` resolves
    what is written in `[[…]]` and in relations, drafts included. `linker` finds mentions that are
    not written as links; it knows no names where site.yaml says `autolink: false`.
    """

    site: SiteConfig
    categories: Mapping[str, Category]
    entries: tuple[Entry, ...]
    drafts: tuple[Entry, ...]
    names: NameIndex
    linker: Linker

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        """All entries by id, drafts too."""
        return {entry.id: entry for entry in (*self.entries, *self.drafts)}

    def published(self) -> Mapping[str, Entry]:
        """The published entries by id."""
        return {entry.id: entry for entry in self.entries}

    def target(self, reference: TermLink | str) -> str | None:
        """The id that a link or a relation leads to; None if to nothing or to several terms."""
        written = reference if isinstance(reference, str) else reference.target
        ids = self.names.resolve(written).ids
        return ids[0] if len(ids) == 1 else None

    def tokens(self, entry: Entry, lang: Lang, name: str) -> Sequence[Token]:
        """A text of an entry with all its links, those that make themselves too.

        Only definitions have such; `name` is `definition` or `example`. Empty if there is none.
        """
        text = getattr(entry.term.text(lang), name)
        if text is None:
            return ()
        return self.linker.tokens(text, lang, entry.id) if name == "definition" else parsed(text)


TEXT_FIELDS: tuple[str, ...] = ("definition", "example")


def texts(term: Term) -> tuple[tuple[Lang, str, str], ...]:
    """The Markdown texts of a term as (language, field, text), in the order of the page."""
    return tuple(
        (lang, name, text)
        for lang in LANGS
        for name in TEXT_FIELDS
        if (text := getattr(term.text(lang), name)) is not None
    )
