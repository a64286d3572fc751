"""The view of the calculator: its form, and the answer to the case that it opens with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lemario.calc.answers import ENGINE, ENGINE_VERSION, Answer, answer, default_settings
from lemario.calc.catalogue import Device
from lemario.calc.live import CACHE_TYPES
from lemario.calc.load_catalogue import Catalogue, ModelEntry
from lemario.site import views
from lemario.site.context import PageContext
from lemario.site.formats import NO_BREAK
from lemario.site.live import amount, formula_view, size, speed

_PREFERRED = {"models": "llama-3.1-8b", "devices": "rtx-4060", "file_types": "Q4_K_M"}
_CONTEXT = 8192
_FORMULAS = ("kv_cache_plain_bytes", "kv_cache_bytes", "decode_tokens_per_second")


@dataclass(frozen=True, slots=True)
class _Opening:
    """The case that the page opens with."""

    model_id: str
    model: ModelEntry
    device_id: str
    device: Device
    file_type: str
    n_ctx: int
    answer: Answer


def _opening(catalogue: Catalogue) -> _Opening:
    def pick(kind: str, known: Mapping[str, object]) -> str:
        return _PREFERRED[kind] if _PREFERRED[kind] in known else next(iter(known))

    model_id = pick("models", catalogue.models)
    device_id = pick("devices", catalogue.devices)
    file_type = pick("file_types", catalogue.file_types)
    model, device = catalogue.models[model_id], catalogue.devices[device_id]
    n_ctx = min(_CONTEXT, int(model.architecture.context))
    run = default_settings(n_ctx)
    given = answer(model.architecture, catalogue.file_types[file_type], run, device)
    return _Opening(model_id, model, device_id, device, file_type, n_ctx, given)


def calculator_view(page: PageContext, catalogue: Catalogue) -> views.CalculatorView:
    """The calculator's view for a catalogue with at least one model and device."""
    case = _opening(catalogue)
    on_device = case.answer.device
    assert on_device is not None
    lang = page.lang
    rate = on_device.decode_tokens_per_second
    return views.CalculatorView(
        models=_models(catalogue, case.model_id),
        file_types=tuple(
            views.Choice(
                key,
                f"{key} · {amount(kind.bits_per_weight, lang)}{NO_BREAK}bits",
                key == case.file_type,
            )
            for key, kind in sorted(
                catalogue.file_types.items(), key=lambda item: item[1].bits_per_weight
            )
        ),
        cache_types=tuple(views.Choice(kind, kind, kind == "f16") for kind in CACHE_TYPES),
        devices=_devices(page, catalogue, case.device_id),
        n_ctx=str(case.n_ctx),
        max_n_ctx=str(int(case.model.architecture.context)),
        n_devices="1",
        reserved_gib="0",
        model_name=case.model.model.name,
        device_name=case.device.name,
        device_memory=size(on_device.available_bytes, lang),
        fit=on_device.fit,
        total=size(case.answer.total_bytes, lang),
        parts=_parts(page, case.answer, on_device.available_bytes),
        max_context=amount(on_device.max_context, lang, 0),
        speed=speed(rate["expected"], lang),
        pace=on_device.pace,
        formulas=tuple(
            formula_view(name, page.site.calculations.formulas[name], lang) for name in _FORMULAS
        ),
        engine=f"{ENGINE} {ENGINE_VERSION}",
    )


def _parts(
    page: PageContext, given: Answer, available_bytes: float
) -> tuple[views.MemoryPart, ...]:
    sizes = {
        "weights": given.weights_bytes,
        "cache": given.kv_cache_bytes,
        "state": given.state_bytes,
        "compute": given.compute_buffer_bytes,
        "overhead": given.overhead_bytes["expected"],
    }
    return tuple(
        views.MemoryPart(kind, size(value, page.lang), 100 * value / max(1.0, available_bytes))
        for kind, value in sizes.items()
        if value > 0
    )


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
