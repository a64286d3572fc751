"""`lemario explain` and `lemario schema`: what the files and the messages mean."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import click

from lemario.core.suggest import did_you_mean


@click.command(epilog="Example: lemario explain L103")
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


@click.command(epilog="Example: lemario schema > glossary/term.schema.json")
def schema() -> None:
    """Print the JSON Schema of a term file, for completion and checks in editors."""
    from lemario.content.models import term_schema

    click.echo(json.dumps(term_schema(), ensure_ascii=False, indent=2))
