"""`lemario explain` and `lemario schema`: what the files and the messages mean."""

from __future__ import annotations

import json

import click

from lemario.cli.printing import with_hint


@click.command(
    epilog="Example: lemario explain L103", short_help="Explain a diagnostic by its code."
)
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a diagnostic: what it means, why it is one, an example, how to mend it.

    Without CODE, list all of them.
    """
    from lemario.core.messages import explanations, title_of
    from lemario.core.suggest import did_you_mean

    known = explanations()
    if code is None:
        for text in known.values():
            click.echo(title_of(text))
        return
    if code.upper() not in known:
        hint = did_you_mean(code.upper(), known)
        raise click.BadParameter(
            with_hint(f"there is no diagnostic {code!r}.", hint), param_hint="CODE"
        )
    click.echo(known[code.upper()].rstrip())


@click.command(
    epilog="Example: lemario schema > glossary/term.schema.json",
    short_help="Print the JSON Schema of a term file.",
)
def schema() -> None:
    """Print the JSON Schema of a term file, for completion and checks in editors."""
    from lemario.content.models import term_schema

    click.echo(json.dumps(term_schema(), ensure_ascii=False, indent=2))
