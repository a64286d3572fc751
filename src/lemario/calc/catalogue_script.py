"""The catalogue as the script that the calculator computes with."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lemario.calc.load_catalogue import Catalogue
from lemario.calc.questions import backend_of, memory_limit, memory_of
from lemario.calc.records import Architecture, Layer, Matrix
from lemario.core.script import script_json


@lru_cache(maxsize=1)
def catalogue_script(catalogue: Catalogue) -> str:
    """The text of `catalogue.js`, which defines `LemarioCatalogue`; one model a line.

    A matrix says the `places` of its copies only where they are not the blocks of its layer, and
    their `numbers` only where these are not the places; what it says of a type in a file is left
    out. `calculator.js` fills all that in. Numbers are whole where they are whole, so both sides
    read the same floats.
    """
    models = {
        key: {"name": entry.model.name, "architecture": _architecture(entry.architecture)}
        for key, entry in catalogue.models.items()
    }
    devices = {
        key: {
            "name": device.name,
            "memory_gib": device.memory_gib,
            "bandwidth_gb_s": device.bandwidth_gb_s,
            "memory": memory_of(device),
            "limit": memory_limit(device),
            "backend": backend_of(device),
        }
        for key, device in catalogue.devices.items()
    }
    parts = (
        f'"{name}": {_object(value)}' for name, value in (("models", models), ("devices", devices))
    )
    types = f'"file_types": {script_json(list(catalogue.file_types))}'
    return "const LemarioCatalogue = {\n" + ",\n".join((*parts, types)) + "\n};\n"


def _object(entries: dict[str, Any]) -> str:
    lines = (f"{script_json(key)}: {script_json(value)}" for key, value in entries.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _architecture(a: Architecture) -> dict[str, Any]:
    fields = {name: _plain(value) for name, value in a._asdict().items()}
    fields["layers"] = [_layer(layer) for layer in a.layers]
    fields["outside"] = [_matrix(matrix, (0.0,)) for matrix in a.outside]
    fields["skipped"] = [_matrix(matrix, ()) for matrix in a.skipped]
    return fields


def _layer(layer: Layer) -> dict[str, Any]:
    fields = {name: _plain(value) for name, value in layer._asdict().items()}
    fields["matrices"] = [_matrix(matrix, layer.blocks) for matrix in layer.matrices]
    return fields


def _matrix(matrix: Matrix, blocks: tuple[float, ...]) -> dict[str, Any]:
    fields = {name: _plain(value) for name, value in matrix._asdict().items()}
    del fields["copies"], fields["stored"]
    places = tuple(copy.place for copy in matrix.copies)
    numbers = tuple(copy.number for copy in matrix.copies)
    if places != blocks:
        fields["places"] = _plain(places)
    if numbers != places:
        fields["numbers"] = _plain(numbers)
    return fields


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, tuple) and not hasattr(value, "_asdict"):
        return [_plain(item) for item in value]
    return value
