"""The catalogue as the script that the calculator computes with."""

from __future__ import annotations

from typing import Any

from lemario.calc.answers import is_limited
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.records import Architecture, Layer, Matrix
from lemario.core.script import script_json


def catalogue_script(catalogue: Catalogue) -> str:
    """The text of `catalogue.js`, which defines `LemarioCatalogue`; one model a line.

    Matrices of a layer leave out `places` where these are the layer's blocks: `calculator.js`
    fills them in. Numbers are whole where they are whole, so both sides read the same floats.
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
            "limited": is_limited(device),
        }
        for key, device in catalogue.devices.items()
    }
    file_types = {
        key: {"bits_per_weight": kind.bits_per_weight, "embedding_bits": kind.looked_up_bits}
        for key, kind in catalogue.file_types.items()
    }
    parts = (
        f'"{name}": {_object(value)}'
        for name, value in (("models", models), ("devices", devices), ("file_types", file_types))
    )
    return "const LemarioCatalogue = {\n" + ",\n".join(parts) + "\n};\n"


def _object(entries: dict[str, Any]) -> str:
    lines = (f"{script_json(key)}: {script_json(value)}" for key, value in entries.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _architecture(a: Architecture) -> dict[str, Any]:
    fields = {name: _plain(value) for name, value in a._asdict().items()}
    fields["layers"] = [_layer(layer) for layer in a.layers]
    fields["outside"] = [_matrix(matrix) for matrix in a.outside]
    fields["skipped"] = [_matrix(matrix) for matrix in a.skipped]
    return fields


def _layer(layer: Layer) -> dict[str, Any]:
    fields = {name: _plain(value) for name, value in layer._asdict().items()}
    matrices = [_matrix(matrix) for matrix in layer.matrices]
    for matrix in matrices:
        if matrix["places"] == fields["blocks"]:
            del matrix["places"]
    fields["matrices"] = matrices
    return fields


def _matrix(matrix: Matrix) -> dict[str, Any]:
    return {name: _plain(value) for name, value in matrix._asdict().items()}


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, tuple) and not hasattr(value, "_asdict"):
        return [_plain(item) for item in value]
    return value
