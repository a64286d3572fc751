"""The inputs of a live number: `calculate` of a term, with the changes of a placeholder, read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from lemario.calc.load_catalogue import Catalogue, ModelEntry
from lemario.calc.records import CacheType, FileType


@dataclass(frozen=True, slots=True)
class Case:
    """The inputs of an example, read. None stands for an input that was not given."""

    catalogue: Catalogue
    model: ModelEntry | None = None
    quant: FileType | None = None
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
    "slots": (1, 256),
    "gpus": (1, 64),
    "reserved": (0, 1024),
    "power": (0.1, 100_000),
    "price": (0, 100),
    "prompt": (1, 16_777_216),
    "prefill": (0.01, 10_000_000),
    "rank": (1, 65_536),
    "ubatch": (1, 65_536),
    "decode": (0.01, 10_000_000),
    "bandwidth": (0.1, 1_000_000),
}
"""Inputs that are numbers, with their bounds. Power is in W, price per kWh.

`prefill` and `decode` are measured speeds in tokens/s; `decode` goes before the estimate in costs
and durations. `bandwidth`, in GB/s, stands in for that of a device in ceilings.
"""

WHOLE = frozenset(["context", "slots", "gpus", "prompt", "rank", "ubatch"])
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
                case = replace(case, quant=written)  # type: ignore[arg-type]
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
