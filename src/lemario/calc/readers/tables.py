"""The tables of the readers and of the families, as the page's scripts take them.

`architecture.js`, `config-reader.js` and `gguf-reader.js` are the twins of `architecture`,
`config_reader` and `gguf_header`; what they know about families, tensors and types of models is
this data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES
from lemario.calc.layer_plans import MIXERS
from lemario.calc.readers import config_names as names
from lemario.calc.readers.config_defaults import MODEL_TYPES, NOT_MODELLED
from lemario.calc.readers.config_types import ModelType
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.tensor_table import PARTS
from lemario.core.script import script_json


def reader_tables() -> dict[str, Any]:
    """All tables as plain data. Of a row, only what departs from `type_defaults` is given."""
    return {
        "fields": {name: field.default for name, field in _config_fields().items()},
        "families": {name: asdict(family) for name, family in FAMILIES.items()},
        "mixers": MIXERS,
        "parts": {part: [asdict(row) for row in rows] for part, rows in PARTS.items()},
        "types": {name: _type(row) for name, row in MODEL_TYPES.items()},
        "type_defaults": asdict(ModelType("", {})) | {"fields": [], "linear": ""},
        "not_modelled": NOT_MODELLED,
        "synonyms": names.SYNONYMS,
        "flags": names.FLAGS,
        "may_be_none": names.MAY_BE_NONE,
        "text_parts": names.TEXT_PARTS,
        "kinds": names.KINDS,
        "layer_sources": names.LAYER_SOURCES,
        "signs": names.SIGNS,
        "window_signs": names.WINDOW_SIGNS,
        "most": names.MOST,
        "most_layers": names.MOST_LAYERS,
        "most_elements": names.MOST_ELEMENTS,
    }


@cache
def reader_script() -> str:
    """The text of `reader-tables.js`; one table a line.

    It defines `LemarioTables`, and `LemarioGgufKeys` for what is read from GGUF files only.
    """
    return _constant("LemarioTables", reader_tables()) + _constant("LemarioGgufKeys", GGUF_KEYS)


def _constant(name: str, tables: Mapping[str, Any]) -> str:
    lines = (f"{script_json(key)}: {script_json(value)}" for key, value in tables.items())
    return f"const {name} = {{\n" + ",\n".join(lines) + "\n};\n"


def _config_fields() -> Mapping[str, Any]:
    """The fields of a config that have a default: those that may be left unsaid."""
    return {n: f for n, f in ModelConfig.model_fields.items() if not f.is_required()}


def _type(row: ModelType) -> dict[str, Any]:
    plain = asdict(ModelType("", {}))
    stated = {name: value for name, value in asdict(row).items() if value != plain[name]}
    return stated | {"fields": sorted(row.fields), "linear": row.linear}
