"""What `lemario vram --train` says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lemario.cli.amounts import amount, row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lemario.calc.records import Architecture, Training

_METHODS = {"full": "full fine-tuning", "lora": "LoRA", "qlora": "QLoRA"}
_LABELS = {
    "weights_bytes": "weights",
    "gradient_bytes": "gradients",
    "optimizer_bytes": "optimizer",
    "activation_bytes": "activations",
    "stage_bytes": "largest stage",
    "overhead_bytes": "overhead",
    "total_bytes": "total",
}


def _parts(decoder: Architecture, asked: Training) -> Mapping[str, float]:
    from lemario.calc import training

    return {
        "weights_bytes": training.training_weights_bytes(decoder, asked),
        "gradient_bytes": training.gradient_bytes(decoder, asked),
        "optimizer_bytes": training.optimizer_bytes(decoder, asked),
        "activation_bytes": training.activation_bytes(decoder, asked),
        "stage_bytes": training.stage_bytes(decoder, asked),
        "overhead_bytes": training.training_overhead_bytes(decoder, asked),
        "total_bytes": training.training_total_bytes(decoder, asked),
    }


@dataclass(frozen=True, slots=True)
class Room:
    """A device to train on, and the bytes of it that there are."""

    device: str
    available_bytes: float


def as_json(name: str, decoder: Architecture, asked: Training, room: Room | None) -> dict[str, Any]:
    """What training takes, by its parts, in whole bytes.

    `stage_bytes` are the larger of the logits and of one layer on the way back: they are not there
    at the same time.
    """
    from lemario.calc import training, weights

    parts = _parts(decoder, asked)
    result = {
        "model": name,
        "training": {
            key: int(value) if isinstance(value, float) else value
            for key, value in asked._asdict().items()
        },
        "parameters_total": int(weights.parameters(decoder)),
        "parameters_trained": int(training.trained_parameters(decoder, asked)),
        "logits_bytes": round(training.logits_bytes(decoder, asked)),
        **{key: round(size) for key, size in parts.items()},
    }
    if room is not None:
        available = room.available_bytes
        result |= {
            "device": room.device,
            "available_bytes": round(available),
            "fits": parts["total_bytes"] <= available,
            "max_sequence": int(training.largest_sequence(decoder, asked, available)),
        }
    return result


def lines_of(name: str, decoder: Architecture, asked: Training, room: Room | None) -> Sequence[str]:
    """The same for people."""
    from lemario.calc import training, weights

    trained = training.trained_parameters(decoder, asked)
    share = trained / weights.parameters(decoder)
    notes = {
        "gradient_bytes": f"of {trained / 1e6:,.1f} million parameters, {share:.2%} of all",
        "optimizer_bytes": asked.optimizer,
        "activation_bytes": "in RAM" if asked.checkpointing == "offloaded" else "",
        "stage_bytes": "logits and loss, or one layer on the way back",
        "overhead_bytes": "an estimate: driver, libraries, gaps",
    }
    sequences = f"{asked.batch:.0f} × {asked.sequence:,.0f} tokens"
    rank = "" if asked.method == "full" else f", rank {asked.rank:.0f}"
    parts = _parts(decoder, asked)
    lines = [
        f"{name}, {_METHODS[asked.method]}{rank}, {sequences}",
        *(row(label, parts[key], notes.get(key, "")) for key, label in _LABELS.items()),
    ]
    if room is not None:
        there = room.available_bytes
        verdict = "fits" if parts["total_bytes"] <= there else "does not fit"
        longest = int(training.largest_sequence(decoder, asked, there))
        lines += [
            f"On {room.device}, {there / 2**30:.2f} GiB: {verdict}",
            amount("largest sequence", *((f"{longest:,}", "tokens") if longest else ("none",))),
        ]
    return lines
