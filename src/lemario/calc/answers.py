"""The whole answer to one question: what a model takes on a device, and how fast it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from lemario.calc import formulas
from lemario.calc.catalogue import Device, FileType
from lemario.calc.records import Architecture, Estimate, Fit, Pace, Settings

ENGINE = "llama.cpp"
ENGINE_VERSION = "2026-10"
"""The release whose rules the formulas describe."""

ESTIMATES: tuple[Estimate, ...] = ("low", "expected", "high")


def default_settings(n_ctx: float, slots: float = 1) -> Settings:
    """llama.cpp's defaults for a context; the server reserves one row of logits a slot."""
    return Settings(
        n_ctx=float(n_ctx),
        slots=float(slots),
        unified=True,
        n_ubatch=512.0,
        kv_type_k="f16",
        kv_type_v="f16",
        flash_attention=True,
        swa_full=False,
        logits_rows=float(slots),
    )


@dataclass(frozen=True)
class OnDevice:
    """What a device adds to the answer."""

    available_bytes: float
    fit: Fit
    decode_tokens_per_second: Mapping[Estimate, float]
    pace: Pace
    search: Callable[[], float] = field(repr=False, compare=False)

    @cached_property
    def max_context(self) -> float:
        """Largest context that fits, 0 if none; it tries many, so it is found when asked for."""
        return self.search()


@dataclass(frozen=True, slots=True)
class Answer:
    """All sizes in bytes. `active_weights_bytes` are those that one token reads.

    `total_bytes` is with the expected overhead.
    """

    parameters_total: float
    parameters_active: float
    bits_per_weight: float
    weights_bytes: float
    active_weights_bytes: float
    kv_cache_bytes: float
    state_bytes: float
    compute_buffer_bytes: float
    overhead_bytes: Mapping[Estimate, float]
    total_bytes: float
    device: OnDevice | None


def answer(
    decoder: Architecture,
    file_type: FileType,
    run: Settings,
    device: Device | None = None,
    *,
    n_devices: int = 1,
    reserved_gib: float = 0.0,
) -> Answer:
    """What the model takes in these settings, and on that many of a device if one is given."""
    count = float(n_devices)
    n_parameters = formulas.parameters(decoder)
    weights = formulas.weights_bytes(n_parameters, file_type.bits_per_weight)
    totals = {e: formulas.total_bytes(decoder, run, weights, e, count) for e in ESTIMATES}
    given = Answer(
        parameters_total=n_parameters,
        parameters_active=formulas.active_parameters(decoder),
        bits_per_weight=file_type.bits_per_weight,
        weights_bytes=weights,
        active_weights_bytes=formulas.active_weights_bytes(
            decoder, file_type.bits_per_weight, file_type.looked_up_bits
        ),
        kv_cache_bytes=formulas.kv_cache_bytes(decoder, run),
        state_bytes=formulas.state_bytes(decoder, run),
        compute_buffer_bytes=formulas.compute_buffer_bytes(decoder, run),
        overhead_bytes={e: formulas.overhead_bytes(e, count) for e in ESTIMATES},
        total_bytes=totals["expected"],
        device=None,
    )
    if device is None:
        return given
    return replace(
        given,
        device=_on_device(given, decoder, run, device, count, reserved_gib, totals),
    )


def is_limited(device: Device) -> bool:
    """Whether the system keeps a share of the memory from the GPU unless told otherwise."""
    return device.vendor == "Apple"


def _on_device(
    given: Answer,
    decoder: Architecture,
    run: Settings,
    device: Device,
    count: float,
    reserved_gib: float,
    totals: Mapping[Estimate, float],
) -> OnDevice:
    gpu_gib = formulas.gpu_memory_gib(device.memory_gib, is_limited(device))
    available = formulas.available_bytes(gpu_gib, reserved_gib, count)
    speed = {
        e: formulas.decode_tokens_per_second(
            device.bandwidth_gb_s, given.active_weights_bytes, given.kv_cache_bytes, e
        )
        for e in ESTIMATES
    }
    return OnDevice(
        available_bytes=available,
        fit=formulas.fit(totals["low"], totals["high"], available),
        decode_tokens_per_second=speed,
        pace=formulas.pace(speed["expected"]),
        search=partial(
            formulas.largest_context, decoder, run, given.weights_bytes, available, count
        ),
    )
