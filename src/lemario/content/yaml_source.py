"""YAML text to plain data plus spans by path.

Every scalar stays text: the field's type converts it, so `no`, `16:9` and `1.10` survive.
Repeated keys, anchors, aliases, tags and a second document are refused by name; YAML has them,
a glossary does not need them, and each has cost somebody a definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

import yaml

from lemario.content.source_text import position
from lemario.content.yaml_faults import pasted, syntax_error
from lemario.core.diagnostics import Checked, Diagnostic, Note, Span, error
from lemario.core.guess import looks_like
from lemario.core.lang import LANGS, LANGUAGE_NAMES, Lang
from lemario.core.source import SourceText

Path = tuple[str | int, ...]
Raw = str | None | list["Raw"] | dict[str, "Raw"]
"""Plain data; None is a value that was left empty."""

DEEPEST = 20

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class RawDocument:
    """A parsed file: data, and where each part of it stands.

    `keys` has the span of the key of each mapping entry; `values` that of each value, as offsets
    into `source.text`, end exclusive. The empty path is the whole document.
    """

    source: SourceText
    data: dict[str, Raw]
    keys: dict[Path, tuple[int, int]] = field(repr=False)
    values: dict[Path, tuple[int, int]] = field(repr=False)

    def value_span(self, path: Path) -> Span:
        """The value at `path`, or else at the nearest enclosing path that exists."""
        while path not in self.values and path:
            path = path[:-1]
        return span_of(self.source, *self.values[path])

    def key_span(self, path: Path) -> Span:
        """The key of the entry at `path`; for a list element or the top, its value."""
        return (
            span_of(self.source, *self.keys[path]) if path in self.keys else self.value_span(path)
        )

    def text_span(self, path: Path, needle: str, nth: int = 0) -> Span:
        """The `nth` occurrence of `needle` inside the value at `path`, else the whole value.

        The needle is looked for as it is written in the file, so escapes or folding inside it
        lead to the whole value. Its lines may be indented there.
        """
        start, end = self.values.get(path, (0, 0))
        pattern = re.compile(re.escape(needle).replace("\\\n", r"\n[ \t]*"))
        found = next(islice(_overlapping(pattern, self.source.text, start, end), nth, None), None)
        return span_of(self.source, *found) if found else self.value_span(path)


def _overlapping(
    pattern: re.Pattern[str], text: str, start: int, end: int
) -> Iterator[tuple[int, int]]:
    while found := pattern.search(text, start, end):
        yield found.span()
        start = found.start() + 1


def span_of(source: SourceText, start: int, end: int) -> Span:
    """Offsets to a span; trailing white space and line ends are left out."""
    body = source.text[start:end].rstrip()
    first, last = position(source.text, start), position(source.text, start + len(body))
    return Span(source.path, *first, *last)


@lru_cache(maxsize=8192)
def parse(source: SourceText) -> Checked[RawDocument]:
    """The document in `source`; None when it has no mapping at the top or is not YAML.

    The value comes along with errors that leave the rest readable (a repeated key, say).
    """
    builder = _Builder(source)
    try:
        document = builder.document(_events(source.text))
    except _Refused as refusal:
        return Checked(None, (*builder.diagnostics, refusal.diagnostic))
    except yaml.MarkedYAMLError as problem:
        return Checked(None, (*builder.diagnostics, syntax_error(source, problem)))
    return Checked(document, tuple(builder.diagnostics))


def _events(text: str) -> Iterator[yaml.Event]:
    loader = _Loader(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()


def _start(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return event.start_mark.index


def _end(event: yaml.Event) -> int:
    assert event.end_mark is not None
    return event.end_mark.index


class _Refused(Exception):  # noqa: N818 - control flow, never seen outside this module
    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic


class _Builder:
    """Builds the document from events in one pass."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.keys: dict[Path, tuple[int, int]] = {}
        self.values: dict[Path, tuple[int, int]] = {}
        self.guessed: frozenset[Path] = frozenset()

    def document(self, events: Iterator[yaml.Event]) -> RawDocument | None:
        root: Raw = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.refuse(
                        "L110",
                        event,
                        "the file holds a second document",
                        "delete this line; fields of the term stand above it, and another term "
                        "in a file of its own",
                    )
                root = self.node((), next(events), events)
        if root is None or root == "":
            whole = Span(self.source.path, 1, 1, 1, 1)
            raise _Refused(error("L111", whole, "the file is empty"))
        if not isinstance(root, dict):
            kind = "a list" if isinstance(root, list) else "a text"
            raise _Refused(
                error(
                    "L112",
                    self._first_line((), root),
                    f"the file holds {kind} at the top; expected fields such as `es:`",
                    "write one `field: value` on each line, without a dash before it"
                    if isinstance(root, list)
                    else "",
                )
            )
        return RawDocument(self.source, root, self.keys, self.values)

    def node(self, path: Path, event: yaml.Event, events: Iterator[yaml.Event]) -> Raw:
        self._guard(event, len(path))
        start = _start(event)
        value: Raw
        if isinstance(event, yaml.ScalarEvent):
            plain_and_empty = not event.style and event.value == ""
            value = None if plain_and_empty else event.value
            end = _end(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            value, end = self._sequence(path, events)
        else:
            value, end = self._mapping(path, events)
        self.values[path] = (start, end)
        return value

    def _sequence(self, path: Path, events: Iterator[yaml.Event]) -> tuple[list[Raw], int]:
        items: list[Raw] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                return items, _end(event)
            items.append(self.node((*path, len(items)), event, events))
        raise AssertionError("the parser closes every sequence")

    def _mapping(self, path: Path, events: Iterator[yaml.Event]) -> tuple[dict[str, Raw], int]:
        fields: dict[str, Raw] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                return fields, _end(event)
            self._guard(event, len(path))
            if not isinstance(event, yaml.ScalarEvent):
                raise self.refuse(
                    "L123",
                    event,
                    "the name of a field must be a word, not a list or a mapping",
                    'put quotes around text that begins with "[" or "{"',
                )
            key, at = event.value, (_start(event), _end(event))
            entry = (*path, key)
            if key in fields and entry not in self.guessed:
                self._repeated(path, key, at, fields, (next(events), events))
                continue
            self.keys[entry] = at
            fields[key] = self.node(entry, next(events), events)
        raise AssertionError("the parser closes every mapping")

    def _repeated(
        self,
        path: Path,
        key: str,
        at: tuple[int, int],
        fields: dict[str, Raw],
        rest: tuple[yaml.Event, Iterator[yaml.Event]],
    ) -> None:
        """Reads a field that is there already: it is guarded, but only the first one is kept.

        A second `en:` is kept as the `es:` that is not there, so that this is all there is to say.
        """
        entry = (*path, key)
        first = span_of(self.source, *self.keys[entry])
        said = error(
            "L102",
            span_of(self.source, *at),
            f'the field "{key}" is repeated; the first is on line {first.line}',
            "keep one of the two, or give this one the right name",
            (Note(first, "first here"),),
        )
        self.diagnostics.append(said)  # before reading on, which may end the file's
        place = len(self.diagnostics) - 1
        again = _Builder(self.source)
        value = again.node(entry, *rest)
        self.diagnostics += again.diagnostics
        if key not in LANGS:
            return
        meant = Lang(key).other
        if meant not in fields:
            older = (
                looks_like(all_words(fields[key])) is meant
                and looks_like(all_words(value)) is not meant
            )
            which = f"the one on line {first.line}" if older else "this one"
            help = f"if {which} is the {LANGUAGE_NAMES[meant]} text, write `{meant}:` there"
            new = (*path, meant.value)
            if older:
                self._move(self, entry, new)
                fields[meant.value], fields[key] = fields[key], value
            else:
                fields[meant.value] = value
            again.keys[entry] = at
            again._move(self, entry, entry if older else new)
            self.guessed |= {new}
        elif looks_like(all_words(value)) is meant:
            line = span_of(self.source, *self.keys[*path, meant.value]).line
            help = f"this one looks {LANGUAGE_NAMES[meant]}: keep it or `{meant}:` on line {line}"
        else:
            return
        self.diagnostics[place] = replace(said, help=help)

    def _move(self, other: _Builder, old: Path, new: Path) -> None:
        """Gives `other` the places below a path, as those below another one."""
        for mine, theirs in ((self.keys, other.keys), (self.values, other.values)):
            found = {path: span for path, span in mine.items() if path[: len(old)] == old}
            theirs.update({(*new, *path[len(old) :]): span for path, span in found.items()})

    def _guard(self, event: yaml.Event, depth: int) -> None:
        if isinstance(event, yaml.AliasEvent):
            raise self.refuse(
                "L108",
                event,
                f"`*{event.anchor}` is a YAML alias, which is not allowed",
                "write the value out; text that begins with `*` needs quotes" + self._pasted(event),
            )
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor:
            raise self.refuse(
                "L108",
                event,
                f"`&{anchor}` is a YAML anchor, which is not allowed",
                "delete it; text that begins with `&` needs quotes" + self._pasted(event),
            )
        if tag:
            raise self.refuse(
                "L109",
                event,
                f"`{tag}` is a YAML tag, which is not allowed",
                "delete it; text that begins with `!` needs quotes" + self._pasted(event),
            )
        if depth > DEEPEST:
            raise self.refuse("L114", event, f"nested more than {DEEPEST} levels deep")

    def _pasted(self, event: yaml.Event) -> str:
        """The line as it would be with the value in quotes; empty where that is no text."""
        mark = event.start_mark
        if mark is None or not isinstance(event, (yaml.AliasEvent, yaml.ScalarEvent)):
            return ""
        return pasted(self.source.text.split("\n")[mark.line], mark.column)

    def refuse(self, code: str, event: yaml.Event, message: str, help: str = "") -> _Refused:
        start = _start(event)
        line_end = self.source.text.find("\n", start)
        end = _end(event) if _end(event) > start else start + 1
        if line_end >= 0:
            end = max(start + 1, min(end, line_end))
        return _Refused(error(code, span_of(self.source, start, end), message, help))

    def _first_line(self, path: Path, _root: Raw) -> Span:
        start, _ = self.values[path]
        end = self.source.text.find("\n", start)
        return span_of(self.source, start, end if end >= 0 else len(self.source.text))


def all_words(raw: Raw) -> str:
    """All the text of some data, without the names of its fields."""
    if isinstance(raw, dict):
        return " ".join(map(all_words, raw.values()))
    if isinstance(raw, list):
        return " ".join(map(all_words, raw))
    return raw or ""
