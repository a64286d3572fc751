"""`lemario catalogue`: models for the calculator."""

from __future__ import annotations

from pathlib import Path

import click

from lemario.cli.options import glossary_option


@click.group()
def catalogue() -> None:
    """Look at and add to the catalogue of models and devices."""


@catalogue.command("list", epilog="Example: lemario catalogue list models")
@glossary_option
@click.argument("kind", type=click.Choice(("models", "devices", "quants")))
def list_entries(glossary: Path | None, kind: str) -> None:
    """List the ids that `lemario vram` knows, with their names."""
    from lemario.cli.vram import load

    known = load(glossary)
    rows = {
        "models": [(key, entry.model.name) for key, entry in known.models.items()],
        "devices": [
            (key, f"{device.name}, {device.memory_gib:g} GiB")
            for key, device in known.devices.items()
        ],
        "quants": [
            (key, f"{kind_.bits_per_weight:.2f} bits per weight")
            for key, kind_ in known.file_types.items()
        ],
    }[kind]
    width = max((len(key) for key, _ in rows), default=0)
    for key, name in rows:
        click.echo(f"{key:<{width}}  {name}")
