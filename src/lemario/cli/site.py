"""`lemario build` and `lemario check`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli.options import glossary_folder, glossary_option, theme_option
from lemario.cli.printing import (
    EXIT_CONTENT,
    FORMAT_NAMES,
    count,
    fail,
    print_diagnostics,
    warnings,
)
from lemario.core.diagnostics import Severity

if TYPE_CHECKING:
    from lemario.pipeline import Options
    from lemario.site.plan import Page


@click.command(epilog="Example: lemario build --base-url https://example.org/glosario/")
@glossary_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where to write the site.  [default: build/site beside the glossary]",
)
@theme_option
@click.option(
    "--base-url",
    metavar="URL",
    help="Where the site will be published; overrides site.yaml. Needed for the 404 page under a "
    "sub-path, canonical links and the sitemap.",
)
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def build(
    glossary: Path | None, out: Path | None, theme: Path | None, base_url: str | None, quiet: bool
) -> None:
    """Build the site.

    On any error nothing is written, and the site that was there stays.
    """
    from lemario import pipeline

    started = time.perf_counter()
    options = build_options(glossary, out, theme, base_url)
    outcome = pipeline.build(options, _no_progress if quiet else _progress)
    shown = [d for d in outcome.diagnostics if d.severity is Severity.ERROR or not quiet]
    print_diagnostics("full", shown, outcome.sources)
    if outcome.glossary is None:
        fail(outcome.diagnostics)
    if not quiet:
        seconds = time.perf_counter() - started
        drafts = len(outcome.glossary.drafts)
        click.echo(
            f"Built {options.out.as_posix()}: "
            f"{count(len(outcome.glossary.entries), 'term')}"
            + (f" (and {count(drafts, 'draft')} left out)" if drafts else "")
            + f", {count(outcome.pages, 'page')}, {warnings(outcome.diagnostics)}, {seconds:.1f} s"
        )


@click.command(epilog="Example: lemario check --strict")
@glossary_option
@theme_option
@click.option(
    "--format",
    "format_name",
    type=click.Choice(FORMAT_NAMES),
    default="full",
    show_default=True,
    help="full: for people; concise: a line each; json: for programs; github: annotations on the "
    "lines of a pull request.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
def check(glossary: Path | None, theme: Path | None, format_name: str, strict: bool) -> None:
    """Check the glossary: everything that a build checks, nothing written.

    Exits with 0 if it is clean, 1 on errors, 2 on a wrong command line.
    """
    from lemario import pipeline

    outcome = pipeline.check(build_options(glossary, None, theme, None))
    print_diagnostics(format_name, outcome.diagnostics, outcome.sources)
    if outcome.glossary is None:
        fail(outcome.diagnostics)
    total = len(outcome.glossary.entries) + len(outcome.glossary.drafts)
    click.echo(
        f"Checked {count(total, 'term')}: no errors, {warnings(outcome.diagnostics)}", err=True
    )
    if strict and outcome.diagnostics:
        sys.exit(EXIT_CONTENT)


def build_options(
    glossary: Path | None, out: Path | None, theme: Path | None, base_url: str | None
) -> Options:
    """What a build reads and writes; a usage error where an option makes no sense."""
    from lemario.pipeline import Options

    folder = glossary_folder(glossary)
    if base_url is not None and not base_url.lower().startswith(("https://", "http://")):
        raise click.BadParameter("must begin with https:// or http://", param_hint="--base-url")
    beside = folder.resolve().parent / "build" / "site"
    default = Path("build/site") if glossary is None else beside
    return Options(folder, folder.as_posix(), out or default, theme, base_url)


def _progress(pages: Iterable[Page]) -> Iterator[Page]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield from pages
        return
    with click.progressbar(pages, label="Rendering", file=sys.stderr) as bar:
        yield from bar


def _no_progress(pages: Iterable[Page]) -> Iterable[Page]:
    return pages
