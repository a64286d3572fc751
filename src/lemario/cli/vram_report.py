"""What `lemario vram` says: one object for programs, a few lines for people."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lemario.cli.amounts import estimated, row

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lemario.calc.answers import Answer
    from lemario.calc.catalogue import Device
    from lemario.calc.elsewhere import Elsewhere
    from lemario.calc.on_devices import OnDevices, OnGpu
    from lemario.calc.questions import Question
    from lemario.calc.records import Estimate, Settings

_VERDICTS = {
    "fits": "fits",
    "tight": "just fits, or just does not: it depends on the estimates",
    "no": "does not fit",
}


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
        "cpu_moe_layers": int(given.fewest_cpu_moe_layers) if _has_experts(asked) else None,
        "best_file_type": None
        if asked.file_type == "STORED"
        else best_file_type(asked, FILE_TYPES),
        "decode_tokens_per_second": dict(given.decode_tokens_per_second),
        "pace": given.pace,
        "ram_bandwidth_gb_s": ram_bandwidth(asked),
        "prefill_tokens_per_second": dict(prefill) if prefill else None,
        "time_to_first_token_seconds": prompt_tokens / prefill["expected"] if prefill else None,
        "batch_tokens_per_second": batch_rate(
            asked, whole.active_weights_bytes, whole.kv_cache_bytes
        ),
        "changes": [
            {
                "option": it.change.option,
                "freed_bytes": round(it.freed_bytes),
                "fits": it.fits,
                "costs": it.change.cost,
                "decode_tokens_per_second": it.decode_tokens_per_second,
            }
            for it in effects(asked)
        ],
    }


def _rounded(sizes: Mapping[Estimate, float]) -> dict[str, int]:
    return {key: round(size) for key, size in sizes.items()}


def _has_experts(asked: Question) -> bool:
    return any(layer.experts_used > 0 for layer in asked.decoder.layers)


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


def lines_of(
    asked: Question, given: Answer, other: Sequence[Elsewhere], prompt_tokens: int
) -> Sequence[str]:
    """The answer for people."""
    from lemario.calc.questions import ENGINE, ENGINE_VERSION

    billions = given.parameters_total / 1e9
    predicts = asked.run.predicted > 0
    left_out = 0 if predicts else given.weights_bytes - given.loaded_bytes
    weights = f"{billions:.2f} billion parameters at {given.bits_per_weight:.2f} bits"
    lines = [row("weights", given.loaded_bytes, weights)]
    if left_out:
        lines.append(row("(not loaded)", left_out, "in the file, for predicting several tokens"))
    lines.append(row("KV cache", given.kv_cache_bytes, f"{given.kv_cache_bytes / 2**20:,.2f} MiB"))
    if given.state_bytes:
        lines.append(row("state", given.state_bytes, f"{given.state_bytes / 2**20:,.2f} MiB"))
    lines.append(row("compute buffer", given.compute_buffer_bytes))
    if given.projector_bytes["low"]:
        lines.append(estimated("projector", given.projector_bytes))
    if given.draft_bytes:
        drafting = "drafts" if len(asked.drafts) > 1 else "MTP block" if predicts else "draft model"
        lines.append(row(drafting, given.draft_bytes, "weights and a context of its own"))
    lines += [estimated("overhead", given.overhead_bytes), row("total", given.total_bytes)]
    if given.device:
        lines += _device_lines(asked, given.device)
        lines += _speed_lines(asked, given, given.device, prompt_tokens)
        if given.device.fit != "fits":
            lines += _change_lines(asked)
    if other:
        lines.append("Caches of this context elsewhere:")
        lines += [
            f"  {it.engine:<26}{it.cached_bytes / 2**30:>9.2f} GiB   {it.why}" for it in other
        ]
    lines.append(f"By the rules of {ENGINE} {ENGINE_VERSION}.")
    return lines


def _device_lines(asked: Question, given: OnDevices) -> list[str]:
    from lemario.calc.changes import FILE_TYPES, best_file_type
    from lemario.calc.placement import offloadable_layers, offloaded_layers

    every = int(offloadable_layers(asked.decoder))
    on_gpus = int(offloaded_layers(asked.decoder, asked.placement()))
    available = given.available_bytes / 2**30
    lines = [f"On {device_names(asked)}, {available:.2f} GiB: {_VERDICTS[given.fit]}"]
    placed = "all layers" if on_gpus == every else f"{on_gpus} of {every} layers"
    if asked.cpu_moe_layers:
        placed += f", without the experts of the first {asked.cpu_moe_layers}"
    many = len(given.gpus) > 1
    for number, gpu in enumerate(given.gpus):
        label = f"on GPU {number}" if many else "on the GPU"
        lines.append(row(label, gpu.total_bytes["expected"], _of(gpu) if many else placed))
    if many:
        lines.append(f"  {'(layers)':<16}{placed}, split by {asked.split}")
    lines.append(row("in RAM", given.ram.total_bytes, _ram_note(asked)))
    most = f"{int(given.max_context):>9,} tokens" if given.max_context else f"{'none':>9}"
    lines.append(f"  {'largest context':<16}{most}")
    if asked.file_type != "STORED":
        best = best_file_type(asked, FILE_TYPES) or "none"
        lines.append(f"  {'best file type':<16}{best:>9}")
    if given.most_gpu_layers < every:
        lines.append(f"  {'most layers':<16}{int(given.most_gpu_layers):>9} of {every}")
        if _has_experts(asked):
            fewest = int(given.fewest_cpu_moe_layers)
            lines.append(f"  {'experts in RAM':<16}{fewest:>9} layers at the least")
    return lines


def _speed_lines(asked: Question, whole: Answer, given: OnDevices, prompt_tokens: int) -> list[str]:
    from lemario.calc.placed_speed import batch_rate, prefill_rate, ram_bandwidth
    from lemario.calc.placement import is_whole

    speed = given.decode_tokens_per_second
    lines = [
        f"  {'speed':<16}{speed['expected']:>9.1f} tokens/s   {speed['low']:.1f} to "
        f"{speed['high']:.1f}: {given.pace}"
    ]
    if not is_whole(asked.decoder, asked.placement()):
        given_or_not = "" if asked.ram_bandwidth_gb_s else ": give yours with --ram-bandwidth"
        lines.append(f"  {'':<16}with RAM at {ram_bandwidth(asked):g} GB/s{given_or_not}")
    if prefill := prefill_rate(asked, float(prompt_tokens)):
        seconds = prompt_tokens / prefill["expected"]
        lines.append(
            f"  {'prompts':<16}{prefill['expected']:>9,.0f} tokens/s   {prefill['low']:,.0f} to "
            f"{prefill['high']:,.0f}: {seconds:.1f} s until the first token after {prompt_tokens:,}"
        )
    together = batch_rate(asked, whole.active_weights_bytes, whole.kv_cache_bytes)
    if together and asked.run.slots > 1:
        count = int(asked.run.slots)
        lines.append(f"  {f'{count} at once':<16}{together:>9,.0f} tokens/s   in all, at the most")
    return lines


def _change_lines(asked: Question) -> list[str]:
    from lemario.calc.changes import WORDS, effects
    from lemario.calc.questions import how_to_raise

    found = effects(asked)
    enough = [it for it in found if it.fits]
    lines = [
        "What would make it fit:" if enough else "Nothing alone makes it fit; what helps most:"
    ]
    helping = enough or sorted(found, key=lambda it: -it.freed_bytes)
    for it in helping[:5]:
        rate = f"{it.decode_tokens_per_second:.1f} tokens/s"
        freed = f"frees {it.freed_bytes / 2**30:.2f} GiB"
        lines.append(f"  {it.change.option:<22}{freed:<18}{rate:<18}{WORDS[it.change.cost]}")
        if it.change.cost == "system" and it.change.question.available_gib:
            typed = how_to_raise(asked.devices[0], it.change.question.available_gib)
            lines.append(f"    to be had with: {typed}")
    return lines


def _ram_note(asked: Question) -> str:
    return f"of {asked.ram_gib:.2f} GiB" if asked.ram_gib is not None else ""


def _of(gpu: OnGpu) -> str:
    """Of how much memory, and what the most of it is for."""
    weights, cache = gpu.weights_bytes / 2**30, gpu.kv_cache_bytes / 2**30
    return f"of {gpu.available_bytes / 2**30:.2f}: weights {weights:.2f}, KV cache {cache:.2f}"
