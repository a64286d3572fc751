"""The two languages of a glossary, and pairs of values in both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Lang(StrEnum):
    """A language of the site, as its BCP 47 tag."""

    ES = "es"
    EN = "en"

    @property
    def other(self) -> Lang:
        """The other of the two."""
        return Lang.EN if self is Lang.ES else Lang.ES


LANGS: tuple[Lang, Lang] = (Lang.ES, Lang.EN)
LANGUAGE_NAMES: Mapping[Lang, str] = {Lang.ES: "Spanish", Lang.EN: "English"}
"""What messages call them."""


@dataclass(frozen=True, slots=True)
class Bilingual(Generic[T]):
    """One value for each language."""

    es: T
    en: T

    def __getitem__(self, lang: Lang) -> T:
        return self.es if lang is Lang.ES else self.en

    def __iter__(self) -> Iterator[T]:
        return iter((self.es, self.en))
