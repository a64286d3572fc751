"""`lemario serve`: the site in a browser while its sources are being written."""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli.extras import needing
from lemario.cli.options import build_folder, glossary_folder, glossary_option, theme_option
from lemario.cli.printing import count, print_diagnostics, warnings
from lemario.core.diagnostics import Severity

if TYPE_CHECKING:
    from lemario.preview.rebuild import Rebuilt

_FEW = 3


@click.command(
    epilog="Example: lemario serve --glossary glossary",
    short_help="Show the site in a browser, reloaded on every change.",
)
@glossary_option
@theme_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="0 takes any port that is free.  [default: the first free one from 8000 on]",
)
def serve(glossary: Path | None, theme: Path | None, port: int | None) -> None:
    """Build the site, show it at an address of this machine, and keep it up to date.

    Open pages reload when a term, the catalogue or the theme changes. If a build fails, the page
    shows why, over the last site that was good. Nobody else on the network can see it. Ctrl-C ends
    it.
    """
    folder = glossary_folder(glossary)
    with needing("serve", "the preview"):
        from lemario.preview import server

    from lemario import pipeline

    built = build_folder(glossary)
    out = built / "site"
    options = pipeline.Options(folder, folder.as_posix(), out, theme, cache=built / "cache")
    try:
        sockets = server.listen(port)
    except OSError as problem:
        raise click.ClickException(_why_no_port(problem, port)) from problem
    context = click.get_current_context()

    def report(done: Rebuilt) -> None:
        # Builds are reported from a thread of their own, which does not know the context.
        with context.scope(cleanup=False):
            _report(done)

    # From the moment the address is shown an interrupt is the way to end it, not a failure.
    with contextlib.suppress(KeyboardInterrupt):
        address = f"http://127.0.0.1:{server.port_of(sockets)}/"
        click.echo(f"Serving {out.as_posix()} at {address} (Ctrl-C to stop)")
        server.serve(options, sockets, report)


def _why_no_port(problem: OSError, port: int | None) -> str:
    if problem.errno == errno.EADDRINUSE:
        return f"port {port} is in use: choose another one with --port, or leave --port out"
    return f"cannot listen on port {port}: {problem.strerror or type(problem).__name__}"


def _report(done: Rebuilt) -> None:
    """The diagnostics in full, then one line."""
    cause = f" ({_named(done.changed)})" if done.changed else ""
    seconds = f"{done.seconds:.1f} s{cause}"
    if done.outcome is None:
        click.echo(done.problems, err=True)
        click.echo(f"Crashed, {seconds}")
        return
    print_diagnostics("full", done.outcome.diagnostics, done.outcome.sources)
    if done.outcome.glossary is None:
        found = done.outcome.diagnostics
        errors = sum(d.severity is Severity.ERROR for d in found)
        click.echo(f"Failed: {count(errors, 'error')}, {warnings(found)}, {seconds}")
        return
    click.echo(
        f"Built: {count(done.outcome.changed, 'file')} changed, "
        f"{warnings(done.outcome.diagnostics)}, {seconds}"
    )


def _named(changed: tuple[Path, ...]) -> str:
    """The names of the files that changed, if they are few."""
    names = [path.name for path in changed]
    return ", ".join(names) if len(names) <= _FEW else f"{len(names)} files"
