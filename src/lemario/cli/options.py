"""Options that several commands have."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

glossary_option = click.option(
    "--glossary",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder with site.yaml and terms/.  [default: glossary]",
)
theme_option = click.option(
    "--theme",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="A copy of the theme's folder, changed to taste.",
)


class Count(click.IntRange):
    """A whole number; says how to write one that was given as `16k` or `16.384`."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or a usage error that says what to type."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as problem:
            if str(value).lstrip("-").isdigit():
                raise
            message = f"write it in digits, such as 16384: {value!r} is no whole number"
            raise click.BadParameter(message, ctx, param) from problem


class Share(click.FloatRange):
    """A share of one; says how to write one that was given in percent or with a comma."""

    name = "float"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The share, or a usage error that says what to type."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as problem:
            message = f"{value} is no share of one: write 20 percent as 0.2"
            raise click.BadParameter(message, ctx, param) from problem


def finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    """The number given; refuses `inf` and `nan`, which are no amount of anything."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it must be a plain number, such as 1.5")
    return value


def glossary_folder(glossary: Path | None) -> Path:
    """The glossary's folder: the one that was named, else `glossary` here; a usage error if none."""
    folder = glossary or Path("glossary")
    if not _is_folder(folder):
        missing = f"there is no folder `{folder.as_posix()}`"
        raise click.UsageError(
            missing + (" here; name the glossary with --glossary DIR" if glossary is None else "")
        )
    return folder


def _is_folder(path: Path) -> bool:
    """Whether there is such a folder, as far as one is allowed to see it."""
    try:
        return path.is_dir()
    except OSError:
        return False


def build_folder(glossary: Path | None) -> Path:
    """Where what is built goes: `build` here, or beside the glossary that was named."""
    return Path("build") if glossary is None else glossary.resolve().parent / "build"
