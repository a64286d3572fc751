"""The command line: options in, exit codes out, and the only place that prints."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from lemario import __version__
from lemario.core.diagnostics import Diagnostic, Severity
from lemario.core.suggest import did_you_mean

if TYPE_CHECKING:
    from lemario.pipeline import Options, Outcome
    from lemario.site.plan import Page

EXIT_CONTENT = 1
_FORMATS = ("full", "concise", "json", "github")


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Run `lemario COMMAND --help` for an example of each command.",
)
@click.version_option(__version__, prog_name="lemario")
@click.pass_context
def main(context: click.Context) -> None:
    """Build a bilingual glossary (Spanish and English) from YAML files, one a term.

    Every command works on the folder it is run in, which holds `glossary/`, or on the folder
    named by --glossary, which holds `site.yaml`, `categories.yaml` and `terms/`.
    """
    if os.environ.get("NO_COLOR"):
        context.color = False


_glossary_option = click.option(
    "--glossary",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder with site.yaml and terms/.  [default: glossary]",
)
_theme_option = click.option(
    "--theme",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="A copy of the theme's folder, changed to taste.",
)


@main.command(epilog="Example: lemario build --base-url https://example.org/glosario/")
@_glossary_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where to write the site.  [default: build/site beside the glossary]",
)
@_theme_option
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
    options = _options(glossary, out, theme, base_url)
    outcome = pipeline.build(options, _no_progress if quiet else _progress)
    shown = [d for d in outcome.diagnostics if d.severity is Severity.ERROR or not quiet]
    _print_diagnostics("full", shown, outcome)
    if outcome.glossary is None:
        _fail(outcome)
    if not quiet:
        seconds = time.perf_counter() - started
        drafts = len(outcome.glossary.drafts)
        click.echo(
            f"Built {options.out.as_posix()}: "
            f"{_count(len(outcome.glossary.entries), 'term')}"
            + (f" (and {_count(drafts, 'draft')} left out)" if drafts else "")
            + f", {_count(outcome.pages, 'page')}, {_warnings(outcome)}, {seconds:.1f} s"
        )


@main.command(epilog="Example: lemario check --strict")
@_glossary_option
@_theme_option
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_FORMATS),
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

    outcome = pipeline.check(_options(glossary, None, theme, None))
    _print_diagnostics(format_name, outcome.diagnostics, outcome)
    if outcome.glossary is None:
        _fail(outcome)
    total = len(outcome.glossary.entries) + len(outcome.glossary.drafts)
    click.echo(f"Checked {_count(total, 'term')}: no errors, {_warnings(outcome)}", err=True)
    if strict and outcome.diagnostics:
        sys.exit(EXIT_CONTENT)


@main.command(epilog="Example: lemario explain L103")
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a diagnostic: what it means, why it is one, an example, how to mend it.

    Without CODE, list all of them.
    """
    folder = files("lemario") / "messages"
    known = {Path(file.name).stem: file for file in folder.iterdir() if file.name.endswith(".md")}
    if code is None:
        for name in sorted(known):
            title = known[name].read_text(encoding="utf-8").partition("\n")[0]
            click.echo(title.removeprefix("# "))
        return
    if code.upper() not in known:
        hint = did_you_mean(code.upper(), known)
        raise click.BadParameter(
            f"there is no diagnostic {code!r}." + (f" {hint[0].upper()}{hint[1:]}" if hint else ""),
            param_hint="CODE",
        )
    click.echo(known[code.upper()].read_text(encoding="utf-8").rstrip())


@main.command(epilog="Example: lemario schema > glossary/term.schema.json")
def schema() -> None:
    """Print the JSON Schema of a term file, for completion and checks in editors."""
    from lemario.content.models import term_schema

    click.echo(json.dumps(term_schema(), ensure_ascii=False, indent=2))


def _options(
    glossary: Path | None, out: Path | None, theme: Path | None, base_url: str | None
) -> Options:
    from lemario.pipeline import Options

    folder = glossary or Path("glossary")
    if not folder.is_dir():
        missing = f"there is no folder `{folder.as_posix()}`"
        raise click.UsageError(
            missing + (" here; name the glossary with --glossary DIR" if glossary is None else "")
        )
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


def _print_diagnostics(
    format_name: str, diagnostics: Sequence[Diagnostic], outcome: Outcome
) -> None:
    """What people read goes to stderr, what programs read to stdout (JSON even when empty)."""
    from lemario.core.render_diagnostics import FORMATS

    text = FORMATS[format_name](diagnostics, outcome.sources)
    if text:
        click.echo(text + ("\n" if format_name == "full" else ""), err=format_name == "full")


def _fail(outcome: Outcome) -> NoReturn:
    errors = [d for d in outcome.diagnostics if d.severity is Severity.ERROR]
    click.echo(
        f"{_count(len(errors), 'error')}, {_warnings(outcome)}; nothing was written. "
        f"`lemario explain {errors[0].code}` tells more.",
        err=True,
    )
    sys.exit(EXIT_CONTENT)


def _warnings(outcome: Outcome) -> str:
    return _count(sum(d.severity is Severity.WARNING for d in outcome.diagnostics), "warning")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
