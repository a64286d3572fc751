"""Mends of a file as text: its encoding and line ends, and blanks at the ends of lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lemario.content.yaml_layout import line_of, value_at
from lemario.content.yaml_source import RawDocument
from lemario.core.text import nfc

_BYTE_ORDER_MARK = "\ufeff"
_MARKDOWN_BREAK = "  "

_Trim = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Mended:
    """A text after mending, and what was done to it, in words; nothing if it is as it was."""

    text: str
    done: tuple[str, ...] = ()


def as_plain_utf8(data: bytes) -> Mended | None:
    """The text of a file in UTF-8, as the tool reads it; None if it is in another encoding."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    done: list[str] = []
    for what, mend in _AS_TEXT.items():
        better = mend(text)
        if better != text:
            done.append(what)
        text = better
    return Mended(text, tuple(done))


_AS_TEXT: Mapping[str, Callable[[str], str]] = {
    "byte order mark": lambda text: text.lstrip(_BYTE_ORDER_MARK),
    "line ends": lambda text: text.replace("\r\n", "\n").replace("\r", "\n"),
    "decomposed letters": nfc,
    "end of the last line": lambda text: text if text.endswith("\n") or not text else text + "\n",
}
"""The name of what is mended, and how; in an order that makes each work on the one before."""


def without_trailing_blanks(document: RawDocument) -> Mended:
    """The text of a document without blanks at the ends of lines, where they mean nothing.

    In a text below `|` two spaces before another line stay: in Markdown they break the line.
    """
    lines = document.source.text.split("\n")
    trims = _trims(document)
    better = [
        trims.get(number, _anywhere)(line, after)
        for number, (line, after) in enumerate(zip(lines, [*lines[1:], ""], strict=True))
    ]
    changed = sum(old != new for old, new in zip(lines, better, strict=True))
    if not changed:
        return Mended(document.source.text)
    noun = "line" if changed == 1 else "lines"
    return Mended("\n".join(better), (f"blanks at the end of {changed} {noun}",))


def _trims(document: RawDocument) -> dict[int, _Trim]:
    """How lines are trimmed that belong to a text of several lines, by line from 0."""
    text = document.source.text
    trims: dict[int, _Trim] = {}
    for path, (start, end) in document.values.items():
        if not isinstance(value_at(document, path), str):
            continue
        first, last = line_of(text, start), line_of(text, end - 1)
        sign = text[start : start + 1]
        if sign == "|":
            # The last line has none after it in the text that a break could lead to.
            trims |= dict.fromkeys(range(first + 1, last), _in_literal)
            trims[last] = _anywhere if last == first else _in_quotes
        elif sign == ">":
            trims |= dict.fromkeys(range(first + 1, last + 1), _in_folded)
        elif sign == '"':
            trims |= dict.fromkeys(range(first, last), _in_quotes)
    return trims


def _anywhere(line: str, _after: str) -> str:
    return line.rstrip(" \t")


def _in_literal(line: str, after: str) -> str:
    trimmed = _in_quotes(line, after)
    breaks = trimmed.strip() and line == trimmed + _MARKDOWN_BREAK and after.strip()
    return line if breaks else trimmed


def _in_folded(line: str, after: str) -> str:
    """A line of blanks stays: if it has more than the text, it is a line of the text."""
    return _in_quotes(line, after) if line.strip() else line


def _in_quotes(line: str, _after: str) -> str:
    """A blank after a backslash stays: without it, the backslash would act on the line end."""
    trimmed = line.rstrip(" \t")
    return line if trimmed.endswith("\\") else trimmed
