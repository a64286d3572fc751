"""Reads a Hugging Face `config.json` as published.

What it does not say is taken from the table of defaults; what no formula knows is refused.
`templates/assets/js/config-reader.js` is the twin of this reader.
"""

from __future__ import annotations

from dataclasses import dataclass

from lemario.calc.catalogue import ModelConfig
from lemario.calc.readers.config_checks import complete, contradictions, is_by_layer, not_modelled
from lemario.calc.readers.config_faults import Fault
from lemario.calc.readers.config_layers import Values, counted, whole
from lemario.calc.readers.config_names import FLAGS, MAY_BE_NONE, MOST, SYNONYMS, Flag
from lemario.calc.readers.config_raw import RawConfig, raw_config
from lemario.calc.readers.config_rules import number
from lemario.calc.readers.json_source import JsonDocument, parse_object
from lemario.core.diagnostics import Checked, error, in_order
from lemario.core.source import SourceText


@dataclass(frozen=True, slots=True)
class ConfigReading:
    """A config that was read, and the fields that it did not state but has by default."""

    config: ModelConfig
    defaulted: tuple[str, ...]


def read_config(text: str, shown_path: str) -> Checked[ModelConfig]:
    """The shape of the decoder that the text of a `config.json` describes.

    Of a model that also sees or hears, it is that of the text model. Faults are L329 (not JSON),
    L321 (of a type that cannot be computed) and L328 (something is missing or cannot be used).
    """
    checked = read_config_fields(text, shown_path)
    config = checked.value.config if checked.value else None
    return Checked(config, checked.diagnostics)


def read_config_fields(text: str, shown_path: str) -> Checked[ConfigReading]:
    """As `read_config`, with the names of the fields that were taken from defaults."""
    parsed = parse_object(SourceText(shown_path, text))
    if parsed.value is None:
        return Checked(None, parsed.diagnostics)
    document = parsed.value
    reading = read_document(document)
    if isinstance(reading, ConfigReading):
        return Checked(reading, ())
    found = (error(f.code, document.span(f.members), f.message, f.help) for f in reading)
    return Checked(None, in_order(found))


def read_document(document: JsonDocument) -> ConfigReading | tuple[Fault, ...]:
    """The config that an object describes, or all that is wrong with it."""
    raw = raw_config(document)
    return (raw,) if isinstance(raw, Fault) else _Reader(raw).read()


class _Reader:
    """Reads one config. Faults are gathered, so that all of them are reported at once."""

    def __init__(self, raw: RawConfig) -> None:
        self.raw = raw
        self.values: Values = {}
        self.missing: list[str] = []
        self.defaulted: list[str] = []
        self.faults: list[Fault] = []

    def read(self) -> ConfigReading | tuple[Fault, ...]:
        """The config, or what is wrong with it."""
        for field in SYNONYMS:
            if field in self.raw.row.fields:
                self.values[field] = self._value(field)
        self.faults += not_modelled(self.raw)
        if self.missing:
            self.faults.append(self.raw.missing(self.missing))
        if self.faults:
            return tuple(self.faults)
        self.values["model_type"] = self.raw.row.family
        decided, found = complete(self.raw, self.values)
        if found:
            return tuple(found)
        config = ModelConfig.model_validate(_without_unsaid_flags(self.values))
        wrong = tuple(contradictions(self.raw, config))
        if wrong:
            return wrong
        kept = [f for f in self.defaulted if f not in decided and self.values[f] is not None]
        return ConfigReading(config, tuple(kept))

    def _value(self, field: str) -> Flag:
        """A field as the code of the model fixes it, as stated, or by default."""
        raw = self.raw
        if field in raw.row.fixed:
            return raw.row.fixed[field]
        name = raw.name(field)
        if name is not None and not (field == "mamba_d_head" and raw.fields[name] == "auto"):
            return self._flag(name) if field in FLAGS else self._count(field, name)
        if field in MAY_BE_NONE and any(name in raw.fields for name in raw.names(field)):
            return None
        if field == "num_hidden_layers" and raw.row.tells_layers and (count := counted(raw)):
            return count
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
        stated = self.raw.fields[name]
        differs = False
        if is_by_layer(stated, number(self.values, "num_hidden_layers")):
            differs = len({*stated}) > 1
            stated = stated[0]
        value = whole(stated)  # JSON does not tell 4096.0 from 4096
        if value is not None and not differs:
            if value == 0 and field in MAY_BE_NONE:
                return None
            if 0 < value <= MOST:
                return value
        reason = "differs" if differs else "no_count"
        if value is not None and value > MOST:
            reason = "too_large"
        self.faults.append(self.raw.fault(reason, name, name=name, value=self.raw.fields[name]))
        return None

    def _flag(self, name: str) -> bool | None:
        """True or false as stated, None if it is neither."""
        value = self.raw.fields[name]
        if isinstance(value, bool):
            return value
        self.faults.append(self.raw.fault("no_flag", name, name=name, value=value))
        return None


def _without_unsaid_flags(values: Values) -> dict[str, object]:
    """The values for a `ModelConfig`: a switch that nothing is said about is off."""
    return {f: v for f, v in values.items() if v is not None or f not in FLAGS}
