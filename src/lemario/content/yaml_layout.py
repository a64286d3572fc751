"""Which lines of a YAML file belong to which field, so that fields can be moved and added.

Works on parsed documents, which say where each value begins and ends; the end of a mapping or a
list there is the next token, so what stands in between (blank lines, comments) is told apart here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lemario.content.yaml_source import Path, Raw, RawDocument

_KEEPS_BLANKS = re.compile(r"[|>][-\d]*\+")


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of a field, numbered from 0: comments directly above it, its key, its value.

    `first` is the first of them, `key_line` that of the key, `end` the line after the last.
    """

    key: str
    first: int
    key_line: int
    end: int


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with its fields in the order of the file, and the column of their keys.

    `lead` is what stands before the first key on its line: spaces, or dashes in a list.
    """

    lead: str
    blocks: tuple[Block, ...]

    @property
    def column(self) -> int:
        """The column of the keys, from 0."""
        return len(self.lead)


def value_at(document: RawDocument, path: Path) -> Raw:
    """The data at `path`; None where there is none."""
    value: Raw = document.data
    for part in path:
        if isinstance(value, dict) and isinstance(part, str):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def is_flow(document: RawDocument, path: Path) -> bool:
    """Whether the mapping or list at `path` is written in brackets."""
    start, end = document.values[path]
    return start < end and document.source.text[start] in "{["


def content_end(document: RawDocument, path: Path) -> int:
    """The offset after the last character of the value at `path`, blank lines left out.

    Blank lines count only where they are part of a text, which `|+` asks for.
    """
    start, end = document.values[path]
    text = document.source.text
    value = value_at(document, path)
    if value is None:
        return max(end, document.keys[path][1] + 1) if path in document.keys else end
    if isinstance(value, dict | list) and value and not is_flow(document, path):
        parts = value if isinstance(value, dict) else range(len(value))
        return max(content_end(document, (*path, part)) for part in parts)
    if text[start : start + 1] in ("|", ">") and not _KEEPS_BLANKS.match(text, start):
        return start + len(text[start:end].rstrip())
    return end


def line_of(text: str, offset: int) -> int:
    """The line, from 0, of the character at `offset`."""
    return text.count("\n", 0, offset)


def mapping_at(document: RawDocument, path: Path) -> Fields | None:
    """The lines of each field of the mapping at `path`.

    None if it is written in braces, or if some line cannot be said to belong to one field: a
    comment with blank lines around it, two fields on a line.
    """
    value = value_at(document, path)
    if not isinstance(value, dict) or not value or is_flow(document, path):
        return None
    text = document.source.text
    lines = text.split("\n")
    keys = list(value)
    starts = [document.keys[(*path, key)][0] for key in keys]
    key_lines = [line_of(text, start) for start in starts]
    leads = [text[text.rfind("\n", 0, start) + 1 : start] for start in starts]
    if leads[0].strip("- ") or any(lead.strip(" ") for lead in leads[1:]):
        return None
    column = len(leads[0])
    blocks: list[Block] = []
    first = _first_line(lines, key_lines[0], path, bool(leads[0].strip()))
    for number, key in enumerate(keys):
        content = content_end(document, (*path, key))
        end = line_of(text, content) + (not text[:content].endswith("\n"))
        last = number == len(keys) - 1
        limit = len(lines) if last else key_lines[number + 1]
        end = _with_deeper_comments(lines, end, limit, column)
        blocks.append(Block(key, first, key_lines[number], end))
        first = limit
        while not last and first > end and _is_comment(lines[first - 1]):
            first -= 1
        if not last and any(line.strip() for line in lines[end:first]):
            return None
    return Fields(leads[0], tuple(blocks))


def _first_line(lines: list[str], key_line: int, path: Path, after_dash: bool) -> int:
    """Where the comments of the first field begin.

    Those above a dash are about the whole entry, those that begin a file about the whole file.
    """
    if after_dash:
        return key_line
    first = key_line
    while first > 0 and _is_comment(lines[first - 1]):
        first -= 1
    return key_line if first == 0 and not path else first


def _with_deeper_comments(lines: list[str], end: int, limit: int, column: int) -> int:
    """`end` moved below comments that are indented more than the keys: they are of the value."""
    for number in range(end, limit):
        line = lines[number]
        if _is_comment(line) and len(line) - len(line.lstrip()) > column:
            end = number + 1
        elif line.strip():
            break
    return end


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")
