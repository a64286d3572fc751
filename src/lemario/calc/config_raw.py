"""A `config.json` before it is understood: its fields, where they stand, and of which type it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from lemario.calc.config_defaults import MODEL_TYPES, SYNONYMS, TEXT_PARTS, ModelType
from lemario.calc.json_source import PUBLISHED, JsonDocument, JsonValue, Members
from lemario.core.diagnostics import Checked, Diagnostic, error
from lemario.core.suggest import did_you_mean

_LONGEST_SHOWN = 60


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

    def error(self, name: str, message: str, help: str = "") -> Diagnostic:
        """An L328 at the value of the field that is called `name` in the file."""
        members = (*self.prefix, name)
        if members not in self.document.values:
            members = (name,) if (name,) in self.document.values else self.prefix
        return error("L328", self.document.span(members), message, help)

    def missing(self, names: Iterable[str]) -> Diagnostic:
        """An L328 about fields that are not there."""
        listed = ", ".join(f'"{name}"' for name in names)
        return self.error("", f"the config does not say {listed}", PUBLISHED)


def raw_config(document: JsonDocument) -> Checked[RawConfig]:
    """The fields of the text model; an L321 if nothing is known about its type."""
    data = document.data
    prefix: Members = ()
    inner: dict[str, JsonValue] = {}
    for part in TEXT_PARTS:
        found = data.get(part)
        if isinstance(found, dict):
            prefix, inner = (part,), found
            break
    stated = inner.get("model_type", data.get("model_type"))
    if not isinstance(stated, str):
        message = 'the config does not say its "model_type"'
        return Checked(None, (error("L328", document.span(prefix), message, PUBLISHED),))
    row = MODEL_TYPES.get(stated)
    if row is None:
        members = (*prefix, "model_type")
        span = document.span(members if members in document.values else ("model_type",))
        message = f"nothing is known about models of the type {shown(stated)}"
        return Checked(None, (error("L321", span, message, _known_types(stated)),))
    return Checked(RawConfig(document, data | inner, prefix, stated, row))


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


def shown(value: JsonValue) -> str:
    """A value as in the file, characters that are not ASCII escaped, short enough for a line."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
