"""What other engines and builds keep for the same context, where it is not what llama.cpp does."""

from __future__ import annotations

from dataclasses import dataclass

from lemario.calc import kv_cache, vllm_blocks
from lemario.calc.records import Architecture, Settings
from lemario.calc.vllm_answers import VLLM_VERSION, vllm_settings

_ALIKE = 0.02
"""Up to this share of difference there is nothing to explain: blocks and paddings."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Bytes of KV cache and state in another engine or build, and why they differ."""

    engine: str
    cached_bytes: float
    why: str


def elsewhere(decoder: Architecture, run: Settings, model_type: str) -> tuple[Elsewhere, ...]:
    """Where the same requests take a cache of another size, by more than a fiftieth.

    vLLM is compared at 16 bits, with as many requests of the context as llama.cpp has slots.
    """
    here = kv_cache.kv_cache_bytes(decoder, run) + kv_cache.state_bytes(decoder, run)
    requests = 1.0 if run.unified else run.slots
    found = [
        Elsewhere(
            "llama.cpp before May 2025",
            kv_cache.kv_cache_bytes(decoder, run._replace(swa_full=True))
            + kv_cache.state_bytes(decoder, run),
            "window layers kept the whole context, as they do with --swa-full",
        )
    ]
    plain = vllm_settings(run.n_ctx / (1.0 if run.unified else run.slots), model_type)
    if run.kv_type_k == run.kv_type_v == "f16":
        for hybrid, why in (
            (
                True,
                "blocks are as large for all kinds of layer, and a window is kept with a whole step",
            ),
            (False, "without its hybrid manager, window layers keep the whole context"),
        ):
            settings = plain._replace(hybrid=hybrid)
            block = vllm_blocks.block_bytes(decoder, settings)
            blocks = vllm_blocks.request_blocks(decoder, settings, settings.n_ctx)
            name = f"vLLM {VLLM_VERSION}" + ("" if hybrid else ", manager off")
            found.append(Elsewhere(name, requests * blocks * block, why))
    return tuple(it for it in found if abs(it.cached_bytes - here) > _ALIKE * here)
