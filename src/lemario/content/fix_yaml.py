"""Mends of a file as YAML: text that needs quotes, tabs in the indentation.

Only what has one reading is mended: the result must parse, and where it was changed it must be
what the schema expects there. A file that has another fault, too, is left to its author.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from lemario.content import models
from lemario.content.cut_texts import is_remark
from lemario.content.fix_text import Mended
from lemario.content.schema_check import validate
from lemario.content.yaml_layout import line_of
from lemario.content.yaml_source import Path, Raw, RawDocument, parse
from lemario.core.diagnostics import Diagnostic
from lemario.core.source import SourceText

_MOST_MENDS = 200  # of one file; each costs a parse
_NEEDS_QUOTES = frozenset(["L101", "L120"])
_WRONG_IN_ITS_PLACE = frozenset(["L103", "L105"])
_FIELD = re.compile(r"(?P<indent>\s*)(?:- )*[\w-]+:\s+(?P<value>\S.*)")
_TWO_READINGS = re.compile(r"""["'|>&*!]|.*\s#""")
_LOST = re.compile(r"[\t ]*(?P<text>#[^\s\"\\](?:[^\"\\]*[^\s\"\\])?)\s*")


def made_readable(source: SourceText, adapter: TypeAdapter[Any]) -> Mended:
    """The text with quotes and spaces where the parser stops for want of them.

    The same text if it parses, or cannot be made to.
    """
    text = source.text
    quoted: set[int] = set()
    untabbed: set[int] = set()
    for _ in range(_MOST_MENDS):
        checked = parse(SourceText(source.path, text))
        if checked.value is not None:
            mended = quoted | untabbed
            if mended and (checked.diagnostics or not _fits(checked.value, adapter, mended)):
                break
            return Mended(text, (*_on("quotes", quoted), *_on("indentation by tabs", untabbed)))
        problem = checked.diagnostics[-1]
        number = problem.span.line - 1
        lines = text.split("\n")
        better = _quoted(lines[number], problem) or _untabbed(lines[number], problem)
        if better is None or number in (untabbed if problem.code == "L107" else quoted):
            break
        (untabbed if problem.code == "L107" else quoted).add(number)
        text = "\n".join([*lines[:number], better, *lines[number + 1 :]])
    return Mended(source.text)


def with_lost_text(document: RawDocument, adapter: TypeAdapter[Any]) -> Mended:
    """The text with quotes around what YAML takes for comments: the `#caso` of `term: #caso`.

    Remarks such as `#TODO` stay comments.
    """
    mended: set[int] = set()
    for path in _empty(document.data, ()):
        text = document.source.text
        end = document.values[path][1]
        lost = _LOST.fullmatch(text, end, (text + "\n").index("\n", end))
        if lost is None or is_remark(lost["text"]):
            continue
        first, last = lost.span("text")
        tried = f'{text[:first]}"{lost["text"]}"{text[last:]}'
        checked = parse(SourceText(document.source.path, tried))
        number = line_of(text, end)
        if checked.value and not checked.diagnostics and _fits(checked.value, adapter, {number}):
            document = checked.value
            mended.add(number)
    return Mended(document.source.text, _on("quotes", mended))


def _quoted(line: str, problem: Diagnostic) -> str | None:
    """The line as the diagnostic proposes to write it; None if it could mean something else."""
    _, _, proposed = problem.help.partition("\n")
    field = _FIELD.fullmatch(line)
    if problem.code not in _NEEDS_QUOTES or not proposed or "\n" in proposed or not field:
        return None
    if _TWO_READINGS.match(field["value"]) or field["value"].partition(":")[0] in _field_names():
        return None
    return field["indent"] + proposed


def _untabbed(line: str, problem: Diagnostic) -> str | None:
    indent = line[: len(line) - len(line.lstrip())]
    if problem.code != "L107" or "\t" not in indent:
        return None
    return indent.replace("\t", "  ") + line[len(indent) :]


def _fits(document: RawDocument, adapter: TypeAdapter[Any], lines: set[int]) -> bool:
    """Whether the schema has nothing to say against what stands on these lines, from 0."""
    found = validate(adapter, document).diagnostics
    return not any(d.code in _WRONG_IN_ITS_PLACE and d.span.line - 1 in lines for d in found)


def _empty(raw: Raw, path: Path) -> Iterator[Path]:
    if raw is None:
        yield path
    elif isinstance(raw, dict):
        for key, value in raw.items():
            yield from _empty(value, (*path, key))
    elif isinstance(raw, list):
        for number, value in enumerate(raw):
            yield from _empty(value, (*path, number))


def _on(what: str, lines: Iterable[int]) -> tuple[str, ...]:
    numbers = ", ".join(str(line + 1) for line in sorted(lines))
    noun = "line" if "," not in numbers else "lines"
    return (f"{what} on {noun} {numbers}",) if numbers else ()


@cache
def _field_names() -> frozenset[str]:
    """The names of all fields: after one of them a text is more likely a field out of place."""
    kinds = (kind for kind in vars(models).values() if isinstance(kind, type))
    return frozenset(
        name for kind in kinds if issubclass(kind, models.Model) for name in kind.model_fields
    )
