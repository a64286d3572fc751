"""Packages that only one command needs, and what to say where they are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


class ExtraMissing(click.ClickException):
    """The packages that only `command` needs are not installed."""

    exit_code = 2

    def __init__(self, command: str, extra: str, package: str) -> None:
        super().__init__(
            f"{command} needs `{package}`, which is not installed. Install the extra `{extra}`:\n"
            f"  python -m pip install 'lemario[{extra}]'"
        )


@contextmanager
def needing(extra: str, command: str) -> Iterator[None]:
    """What is imported inside comes with `extra`; raises `ExtraMissing` where it is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in ("", "lemario"):
            raise
        raise ExtraMissing(command, extra, package) from missing
