"""Text that stands under the key of the other language."""

from __future__ import annotations

from collections.abc import Iterator

from lemario.content.lint.prose import Prose
from lemario.core.diagnostics import Diagnostic, warning
from lemario.core.guess import little_words, words_of
from lemario.core.lang import LANGUAGE_NAMES, Lang

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
    found = words_of(words)
    if len(found) < _LEAST_WORDS:
        return False
    counted = little_words(found)
    foreign = counted[lang.other]
    return foreign >= _LEAST_FOREIGN and foreign >= _MARGIN * counted[lang]


def _wrong_key(prose: Prose) -> Diagnostic:
    own, other = LANGUAGE_NAMES[prose.lang], LANGUAGE_NAMES[prose.lang.other]
    name = str(prose.path[-1])
    return warning(
        "L260",
        prose.entry.document.key_span(prose.path),
        f"the {name} stands under `{prose.lang}:` but is written in {other}",
        f"write it in {own}, or move it to `{name}:` below `{prose.lang.other}:`",
    )
