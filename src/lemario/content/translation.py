"""Which texts of a term are translations, of what, and whether they still are.

`translated_from` beside a text holds a hash of the text in the other language that it was made
from. When that text changes, the hash no longer fits, and the translation is due for a look.
"""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum

from lemario.content.fix_order import order_at
from lemario.content.glossary import TEXT_FIELDS
from lemario.content.models import EnglishText, SpanishText, Term
from lemario.content.yaml_layout import content_end, is_flow, line_of, value_at
from lemario.content.yaml_source import RawDocument, parse
from lemario.core.lang import Lang
from lemario.core.source import SourceText

HASH_LENGTH = 12
SHORTEST_HASH = 6
FIELD = "translated_from"

_READ_AS_NUMBER = re.compile(r"\d+(e\d+)?")


class TranslationStatus(StrEnum):
    """Of a text in one language; an `untracked` one says not what it was translated from.

    So the original, which was translated from nothing, is untracked.
    """

    MISSING = "missing"
    OUTDATED = "outdated"
    CURRENT = "current"
    UNTRACKED = "untracked"


def source_hash(text: SpanishText | EnglishText) -> str:
    """The hash of the definition and the example of a term in one language: 12 hexadecimal digits.

    White space does not count, so lines may be broken anew; names do not count either.
    """
    return _digest(text)[:HASH_LENGTH]


def status(term: Term, lang: Lang) -> TranslationStatus:
    """How the text of a term in `lang` stands to that in the other language."""
    text = term.text(lang)
    if text.definition is None:
        return TranslationStatus.MISSING
    if text.translated_from is None:
        return TranslationStatus.UNTRACKED
    written = text.translated_from.lower()
    fits = len(written) >= SHORTEST_HASH and _digest(term.text(lang.other)).startswith(written)
    return TranslationStatus.CURRENT if fits else TranslationStatus.OUTDATED


def _digest(text: SpanishText | EnglishText) -> str:
    parts = (" ".join((getattr(text, name) or "").split()) for name in TEXT_FIELDS)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def marked(document: RawDocument, lang: Lang, written: str) -> str | None:
    """The text of a term file with `translated_from: <written>` in the block of `lang`.

    It goes where the schema's order wants it; all else stays as it is. None where the block is
    written so that it cannot be added safely.
    """
    value = f'"{written}"' if _READ_AS_NUMBER.fullmatch(written) else written
    path = (lang.value, FIELD)
    fields = document.data.get(lang.value)
    if not isinstance(fields, dict) or not fields:
        return None
    if FIELD in fields:
        start, end = document.values[path]
        value = value if start < end else f" {value}"
        text = document.source.text[:start] + value + document.source.text[end:]
    else:
        text = _added(document, lang, f"{FIELD}: {value}")
    after = parse(SourceText(document.source.path, text))
    expected = {**document.data, lang.value: {**fields, FIELD: written}}
    fits = after.value is not None and not after.diagnostics and after.value.data == expected
    return text if fits else None


def _added(document: RawDocument, lang: Lang, line: str) -> str:
    """The text with one more field, after the last one that comes before it in the schema."""
    place = (lang.value,)
    text = document.source.text
    fields = value_at(document, place)
    assert isinstance(fields, dict)
    order = order_at(place)
    before = [key for key in fields if key in order and order.index(key) < order.index(FIELD)]
    previous = (lang.value, before[-1] if before else next(iter(fields)))
    end = content_end(document, previous)
    if is_flow(document, place):
        return f"{text[:end]}, {line}{text[end:]}"
    start = document.values[place][0]
    column = start - (text.rfind("\n", 0, start) + 1)
    lines = text.split("\n")
    at = line_of(text, end) + (not text[:end].endswith("\n"))
    return "\n".join([*lines[:at], " " * column + line, *lines[at:]])
