"""What `lemario vram` says: one object for programs, a few lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lemario.calc.answers import Answer, Question
    from lemario.calc.records import Estimate, Settings

_VERDICTS = {
    "fits": "fits",
    "tight": "just fits, or just does not: it depends on the estimates",
    "no": "does not fit",
}


def as_json(name: str, asked: Question, given: Answer) -> dict[str, Any]:
    """The question and its answer for programs, sizes in whole bytes; `name` is the model's.

    `draft_bytes`: weights and contexts of all that drafts, an MTP block too. `fits` is whether the
    total does with the expected overhead; `verdict` says how surely.
    """
    from lemario.calc.answers import ENGINE, ENGINE_VERSION

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
        "projector_bytes": {key: round(size) for key, size in given.projector_bytes.items()},
        "draft_bytes": round(given.draft_bytes),
        "overhead_bytes": {key: round(size) for key, size in given.overhead_bytes.items()},
        "total_bytes": round(given.total_bytes),
    }
    if given.device and asked.device:
        result |= {
            "device": asked.device.name,
            "n_devices": asked.n_devices,
            "available_bytes": round(given.device.available_bytes),
            "fits": given.total_bytes <= given.device.available_bytes,
            "verdict": given.device.fit,
            "max_context": int(given.device.max_context),
            "decode_tokens_per_second": dict(given.device.decode_tokens_per_second),
            "pace": given.device.pace,
        }
    return result


def cache_of(run: Settings) -> str:
    """The type of the cache, or both if keys and values differ."""
    same = run.kv_type_k == run.kv_type_v
    return run.kv_type_k if same else f"{run.kv_type_k}/{run.kv_type_v}"


def lines_of(asked: Question, given: Answer, device: str) -> Sequence[str]:
    """The answer for people; `device` is what the device is called."""
    from lemario.calc.answers import ENGINE, ENGINE_VERSION

    def row(label: str, size: float, note: str = "") -> str:
        return f"  {label:<16}{size / 2**30:>9.2f} GiB   {note}".rstrip()

    def estimated(label: str, sizes: Mapping[Estimate, float]) -> str:
        low, high = sizes["low"] / 2**30, sizes["high"] / 2**30
        return row(label, sizes["expected"], f"an estimate, {low:.2f} to {high:.2f}")

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
        verdict = _VERDICTS[given.device.fit]
        speed = given.device.decode_tokens_per_second
        most = f"{int(given.device.max_context):,} tokens" if given.device.max_context else "none"
        lines += [
            f"On {device}, {given.device.available_bytes / 2**30:.2f} GiB: {verdict}",
            f"  {'largest context':<16}{most:>9}",
            f"  {'speed':<16}{speed['expected']:>9.1f} tokens/s   {speed['low']:.1f} to "
            f"{speed['high']:.1f}: {given.device.pace}",
        ]
    lines.append(f"By the rules of {ENGINE} {ENGINE_VERSION}.")
    return lines
