"""Reads a Hugging Face `config.json` as published.

What it does not say is taken from the table of defaults; what no formula knows is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lemario.calc.catalogue import ModelConfig
from lemario.calc.config_checks import Values, complete, contradictions, not_modelled
from lemario.calc.config_defaults import SYNONYMS, Flag
from lemario.calc.config_raw import RawConfig, raw_config, shown
from lemario.calc.json_source import parse_object
from lemario.core.diagnostics import Checked, Diagnostic, has_errors, in_order
from lemario.core.source import SourceText

MOST: Final = 2**31
"""The largest number that a field may have: all that is computed from it stays finite."""

_FLAGS: Final = ("tie_word_embeddings", "attention_bias", "use_qk_norm")
# Fields in which 0, or null where there is a default, means that the model has no such thing.
_MAY_BE_NONE: Final = (
    "sliding_window",
    "num_experts",
    "n_shared_experts",
    "shared_expert_intermediate_size",
    "q_lora_rank",
    "first_k_dense_replace",
)


@dataclass(frozen=True, slots=True)
class ConfigReading:
    """A config that was read, and the fields that it did not state but has by default."""

    config: ModelConfig
    defaulted: tuple[str, ...]


def read_config(text: str, shown_path: str) -> Checked[ModelConfig]:
    """The shape of the decoder that the text of a `config.json` describes.

    Of a model that also sees or hears, it is that of the text model. Faults are L329 (not JSON),
    L321 (of a type that is not known) and L328 (something is missing or cannot be used).
    """
    checked = read_config_fields(text, shown_path)
    config = checked.value.config if checked.value else None
    return Checked(config, checked.diagnostics)


def read_config_fields(text: str, shown_path: str) -> Checked[ConfigReading]:
    """As `read_config`, with the names of the fields that were taken from defaults."""
    parsed = parse_object(SourceText(shown_path, text))
    if parsed.value is None:
        return Checked(None, parsed.diagnostics)
    typed = raw_config(parsed.value)
    if typed.value is None:
        return Checked(None, typed.diagnostics)
    return _Reader(typed.value).read()


class _Reader:
    """Reads one config. Faults are gathered, so that all of them are reported at once."""

    def __init__(self, raw: RawConfig) -> None:
        self.raw = raw
        self.values: Values = {}
        self.missing: list[str] = []
        self.defaulted: list[str] = []
        self.faults: list[Diagnostic] = []

    def read(self) -> Checked[ConfigReading]:
        """The config, or what is wrong with it."""
        for field in SYNONYMS:
            value = self._value(field)
            if value is not None or field not in _FLAGS:
                self.values[field] = value
        self.faults += not_modelled(self.raw)
        if self.missing:
            self.faults.append(self.raw.missing(self.missing))
        if self.faults:
            return Checked(None, in_order(self.faults))
        decided = complete(self.raw, self.values)
        data = {"model_type": self.raw.row.family, **self.values}
        config = ModelConfig.model_validate(data)
        found = in_order(contradictions(self.raw, config))
        if has_errors(found):
            return Checked(None, found)
        defaulted = tuple(field for field in self.defaulted if field not in decided)
        return Checked(ConfigReading(config, defaulted), found)

    def _value(self, field: str) -> Flag:
        """A field as the code of the model fixes it, as stated, or by default."""
        raw = self.raw
        if field in raw.row.fixed:
            return raw.row.fixed[field]
        name = raw.name(field)
        if name is not None:
            return self._flag(name) if field in _FLAGS else self._count(field, name)
        if field in _MAY_BE_NONE and any(name in raw.fields for name in raw.names(field)):
            return None
        return self._default(field)

    def _default(self, field: str) -> Flag:
        """The value where nothing is stated; what has to be stated is noted as missing."""
        row = self.raw.row
        value = row.defaults.get(field)
        if field in row.sizes:
            value = row.sizes[field] if self.raw.prefix else None
        if value is not None:
            self.defaulted.append(field)
        elif field in row.sizes or field == "max_position_embeddings":
            self.missing.append(self.raw.names(field)[0])
        return value

    def _count(self, field: str, name: str) -> int | None:
        """A number as stated, None if it is faulty or means that there is no such thing."""
        value = self.raw.fields[name]
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # JSON does not tell 4096.0 from 4096
        if isinstance(value, int) and not isinstance(value, bool):
            if value == 0 and field in _MAY_BE_NONE:
                return None
            if 0 < value <= MOST:
                return value
        message = f'"{name}" is {shown(self.raw.fields[name])}, which is no positive whole number'
        if isinstance(value, int) and value > MOST:
            message = f'"{name}" is {shown(value)}, more than any model has'
        self.faults.append(self.raw.error(name, message))
        return None

    def _flag(self, name: str) -> bool | None:
        """True or false as stated, None if it is neither."""
        value = self.raw.fields[name]
        if isinstance(value, bool):
            return value
        message = f'"{name}" is {shown(value)}, which is neither true nor false'
        self.faults.append(self.raw.error(name, message))
        return None
