"""What to change so that a model fits: each change with the bytes that it frees and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lemario.calc import formulas, inverse, placement, weights
from lemario.calc.answers import answer
from lemario.calc.on_devices import OnDevices
from lemario.calc.questions import Question, memory_limit
from lemario.calc.records import FileType, Fit

Cost = Literal["nothing", "exactness", "prompts", "system", "speed", "quality", "context"]
"""What a change takes away, from the least to the most.

`exactness`: of the cache, by a little; `prompts`: speed at which they are read; `system`: memory
that the system had; `speed`: of the answer; `quality`: of the model; `context`: its length.
"""

COSTS: tuple[Cost, ...] = (
    "nothing", "exactness", "prompts", "system", "speed", "quality", "context",
)  # fmt: skip

FILE_TYPES: tuple[FileType, ...] = (
    "F16", "Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M", "IQ4_XS", "Q3_K_M", "IQ3_XXS", "Q2_K", "IQ2_XXS",
)  # fmt: skip
"""Types that most models are published in, the largest first."""

SYSTEM_GIB = 8.0
"""Memory that stays with the system when the limit of a unified memory is raised."""

LEAST_UBATCH = 128.0
GIB = 2.0**30


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one thing: the option as it is written, and the question with it."""

    option: str
    cost: Cost
    question: Question


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change brings: bytes freed on all GPUs, how surely it then fits, tokens a second."""

    change: Change
    freed_bytes: float
    fit: Fit
    decode_tokens_per_second: float


def effects(asked: Question) -> tuple[Effect, ...]:
    """What each change of the question would bring, the most useful first.

    Those after which it surely fits come first, of these the cheapest; of equal ones the fastest,
    or those that change the least. Then those that free the most. What frees nothing is left out.
    """
    before = _device(asked)
    found = [_effect(before, change) for change in _changes(asked, before)]
    useful = [it for it in found if it.freed_bytes > 0]
    return tuple(sorted(useful, key=_usefulness))


def _usefulness(effect: Effect) -> tuple[bool, int, float]:
    cost = effect.change.cost
    if effect.fit != "fits":
        return True, 0, -effect.freed_bytes
    least = -effect.decode_tokens_per_second if cost == "speed" else effect.freed_bytes
    return False, COSTS.index(cost), least


def best_file_type(asked: Question, file_types: Sequence[FileType]) -> FileType | None:
    """The type with the most bits, among some, in which the model fits; None if in none."""
    by_size = sorted(
        file_types, key=lambda kind: weights.loaded_bytes(asked.decoder, kind), reverse=True
    )
    fitting = (kind for kind in by_size if _device(in_file_type(asked, kind)).fits)
    return next(fitting, None)


def in_file_type(asked: Question, kind: FileType) -> Question:
    """The question with files of another type, those of draft models too."""
    drafts = tuple((decoder, kind) for decoder, _ in asked.drafts)
    return replace(asked, file_type=kind, drafts=drafts)


def _device(asked: Question) -> OnDevices:
    found = answer(asked).device
    assert found is not None
    return found


def _effect(before: OnDevices, change: Change) -> Effect:
    after = _device(change.question)
    more = after.available_bytes - before.available_bytes
    return Effect(
        change,
        before.total_bytes - after.total_bytes + more,
        after.fit,
        after.decode_tokens_per_second["expected"],
    )


def _changes(asked: Question, before: OnDevices) -> Iterator[Change]:
    for option, cost, change in _SETTINGS:
        changed = change(asked)
        if changed is not None and _starts(changed):
            yield Change(option(changed), cost, changed)
    for kind in FILE_TYPES:
        smaller = weights.loaded_bytes(asked.decoder, kind) < weights.loaded_bytes(
            asked.decoder, asked.file_type
        )
        if asked.file_type != "STORED" and smaller:
            yield Change(f"--quant {kind}", "quality", in_file_type(asked, kind))
    yield from _moved(asked, before)
    if raised := _raised_limit(asked):
        yield raised


def _starts(asked: Question) -> bool:
    return formulas.refusal(asked.decoder, asked.run) == "none"


def _moved(asked: Question, before: OnDevices) -> Iterator[Change]:
    """Experts, or whole layers, in RAM: as many as it surely takes, if more than now.

    Where the GPU shares the memory with the system, that frees none of it.
    """
    if asked.shares_ram:
        return
    given = asked.decoder, asked.decoders, asked.run, asked.file_type, before.room("high")
    if any(layer.experts_used > 0 for layer in asked.decoder.layers):
        experts = int(inverse.fewest_cpu_moe_layers(*given))
        yield Change(f"--cpu-moe-layers {experts}", "speed", replace(asked, cpu_moe_layers=experts))
    layers = int(inverse.most_gpu_layers(*given))
    if layers < placement.offloaded_layers(asked.decoder, asked.placement()):
        yield Change(f"--gpu-layers {layers}", "speed", replace(asked, gpu_layers=layers))


def _raised_limit(asked: Question) -> Change | None:
    """More of a unified memory for the GPU, if the system keeps more than it needs."""
    device = asked.devices[0]
    raised = device.memory_gib - SYSTEM_GIB
    more = raised * GIB > asked.available_bytes(device) + asked.reserved_gib * GIB
    alike = len({other.name for other in asked.devices}) == 1
    if memory_limit(device) == "none" or not more or not alike:
        return None
    return Change(f"--vram-gib {raised:g}", "system", replace(asked, available_gib=raised))


def _run(asked: Question, **changes: object) -> Question:
    return replace(asked, run=asked.run._replace(**changes))  # type: ignore[arg-type]


def _cache(kind: str) -> Callable[[Question], Question | None]:
    def change(asked: Question) -> Question | None:
        same = asked.run.kv_type_k == asked.run.kv_type_v == kind
        return None if same else _run(asked, kv_type_k=kind, kv_type_v=kind)

    return change


def _context(asked: Question) -> Question | None:
    half = asked.run.n_ctx // 512 * 256
    return _run(asked, n_ctx=half) if half >= 256 else None


_SETTINGS: tuple[
    tuple[Callable[[Question], str], Cost, Callable[[Question], Question | None]], ...
] = (
    (
        lambda _: "--flash-attention",
        "nothing",
        lambda asked: None if asked.run.flash_attention else _run(asked, flash_attention=True),
    ),
    (
        lambda _: "without --swa-full",
        "prompts",
        lambda asked: _run(asked, swa_full=False) if asked.run.swa_full else None,
    ),
    (
        lambda _: f"--ubatch {LEAST_UBATCH:.0f}",
        "prompts",
        lambda asked: (
            _run(asked, n_ubatch=LEAST_UBATCH) if asked.run.n_ubatch > LEAST_UBATCH else None
        ),
    ),
    (lambda _: "--kv-type q8_0", "exactness", _cache("q8_0")),
    (lambda _: "--kv-type q4_0", "quality", _cache("q4_0")),
    (
        lambda _: "without drafts",
        "speed",
        lambda asked: (
            replace(
                asked,
                drafts=(),
                run=asked.run._replace(
                    predicted=0.0, logits_rows=min(asked.run.logits_rows, asked.run.slots)
                ),
            )
            if asked.drafts
            else None
        ),
    ),
    (lambda changed: f"--context {changed.run.n_ctx:.0f}", "context", _context),
)
"""Changes of how llama.cpp is started: as they are written, what they cost, and how they are made.

None where there is nothing to change.
"""

WORDS: Mapping[Cost, str] = {
    "nothing": "costs nothing",
    "exactness": "a cache a little less exact",
    "prompts": "slower with prompts",
    "system": "less memory for the system",
    "speed": "slower",
    "quality": "less exact answers",
    "context": "less context",
}
"""What a change costs, in English, for the command line."""
