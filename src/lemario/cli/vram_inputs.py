"""What `lemario vram` computes with: the catalogue, and the model that was asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lemario.cli.options import glossary_folder
from lemario.cli.printing import EXIT_CONTENT, fail, print_diagnostics, with_hint

if TYPE_CHECKING:
    from lemario.calc.catalogue import ModelConfig
    from lemario.calc.load_catalogue import Catalogue
    from lemario.calc.readers.config_reader import ConfigReading
    from lemario.calc.readers.gguf_model import GgufModel
    from lemario.calc.records import Architecture

_OUTCOME = "nothing was computed"


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A model: what it is called, its shape, and the `model_type` of its config."""

    name: str
    decoder: Architecture
    model_type: str


def load(glossary: Path | None) -> Catalogue:
    """The glossary's catalogue if there is one, else the one that comes along."""
    from lemario.calc.load_catalogue import load_catalogue
    from lemario.core.places import shipped_glossary_folder

    here = Path("glossary") if glossary is None else glossary_folder(glossary)
    root = here if (here / "catalogue").is_dir() else shipped_glossary_folder()
    loaded = load_catalogue(root, root.as_posix())
    if loaded.catalogue is None:
        print_diagnostics("full", loaded.diagnostics, loaded.sources)
        sys.exit(EXIT_CONTENT)
    return loaded.catalogue


def asked_model(
    catalogue: Catalogue,
    model_id: str | None,
    config_file: Path | None,
    gguf_file: Path | None,
    predicts: bool,
) -> AskedModel:
    """The model that was asked for, in one of three ways.

    If it `predicts` several tokens, it is that of a file with the block for it.
    """
    from lemario.calc.architecture import architecture

    ways = {"--model": model_id, "--config": config_file, "--gguf": gguf_file}
    given = [option for option, value in ways.items() if value is not None]
    if not given:
        message = "name a model with --model ID, its config with --config FILE, or --gguf FILE"
        raise click.UsageError(message)
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} both name a model: keep one of them")
    if gguf_file is not None:
        read = read_gguf_file(gguf_file)
        if predicts:
            _check_block(read, gguf_file)
        return AskedModel(gguf_file.name, read.architecture, read.config.model_type)
    if config_file is not None:
        if _is_gguf(config_file):
            message = f"{config_file} is a GGUF file: give it with --gguf, without --quant"
            raise click.UsageError(message)
        config = read_config_file(config_file, _OUTCOME).config
        decoder = architecture(_with_block(config) if predicts else config)
        return AskedModel(config_file.name, decoder, config.model_type)
    entry = pick(catalogue.models, str(model_id), "--model", "model")
    config = entry.model.config
    decoder = architecture(_with_block(config)) if predicts else entry.architecture
    return AskedModel(entry.model.name, decoder, config.model_type)


def _with_block(config: ModelConfig) -> ModelConfig:
    """The config of a file with the block that predicts; refuses a model that has none."""
    from lemario.calc.predicting import PREDICTING, NoBlockError, with_block

    try:
        return with_block(config)
    except NoBlockError:
        known = ", ".join(PREDICTING)
        message = f"--mtp cannot be computed for this model yet: only for the model types {known}"
        raise click.UsageError(message) from None


def _check_block(read: GgufModel, file: Path) -> None:
    """Refuses a file whose block that predicts cannot be computed."""
    _with_block(read.config)
    if read.header.parts > 1:
        raise click.UsageError(f"{file} is a part of a model: join the parts first for --mtp")
    if not read.architecture.skipped:
        raise click.UsageError(f"{file} has no block for --mtp: take a file with MTP")


def read_gguf_file(file: Path) -> GgufModel:
    """The model of a GGUF file; says what is wrong with it and exits if it cannot be used."""
    from lemario.calc.readers.gguf_model import read_gguf
    from lemario.content.source_text import unreadable

    shown = file.as_posix()
    try:
        with file.open("rb") as opened:
            read = read_gguf(opened, shown)
    except OSError as problem:
        found = (unreadable(problem, shown),)
        print_diagnostics("full", found, {})
        fail(found, _OUTCOME)
    if read.diagnostics:
        print_diagnostics("full", read.diagnostics, {})
    if read.value is None:
        fail(read.diagnostics, _OUTCOME)
    return read.value


def read_config_file(file: Path, outcome: str) -> ConfigReading:
    """A config.json; prints what is wrong with it and exits if it cannot be used.

    `outcome` is what then came of the command.
    """
    from lemario.calc.readers.config_reader import read_config_fields
    from lemario.content.source_text import read_source

    shown = file.as_posix()
    read = read_source(file, shown)
    found, sources, value = read.diagnostics, dict[str, str](), None
    if read.value is not None:
        reading = read_config_fields(read.value.text, shown)
        found, sources, value = reading.diagnostics, {shown: read.value.text}, reading.value
    if value is None:
        print_diagnostics("full", found, sources)
        fail(found, outcome)
    return value


def _is_gguf(file: Path) -> bool:
    """Whether a file begins as GGUF files do; one that cannot be read is told of by its reader."""
    from lemario.calc.readers.gguf_header import MAGIC

    try:
        with file.open("rb") as opened:
            return opened.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def pick(known: Any, wanted: str, option: str, noun: str) -> Any:
    """The entry of the catalogue that is meant; refuses one that is not there."""
    return known[pick_key(known, wanted, option, noun)]


def pick_key(known: Any, wanted: str, option: str, noun: str) -> Any:
    """The key in the catalogue that is meant, case aside; refuses one that is not there."""
    folded = {str(key).casefold(): key for key in known}
    if wanted.casefold() in folded:
        return folded[wanted.casefold()]
    from lemario.core.suggest import did_you_mean

    with_it = [key for plain, key in folded.items() if wanted.casefold() in plain]
    hint = f"There are {_listed(known)}"
    if with_it:
        hint = f"Did you mean {' or '.join(sorted(map(str, with_it))[:5])}?"
    else:
        hint = did_you_mean(wanted, known) or hint
    message = with_hint(f'the catalogue has no {noun} "{wanted}".', hint)
    raise click.BadParameter(message, param_hint=option)


def _listed(known: Iterable[str], most: int = 12) -> str:
    names = sorted(known)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
