"""`lemario catalogue`: models for the calculator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli.options import glossary_folder, glossary_option

if TYPE_CHECKING:
    from lemario.calc.catalogue import MeasuredFile


@click.group()
def catalogue() -> None:
    """List what the calculator knows, and add models to it."""


@catalogue.command("list", epilog="Example: lemario catalogue list models")
@glossary_option
@click.argument("kind", type=click.Choice(("models", "devices", "quants")))
def list_entries(glossary: Path | None, kind: str) -> None:
    """List the ids that `lemario vram` and `lemario cost` know, with their names."""
    from lemario.cli.vram_inputs import load

    known = load(glossary)
    every: dict[str, list[tuple[str, str]]] = {
        "models": [(key, entry.model.name) for key, entry in known.models.items()],
        "devices": [
            (key, f"{device.name}, {device.memory_gib:g} GiB")
            for key, device in known.devices.items()
        ],
        "quants": [(key, _measured(kind_)) for key, kind_ in known.file_types.items()],
    }
    rows = every[kind]
    width = max((len(key) for key, _ in rows), default=0)
    for key, name in rows:
        click.echo(f"{key:<{width}}  {name}".rstrip())


def _measured(kind: MeasuredFile) -> str:
    if kind.bits_per_weight is None:
        return ""
    return f"{kind.bits_per_weight:.2f} bits per weight in {kind.measured_on}"


@catalogue.command(
    epilog="Example: lemario catalogue add config.json --name Qwen/Qwen3-8B",
    short_help="Write the file of a model from a config.json.",
)
@glossary_option
@click.argument("config", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--name",
    help="The model's name, or owner/name on Hugging Face.  [default: the file's name, or that of "
    "its folder if it is config.json]",
)
@click.option("--source", default="", help="Where the config is from: an address or a title.")
def add(glossary: Path | None, config: Path, name: str | None, source: str) -> None:
    """Write the file of a model for the catalogue from its CONFIG, a config.json.

    An existing file is never replaced. Look it over and add what only a person knows: licence,
    developer, the published number of parameters.
    """
    from lemario.calc.catalogue_file import catalogue_model_yaml
    from lemario.cli.vram_inputs import read_config_file

    folder = glossary_folder(glossary) / "catalogue" / "models"
    made = catalogue_model_yaml(
        read_config_file(config, "nothing was written"), name or _named(config), source
    )
    if not made.id:
        raise click.BadParameter("no id can be made of this name", param_hint="--name")
    file = folder / f"{made.id}.yaml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as handle:
            handle.write(made.text)
    except FileExistsError:
        raise click.UsageError(f"{file.as_posix()} is there already") from None
    except OSError as problem:
        raise click.UsageError(f"cannot write {file.as_posix()}: {problem.strerror}") from None
    click.echo(f"Wrote {file.as_posix()}")
    beside = [folder.with_name(f"{name}.yaml") for name in ("devices", "quantizations")]
    if missing := " and ".join(path.as_posix() for path in beside if not path.exists()):
        click.echo(f"A catalogue of your own also needs {missing}")


def _named(config: Path) -> str:
    """What a config is called by its place: `qwen3-8b.json`, `Qwen3-8B/config.json`."""
    return config.resolve().parent.name if config.name == "config.json" else config.stem
