"""The command line: options in, exit codes out, and the only place that prints.

`main` is the program; each module below holds the commands of one concern.
"""

from __future__ import annotations

import os

import click

from lemario import __version__
from lemario.cli.catalogue import catalogue
from lemario.cli.cost import cost
from lemario.cli.reference import explain, schema
from lemario.cli.search import search
from lemario.cli.serve import serve
from lemario.cli.site import build, check
from lemario.cli.translate import translate
from lemario.cli.vram import vram


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


for command in (build, check, serve, search, explain, vram, cost, catalogue, translate, schema):
    main.add_command(command)
