"""JSON text to plain data, with the place of each member of its objects."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from lemario.content.source_text import position
from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.core.source import SourceText

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
Members = tuple[str, ...]
"""The keys that lead to a value: `("text_config", "hidden_size")`."""

PUBLISHED = "take config.json as published on the model's page"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """An object read from JSON. `values` are offsets into the text, end exclusive, by keys.

    Of two members with one key the last one counts, as for other readers of JSON.
    """

    source: SourceText
    data: dict[str, JsonValue]
    values: dict[Members, tuple[int, int]] = field(repr=False)

    def span(self, members: Members) -> Span:
        """Where the value stands, or the whole file if it is not there."""
        if members not in self.values:
            return Span.whole(self.source.path)
        start, end = self.values[members]
        line, column = position(self.source.text, start)
        end_line, end_column = position(self.source.text, end)
        return Span(self.source.path, line, column, end_line, end_column)


def parse_object(source: SourceText) -> Checked[JsonDocument]:
    """The object in a JSON text; an L329 where the text is not JSON or something else."""
    text = source.text.removeprefix("\ufeff")
    source = SourceText(source.path, text)
    try:
        data: JsonValue = json.loads(text)
    except json.JSONDecodeError as problem:
        line, column = problem.lineno, problem.colno
        message = f"the file is not JSON: {problem.msg[0].lower()}{problem.msg[1:]}"
        span = Span(source.path, line, column, line, column + 1)
        return Checked(None, (error("L329", span, message, _what_it_is(text)),))
    except RecursionError:
        return Checked(None, (_refused(source, "the brackets are nested too deeply"),))
    except ValueError:  # Python converts no number of more than some thousand digits
        return Checked(None, (_refused(source, "a number has too many digits"),))
    if not isinstance(data, dict):
        message = "the file holds no object: a config begins with `{`"
        return Checked(None, (_refused(source, message),))
    return Checked(JsonDocument(source, data, _places(text)))


def _refused(source: SourceText, message: str) -> Diagnostic:
    return error("L329", Span.whole(source.path), message, PUBLISHED)


def _what_it_is(text: str) -> str:
    """What to do about a text that is not JSON, by its first characters."""
    start = text.lstrip()[:40]
    if not start:
        return f"the file is empty; {PUBLISHED}"
    if start.startswith("<"):
        return "this looks like a web page; download the file itself (“raw”)"
    if start.startswith("version https://git-lfs"):
        return "this is only a pointer of Git LFS; download the file itself"
    return PUBLISHED


@dataclass(slots=True)
class _Open:
    """A bracket that is open: where it stands, and the key whose value comes next."""

    start: int
    is_object: bool
    key: str | None = None


def _places(text: str) -> dict[Members, tuple[int, int]]:
    """The offsets of the members of all objects that stand in no list. `text` is valid JSON."""
    found: dict[Members, tuple[int, int]] = {}
    stack: list[_Open] = []

    def value(start: int, end: int) -> None:
        keys = tuple(frame.key for frame in stack if frame.is_object and frame.key is not None)
        if len(keys) == len(stack):
            found[keys] = (start, end)

    for token in _TOKEN.finditer(text):
        match token[0]:
            case "{" | "[" as bracket:
                stack.append(_Open(token.start(), bracket == "{"))
            case "}" | "]":
                closed = stack.pop()
                value(closed.start, token.end())
            case ",":
                stack[-1].key = None
            case ":":
                pass
            case word:
                if stack and stack[-1].is_object and stack[-1].key is None:
                    stack[-1].key = json.loads(word)
                else:
                    value(token.start(), token.end())
    return found
