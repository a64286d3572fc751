"""Reads the catalogue in a glossary's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from lemario.calc.architecture import UnknownFamilyError, architecture
from lemario.calc.catalogue import (
    CATALOGUE_ID_PATTERN,
    CatalogueModel,
    Device,
    Devices,
    MeasuredFile,
    Quantizations,
)
from lemario.calc.families import FAMILIES
from lemario.calc.measurements import Measurements, load_measurements
from lemario.calc.records import Architecture, FileType
from lemario.calc.weights import parameters
from lemario.content.reader import FileReader
from lemario.content.schema_check import validate
from lemario.core.diagnostics import Diagnostic, Span, error, has_errors, warning
from lemario.core.suggest import did_you_mean
from lemario.core.text import nfc


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model of the catalogue with the decoder that the formulas compute with."""

    id: str
    model: CatalogueModel
    architecture: Architecture


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """Models, devices and file types by id. Each is itself only, so what follows can be kept."""

    models: Mapping[str, ModelEntry]
    devices: Mapping[str, Device]
    file_types: Mapping[FileType, MeasuredFile]
    measurements: Measurements | None = None


@dataclass(frozen=True, slots=True)
class LoadedCatalogue:
    """A catalogue, or None where there is none or it has errors; findings; texts they point into."""

    catalogue: Catalogue | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]


@cache
def _model() -> TypeAdapter[CatalogueModel]:
    return TypeAdapter(CatalogueModel)


@cache
def _devices() -> TypeAdapter[Devices]:
    return TypeAdapter(Devices)


@cache
def _quantizations() -> TypeAdapter[Quantizations]:
    return TypeAdapter(Quantizations)


def load_catalogue(root: Path, shown_root: str) -> LoadedCatalogue:
    """The catalogue in the glossary's folder `root`; nothing at all if it has none."""
    if not (root / "catalogue").is_dir():
        return LoadedCatalogue(None, (), {})
    reader = FileReader(root, shown_root)
    devices = reader.model(root / "catalogue" / "devices.yaml", _devices())
    quantizations = reader.model(root / "catalogue" / "quantizations.yaml", _quantizations())
    models: dict[str, ModelEntry] = {}
    for file in _model_files(reader):
        entry = _entry(reader, file)
        if entry is not None:
            models[entry.id] = entry
    if devices is None or quantizations is None or has_errors(reader.diagnostics):
        return LoadedCatalogue(None, tuple(reader.diagnostics), reader.sources)
    measured = load_measurements(reader)
    catalogue = Catalogue(models, devices, quantizations.files, measured.value)
    found = (*reader.diagnostics, *measured.diagnostics, *_missing(catalogue, reader))
    return LoadedCatalogue(None if has_errors(found) else catalogue, found, reader.sources)


def _missing(catalogue: Catalogue, reader: FileReader) -> Iterator[Diagnostic]:
    """What nothing can be computed without, and the catalogue has none of."""
    folder = reader.root / "catalogue"
    for known, what, place in (
        (catalogue.models, "models", folder / "models"),
        (catalogue.devices, "devices", folder / "devices.yaml"),
        (catalogue.file_types, "file types", folder / "quantizations.yaml"),
    ):
        if not known:
            message = f"the catalogue has no {what}"
            help = "add one, or delete the folder catalogue/"
            yield error("L327", Span.whole(reader.shown(place)), message, help)


def _model_files(reader: FileReader) -> list[Path]:
    folder = reader.root / "catalogue" / "models"
    files: list[Path] = []
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        if file.name.startswith("."):
            continue
        if file.suffix == ".yaml" and re.fullmatch(CATALOGUE_ID_PATTERN, nfc(file.stem)):
            files.append(file)
        else:
            message = "only model files `<id>.yaml` belong in this folder"
            help = "an id has a–z, digits, and dots or hyphens between them: llama-3.1-8b.yaml"
            span = Span.whole(reader.shown(file))
            reader.diagnostics.append(error("L116", span, message, help))
    return files


def _entry(reader: FileReader, file: Path) -> ModelEntry | None:
    document = reader.document(file)
    if document is None:
        return None
    checked = validate(_model(), document)
    reader.diagnostics += checked.diagnostics
    model = checked.value
    if model is None:
        return None
    try:
        decoder = architecture(model.config)
    except UnknownFamilyError:
        family = model.config.model_type
        reader.diagnostics.append(
            error(
                "L321",
                document.value_span(("config", "model_type")),
                f'nothing is known about models of the type "{family}"',
                did_you_mean(family, FAMILIES) or f"known are {', '.join(sorted(FAMILIES))}",
            )
        )
        return None
    computed = int(parameters(decoder))
    if model.parameters is not None and computed != model.parameters and not model.parameters_note:
        reader.diagnostics.append(
            warning(
                "L341",
                document.value_span(("parameters",)),
                f"the config gives {computed} parameters, not {model.parameters}",
                "mend one of them, or say in `parameters_note:`, in es and en, why they differ",
            )
        )
    return ModelEntry(nfc(file.stem), model, decoder)
