"""The view of the calculator: its form, and the answer to the case that it opens with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, get_args

from markupsafe import Markup

from lemario.calc import weights
from lemario.calc.answers import Answer, answer
from lemario.calc.catalogue import Device
from lemario.calc.live_case import CACHE_TYPES
from lemario.calc.load_catalogue import Catalogue, ModelEntry
from lemario.calc.on_devices import OnDevices
from lemario.calc.questions import ENGINE, ENGINE_VERSION, Question, default_settings
from lemario.calc.records import FileType, Refusal
from lemario.formula.trace import fill, trace_template
from lemario.site import calculator_views as views
from lemario.site.context import PageContext
from lemario.site.formats import NO_BREAK
from lemario.site.live import amount, formula_view, size, speed

Key = TypeVar("Key", bound=str)

_FILE_TYPE: FileType = "Q4_K_M"
_CONTEXT = 8192
GIB = 2.0**30
_FORMULAS = ("kv_cache_plain_bytes", "kv_cache_bytes", "decode_tokens_per_second")


@dataclass(frozen=True, slots=True)
class _Opening:
    """The case that the page opens with."""

    model_id: str
    model: ModelEntry
    device_id: str
    device: Device
    file_type: FileType
    n_ctx: int
    answer: Answer


def _opening(catalogue: Catalogue) -> _Opening:
    def pick(preferred: Key, known: Mapping[Key, object]) -> Key:
        return preferred if preferred in known else next(iter(known))

    model_id = pick("llama-3.1-8b", catalogue.models)
    device_id = pick("rtx-4060", catalogue.devices)
    file_type = pick(_FILE_TYPE, catalogue.file_types)
    model, device = catalogue.models[model_id], catalogue.devices[device_id]
    n_ctx = min(_CONTEXT, int(model.architecture.context))
    run = default_settings(n_ctx)
    given = answer(Question(model.architecture, file_type, run, (device,)))
    return _Opening(model_id, model, device_id, device, file_type, n_ctx, given)


def calculator_view(page: PageContext, catalogue: Catalogue) -> views.CalculatorView:
    """The calculator's view for a catalogue with at least one model, device and file type."""
    case = _opening(catalogue)
    formulas = page.site.calculations.formulas
    decoder = case.model.architecture
    count = weights.parameters(decoder)
    bits = {
        key: weights.bits_per_weight(weights.loaded_bytes(decoder, key), count)
        for key in catalogue.file_types
    }
    return views.CalculatorView(
        models=_models(catalogue, case.model_id),
        file_types=tuple(
            views.Choice(
                key, f"{key} · {amount(bits[key], page.lang)}{NO_BREAK}bits", key == case.file_type
            )
            for key in sorted(bits, key=lambda key: bits[key])
        ),
        cache_types=tuple(views.Choice(kind, kind, kind == "f16") for kind in CACHE_TYPES),
        devices=_devices(page, catalogue, case.device_id),
        n_ctx=str(case.n_ctx),
        max_n_ctx=str(int(case.model.architecture.context)),
        n_devices="1",
        reserved_gib="0",
        case=_answered(page, case),
        refusals=tuple(reason for reason in get_args(Refusal) if reason != "none"),
        accuracy=page.accuracy_link(),
        formulas=tuple(formula_view(name, formulas[name], page.lang) for name in _FORMULAS),
        engine=f"{ENGINE} {ENGINE_VERSION}",
    )


def _answered(page: PageContext, case: _Opening) -> views.OpeningCase:
    given, lang = case.answer, page.lang
    on_device = given.device
    assert on_device is not None
    rate = on_device.decode_tokens_per_second
    cache = given.kv_cache_bytes
    return views.OpeningCase(
        model_name=case.model.model.name,
        device_name=case.device.name,
        file_type=case.file_type,
        context=amount(case.n_ctx, lang, 0),
        cache_type="f16",
        fit=on_device.fit,
        total=size(on_device.total_bytes, lang),
        available=size(on_device.available_bytes, lang),
        left=size(abs(on_device.available_bytes - on_device.total_bytes), lang),
        over=on_device.total_bytes > on_device.available_bytes,
        in_ram=size(on_device.ram.total_bytes, lang),
        bar=_bar(page, on_device),
        overhead_low=size(given.overhead_bytes["low"], lang),
        overhead_high=size(given.overhead_bytes["high"], lang),
        max_context=amount(on_device.max_context, lang, 0) if on_device.max_context else "",
        speed=speed(rate["expected"], lang),
        speed_low=speed(rate["low"], lang),
        speed_high=speed(rate["high"], lang),
        pace=on_device.pace,
        trace=_trace(page, case),
        trace_result=f"{amount(cache, lang, 0)}{NO_BREAK}bytes = {size(cache, lang, 'MiB')}",
    )


def _trace(page: PageContext, case: _Opening) -> Markup:
    """The formula of the KV cache with the opening case's numbers in it."""
    formulas = page.site.calculations.formulas["kv_cache_bytes"]
    template = trace_template(formulas.module.formulas["kv_cache_bytes"])
    values = {"a": case.model.architecture, "s": default_settings(case.n_ctx)}
    number = partial(amount, lang=page.lang)
    return Markup(fill(template, values, formulas.functions, formulas.tables, number))


def _bar(page: PageContext, given: OnDevices) -> views.MemoryBar:
    """Five parts, whatever their size, over the memory or, if that is too small, over the total."""
    available_bytes = given.available_bytes
    whole = max(available_bytes, given.total_bytes)
    parts: list[views.MemoryPart] = []
    start = 0.0
    for kind, value in given.parts.items():
        percent = value / whole * 100
        written = size(value, page.lang)
        parts.append(views.MemoryPart(kind, written, round(start, 2), round(percent, 2)))
        start += percent
    room = round(available_bytes / whole * 100, 2)
    ticks = _ruler(page, available_bytes / GIB, whole / GIB)
    return views.MemoryBar(tuple(parts), ticks, room, round(100 - room, 2))


def _ruler(page: PageContext, room_gib: float, whole_gib: float) -> tuple[views.Tick, ...]:
    """Marks in GiB, up to nine; the twin of `ruler` in calculator.js."""
    step = 0.25
    while room_gib / step > 8:
        step *= 2
    marks = [step * place for place in range(int(room_gib / step) + 1)]
    ticks: list[views.Tick] = []
    for mark in marks:
        percent = mark / whole_gib * 100
        label = amount(mark, page.lang) + (f"{NO_BREAK}GiB" if mark == marks[-1] else "")
        anchor = "start" if mark == 0 else "end" if percent > 92 else "middle"
        ticks.append(views.Tick(round(percent, 2), label, anchor))
    return tuple(ticks)


def _models(catalogue: Catalogue, chosen: str) -> tuple[views.ChoiceGroup, ...]:
    groups: dict[str, list[views.Choice]] = {}
    for key, entry in catalogue.models.items():
        developer = entry.model.developer or entry.model.name
        groups.setdefault(developer, []).append(views.Choice(key, entry.model.name, key == chosen))
    return _groups(groups.items())


def _devices(page: PageContext, catalogue: Catalogue, chosen: str) -> tuple[views.ChoiceGroup, ...]:
    groups: dict[str, list[views.Choice]] = {}
    for key, device in catalogue.devices.items():
        memory = f"{amount(device.memory_gib, page.lang)}{NO_BREAK}GiB"
        choice = views.Choice(key, f"{device.name} · {memory}", key == chosen)
        groups.setdefault(device.vendor, []).append(choice)
    return _groups(groups.items())


def _groups(groups: Iterable[tuple[str, list[views.Choice]]]) -> tuple[views.ChoiceGroup, ...]:
    """Groups and their choices, each in order of the label, case aside."""
    return tuple(
        views.ChoiceGroup(label, tuple(sorted(choices, key=lambda c: c.label.casefold())))
        for label, choices in sorted(groups, key=lambda group: group[0].casefold())
    )
