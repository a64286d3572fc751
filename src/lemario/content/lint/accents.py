"""Spanish written without its accents.

Endings and a closed list of words that cannot be right without them (`words`); what could be a verb
or English only after an article or a preposition. One warning a text, with all its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lemario.content.lint.prose import Prose
from lemario.content.lint.words import AFTER_ARTICLE, ALWAYS
from lemario.core.diagnostics import Diagnostic, warning
from lemario.core.lang import Lang

# Parts of identifiers and addresses are no words: `max_version`, `session.id`, `@revision`.
_WORD = re.compile(r"(?<![\w./@#$\\-])[^\W\d_]{3,}(?![\w/@\\]|[.:-]\w)")
_ARTICLE = re.compile(
    r"(?:\A|[^\w])(?:el|la|los|las|un|una|unos|unas|de|del|al|en|con|sin|por|para|sobre|entre|su|sus"
    r"|cada|este|esta|estos|estas|ese|esa|toda|todo|otra|otro|misma|mismo|nueva|nuevo|primera|primer"
    r"|última|último|ultima|ultimo|gran|mayor|menor|mejor|alta|baja)[ \n]\Z",
    re.IGNORECASE,
)

_VOWELS = dict(zip("aeiou", "áéíóú", strict=True))
# English has words in -sion too; those with a double s (session, regression) never are Spanish.
_SION = re.compile(r".*[^s][sx]ion\Z")
_NOT_ENGLISH = re.compile(
    r"(?:(?:po|ob)?se|pa|(?:con|su)?ce|(?:ex|com|im|o|de|re|su)?pre|(?:trans|e|ad|o|re|per|co)?mi"
    r"|(?:re|pro|a|di)gre|discu|difu|cone)[sx]ion\Z"
)
_NOT_SPANISH = frozenset({"coercion", "internecion", "scion", "suspicion"})
_ENDINGS = (
    # tecnologia, criptografia; `elogia` is a verb.
    (re.compile(r"(?!elogias?\Z).{2,}(?:log|graf)(i)as?\Z"), "í"),
    (re.compile(r".{2,}(a)ndo(?:se|lo|la|los|las|le|les)\Z"), "á"),
    (re.compile(r".+i(e)ndo(?:se|lo|la|los|las|le|les)\Z"), "é"),
)
_ADVERB = re.compile(r"(.*)([aeiou])([^aeiou]{1,3}ic[ao]mente)\Z")
_NOT_FAULTY_ADVERBS = frozenset({"ricamente"})

_MOST_SHOWN = 6


def missing_accents(prose: Prose) -> Iterator[Diagnostic]:
    """L259 for a Spanish text or name that lacks accents."""
    if prose.lang is not Lang.ES:
        return
    first = None
    rights: dict[str, str] = {}
    for match in _WORD.finditer(prose.words):
        right = accented(match[0], True)
        if right is not None and not accented(match[0], False):
            before = prose.words[max(0, match.start() - 10) : match.start()]
            right = right if _ARTICLE.search(before) else None
        if right is not None:
            first = first or match
            rights.setdefault(match[0].lower(), right)
    if first is None:
        return
    shown = [f'"{right}"' for right in rights.values()][:_MOST_SHOWN]
    more = len(rights) - len(shown)
    written = ", ".join(list(rights)[:_MOST_SHOWN])
    yield warning(
        "L259",
        prose.span(*first.span()),
        f"written without the accent: {written}" + (f" and {more} more" if more else ""),
        f"write {', '.join(shown)}" + (" and so on" if more else ""),
    )


@lru_cache(maxsize=32_768)
def accented(word: str, after_article: bool) -> str | None:
    """The word as it should be written; None where nothing is known to be wrong with it.

    `after_article`: whether an article or a preposition stands before it.
    """
    lower = word.lower()
    if not lower.replace("ñ", "n").isascii():
        return None  # it has an accent already, and Spanish words have but one
    right = ALWAYS.get(lower) or (AFTER_ARTICLE.get(lower) if after_article else None)
    right = right or _by_ending(lower, after_article)
    if right is None:
        return None
    if word.isupper():
        return right.upper()
    return right[0].upper() + right[1:] if word[0].isupper() else right


def _by_ending(word: str, after_article: bool) -> str | None:
    if not word.endswith("ion"):
        return _by_other_ending(word)
    if word in _NOT_SPANISH:
        return None
    spanish = after_article or _NOT_ENGLISH.match(word)
    if word.endswith("cion") or (spanish and _SION.match(word)):
        return word[:-2] + "ón"
    return None


def _by_other_ending(word: str) -> str | None:
    for pattern, right in _ENDINGS:
        if match := pattern.match(word):
            return word[: match.start(1)] + right + word[match.end(1) :]
    if (adverb := _ADVERB.match(word)) and word not in _NOT_FAULTY_ADVERBS:
        return adverb[1] + _VOWELS[adverb[2]] + adverb[3]
    return None
