"""What the calculator's template sees: its form, the case it opens with, and that case's answer."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from lemario.site.views import FormulaView, Link


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a form."""

    value: str
    label: str
    selected: bool


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options under a heading."""

    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class MemoryPart:
    """A part of the memory in the static default case.

    `kind` is weights, cache, state, compute or overhead; `size` is written with its unit; `start`
    and `percent` say where it lies in the bar, 0 to 100.
    """

    kind: str
    size: str
    start: float
    percent: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark of the ruler below the bar; `anchor` is start, middle or end."""

    percent: float
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class MemoryBar:
    """The bar: `room` is the percentage of it that is memory, `excess` what goes beyond."""

    parts: tuple[MemoryPart, ...]
    ticks: tuple[Tick, ...]
    room: float
    excess: float


@dataclass(frozen=True, slots=True)
class OpeningCase:
    """The case that the calculator opens with, and its answer, everything written out.

    `fit` is fits, tight or no; `pace` smooth, usable or slow; `left` is what remains or, if `over`,
    what is wanting; `in_ram` is what lies there besides; `max_context` is "" if nothing fits. `trace` is the inside of a `math`.
    """

    model_name: str
    device_name: str
    file_type: str
    context: str
    cache_type: str
    fit: str
    total: str
    available: str
    left: str
    over: bool
    in_ram: str
    bar: MemoryBar
    overhead_low: str
    overhead_high: str
    max_context: str
    speed: str
    speed_low: str
    speed_high: str
    pace: str
    trace: Markup
    trace_result: str


@dataclass(frozen=True, slots=True)
class CalculatorView:
    """The calculator: its form with the opening case chosen, that case, and the formulas.

    `n_ctx`, `max_n_ctx`, `n_devices` and `reserved_gib` are values of number fields; `refusals` are
    the reasons for which llama.cpp may not start; `accuracy` leads to the proof, if there is one.
    """

    models: tuple[ChoiceGroup, ...]
    file_types: tuple[Choice, ...]
    cache_types: tuple[Choice, ...]
    devices: tuple[ChoiceGroup, ...]
    n_ctx: str
    max_n_ctx: str
    n_devices: str
    reserved_gib: str
    case: OpeningCase
    refusals: tuple[str, ...]
    accuracy: tuple[Link, ...]
    formulas: tuple[FormulaView, ...]
    engine: str
