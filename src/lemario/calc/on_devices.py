"""What lies where: the part of an answer that is about devices and RAM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from lemario.calc import formulas, gpu_buffer, inverse, placement, speed, weights
from lemario.calc.placed_speed import decode_rate
from lemario.calc.questions import ESTIMATES, Question
from lemario.calc.records import Estimate, Fit, Gpu, Pace, Placement
from lemario.formula.language import total


@dataclass(frozen=True, slots=True)
class OnGpu:
    """What one GPU holds, in bytes; `total_bytes` with each estimate of the overhead.

    `draft_bytes` are weights and contexts of what drafts tokens.
    """

    available_bytes: float
    weights_bytes: float
    kv_cache_bytes: float
    state_bytes: float
    compute_buffer_bytes: float
    draft_weights_bytes: float
    draft_bytes: float
    projector_bytes: Mapping[Estimate, float]
    overhead_bytes: Mapping[Estimate, float]
    total_bytes: Mapping[Estimate, float]


@dataclass(frozen=True, slots=True)
class InRam:
    """What RAM holds, in bytes: weights that are not on GPUs, and with caches and buffers all.

    `needed_bytes` are those of `available_bytes` that are needed: where GPUs share the RAM, with
    all that is on them, by the estimates of the overhead.
    """

    weights_bytes: float
    total_bytes: float
    available_bytes: float
    needed_bytes: Mapping[Estimate, float]


@dataclass(frozen=True)
class OnDevices:
    """What devices add to an answer. The inverse questions are answered only when asked."""

    question: Question
    gpus: tuple[OnGpu, ...]
    ram: InRam
    fit: Fit
    decode_tokens_per_second: Mapping[Estimate, float]
    pace: Pace

    @property
    def parts(self) -> Mapping[str, float]:
        """Bytes on all GPUs by what they are for; the overhead is the expected one."""
        return {
            "weights": total(gpu.weights_bytes for gpu in self.gpus),
            "cache": total(gpu.kv_cache_bytes for gpu in self.gpus),
            "state": total(gpu.state_bytes for gpu in self.gpus),
            "compute": total(gpu.compute_buffer_bytes for gpu in self.gpus),
            "overhead": total(gpu.overhead_bytes["expected"] for gpu in self.gpus),
        }

    @property
    def total_bytes(self) -> float:
        """Bytes on all GPUs with the expected overhead."""
        return total(gpu.total_bytes["expected"] for gpu in self.gpus)

    @property
    def available_bytes(self) -> float:
        """Bytes of all GPUs that there are for the model."""
        return total(gpu.available_bytes for gpu in self.gpus)

    @property
    def fits(self) -> bool:
        """Whether it fits with the expected overhead, on each GPU and, if its size is known, in RAM."""
        on_gpus = all(gpu.total_bytes["expected"] <= gpu.available_bytes for gpu in self.gpus)
        return on_gpus and self.ram.needed_bytes["expected"] <= self.ram.available_bytes

    def room(self, estimate: Estimate = "expected", *, beside_weights: bool = False) -> Placement:
        """The placement, with what GPUs and RAM have left beside overhead, projector and drafts."""
        taken = tuple(
            gpu.overhead_bytes[estimate]
            + gpu.projector_bytes[estimate]
            + gpu.draft_weights_bytes
            + (gpu.weights_bytes if beside_weights else 0.0)
            for gpu in self.gpus
        )
        in_ram = self.ram.weights_bytes if beside_weights else 0.0
        shared = total(taken) if self.question.shares_ram else 0.0
        return self.question.placement(taken, in_ram + shared)

    @cached_property
    def max_context(self) -> float:
        """Largest context that fits, 0 if none."""
        asked = self.question
        return inverse.largest_context(
            asked.decoder,
            asked.decoders,
            asked.run,
            asked.file_type,
            self.room(beside_weights=True),
        )

    @cached_property
    def most_gpu_layers(self) -> float:
        """Most layers for `-ngl` that fit, the output counted."""
        asked = self.question
        return inverse.most_gpu_layers(
            asked.decoder,
            asked.decoders,
            asked.run,
            asked.file_type,
            self.room(),
        )

    @cached_property
    def fewest_cpu_moe_layers(self) -> float | None:
        """Fewest layers for `--n-cpu-moe` with which it fits; None if it does with none."""
        asked, room = self.question, self.room()
        given = asked.decoder, asked.decoders, asked.run, asked.file_type
        fewest = inverse.fewest_cpu_moe_layers(*given, room)
        found = room._replace(cpu_moe_layers=fewest)
        return fewest if inverse.fits(*given, found) else None


def on_devices(asked: Question, read_bytes: float, kv_cache_bytes: float) -> OnDevices:
    """Where the model of a question lies; `read_bytes` of weights are read for each token."""
    placed = asked.placement()
    gpus = tuple(
        _on_gpu(asked, placed, gpu, first=number == 0) for number, gpu in enumerate(placed.gpus)
    )
    ram = _in_ram(asked, placed, gpus)
    rate = decode_rate(asked, placed, read_bytes, kv_cache_bytes)
    return OnDevices(
        question=asked,
        gpus=gpus,
        ram=ram,
        fit=_fit(gpus, ram),
        decode_tokens_per_second=rate,
        pace=speed.pace(rate["expected"]),
    )


def _in_ram(asked: Question, placed: Placement, gpus: tuple[OnGpu, ...]) -> InRam:
    decoder, file_type = asked.decoder, asked.file_type
    in_all = inverse.ram_bytes(decoder, asked.run, file_type, placed)
    shared = {e: total(gpu.total_bytes[e] for gpu in gpus) for e in ESTIMATES}
    return InRam(
        weights_bytes=placement.ram_weights_bytes(decoder, file_type, placed),
        total_bytes=in_all,
        available_bytes=placed.ram_free_bytes,
        needed_bytes={e: in_all + shared[e] if placed.shares_ram else in_all for e in ESTIMATES},
    )


def _on_gpu(asked: Question, placed: Placement, gpu: Gpu, *, first: bool) -> OnGpu:
    decoder, file_type, run = asked.decoder, asked.file_type, asked.run
    drafts = total(weights.loaded_bytes(*draft) for draft in asked.drafts)
    draft = drafts if placement.is_last(placed, gpu) else 0.0
    held = inverse.gpu_bytes(decoder, asked.decoders, run, file_type, placed, gpu) + draft
    file_bytes = asked.projector_file_bytes if first else 0.0
    projector = {e: formulas.projector_bytes(file_bytes, e) for e in ESTIMATES}
    overhead = {e: formulas.overhead_bytes(asked.driver, e) for e in ESTIMATES}
    return OnGpu(
        available_bytes=gpu.free_bytes,
        weights_bytes=placement.gpu_weights_bytes(decoder, file_type, placed, gpu),
        kv_cache_bytes=placement.gpu_kv_cache_bytes(decoder, run, placed, gpu),
        state_bytes=placement.gpu_state_bytes(decoder, run, placed, gpu),
        compute_buffer_bytes=gpu_buffer.gpu_buffer_bytes(decoder, run, file_type, placed, gpu),
        draft_weights_bytes=draft,
        draft_bytes=draft + inverse.drafting_bytes(asked.decoders, run, placed, gpu),
        projector_bytes=projector,
        overhead_bytes=overhead,
        total_bytes={e: held + projector[e] + overhead[e] for e in ESTIMATES},
    )


def _fit(gpus: tuple[OnGpu, ...], ram: InRam) -> Fit:
    """How surely it fits: as where it fits worst, on a GPU or in RAM."""
    found = {
        formulas.fit(g.total_bytes["low"], g.total_bytes["high"], g.available_bytes) for g in gpus
    }
    found.add(formulas.fit(ram.needed_bytes["low"], ram.needed_bytes["high"], ram.available_bytes))
    if "no" in found:
        return "no"
    return "tight" if "tight" in found else "fits"
