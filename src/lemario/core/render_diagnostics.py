"""How diagnostics look: one function a format."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

import click

from lemario.core.diagnostics import Diagnostic, Severity, Span

Sources = Mapping[str, str]
"""Text of the files that diagnostics may point into, by the path in their spans."""

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}
_LONGEST_LINE = 160
_STAND_IN = {"\t": "→"}
_SPACES = "\u00a0\u202f"


def full(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """For people: the message, the line with a caret under the place, notes and help."""
    return "\n\n".join(_full(d, sources) for d in diagnostics)


def concise(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """One line each: `path:line:column: error[L103]: message (help)`."""
    return "\n".join(
        _headline(d) + (f" ({visible(d.help)})" if d.help else "") for d in diagnostics
    )


def as_json(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """A list of objects for programs; columns count characters from 1, ends are exclusive."""

    def place(span: Span) -> dict[str, object]:
        return {
            "path": span.path,
            "line": span.line,
            "column": span.column,
            "end_line": span.end_line,
            "end_column": span.end_column,
        }

    return json.dumps(
        [
            {
                "code": d.code,
                "severity": d.severity.value,
                "message": d.message,
                "help": d.help,
                **place(d.span),
                "notes": [{**place(n.span), "message": n.message} for n in d.notes],
            }
            for d in diagnostics
        ],
        ensure_ascii=False,
        indent=2,
    )


def github(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Workflow commands that GitHub shows as annotations on the lines of a pull request."""
    return "\n".join(_annotation(d) for d in diagnostics)


FORMATS: Mapping[str, Callable[[Sequence[Diagnostic], Sources], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "github": github,
}


def visible(text: str) -> str:
    """The text with control and direction characters escaped, so that it cannot fake output."""
    return "".join(
        c if c.isprintable() or c in _SPACES else c.encode("unicode_escape").decode() for c in text
    )


def _where(span: Span) -> str:
    return f"{visible(span.path)}:{span.line}:{span.column}" if span.line else visible(span.path)


def _headline(d: Diagnostic) -> str:
    return f"{_where(d.span)}: {d.severity.value}[{d.code}]: {visible(d.message)}"


def _full(d: Diagnostic, sources: Sources) -> str:
    label = click.style(f"{d.severity.value}[{d.code}]", fg=_COLOURS[d.severity], bold=True)
    where = click.style(_where(d.span), bold=True)
    lines = [f"{where}: {label}: {click.style(visible(d.message), bold=True)}"]
    lines += _excerpt([(d.span, "")] + [(n.span, n.message) for n in d.notes], sources)
    lines += [f"  note: {_where(n.span)}: {visible(n.message)}" for n in d.notes]
    if d.help:
        first, *rest = d.help.splitlines()
        lines.append(f"  {click.style('help', fg='cyan', bold=True)}: {visible(first)}")
        lines += [f"        {visible(line)}" for line in rest]
    return "\n".join(lines)


def _excerpt(places: list[tuple[Span, str]], sources: Sources) -> list[str]:
    """The lines of the first place and of every note in the same file, in file order."""
    path = places[0][0].path
    shown = sorted((s, m) for s, m in places if s.line and s.path == path and path in sources)
    if not shown:
        return []
    text = sources[path].split("\n")
    width = len(str(shown[-1][0].line))
    bar = click.style("|", fg="blue")
    out = [f"{'':{width}} {bar}"]
    last = shown[0][0].line
    for span, message in shown:
        if span.line > last + 1:
            out.append("...")
        last = span.line
        line = text[span.line - 1] if span.line <= len(text) else ""
        shown_line, column, end = _window(line.rstrip("\r"), span)
        number = click.style(f"{span.line:>{width}}", fg="blue")
        out.append(f"{number} {bar} {visible(shown_line)}".rstrip())
        carets = "^" * max(1, end - column)
        out.append(f"{'':{width}} {bar} {' ' * (column - 1)}{carets} {message}".rstrip())
    return out


def _window(line: str, span: Span) -> tuple[str, int, int]:
    """The part of a line to show with the span's columns in it: long lines are cut around it.

    Each character that `visible` lengthens becomes one (a tab an arrow), so carets still fit.
    """
    line = "".join(c if c.isprintable() or c in _SPACES else _STAND_IN.get(c, "�") for c in line)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    if len(line) <= _LONGEST_LINE:
        return line, span.column, end
    start = max(0, span.column - 1 - _LONGEST_LINE // 3)
    cut = line[start : start + _LONGEST_LINE]
    head = "…" if start else ""
    tail = "…" if start + _LONGEST_LINE < len(line) else ""
    column = span.column - start + len(head)
    return head + cut + tail, column, min(end - start + len(head), len(head + cut) + 1)


def _annotation(d: Diagnostic) -> str:
    message = "\n".join(visible(line) for line in (d.message, *d.help.splitlines()))
    fields = {"file": d.span.path}
    if d.span.line:
        fields |= {"line": str(d.span.line), "col": str(d.span.column)}
        fields |= {"endLine": str(d.span.end_line)}
        if d.span.end_line == d.span.line:
            fields |= {"endColumn": str(max(d.span.column, d.span.end_column - 1))}
    fields["title"] = d.code
    properties = ",".join(f"{k}={_github_property(v)}" for k, v in fields.items())
    return f"::{d.severity.value} {properties}::{_github_data(message)}"


def _github_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_property(text: str) -> str:
    return _github_data(text).replace(":", "%3A").replace(",", "%2C")
