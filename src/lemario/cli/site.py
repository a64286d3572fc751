"""`lemario build` and `lemario check`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli.options import build_folder, glossary_folder, glossary_option, theme_option
from lemario.cli.printing import (
    EXIT_CONTENT,
    FORMAT_NAMES,
    count,
    fail,
    print_again,
    print_diagnostics,
    rendered,
    warnings,
)
from lemario.core.addresses import is_base_address
from lemario.core.diagnostics import Severity
from lemario.core.places import default_theme_folder
from lemario.output.standing import Standing

if TYPE_CHECKING:
    from lemario.site.plan import Page


@click.command(
    epilog="Example: lemario build --base-url https://example.org/glosario/",
    short_help="Build the site.",
)
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
@click.option("--no-cache", is_flag=True, help="Use and keep nothing in build/cache.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def build(
    *,
    glossary: Path | None,
    out: Path | None,
    theme: Path | None,
    base_url: str | None,
    no_cache: bool,
    quiet: bool,
) -> None:
    """Build the site.

    On any error nothing is written, and the site that was there stays. Only what changed since the
    last build is made again; the result is the same as without a cache, byte for byte.
    """
    started = time.perf_counter()
    folder = glossary_folder(glossary)
    if base_url is not None and not is_base_address(base_url):
        raise click.BadParameter(
            "must begin with https:// or http://, without spaces, ? or #", param_hint="--base-url"
        )
    out, cache = out or build_folder(glossary) / "site", build_folder(glossary) / "cache"
    shown = folder.as_posix()
    folders = (folder, theme or default_theme_folder())
    known = {"base_url": base_url, "shown": shown}
    standing = None if no_cache else Standing(cache, folders, known, out)
    if standing and (last := standing.current()):
        if not quiet:
            seconds = time.perf_counter() - started
            print_again(last.warnings)
            click.echo(f"{last.summary}, nothing changed, {seconds:.1f} s")
        return

    from lemario import pipeline

    options = pipeline.Options(folder, shown, out, theme, base_url, None if no_cache else cache)
    outcome = pipeline.build(options, _no_progress if quiet else _progress)
    told = [d for d in outcome.diagnostics if d.severity is Severity.ERROR or not quiet]
    print_diagnostics("full", told, outcome.sources)
    if outcome.glossary is None:
        fail(outcome.diagnostics)
    drafts = len(outcome.glossary.drafts)
    summary = (
        f"Built {out.as_posix()}: {count(len(outcome.glossary.entries), 'term')}"
        + (f" (and {count(drafts, 'draft')} left out)" if drafts else "")
        + f", {count(outcome.pages, 'page')}, {warnings(outcome.diagnostics)}"
    )
    if standing:
        standing.keep(summary, rendered(outcome.diagnostics, outcome.sources), outcome.hashes)
    if not quiet:
        seconds = time.perf_counter() - started
        click.echo(f"{summary}, {count(outcome.changed, 'file')} changed, {seconds:.1f} s")


@click.command(
    epilog="Example: lemario check --strict", short_help="Report what is wrong, write nothing."
)
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
@click.option(
    "--fix",
    is_flag=True,
    help="First mend what needs no decision: line ends, blanks at their ends, missing quotes, tabs, "
    "the order of the fields of terms, old ids in links.",
)
def check(
    *, glossary: Path | None, theme: Path | None, format_name: str, strict: bool, fix: bool
) -> None:
    """Check the glossary: everything that a build checks, nothing written but for --fix.

    Exits with 0 if it is clean, 1 on errors, 2 on a wrong command line.
    """
    folder = glossary_folder(glossary)
    standing = None
    if not fix and format_name == "full":
        folders = (folder, theme or default_theme_folder())
        known = {"check": folder.as_posix()}
        standing = Standing(build_folder(glossary) / "cache", folders, known)
    if standing and (last := standing.current()):
        print_again(last.warnings)
        click.echo(last.summary, err=True)
        sys.exit(EXIT_CONTENT if strict and last.warnings else 0)

    from lemario import pipeline

    mended = fix and _mend(folder)
    options = pipeline.Options(folder, folder.as_posix(), Path("unused"), theme)
    outcome = pipeline.check(options)
    print_diagnostics(format_name, outcome.diagnostics, outcome.sources)
    if outcome.glossary is None:
        fail(
            outcome.diagnostics, "the rest is for you to mend" if mended else "nothing was written"
        )
    total = len(outcome.glossary.entries) + len(outcome.glossary.drafts)
    summary = f"Checked {count(total, 'term')}: no errors, {warnings(outcome.diagnostics)}"
    click.echo(summary, err=True)
    if standing:
        standing.keep(summary, rendered(outcome.diagnostics, outcome.sources))
    if strict and outcome.diagnostics:
        sys.exit(EXIT_CONTENT)


def _mend(folder: Path) -> bool:
    """Mends the files of a glossary and says so, a line each; returns whether any was written."""
    from lemario.content.fix import fix_glossary

    fixes = fix_glossary(folder, folder.as_posix())
    for fix in fixes:
        done = ", ".join(fix.done)
        said = f"not mended ({done}): {fix.refused}" if fix.refused else f"mended {done}"
        click.echo(f"{fix.path}: {said}", err=True)
    return any(not fix.refused for fix in fixes)


def _progress(pages: Iterable[Page]) -> Iterator[Page]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield from pages
        return
    with click.progressbar(pages, label="Rendering", file=sys.stderr) as bar:
        yield from bar


def _no_progress(pages: Iterable[Page]) -> Iterable[Page]:
    return pages
