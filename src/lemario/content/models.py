"""The files of a glossary as frozen models; the JSON Schema for editors comes from here too.

All scalars arrive as text (see `yaml_source`), so conversion is lax: a date field reads
`2026-12-01`, a yes/no field `false`. Names that nobody may use are forbidden by `extra`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
)

from lemario.core.addresses import is_base_address, is_web_address
from lemario.core.lang import Lang

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
_PARTIAL_DATE = r"^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$"


def _one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("must be on one line")
    return text


def _is_web_address(text: str) -> str:
    if not is_web_address(text):
        raise ValueError(
            "must be a web address that begins with https://, without spaces or quotes"
        )
    return text


def _is_base_address(text: str) -> str:
    if not is_base_address(text):
        raise ValueError("must be the address of a folder, without ? or #")
    return text


def _is_real_date(text: str) -> str:
    if len(text) == len("2026-12-01"):
        date.fromisoformat(text)
    return text


def _both_languages(languages: tuple[Lang, ...]) -> tuple[Lang, ...]:
    if languages != (Lang.ES, Lang.EN):
        raise ValueError("must be [es, en]: a site has these two languages")
    return languages


def _in_both_languages(value: Any) -> Any:
    return {"es": value, "en": value} if isinstance(value, str) else value


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Line = Annotated[Text, AfterValidator(_one_line)]
Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=80)]
Url = Annotated[Line, AfterValidator(_is_web_address)]
BaseUrl = Annotated[Url, AfterValidator(_is_base_address)]
PartialDate = Annotated[
    str, StringConstraints(pattern=_PARTIAL_DATE), AfterValidator(_is_real_date)
]
DiagnosticCode = Annotated[str, StringConstraints(pattern=r"^L\d{3}$")]


class Model(BaseModel):
    """Frozen; unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class BilingualLine(Model):
    """A line of text in both languages."""

    es: Line
    en: Line

    def __getitem__(self, lang: Lang) -> str:
        return self.es if lang is Lang.ES else self.en


EitherLine = Annotated[
    BilingualLine,
    BeforeValidator(_in_both_languages, json_schema_input_type=BilingualLine | str),
]
"""Written as `{es: …, en: …}`, or as one text where it is the same in both."""


class Avoided(Model):
    """A name in circulation that is wrong, and why."""

    name: Line
    why: Line


class Gender(StrEnum):
    """Of a Spanish noun; `mf` for those used in both."""

    M = "m"
    F = "f"
    MF = "mf"


class Grammar(Model):
    """How the headword is used in Spanish. `plural` is written out in full."""

    gender: Gender
    number: Literal["singular", "plural"] = "singular"
    plural: Line | None = None


class Names(Model):
    """The names of a term in one language."""

    term: Line = Field(description="the headword, as it is written inside a sentence or a title")
    acronym: Line | None = Field(None, description="may be shared by several terms")
    expansion: Line | None = Field(None, description="the acronym spelled out")
    aliases: tuple[Line, ...] = Field((), description="true synonyms: linked and exported")
    forms: tuple[Line, ...] = Field(
        (), description="other forms of the names, such as verbs: linked and found, not shown"
    )
    hidden: tuple[Line, ...] = Field((), description="found by search only")
    avoid: tuple[Avoided, ...] = Field((), description="wrong names: found, never recommended")


class SpanishText(Names):
    """A term in Spanish."""

    grammar: Grammar | None = None
    definition: Text = Field(description="Markdown, with [[links]] to other terms")
    example: Text | None = None
    translated_from: Line | None = None


class EnglishText(Names):
    """A term in English; its text may come later than its name."""

    definition: Text | None = Field(None, description="Markdown, with [[links]] to other terms")
    example: Text | None = None
    translated_from: Line | None = Field(
        None, description="hash of the text that this was translated from; written by the tool"
    )


class Source(Model):
    """Where a fact of the term comes from."""

    author: Line | None = None
    title: Line
    url: Url
    date: PartialDate | None = Field(None, description="2026, 2026-12 or 2026-12-01")
    lang: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")] = "en"


class Status(StrEnum):
    """A draft is checked but not published."""

    DRAFT = "draft"
    PUBLISHED = "published"


class Term(Model):
    """One term file."""

    es: SpanishText
    en: EnglishText
    category: Id = Field(description="an id of categories.yaml")
    related: tuple[Line, ...] = ()
    broader: tuple[Line, ...] = ()
    narrower: tuple[Line, ...] = ()
    contrast: tuple[Line, ...] = Field((), description="what it is confused with")
    formula: Line | None = Field(None, description="a formula to show, by its name")
    calculate: Mapping[str, Line] = Field(
        {}, description="inputs of the numbers that the example computes"
    )
    sources: tuple[Source, ...] = ()
    added: date
    updated: date
    status: Status = Status.PUBLISHED
    qualifier: EitherLine | None = Field(None, description="tells homonyms apart: (hardware)")
    formerly: tuple[Id, ...] = Field((), description="ids that this term had before")
    autolink: bool = Field(True, description="whether mentions elsewhere link here by themselves")
    ignore: Mapping[DiagnosticCode, Line] = Field(
        {}, description="warnings to silence here, each with the reason"
    )

    def text(self, lang: Lang) -> SpanishText | EnglishText:
        """Names and text in one language."""
        return self.es if lang is Lang.ES else self.en

    @property
    def is_draft(self) -> bool:
        """Whether the term is kept out of the site."""
        return self.status is Status.DRAFT


RELATIONS: tuple[str, ...] = ("broader", "narrower", "related", "contrast")
"""The fields of `Term` that name other terms, in the order in which pages show them."""


class Category(Model):
    """A category; its id is its key in categories.yaml, its place in the file its order."""

    name: BilingualLine
    blurb: BilingualLine


class Licence(Model):
    """The licence of the content."""

    name: Line
    url: Url | None = None


class SiteConfig(Model):
    """site.yaml."""

    title: EitherLine
    subtitle: EitherLine | None = Field(None, description="after the title, in few words")
    tagline: EitherLine | None = Field(None, description="the heading of the home page")
    description: EitherLine | None = Field(None, description="for search engines")
    languages: Annotated[tuple[Lang, ...], AfterValidator(_both_languages)] = (Lang.ES, Lang.EN)
    base_url: BaseUrl | None = Field(None, description="where the site is published")
    repository: Url | None = Field(None, description="the repository's page, for edit links")
    branch: Line = "main"
    licence: Licence | None = None
    autolink: bool = Field(True, description="whether first mentions of terms link by themselves")


def term_schema() -> dict[str, Any]:
    """The JSON Schema of a term file, for editors."""
    schema = Term.model_json_schema()
    schema["title"] = "Lemario term"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


# What validates the three kinds of files; making one is slow, and not every command needs them.


@cache
def term_adapter() -> TypeAdapter[Term]:
    """Validates a term file."""
    return TypeAdapter(Term)


@cache
def site_adapter() -> TypeAdapter[SiteConfig]:
    """Validates site.yaml."""
    return TypeAdapter(SiteConfig)


@cache
def categories_adapter() -> TypeAdapter[dict[Id, Category]]:
    """Validates categories.yaml."""
    return TypeAdapter(dict[Id, Category])
