"""A `config.json` before it is understood: its fields, where they stand, and of which type it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from lemario.calc.readers.config_defaults import MODEL_TYPES, NOT_MODELLED
from lemario.calc.readers.config_faults import Fault
from lemario.calc.readers.config_names import SYNONYMS, TEXT_PARTS
from lemario.calc.readers.config_types import ModelType
from lemario.calc.readers.json_source import JsonDocument, JsonValue, Members
from lemario.core.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class RawConfig:
    """The fields of the text model, over those of the whole where it is a part of one.

    `prefix` leads to the part, and is empty where there is none. `type_name` is the stated
    `model_type`, `row` what is known about it.
    """

    document: JsonDocument
    fields: Mapping[str, JsonValue]
    prefix: Members
    type_name: str
    row: ModelType

    def names(self, field: str) -> tuple[str, ...]:
        """The names that a field of `ModelConfig` may have in the file."""
        return self.row.names.get(field, SYNONYMS.get(field, (field,)))

    def name(self, field: str) -> str | None:
        """The name under which a field is stated as other than null."""
        return next((n for n in self.names(field) if self.fields.get(n) is not None), None)

    def fault(self, reason: str, at: str, /, **facts: JsonValue) -> Fault:
        """A fault at the value of the field that is called `at` in the file."""
        members = (*self.prefix, at)
        if members not in self.document.values:
            members = (at,) if (at,) in self.document.values else self.prefix
        return Fault(reason, members, facts)

    def about(self, reason: str, field: str, /, **facts: JsonValue) -> Fault:
        """A fault at a field of `ModelConfig`, by whatever name the file states it."""
        return self.fault(reason, self.name(field) or field, **facts)

    def missing(self, names: Sequence[str]) -> Fault:
        """A fault about fields that are not there."""
        return self.fault("missing", "", names=list(names))


def raw_config(document: JsonDocument) -> RawConfig | Fault:
    """The fields of the text model, or a fault if nothing is known about its type."""
    data = document.data
    prefix, inner = _text_part(data)
    stated = inner.get("model_type", data.get("model_type"))
    if not isinstance(stated, str):
        return Fault("no_type", prefix)
    members = (*prefix, "model_type")
    place = members if members in document.values else ("model_type",)
    if stated in NOT_MODELLED:
        return Fault("not_modelled", place, {"type": stated, "why": NOT_MODELLED[stated]})
    row = MODEL_TYPES.get(stated)
    if row is None:
        return Fault("unknown_type", place, {"type": stated, "known": _known_types(stated)})
    return RawConfig(document, data | inner, prefix, stated, row)


def _text_part(data: dict[str, JsonValue]) -> tuple[Members, dict[str, JsonValue]]:
    """Where the config of the text model is, and what stands in it."""
    for path in TEXT_PARTS:
        part: JsonValue = data
        for key in path:
            part = part.get(key) if isinstance(part, dict) else None
        if isinstance(part, dict):
            return path, part
    return (), {}


def _known_types(stated: str) -> str:
    """The list of types; before it the one that is meant, if `stated` is a slip of one letter.

    Another version is no slip but another model: `gemma3n` is not `gemma3`.
    """
    alike = [
        name
        for name in MODEL_TYPES
        if _versions(name) == _versions(stated) and Levenshtein.distance(name, stated) == 1
    ]
    hint = did_you_mean(stated, alike)
    known = ", ".join(sorted(MODEL_TYPES))
    return f"{hint} Known are {known}" if hint else f"known are {known}"


def _versions(name: str) -> list[str]:
    return re.findall(r"[0-9]+[a-z]*", name)
