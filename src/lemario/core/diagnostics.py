"""Diagnostics are values: what is wrong, where, and how to mend it.

User mistakes never raise. A stage that inspects user input returns `Checked`: a value or `None`,
and what it found. How a diagnostic looks is decided in `render_diagnostics`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Severity(StrEnum):
    """Errors stop a build; warnings do not (but for `--strict`)."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file: lines and columns from 1, columns in characters, the end exclusive.

    `path` is the file as the user would type it from the working folder, with `/`. Line 0 means
    the file as a whole.
    """

    path: str
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0

    @classmethod
    def whole(cls, path: str) -> Span:
        """The file as such, where no line is to blame."""
        return cls(path)


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains a diagnostic, such as the first of two equal keys."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is stable and explained by `lemario explain CODE`.

    `message` says what is wrong in one line; `help` what to type instead, if that is known.
    """

    code: str
    severity: Severity
    span: Span
    message: str
    help: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def sort_key(self) -> tuple[Span, str, str]:
        """By path, line, column; then by code and message, so that the order is total."""
        return (self.span, self.code, self.message)


def error(
    code: str, span: Span, message: str, help: str = "", notes: tuple[Note, ...] = ()
) -> Diagnostic:
    """A diagnostic that stops the build."""
    return Diagnostic(code, Severity.ERROR, span, message, help, notes)


def warning(
    code: str, span: Span, message: str, help: str = "", notes: tuple[Note, ...] = ()
) -> Diagnostic:
    """A diagnostic that does not stop the build."""
    return Diagnostic(code, Severity.WARNING, span, message, help, notes)


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """The outcome of a check: a value, or None where there is none to go on with; and findings.

    A value may come with errors, where the rest of it is still worth checking.
    """

    value: T | None
    diagnostics: tuple[Diagnostic, ...] = field(default=())


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by place, each only once."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda d: d.sort_key))
