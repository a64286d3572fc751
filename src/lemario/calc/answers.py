"""The whole answer to one question: what a model takes on a device, and how fast it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from lemario.calc import compute_buffer, formulas, kv_cache, speed, weights
from lemario.calc.catalogue import Device
from lemario.calc.records import (
    Architecture,
    Backend,
    Estimate,
    FileType,
    Fit,
    MemoryKind,
    Pace,
    Settings,
)

ENGINE = "llama.cpp"
ENGINE_VERSION = "2026-10"
"""The release whose rules the formulas describe."""

BATCH = 2048
"""Tokens that llama.cpp takes in at once unless told otherwise (`--batch-size`)."""

ESTIMATES: tuple[Estimate, ...] = ("low", "expected", "high")

_BACKENDS: Mapping[str, Backend] = {"NVIDIA": "cuda", "AMD": "rocm", "Apple": "metal"}


def default_settings(n_ctx: float, slots: float = 1, drafted: float = 0) -> Settings:
    """llama.cpp's defaults for a context.

    The server reserves a row of logits for each slot, and for each of `drafted` tokens of its that
    it checks at once.
    """
    return Settings(
        n_ctx=float(n_ctx),
        slots=float(slots),
        unified=True,
        n_ubatch=512.0,
        kv_type_k="f16",
        kv_type_v="f16",
        flash_attention=True,
        swa_full=False,
        logits_rows=float(min(BATCH, slots * (1 + drafted))),
        predicted=0.0,
    )


def backend_of(device: Device) -> Backend:
    """The backend that llama.cpp is usually built with for a device."""
    return _BACKENDS.get(device.vendor, "vulkan")


def memory_of(device: Device) -> MemoryKind:
    """The kind of memory that the weights are read from."""
    if device.kind in ("unified", "embedded"):
        return "unified"
    return "hbm" if (device.memory_type or "").startswith("HBM") else "gddr"


def tensor_tflops(device: Device) -> float | None:
    """Dense FP16 TFLOPS with FP16 accumulation: GeForce cards halve them with FP32 accumulation."""
    if device.fp16_tflops is None:
        return None
    halved = device.vendor == "NVIDIA" and device.kind in ("consumer", "laptop")
    return device.fp16_tflops * 2 if halved else device.fp16_tflops


def is_limited(device: Device) -> bool:
    """Whether the system keeps a share of the memory from the GPU unless told otherwise."""
    return device.vendor == "Apple"


@dataclass(frozen=True, slots=True)
class Question:
    """A model, how it is started, and where it is to run; `n_devices` counts equal devices.

    `backend` is the device's own if it is None, or CUDA without a device. `available_gib` stands
    in for what the system gives the GPU. `projector_file_bytes` is the size of the file for
    pictures, 0 if there is none. `drafts`: what drafts tokens: a model, the block of the model itself
    (`predicting`), or nothing.
    """

    decoder: Architecture
    file_type: FileType
    run: Settings
    device: Device | None = None
    n_devices: int = 1
    reserved_gib: float = 0.0
    available_gib: float | None = None
    backend: Backend | None = None
    projector_file_bytes: float = 0.0
    drafts: tuple[tuple[Architecture, FileType], ...] = ()

    @property
    def driver(self) -> Backend:
        """The backend that the overhead is that of."""
        return self.backend or (backend_of(self.device) if self.device else "cuda")

    @property
    def decoders(self) -> tuple[Architecture, ...]:
        """The draft models without their file types."""
        return tuple(decoder for decoder, _ in self.drafts)


@dataclass(frozen=True)
class OnDevice:
    """What a device adds to the answer. It tries many contexts only when asked for the largest."""

    question: Question
    available_bytes: float
    left_bytes: float
    fit: Fit
    decode_tokens_per_second: Mapping[Estimate, float]
    pace: Pace

    @cached_property
    def max_context(self) -> float:
        """Largest context that fits, 0 if none."""
        asked = self.question
        return formulas.largest_context(asked.decoder, asked.decoders, asked.run, self.left_bytes)


@dataclass(frozen=True, slots=True)
class Answer:
    """All sizes in bytes.

    `weights_bytes` are all tensors of the file, `loaded_bytes` those that are loaded,
    `active_weights_bytes` those that one token reads. `total_bytes` is with the expected overhead.
    `bits_per_weight` is that of what is loaded, as the parameters are.
    """

    parameters_total: float
    parameters_active: float
    bits_per_weight: float
    weights_bytes: float
    loaded_bytes: float
    active_weights_bytes: float
    kv_cache_bytes: float
    state_bytes: float
    compute_buffer_bytes: float
    projector_bytes: Mapping[Estimate, float]
    draft_bytes: float
    overhead_bytes: Mapping[Estimate, float]
    total_bytes: float
    device: OnDevice | None


def answer(asked: Question) -> Answer:
    """What the model takes in these settings, and on a device if one is given."""
    decoder, file_type, run = asked.decoder, asked.file_type, asked.run
    n_parameters = weights.parameters(decoder)
    loaded = weights.loaded_bytes(decoder, file_type)
    drafts = sum(weights.loaded_bytes(*draft) for draft in asked.drafts)
    running = formulas.running_bytes(decoder, asked.decoders, run)
    count = float(asked.n_devices)
    overhead = {e: formulas.overhead_bytes(asked.driver, e, count) for e in ESTIMATES}
    projector = {e: formulas.projector_bytes(asked.projector_file_bytes, e) for e in ESTIMATES}
    fixed = {e: loaded + drafts + projector[e] for e in ESTIMATES}
    totals = {
        e: formulas.total_bytes(decoder, asked.decoders, run, fixed[e], overhead[e])
        for e in ESTIMATES
    }
    given = Answer(
        parameters_total=n_parameters,
        parameters_active=weights.active_parameters(decoder),
        bits_per_weight=weights.bits_per_weight(loaded, n_parameters),
        weights_bytes=weights.weights_bytes(decoder, file_type),
        loaded_bytes=loaded,
        active_weights_bytes=weights.active_weights_bytes(decoder, file_type),
        kv_cache_bytes=kv_cache.kv_cache_bytes(decoder, run),
        state_bytes=kv_cache.state_bytes(decoder, run),
        compute_buffer_bytes=compute_buffer.compute_buffer_bytes(decoder, run),
        projector_bytes=projector,
        draft_bytes=drafts + running - formulas.context_bytes(decoder, run),
        overhead_bytes=overhead,
        total_bytes=totals["expected"],
        device=None,
    )
    if asked.device is None:
        return given
    return replace(given, device=_on_device(given, asked, asked.device, fixed, totals))


def _on_device(
    given: Answer,
    asked: Question,
    device: Device,
    fixed: Mapping[Estimate, float],
    totals: Mapping[Estimate, float],
) -> OnDevice:
    gpu_gib = asked.available_gib
    if gpu_gib is None:
        gpu_gib = formulas.gpu_memory_gib(device.memory_gib, is_limited(device))
    available = formulas.available_bytes(gpu_gib, asked.reserved_gib, float(asked.n_devices))
    rate = {
        e: speed.decode_tokens_per_second(
            device.bandwidth_gb_s,
            memory_of(device),
            given.active_weights_bytes,
            given.kv_cache_bytes,
            speed.number_of_layers(asked.decoder),
            float(asked.n_devices),
            e,
        )
        for e in ESTIMATES
    }
    return OnDevice(
        question=asked,
        available_bytes=available,
        left_bytes=available - fixed["expected"] - given.overhead_bytes["expected"],
        fit=formulas.fit(totals["low"], totals["high"], available),
        decode_tokens_per_second=rate,
        pace=speed.pace(rate["expected"]),
    )
