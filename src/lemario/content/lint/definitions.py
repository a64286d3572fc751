"""What a definition is like: that it explains something, and at what length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lemario.content.lint.plain_texts import Definition
from lemario.content.lint.prose import evenly_folded
from lemario.core.diagnostics import Diagnostic, Note, Span, warning
from lemario.core.lang import LANGUAGE_NAMES, Lang

FEWEST_WORDS: Final = 6
MOST_WORDS: Final = 400
LARGEST_FACTOR: Final = 2.5
COMPARED_FROM_WORDS: Final = 20

_ARTICLE: Final = r"(?:(?:an?|the|el|la|los|las|una?|unos|unas|cada|each) )?"
_IS: Final = r"(?:es|son|is|are|means|significa|se refiere a|refers to|consiste en|consists of)"
_KIND: Final = (
    r"(?:(?:tipo|clase|forma|proceso|acto|accion|kind|type|sort|form|process|act) (?:de|of) )?"
)
# What follows a noun that is being narrowed down: "the sampling of …", "el muestreo que …".
_NARROWED: Final[Mapping[Lang, str]] = {
    Lang.ES: r"(?: (?:de|del|que|en el que|en la que|para)\b|[.,;]|\Z)",
    Lang.EN: r"(?: (?:of|that|which|in which|whose)\b|[.,;]|\Z)",
}
_NAME: Final = "\0"  # stands for the headword, so that the patterns are the same for all terms
_SAID_OF_ITSELF: Final = {
    lang: re.compile(rf"{_ARTICLE}{_NAME}(?:,[^,]*,)? {_IS} {_ARTICLE}{_KIND}{_NAME}{narrowed}")
    for lang, narrowed in _NARROWED.items()
}
_BEGINS: Final = {
    lang: re.compile(rf"{_ARTICLE}{_KIND}{_NAME}{narrowed}") for lang, narrowed in _NARROWED.items()
}
_SUBJECT: Final = re.compile(rf"{_ARTICLE}{_NAME},|.*\b{_IS}\b")
_PARENTHESES: Final = re.compile(r"\s*\([^)]*\)")


def circular(definition: Definition) -> Iterator[Diagnostic]:
    """L254 if the first sentence says that the thing is the thing."""
    headword = definition.entry.term.text(definition.lang).term
    if defines_by_itself(definition.first_sentence(), headword, definition.lang):
        yield warning(
            "L254",
            _place(definition),
            f'the first sentence explains "{headword}" by "{headword}"',
            "begin with the kind of thing that it is, in other words: "
            + ("«Memoria en la que …»" if definition.lang is Lang.ES else "“Memory in which …”"),
        )


def defines_by_itself(sentence: str, headword: str, lang: Lang) -> bool:
    """Whether a sentence names what it explains as the kind of thing that this is.

    "A token is a token that …" and, without a subject, "The token of …" do; "A token is a piece of
    text" and "The token is …" do not.
    """
    name = evenly_folded(_PARENTHESES.sub("", headword))
    folded = evenly_folded(sentence)
    if not name or name not in folded:
        return False
    text = _with_name_replaced(_PARENTHESES.sub("", folded), name)
    if _SAID_OF_ITSELF[lang].match(text):
        return True
    # With a verb behind it the name is what the sentence is about, not what it says about it.
    return bool(_BEGINS[lang].match(text)) and not _SUBJECT.match(text)


def _with_name_replaced(text: str, name: str) -> str:
    parts = text.split(name)
    made = parts[0]
    for part in parts[1:]:
        whole = not (made[-1:].isalnum() or part[:1].isalnum())
        made += (_NAME if whole else name) + part
    return made


def length(definition: Definition, scope: int) -> Iterator[Diagnostic]:
    """L255 if it is too short to explain anything, L256 if too long to be read as an entry.

    `scope` is the least number of words that is asked for, 0 for none.
    """
    count = len(definition.words)
    language = LANGUAGE_NAMES[definition.lang]
    if count < scope:
        yield warning(
            "L255",
            _place(definition),
            f"the {language} definition has {_words(count)}",
            "say in a whole sentence what kind of thing it is and what tells it from others",
        )
    if count > MOST_WORDS:
        yield warning(
            "L256",
            _place(definition),
            f"the {language} definition has {_words(count)}, more than {MOST_WORDS}",
            "keep what the term means; move the rest to `example:`, to terms of its own that this "
            "one links to, or to a guide",
        )


def uneven(pair: Sequence[Definition]) -> Iterator[Diagnostic]:
    """L257 if the definitions of one term differ much in length; at the shorter one."""
    if len(pair) != 2:
        return
    short, long = sorted(pair, key=lambda definition: len(definition.words))
    fewer, more = len(short.words), len(long.words)
    if fewer >= COMPARED_FROM_WORDS and more > LARGEST_FACTOR * fewer:
        own, other = LANGUAGE_NAMES[short.lang], LANGUAGE_NAMES[long.lang]
        yield warning(
            "L257",
            _place(short),
            f"the {own} definition has {_words(fewer)}, the {other} one {more}",
            f"add here what only the {other} text says, or shorten that",
            (Note(_place(long), f"{more} words here"),),
        )


def _place(definition: Definition) -> Span:
    return definition.entry.document.key_span((definition.lang.value, "definition"))


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count} words"
