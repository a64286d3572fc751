"""Text that stands under the key of the other language.

Told by the little words of which neither language has a sentence without. Words that both have
(`a`, `no`, `me`, `son`) do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from lemario.content.lint.prose import Prose
from lemario.core.diagnostics import Diagnostic, warning
from lemario.core.lang import Lang

LANGUAGE_NAMES: Final[Mapping[Lang, str]] = {Lang.ES: "Spanish", Lang.EN: "English"}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LITTLE_WORDS: Final[Mapping[Lang, frozenset[str]]] = {
    Lang.ES: _words(
        """
        al aunque cada como con cual cuando de del desde donde dos el ella en entre es esta estas
        este esto estos está están fue hasta la las le les lo los muy más ni o para pero por porque
        puede pueden que qué se según ser si sin sobre su sus también tiene todo todos un una uno y
        ya él
        """
    ),
    Lang.EN: _words(
        """
        after also an and any are as at be because been before between but by can does each for
        from has have how if in into is it its may more most not of on one only or other over so
        such than that the their them then there these they this those through to was were when
        where which while who with would you your
        """
    ),
}
_WORD = re.compile(r"[^\W\d_]+")

_LEAST_WORDS = 12
_LEAST_FOREIGN = 4
_MARGIN = 3
"""So many times as many little words of the other language as of the own."""


def foreign_texts(prose: Prose) -> Iterator[Diagnostic]:
    """L260 for a text that is written in the other language."""
    if is_foreign(prose.unquoted, prose.lang):
        yield _wrong_key(prose)


def is_foreign(words: str, lang: Lang) -> bool:
    """Whether a text of `lang` is clearly in the other language; short ones never are."""
    found = _WORD.findall(words.lower())
    if len(found) < _LEAST_WORDS:
        return False
    own = sum(map(_LITTLE_WORDS[lang].__contains__, found))
    foreign = sum(map(_LITTLE_WORDS[lang.other].__contains__, found))
    return foreign >= _LEAST_FOREIGN and foreign >= _MARGIN * own


def _wrong_key(prose: Prose) -> Diagnostic:
    own, other = LANGUAGE_NAMES[prose.lang], LANGUAGE_NAMES[prose.lang.other]
    name = str(prose.path[-1])
    return warning(
        "L260",
        prose.entry.document.key_span(prose.path),
        f"the {name} stands under `{prose.lang}:` but is written in {other}",
        f"write it in {own}, or move it to `{name}:` below `{prose.lang.other}:`",
    )
