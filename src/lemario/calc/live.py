"""The live numbers of terms: what may be asked for, from which inputs, and how it is computed.

`calculate` in a term gives the inputs, `{placeholders}` in its example name the outputs. Two
tables say what there is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from lemario.calc import formulas
from lemario.calc.answers import Answer, answer, default_settings
from lemario.calc.catalogue import Device, FileType
from lemario.calc.load_catalogue import Catalogue, ModelEntry
from lemario.calc.records import CacheType, Settings
from lemario.content.markup import Placeholder


@dataclass(frozen=True, slots=True)
class Case:
    """The inputs of an example, read. None stands for an input that was not given."""

    catalogue: Catalogue
    model: ModelEntry | None = None
    quant: str | None = None
    device: str | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    kv: CacheType = "f16"
    kv_v: CacheType | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value to show: `kind` says how it is written (see `site.live`)."""

    kind: str
    value: float | str


class MissingInputError(LookupError):
    """A placeholder needs an input that `calculate` does not give."""


NUMBERS: Mapping[str, tuple[float, float]] = {
    "context": (1, 16_777_216),
    "slots": (1, 1024),
    "gpus": (1, 64),
    "reserved": (0, 1024),
    "power": (0.1, 100_000),
    "price": (0, 100),
    "prompt": (1, 16_777_216),
    "prefill": (0.01, 10_000_000),
    "rank": (1, 65_536),
}
"""Inputs that are numbers, with their bounds. Power is in W, price per kWh, prefill in tokens/s."""

WHOLE = frozenset(["context", "slots", "gpus", "prompt", "rank"])
"""Those of them that count something."""

INPUTS: tuple[str, ...] = ("model", "quant", "device", "kv", "kv_v", *NUMBERS)
CACHE_TYPES: tuple[str, ...] = get_args(CacheType)


def read_case(inputs: Mapping[str, str], catalogue: Catalogue) -> tuple[Case, dict[str, str]]:
    """The case that some inputs describe, and what is wrong with those that could not be read."""
    case, wrong = Case(catalogue), dict[str, str]()
    numbers: dict[str, float] = {}
    for name, written in inputs.items():
        match name:
            case "model" if written in catalogue.models:
                case = replace(case, model=catalogue.models[written])
            case "quant" if written in catalogue.file_types:
                case = replace(case, quant=written)
            case "device" if written in catalogue.devices:
                case = replace(case, device=written)
            case "kv" if written in CACHE_TYPES:
                case = replace(case, kv=written)  # type: ignore[arg-type]
            case "kv_v" if written in CACHE_TYPES:
                case = replace(case, kv_v=written)  # type: ignore[arg-type]
            case _ if name in NUMBERS and (number := _number(name, written)) is not None:
                numbers[name] = number
            case _:
                wrong[name] = written
    return replace(case, numbers=numbers), wrong


def _number(name: str, written: str) -> float | None:
    low, high = NUMBERS[name]
    if not re.fullmatch(r"\d+" if name in WHOLE else r"\d+(\.\d+)?", written):
        return None
    return float(written) if low <= float(written) <= high else None


def _model(case: Case) -> ModelEntry:
    if case.model is None:
        raise MissingInputError("model")
    return case.model


def _file_type(case: Case) -> FileType:
    if case.quant is None:
        raise MissingInputError("quant")
    return case.catalogue.file_types[case.quant]


def _device(case: Case) -> Device:
    if case.device is None:
        raise MissingInputError("device")
    return case.catalogue.devices[case.device]


def _given(case: Case, name: str) -> float:
    if name not in case.numbers:
        raise MissingInputError(name)
    return case.numbers[name]


def _settings(case: Case) -> Settings:
    run = default_settings(_given(case, "context"), case.numbers.get("slots", 1.0))
    return run._replace(kv_type_k=case.kv, kv_type_v=case.kv_v or case.kv)


def _answer(case: Case) -> Answer:
    return answer(
        _model(case).architecture,
        _file_type(case),
        _settings(case),
        _device(case) if case.device else None,
        n_devices=int(case.numbers.get("gpus", 1)),
        reserved_gib=case.numbers.get("reserved", 0.0),
    )


def _on_device(case: Case, kind: str, read: Callable[[Answer], float | str]) -> Quantity:
    _device(case)
    return Quantity(kind, read(_answer(case)))


def _config(case: Case, name: str) -> Quantity:
    return Quantity("number", float(getattr(_model(case).model.config, name) or 0))


def _parameters(case: Case) -> float:
    return formulas.parameters(_model(case).architecture)


def _weights(case: Case) -> float:
    return formulas.weights_bytes(_parameters(case), _file_type(case).bits_per_weight)


def _kv_cache(case: Case) -> float:
    return formulas.kv_cache_bytes(_model(case).architecture, _settings(case))


def _kv_per_token(case: Case) -> float:
    whole = {**case.numbers, "context": 256.0}
    return _kv_cache(replace(case, numbers=whole)) / 256


def _speed(case: Case, estimate: str) -> Quantity:
    return _on_device(
        case,
        "tokens_per_second",
        lambda a: a.device.decode_tokens_per_second[estimate] if a.device else 0.0,  # type: ignore[index]
    )


def _energy(case: Case) -> float:
    speed = _speed(case, "expected").value
    return formulas.energy_per_token_joules(_given(case, "power"), float(speed))


OUTPUTS: Mapping[str, Callable[[Case], Quantity]] = {
    "model": lambda c: Quantity("text", _model(c).model.name),
    "quant": lambda c: Quantity("text", (_file_type(c), c.quant or "")[1]),
    "kv": lambda c: Quantity("text", c.kv),
    "context": lambda c: Quantity("number", _given(c, "context")),
    "slots": lambda c: Quantity("number", c.numbers.get("slots", 1.0)),
    "parameters": lambda c: Quantity("count", _parameters(c)),
    "active_parameters": lambda c: Quantity(
        "count", formulas.active_parameters(_model(c).architecture)
    ),
    "layers": lambda c: _config(c, "num_hidden_layers"),
    "heads": lambda c: _config(c, "num_attention_heads"),
    "kv_heads": lambda c: _config(c, "num_key_value_heads"),
    "hidden_size": lambda c: _config(c, "hidden_size"),
    "vocabulary": lambda c: _config(c, "vocab_size"),
    "window": lambda c: _config(c, "sliding_window"),
    "experts": lambda c: _config(c, "num_experts"),
    "experts_used": lambda c: _config(c, "num_experts_per_tok"),
    "head_dim": lambda c: Quantity("number", _model(c).architecture.layers[0].head),
    "bits_per_weight": lambda c: Quantity("decimal", _file_type(c).bits_per_weight),
    "weights": lambda c: Quantity("bytes", _weights(c)),
    "kv_cache": lambda c: Quantity("bytes", _kv_cache(c)),
    "kv_per_token": lambda c: Quantity("bytes", _kv_per_token(c)),
    "compute_buffer": lambda c: Quantity(
        "bytes", formulas.compute_buffer_bytes(_model(c).architecture, _settings(c))
    ),
    "total": lambda c: Quantity("bytes", _answer(c).total_bytes),
    "device": lambda c: Quantity("text", _device(c).name),
    "device_memory": lambda c: Quantity("bytes", _device(c).memory_gib * 1073741824),
    "bandwidth": lambda c: Quantity("bandwidth", _device(c).bandwidth_gb_s),
    "fit": lambda c: _on_device(c, "fit", lambda a: a.device.fit if a.device else ""),
    "max_context": lambda c: _on_device(
        c, "number", lambda a: a.device.max_context if a.device else 0.0
    ),
    "speed": lambda c: _speed(c, "expected"),
    "speed_low": lambda c: _speed(c, "low"),
    "speed_high": lambda c: _speed(c, "high"),
    "pace": lambda c: _on_device(c, "pace", lambda a: a.device.pace if a.device else ""),
    "power": lambda c: Quantity("watts", _given(c, "power")),
    "price": lambda c: Quantity("decimal", _given(c, "price")),
    "energy": lambda c: Quantity("joules", _energy(c)),
    "cost": lambda c: Quantity(
        "decimal", formulas.cost_per_million_tokens(_energy(c), _given(c, "price"))
    ),
    "prompt": lambda c: Quantity("number", _given(c, "prompt")),
    "first_token": lambda c: Quantity(
        "seconds",
        formulas.time_to_first_token_seconds(_given(c, "prompt"), _given(c, "prefill")),
    ),
}
"""What placeholders may name, and how it is computed."""

UNITS: tuple[str, ...] = ("GiB", "MiB", "KiB", "GB", "MB", "kB", "B")


def live_value(
    inputs: Mapping[str, str], placeholder: Placeholder, catalogue: Catalogue
) -> Quantity:
    """The value of a checked placeholder; its own changes come over the term's inputs."""
    changes = {key: value for key, value in placeholder.changes if key != "unit"}
    case, _ = read_case({**inputs, **changes}, catalogue)
    return OUTPUTS[placeholder.name](case)
