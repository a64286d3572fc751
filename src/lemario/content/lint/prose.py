"""The texts of terms as their writers left them, with what is not prose made blank.

Code, addresses, targets of links and placeholders are no words of the language that a text is
written in. They become spaces, one for each character, so that an offset in `words` is one in
`raw` too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lemario.content.glossary import Entry, texts
from lemario.content.yaml_source import Path
from lemario.core.diagnostics import Span
from lemario.core.lang import LANGS, Lang
from lemario.core.text import fold

_FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\2[`~]*[ \t]*$|\Z)", re.M | re.S)
_INDENTED_CODE = re.compile(r"(?<=\n\n)(?: {4}[^\n]*\n?)+")
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
_LINK_TARGET = re.compile(r"\[\[[^\[\]|]+?(?:\\?\||\]\])")
_ADDRESS = re.compile(r"(?<=\]\()[^)\n]*|https?://[^\s)>\]]+|\bwww\.[^\s)>\]]+")
_PLACEHOLDER = re.compile(r"\{[a-z_]+(?: +[^{}\n]*)?\}")
_QUOTED = re.compile(r"«[^«»]*»|“[^“”]*”|\"[^\"\n]*\"")
# Each with what a text must hold to be worth a look; most hold little of it.
_NOT_PROSE = (
    (("```", "~~~"), _FENCE),
    (("\n\n    ",), _INDENTED_CODE),
    (("`",), _CODE),
    (("[[",), _LINK_TARGET),
    (("](", "http", "www."), _ADDRESS),
    (("{",), _PLACEHOLDER),
)
_QUOTES = (("«", "“", '"'), _QUOTED)


@dataclass(frozen=True, slots=True)
class Prose:
    """A text of a term.

    `words` is `raw` with blanks for what is not prose, `unquoted` with blanks for what stands in
    quotation marks, too; all are equally long.
    """

    entry: Entry
    lang: Lang
    path: Path
    raw: str
    words: str
    unquoted: str

    def span(self, start: int, end: int) -> Span:
        """The place in the file of what stands between two offsets."""
        needle = self.raw[start:end]
        nth = sum(1 for m in re.finditer(f"(?={re.escape(needle)})", self.raw[:end]) if needle) - 1
        return self.entry.document.text_span(self.path, needle, max(nth, 0))


def prose_of(entry: Entry) -> Iterator[Prose]:
    """The definitions and examples of a term."""
    for lang, name, raw in texts(entry.term):
        words = _prose(raw)
        yield Prose(entry, lang, (lang.value, name), raw, words, _blank(*_QUOTES, words))


def names_of(entry: Entry) -> Iterator[Prose]:
    """What a term shows besides: names that it recommends, and reasons against others."""
    for lang in LANGS:
        names = entry.term.text(lang)
        shown: list[tuple[Path, str | None]] = [
            ((lang.value, "term"), names.term),
            ((lang.value, "expansion"), names.expansion),
            *(((lang.value, "aliases", n), alias) for n, alias in enumerate(names.aliases)),
            *(
                ((lang.value, "avoid", n, "why"), avoided.why)
                for n, avoided in enumerate(names.avoid)
            ),
        ]
        yield from (Prose(entry, lang, path, text, text, text) for path, text in shown if text)


def evenly_folded(text: str) -> str:
    """The text folded character by character, as long as before."""
    return text.translate(_EVEN)


def _prose(raw: str) -> str:
    for signs, pattern in _NOT_PROSE:
        raw = _blank(signs, pattern, raw)
    return raw


def _blank(signs: tuple[str, ...], pattern: re.Pattern[str], text: str) -> str:
    if not any(sign in text for sign in signs):
        return text
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


class _Even(dict[int, int]):
    """Code points to folded ones; those that fold to several characters, or none, stay."""

    def __missing__(self, code: int) -> int:
        folded = fold(chr(code))
        self[code] = ord(folded) if len(folded) == 1 else code
        return self[code]


_EVEN = _Even()
