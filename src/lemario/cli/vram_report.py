"""What `lemario vram` says of llama.cpp for programs: one object."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lemario.calc.answers import Answer
    from lemario.calc.catalogue import Device
    from lemario.calc.elsewhere import Elsewhere
    from lemario.calc.on_devices import OnDevices
    from lemario.calc.questions import Question
    from lemario.calc.records import Estimate, Settings


def as_json(
    name: str,
    asked: Question,
    given: Answer,
    other: Sequence[Elsewhere],
    prompt_tokens: int,
) -> dict[str, Any]:
    """The question and its answer for programs, sizes in whole bytes; `name` is the model's.

    `draft_bytes`: weights and contexts of all that drafts, an MTP block too. `fits` is whether each
    GPU has room with the expected overhead; `verdict` says how surely. `gpu_layers` and
    `cpu_moe_layers` are the most and the fewest that fit, `placement` is what was asked.
    `elsewhere`: caches of other engines and builds that are of another size, with the reason.
    """
    from lemario.calc.questions import ENGINE, ENGINE_VERSION

    result: dict[str, Any] = {
        "engine": {"name": ENGINE, "version": ENGINE_VERSION},
        "model": name,
        "file_type": asked.file_type,
        "settings": {
            key: int(value) if isinstance(value, float) else value
            for key, value in asked.run._asdict().items()
        },
        "backend": asked.driver,
        "parameters_total": int(given.parameters_total),
        "parameters_active": int(given.parameters_active),
        "bits_per_weight": given.bits_per_weight,
        "weights_bytes": round(given.weights_bytes),
        "weights_loaded_bytes": round(given.loaded_bytes),
        "kv_cache_bytes": round(given.kv_cache_bytes),
        "state_bytes": round(given.state_bytes),
        "compute_buffer_bytes": round(given.compute_buffer_bytes),
        "projector_bytes": _rounded(given.projector_bytes),
        "draft_bytes": round(given.draft_bytes),
        "overhead_bytes": _rounded(given.overhead_bytes),
        "total_bytes": round(given.total_bytes),
        "elsewhere": [
            {"engine": it.engine, "cached_bytes": round(it.cached_bytes), "why": it.why}
            for it in other
        ],
    }
    return result | (
        _devices_json(asked, given, given.device, prompt_tokens) if given.device else {}
    )


def _devices_json(
    asked: Question, whole: Answer, given: OnDevices, prompt_tokens: int
) -> dict[str, Any]:
    from lemario.calc.changes import FILE_TYPES, best_file_type, effects
    from lemario.calc.placed_speed import batch_rate, prefill_rate, ram_bandwidth
    from lemario.calc.placement import offloadable_layers, offloaded_layers

    prefill = prefill_rate(asked, float(prompt_tokens))

    return {
        "device": device_names(asked),
        "n_devices": len(asked.devices),
        "placement": {
            "gpu_layers": int(offloaded_layers(asked.decoder, asked.placement())),
            "of_layers": int(offloadable_layers(asked.decoder)),
            "cpu_moe_layers": asked.cpu_moe_layers,
            "split": asked.split,
        },
        "gpus": [
            {
                "device": device.name,
                "available_bytes": round(gpu.available_bytes),
                "weights_bytes": round(gpu.weights_bytes),
                "kv_cache_bytes": round(gpu.kv_cache_bytes),
                "state_bytes": round(gpu.state_bytes),
                "compute_buffer_bytes": round(gpu.compute_buffer_bytes),
                "draft_bytes": round(gpu.draft_bytes),
                "projector_bytes": _rounded(gpu.projector_bytes),
                "overhead_bytes": _rounded(gpu.overhead_bytes),
                "total_bytes": _rounded(gpu.total_bytes),
            }
            for device, gpu in zip(asked.devices, given.gpus, strict=True)
        ],
        "ram_bytes": round(given.ram.total_bytes),
        "ram_weights_bytes": round(given.ram.weights_bytes),
        "available_bytes": round(given.available_bytes),
        "fits": given.fits,
        "verdict": given.fit,
        "max_context": int(given.max_context),
        "gpu_layers": int(given.most_gpu_layers),
        "cpu_moe_layers": fewest_cpu_moe_layers(asked, given),
        "best_file_type": None
        if asked.file_type == "STORED"
        else best_file_type(asked, FILE_TYPES),
        "decode_tokens_per_second": dict(given.decode_tokens_per_second),
        "pace": given.pace,
        "ram_bandwidth_gb_s": ram_bandwidth(asked),
        "prefill_tokens_per_second": dict(prefill) if prefill else None,
        "time_to_first_token_seconds": prompt_tokens / prefill["expected"] if prefill else None,
        "batch_tokens_per_second": batch_rate(asked, whole.kv_cache_bytes),
        "changes": [
            {
                "option": it.change.option,
                "freed_bytes": round(it.freed_bytes),
                "fits": it.fit != "no",
                "verdict": it.fit,
                "costs": it.change.cost,
                "decode_tokens_per_second": it.decode_tokens_per_second,
            }
            for it in effects(asked)
        ],
    }


def fewest_cpu_moe_layers(asked: Question, given: OnDevices) -> int | None:
    """The fewest layers whose experts are in RAM with which it fits, if there are such."""
    if not any(layer.experts_used > 0 for layer in asked.decoder.layers):
        return None
    found = given.fewest_cpu_moe_layers
    return None if found is None else int(found)


def _rounded(sizes: Mapping[Estimate, float]) -> dict[str, int]:
    return {key: round(size) for key, size in sizes.items()}


def cache_of(run: Settings) -> str:
    """The type of the cache, or both if keys and values differ."""
    same = run.kv_type_k == run.kv_type_v
    return run.kv_type_k if same else f"{run.kv_type_k}/{run.kv_type_v}"


def device_names(asked: Question) -> str:
    """What the devices of a question are called."""
    return names_of(asked.devices)


def names_of(devices: Iterable[Device]) -> str:
    """What devices are called, equal ones counted: "2 × GeForce RTX 3090"."""
    counted = Counter(device.name for device in devices)
    return " + ".join(f"{count} × {name}" if count > 1 else name for name, count in counted.items())
