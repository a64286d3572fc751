"""What commands print, and the exit code of faults in the content."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

import click

from lemario.core.diagnostics import Diagnostic, Severity

EXIT_CONTENT = 1
FORMAT_NAMES = ("full", "concise", "json", "github")


def print_diagnostics(
    format_name: str, diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]
) -> None:
    """What people read goes to stderr, what programs read to stdout (JSON even when empty)."""
    from lemario.core.render_diagnostics import FORMATS

    text = FORMATS[format_name](diagnostics, sources)
    if text:
        click.echo(text + ("\n" if format_name == "full" else ""), err=format_name == "full")


def rendered(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]) -> str:
    """What `print_diagnostics` prints for people, to be kept."""
    from lemario.core.render_diagnostics import full

    return full(diagnostics, sources)


def print_again(text: str) -> None:
    """Prints what was kept of `rendered`, as it was printed first."""
    if text:
        click.echo(text + "\n", err=True)


def fail(diagnostics: Sequence[Diagnostic], outcome: str = "nothing was written") -> NoReturn:
    """Says how many errors there were and what came of it, and exits."""
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    click.echo(
        f"{count(len(errors), 'error')}, {warnings(diagnostics)}; {outcome}. "
        f"`lemario explain {errors[0].code}` tells more.",
        err=True,
    )
    sys.exit(EXIT_CONTENT)


def warnings(diagnostics: Sequence[Diagnostic]) -> str:
    """The number of warnings, with the noun."""
    return count(sum(d.severity is Severity.WARNING for d in diagnostics), "warning")


def with_hint(message: str, hint: str) -> str:
    """A sentence, and after it as another one what to type instead, if that is known."""
    return f"{message} {hint[0].upper()}{hint[1:]}" if hint else message


def count(number: int, noun: str) -> str:
    """A number with its noun in the right form."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
