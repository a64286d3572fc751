"""What the YAML parser stopped at, in words that a newcomer can act on.

The parser says what it did not find; what was meant stands in the lines around. Each function here
knows one cause: it returns a diagnostic, or None where it is another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import yaml

from lemario.core.diagnostics import Diagnostic, Span, error
from lemario.core.lang import LANGS
from lemario.core.source import SourceText

_FIELD = re.compile(r"^(?P<head>\s*(?:- )*[\w-]+:\s+|\s*(?:- )+\s*)(?P<value>\S.*?)\s*$")
_MISSING_SPACE = re.compile(r"^\s*(?:- )*[\w-]+:(?=[^\s:])")
_WIDE_COLON = re.compile(r"^\s*(?:- )*[\w-]+\s*：")
_OPENS = re.compile(r"^\s*(?:- )*(?:[\w-]+:\s+)?[\[{]")
_COMMENT = re.compile(r"(?:(?<=^)|(?<=[\s\[{,]))#")
_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"|' + r"(?<![\w])'(?:[^']|'')*'")
_ESCAPE = re.compile(r"\\(?:x\w{2}|u\w{4}|U\w{8}|.)")
_NOT_PLAIN = tuple("\"'[{|>&*!#@`%")
_MOST_LINES_BACK = 20

Place = tuple[int, int]
"""Line and column from 0."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where the parser stopped: what it was doing, since where, and what it missed."""

    path: str
    lines: list[str]
    place: Place
    context: Place
    doing: str
    said: str

    @property
    def line(self) -> str:
        return self.lines[self.place[0]]

    @property
    def sign(self) -> str:
        """The character at the place; empty at the end of a line."""
        return self.line[self.place[1] : self.place[1] + 1]

    @property
    def above(self) -> int | None:
        """The number of the line above the place that is not blank."""
        return next((n for n in range(self.place[0] - 1, -1, -1) if self.lines[n].strip()), None)

    def field(self) -> re.Match[str] | None:
        """The field or list entry of the line, if the place is in its value."""
        found = _FIELD.match(self.line)
        return found if found and found.end("head") <= self.place[1] else None

    def at(self, place: Place, message: str, help: str, code: str = "L101") -> Diagnostic:
        line, column = place[0] + 1, place[1] + 1
        return error(code, Span(self.path, line, column, line, column + 1), message, help)


def syntax_error(source: SourceText, problem: yaml.MarkedYAMLError) -> Diagnostic:
    """The parser's complaint as a diagnostic, at the place of its cause where that is known."""
    lines = source.text.split("\n")
    place = _mark(problem.problem_mark or problem.context_mark, lines)
    context = _mark(problem.context_mark, lines) if problem.context_mark else place
    said = (problem.problem or "not valid YAML").removesuffix(".")
    stop = _Stop(source.path, lines, place, context, problem.context or "", said)
    for cause in _CAUSES:
        if found := cause(stop):
            return found
    return stop.at(place, f"not valid YAML: {said}", "put text that holds signs in quotes")


def _mark(mark: yaml.Mark | None, lines: list[str]) -> Place:
    """A mark of the parser, inside the text."""
    number = min(mark.line, len(lines) - 1) if mark else 0
    return number, min(mark.column, len(lines[number])) if mark else 0


def _tab(stop: _Stop) -> Diagnostic | None:
    indent = stop.line[: len(stop.line) - len(stop.line.lstrip())]
    if "\t" not in indent and stop.sign != "\t":
        return None
    tab = (stop.place[0], stop.line.index("\t"))
    return stop.at(tab, "a tab is used for indentation", "use two spaces for each level", "L107")


def _too_deep(stop: _Stop) -> Diagnostic | None:
    if "nesting depth" not in stop.said and "recursion" not in stop.said:
        return None
    return stop.at(stop.place, "nested too deep to be read", "", "L114")


def _fence(stop: _Stop) -> Diagnostic | None:
    if not stop.line.startswith("```"):
        return None
    message = "this line marks code in Markdown; it is no part of the file"
    return stop.at((stop.place[0], 0), message, "delete it")


def _wide_colon(stop: _Stop) -> Diagnostic | None:
    for number in (stop.context[0], stop.place[0], stop.above):
        if number is not None and (found := _WIDE_COLON.match(stop.lines[number])):
            place = (number, found.end() - 1)
            return stop.at(place, "`：` is not the colon of a field", "write `: `")
    return None


def _comment_in_brackets(stop: _Stop) -> Diagnostic | None:
    """`[C # x, D]`: from the `#` on, the line is a comment, and the bracket stays open."""
    for number in range(stop.place[0], max(-1, stop.place[0] - _MOST_LINES_BACK), -1):
        line = stop.lines[number]
        if not _OPENS.match(line):
            continue
        bare = _IN_QUOTES.sub(lambda quoted: "x" * len(quoted[0]), line)
        comment = _COMMENT.search(bare)
        if not comment or _depth(bare[: comment.start()]) <= 0 or _depth(bare) > 0:
            return None
        message = "`#` begins a comment here, so what is left of the line does not count"
        return stop.at((number, comment.start()), message, _quote_element(line, comment.start()))
    return None


def _depth(text: str) -> int:
    return sum(text.count(sign) for sign in "[{") - sum(text.count(sign) for sign in "]}")


def _anchor(stop: _Stop) -> Diagnostic | None:
    if not stop.doing.startswith(("while scanning an a", "while scanning a tag")):
        return None
    sign = stop.lines[stop.context[0]][stop.context[1] : stop.context[1] + 1]
    help = f"text that begins with `{sign}` needs quotes"
    help += pasted(stop.lines[stop.context[0]], stop.context[1])
    if sign == "!":
        return stop.at(stop.context, "YAML tags are not allowed", help, "L109")
    return stop.at(stop.context, "YAML anchors and aliases are not allowed", help, "L108")


def _quotes(stop: _Stop) -> Diagnostic | None:
    if "quoted scalar" not in stop.doing:
        return None
    if "end of stream" in stop.said or "document indicator" in stop.said:
        message = "the quotation mark that opens here is never closed"
        return stop.at(stop.context, message, "close it at the end of the text")
    column = stop.line.rfind("\\", 0, stop.place[1] + 1)
    if column < 0:
        return None
    found = _ESCAPE.match(stop.line, column)
    escape = found[0] if found else "\\"
    message = f"between double quotes `\\` begins an escape, and `{escape}` is none"
    help = r"write `\\`, or use single quotes"
    field = _FIELD.match(stop.line)
    if field and re.fullmatch(r'"[^"\']*"', field["value"]):
        help += f":\n{field['head'].lstrip()}'{field['value'][1:-1]}'"
    return stop.at((stop.place[0], column), message, help)


def _brackets(stop: _Stop) -> Diagnostic | None:
    if "flow" not in stop.doing:
        return None
    if "node content" in stop.said:
        if stop.sign in (",", "]", "}"):
            message = f"there is nothing before this `{stop.sign}`"
            return stop.at(stop.place, message, "delete it, or put text that holds it in quotes")
        return _cannot_begin(stop)
    same_line = stop.place[0] == stop.context[0]
    if same_line and stop.sign == ":":
        message = "a colon followed by a space inside a text without quotes"
        return stop.at(stop.place, message, _quote_element(stop.line, stop.place[1]), "L120")
    if same_line and stop.line[: stop.place[1]].endswith(('"', "'")):
        message = "a text ends at this quotation mark, yet goes on after it"
        help = "put all of the text between quotation marks of the other kind: '…' or \"…\""
        return stop.at((stop.place[0], stop.place[1] - 1), message, help)
    sign = stop.lines[stop.context[0]][stop.context[1] : stop.context[1] + 1]
    help = "close it, and put text that holds commas, colons or quotes in quotes"
    return stop.at(stop.context, f"the `{sign}` that opens here is not closed as expected", help)


def _colon(stop: _Stop) -> Diagnostic | None:
    """A colon where no field may begin: in a text, or because of the line above."""
    if "mapping values are not allowed" not in stop.said:
        return None
    if field := stop.field():
        if field["head"].rstrip(" :") in LANGS and _FIELD.match(field["value"]):
            message = f"a field of `{field['head'].strip()}` cannot begin on its line"
            help = f"put it on a line of its own:\n{field['head'].strip()}\n  {field['value']}"
            return stop.at(stop.place, message, help)
        message = "a colon followed by a space inside a text without quotes"
        return stop.at(stop.place, message, _as_text(stop, field), "L120")
    above = stop.above
    if above is not None and (missing := _missing_space(stop, above)):
        return missing
    start = (stop.place[0], len(stop.line) - len(stop.line.lstrip()))
    message = "this line has more spaces before it than the field above"
    help = "fields of one level begin at the same column"
    if above is not None and (field := _FIELD.match(stop.lines[above])) and _is_plain(field):
        head = field["head"].strip()
        help += f"; if it goes on with the text above, write `{head} |` and all of the text below"
    return stop.at(start, message, help)


def _begins(stop: _Stop) -> Diagnostic | None:
    """A sign at the beginning of a text that means something else to YAML."""
    if "cannot start any token" in stop.said or "node content" in stop.said:
        return _cannot_begin(stop)
    if "sequence entries are not allowed" in stop.said and (field := stop.field()):
        message = "a list cannot begin on the line of its field"
        help = f"write `- …` on the lines below, or put text that begins so in quotes:\n{_in_quotes(field)}"
        return stop.at(stop.place, message, help)
    if "mapping keys are not allowed" in stop.said:
        return _cannot_begin(stop)
    if "comment or line break" in stop.said and "block scalar" in stop.doing:
        sign = stop.lines[stop.context[0]][stop.context[1] : stop.context[1] + 1]
        message = f"the text cannot stand on the same line as `{sign}`"
        help = "begin it on the line below, with two more spaces than the field has"
        return stop.at(stop.context, message, help)
    return None


def _cannot_begin(stop: _Stop) -> Diagnostic:
    field = stop.field()
    help = "put the text in quotes" + pasted(stop.line, stop.place[1])
    if field and field["value"].startswith(("[", "{")):
        help = _quote_element(stop.line, stop.place[1])
    return stop.at(stop.place, f"a text cannot begin with {stop.sign!r} without quotes", help)


def _no_field(stop: _Stop) -> Diagnostic | None:
    if "could not find expected ':'" not in stop.said:
        return None
    if missing := _missing_space(stop, stop.context[0]):
        return missing
    message = "this line is neither `field: value` nor part of the text above it"
    help = "each line of a text below `definition: |` begins with four spaces"
    return stop.at(stop.context, message, help)


def _misfit(stop: _Stop) -> Diagnostic | None:
    if "did not find expected key" not in stop.said and "'-' indicator" not in stop.said:
        return None
    field = stop.field()
    if field and field["value"].startswith(('"', "'", "[", "{")):
        if stop.sign in ("]", "}"):
            return stop.at(stop.place, f"there is one `{stop.sign}` too many", "delete it")
        closed = stop.line[: stop.place[1]].rstrip()[-1]
        message = f"the text goes on after the `{closed}` that closes it"
        return stop.at(stop.place, message, f"put all of it in quotes:\n{_in_quotes(field)}")
    above = stop.above
    if above is not None and (field := _FIELD.match(stop.lines[above])) and _is_plain(field):
        comment = re.search(r"\s(#)", field["value"])
        if comment and _indent(stop.line) > _indent(stop.lines[above]):
            place = (above, field.start("value") + comment.start(1))
            message = "`#` begins a comment here, so the text cannot go on below"
            head = field["head"].strip()
            return stop.at(place, message, f"write `{head} |` and all of the text below")
    if stop.line.lstrip().startswith("- "):
        help = "entries of one list begin at the same column"
        return stop.at(stop.place, "this line does not fit the ones above it", help)
    help = "check the spaces before it, and the quotes above it"
    return stop.at(stop.place, "this line does not fit the ones above it", help)


def _missing_space(stop: _Stop, number: int) -> Diagnostic | None:
    missing = _MISSING_SPACE.match(stop.lines[number])
    if not missing:
        return None
    place = (number, missing.end() - 1)
    return stop.at(place, "there is no space after the colon", "write a space after it")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_plain(field: re.Match[str]) -> bool:
    return not field["value"].startswith(_NOT_PLAIN)


def _as_text(stop: _Stop, field: re.Match[str]) -> str:
    """How to write the text of a field: in quotes, or below the field if it has several lines."""
    indent = _indent(stop.line)
    below = [field["value"]]
    for line in stop.lines[stop.place[0] + 1 :]:
        if not line.strip() or _indent(line) <= indent:
            break
        below.append(line.strip())
    if len(below) == 1 or field["head"].lstrip().startswith("- "):
        return f"put the text in quotes:\n{_in_quotes(field)}"
    block = "\n".join(f"  {line}" for line in below)
    return f"put the text below a `|`:\n{field['head'].strip()} |\n{block}"


def _in_quotes(field: re.Match[str]) -> str:
    return field["head"].lstrip() + quoted(field["value"])


def pasted(line: str, column: int) -> str:
    """A colon and the line to paste, where the value of a field or entry begins at the column.

    The value then stands in quotes. Empty if no value begins there.
    """
    field = _FIELD.match(line)
    return f":\n{_in_quotes(field)}" if field and field.end("head") == column else ""


def _quote_element(line: str, column: int) -> str:
    """How to write the element of a list in brackets that stands at a column."""
    start = max(line.rfind(sign, 0, column) for sign in ",[{") + 1
    ends = [end for sign in ",]}" if (end := line.find(sign, column)) >= 0]
    element = line[start : min(ends, default=len(line))].strip()
    return f"put it in quotes: {quoted(element)}"


def quoted(value: str) -> str:
    """A text as a double-quoted scalar of YAML; quotes around all of it are not doubled."""
    if _is_wrapped(value):
        value = value[1:-1]
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _is_wrapped(value: str) -> bool:
    """Whether the quotes at both ends belong together, not each to a word of its own."""
    if len(value) < 2 or value[0] != value[-1] or value[0] not in "\"'":
        return False
    second = value.index(value[0], 1)
    closes_a_word = not value[second - 1].isspace() and not value[second + 1 : second + 2].isalnum()
    return second == len(value) - 1 or not closes_a_word


_CAUSES: tuple[Callable[[_Stop], Diagnostic | None], ...] = (
    _tab,
    _too_deep,
    _fence,
    _wide_colon,
    _comment_in_brackets,
    _anchor,
    _quotes,
    _brackets,
    _colon,
    _begins,
    _no_field,
    _misfit,
)
