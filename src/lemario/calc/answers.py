"""The whole answer to one question: what a model takes, and how it does on devices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lemario.calc import compute_buffer, formulas, kv_cache, weights
from lemario.calc.on_devices import OnDevices, on_devices
from lemario.calc.questions import ESTIMATES, Question
from lemario.calc.records import Estimate
from lemario.formula.language import total


@dataclass(frozen=True, slots=True)
class Answer:
    """All sizes in bytes, wherever they lie; `device` says what lies where.

    `weights_bytes` are all tensors of the file, `loaded_bytes` those that are loaded,
    `active_weights_bytes` those that one token reads. `overhead_bytes` are those of all devices,
    `total_bytes` is with the expected ones. `bits_per_weight` is that of what is loaded, as the
    parameters are.
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
    device: OnDevices | None


def answer(asked: Question) -> Answer:
    """What the model takes in these settings, and on devices if some are given."""
    decoder, file_type, run = asked.decoder, asked.file_type, asked.run
    n_parameters = weights.parameters(decoder)
    loaded = weights.loaded_bytes(decoder, file_type)
    drafts = sum(weights.loaded_bytes(*draft) for draft in asked.drafts)
    running = formulas.running_bytes(decoder, asked.decoders, run)
    count = max(1, len(asked.devices))
    overhead = {
        e: total(formulas.overhead_bytes(asked.driver, e) for _ in range(count)) for e in ESTIMATES
    }
    projector = {e: formulas.projector_bytes(asked.projector_file_bytes, e) for e in ESTIMATES}
    read = weights.active_weights_bytes(decoder, file_type)
    cache = kv_cache.kv_cache_bytes(decoder, run)
    return Answer(
        parameters_total=n_parameters,
        parameters_active=weights.active_parameters(decoder),
        bits_per_weight=weights.bits_per_weight(loaded, n_parameters),
        weights_bytes=weights.weights_bytes(decoder, file_type),
        loaded_bytes=loaded,
        active_weights_bytes=read,
        kv_cache_bytes=cache,
        state_bytes=kv_cache.state_bytes(decoder, run),
        compute_buffer_bytes=compute_buffer.compute_buffer_bytes(decoder, run),
        projector_bytes=projector,
        draft_bytes=drafts + running - formulas.context_bytes(decoder, run),
        overhead_bytes=overhead,
        total_bytes=formulas.total_bytes(
            decoder,
            asked.decoders,
            run,
            loaded + drafts + projector["expected"],
            overhead["expected"],
        ),
        device=on_devices(asked, read, cache) if asked.devices else None,
    )
