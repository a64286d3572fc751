"""What llama.cpp said against what our formulas say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lemario.calc.accuracy import Pair, allocated_bytes, allocated_with_block, is_known_abort
from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.compute_buffer import compute_buffer_bytes
from lemario.calc.formulas import cached_bytes, refusal
from lemario.calc.predicting import PREDICTED, predicting_block, with_block
from lemario.calc.records import Architecture, Settings
from scripts.oracle.questions import Answer
from scripts.oracle.results import Measured

WORST = 0.1
"""How far the compute buffer may be off, as a share of what is true, where it must be near."""

BLOCK_WORST = 0.2
"""The same of a block that predicts several tokens: it fills what its masks leave free as it fits."""

SMALL_BYTES = 8 * 2**20
"""How far it may be off in any case: that is a lot only for the smallest models."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing compared: `what` it is, of which model, in which setting, and whether it agrees.

    `error`: of a compute buffer, as a share of the true bytes; 0 for anything else.
    """

    model: str
    what: str
    where: str
    agrees: bool
    said: str
    expected: str
    error: float = 0.0


def compare(
    model: str, config: ModelConfig, decoder: Architecture, measured: Measured
) -> list[Verdict]:
    """Everything that was asked about a model."""
    if measured.fault:
        return [Verdict(model, "loads", "", False, measured.fault, "")]
    found = [
        _exact(model, "weights", kind, said, allocated_bytes(config.model_type, decoder, kind))
        for kind, said in measured.weights.items()
    ]
    for s, answer in measured.rows:
        if is_known_abort(config.model_type, answer.refusal):
            found.append(Verdict(model, "abort", shown(s), True, answer.refusal, ""))
        else:
            found += _row(model, decoder, s, answer)
    return found


def compare_block(model: str, config: ModelConfig, measured: Measured) -> list[Verdict]:
    """Everything that was asked about the block of a model that predicts several tokens."""
    name = f"{model} (MTP)"
    if measured.fault:
        return [Verdict(name, "loads", "", False, measured.fault, "")]
    decoder = architecture(with_block(config))
    block = predicting_block(decoder)
    found = [
        _exact(
            name,
            "weights",
            kind,
            said,
            allocated_with_block(config.model_type, decoder, block, kind),
        )
        for kind, said in measured.weights.items()
    ]
    target = measured.rows[0][0]._replace(predicted=PREDICTED)
    remembered = cached_bytes(decoder, target)
    found.append(_exact(name, "cache", f"target, {shown(target)}", measured.target, remembered))
    for s, answer in measured.rows:
        found += _row(name, block, s, answer)
    return found


def _row(model: str, decoder: Architecture, s: Settings, answer: Answer) -> Iterator[Verdict]:
    where, reason = shown(s), refusal(decoder, s)
    refused = (reason != "none") == (answer.refusal != "")
    yield Verdict(model, "refusal", where, refused, answer.refusal or "starts", reason)
    if answer.refusal:
        return
    yield _exact(model, "cache", where, answer.cache, cached_bytes(decoder, s))
    compute = compute_buffer_bytes(decoder, s)
    error = Pair(compute, answer.compute).off
    near = is_near(compute, answer.compute, s, BLOCK_WORST if decoder.predicts else WORST)
    yield Verdict(model, "compute", where, near, str(answer.compute), f"{compute:.0f}", error)


def is_near(compute: float, said: int, s: Settings, worst: float) -> bool:
    """Whether the compute buffer is as near as it has to be: within a share, or some MiB.

    Not without flash attention, where llama.cpp uses memory again as it happens to fit; nor for a
    cache in f32, whose copies in f16 leave room that it fills as it happens to fit.
    """
    free = not s.flash_attention or "f32" in (s.kv_type_k, s.kv_type_v)
    return free or abs(compute - said) <= max(worst * said, SMALL_BYTES)


def _exact(model: str, what: str, where: str, said: int, expected: float) -> Verdict:
    return Verdict(model, what, where, said == expected, str(said), f"{expected:.0f}")


def shown(s: Settings) -> str:
    """Settings in a line."""
    parts = (
        f"{s.n_ctx:.0f} tokens",
        f"{s.kv_type_k}/{s.kv_type_v}",
        f"{s.slots:.0f} slots {'unified' if s.unified else 'separate'}",
        f"ubatch {s.n_ubatch:.0f}",
        "flash" if s.flash_attention else "no flash",
        *(("swa full",) if s.swa_full else ()),
        *(("all logits",) if s.logits_rows == 0 else ()),
    )
    return ", ".join(parts)


def summary(verdicts: Sequence[Verdict]) -> list[str]:
    """What all verdicts come to, a line for each thing that was compared."""
    lines = []
    for what, title in (
        ("weights", "weights exact"),
        ("cache", "cache and state exact"),
        ("refusal", "refusals agree"),
    ):
        these = [verdict.agrees for verdict in verdicts if verdict.what == what]
        lines.append(f"{title}: {sum(these)} of {len(these)}")
    for what, title in (
        ("loads", "models that llama.cpp does not load"),
        ("abort", "rows in which llama.cpp ends by a known fault of its own"),
    ):
        lines.append(f"{title}: {sum(verdict.what == what for verdict in verdicts)}")
    errors = [abs(verdict.error) for verdict in verdicts if verdict.what == "compute"]
    within = ", ".join(_within(errors, share) for share in (0.01, 0.05, 0.1))
    lines.append(f"compute buffer: {len(errors)} rows; {within}; most {max(errors, default=0):.1%}")
    far = sum(v.agrees and abs(v.error) > WORST for v in verdicts)
    lines.append(f"rows further off that may be (see `is_near`): {far}")
    return lines


def _within(errors: Sequence[float], share: float) -> str:
    return f"within {share:.0%} {sum(error <= share for error in errors)}"


def differences(verdicts: Iterable[Verdict]) -> list[str]:
    """What does not agree, a line each."""
    return [
        f"{v.model}: {v.what} {v.where}: llama.cpp {v.said}, formulas {v.expected}"
        + (f" ({v.error:+.1%})" if v.error else "")
        for v in verdicts
        if not v.agrees
    ]
