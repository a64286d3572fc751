"""The memory of running a language model, one formula a function.

Written in the dialect of `lemario.formula`, as `weights`, `placement`, `speed` and others are:
these files run as Python, and the calculator's JavaScript and the MathML on the pages are made
from them. Bytes inside, everywhere; GiB are 2^30 bytes, GB/s are 1e9 bytes a second, and units
stand in names.

What llama.cpp allocates was measured: releases of October 2026 were given files with the true
metadata and tensor list of the catalogue's models and asked what they would reserve.
"""

from __future__ import annotations

from lemario.calc.compute_buffer import compute_buffer_bytes
from lemario.calc.kv_cache import kv_cache_bytes, state_bytes
from lemario.calc.records import (
    CACHE_BLOCK_ELEMENTS,
    OVERHEAD_MIB,
    PROJECTOR_MIB,
    Architecture,
    Backend,
    CacheType,
    Estimate,
    Fit,
    Layer,
    MemoryLimit,
    Refusal,
    Settings,
)
from lemario.formula.language import floor, total

# --- Does it start, does it fit? -----------------------------------------------------------------


def whole_blocks(elements: float, kind: CacheType) -> bool:
    """Whether a row of the cache is a whole number of blocks."""
    block = CACHE_BLOCK_ELEMENTS[kind]
    return floor(elements / block) * block == elements


def cut_head(layer: Layer, s: Settings) -> bool:
    """Whether the heads of a layer would be cut by a block of the keys or of the values."""
    keys = not whole_blocks(layer.head, s.kv_type_k)
    return keys or (layer.value_row > 0 and not whole_blocks(layer.head, s.kv_type_v))


def refusal(a: Architecture, s: Settings) -> Refusal:
    """Why llama.cpp does not start with these settings, if so.

    Source: llama.cpp, October 2026, which refuses or aborts.
    """
    if s.kv_type_k != s.kv_type_v and any(l.mixer == "latent" for l in a.layers):
        return "latent_types_differ"
    if not s.flash_attention and CACHE_BLOCK_ELEMENTS[s.kv_type_v] > 1:
        return "values_need_flash_attention"
    if s.flash_attention and any(cut_head(l, s) for l in a.layers):
        return "head_is_no_whole_block"
    return "none"


def overhead_bytes(backend: Backend, estimate: Estimate) -> float:
    """Bytes that the driver and its libraries take besides on each device, an estimate.

    Source: the share that llama.cpp reports as unaccounted, in public logs of 2025 and 2026; with
    CUDA (5 computers, 14 logs without a desktop) and ROCm (3 computers) the 10th, 50th and 90th
    percentile. Vulkan: what one process added, and the 10th and 90th percentile of 4 computers,
    whose drivers count others' memory too. Metal reports none; Ollama keeps 512 MiB.
    """
    return OVERHEAD_MIB[backend][estimate] * 1048576


def projector_bytes(file_bytes: float, estimate: Estimate) -> float:
    """Bytes that the part for pictures takes: its file, and what it needs to run.

    Source: compute buffers that llama.cpp prints, with flash attention: 121 MiB for Gemma 3, 248
    and 372 for Qwen3-VL, 705 for Qwen2.5-VL, 981 for Qwen2.5-Omni.
    """
    return 0 if file_bytes == 0 else file_bytes + PROJECTOR_MIB[estimate] * 1048576


def gpu_memory_gib(memory_gib: float, limit: MemoryLimit) -> float:
    """Memory that a GPU may take of what it shares with the system, unless told otherwise.

    macOS gives it two thirds, three quarters from 36 GiB on; Linux gives one of AMD half (GTT).

    Source: what Metal reports in llama.cpp logs of Macs with 16, 36 and 64 GiB; Linux, drm/amdgpu,
    "Adjust logic around GTT size", 2022.
    """
    if limit == "none":
        return memory_gib
    if limit == "gtt":
        return memory_gib / 2
    return memory_gib * 3 / 4 if memory_gib >= 36 else memory_gib * 2 / 3


def available_bytes(gpu_gib: float, reserved_gib: float) -> float:
    """Bytes of a device's memory left for the model: what others use on it is taken off."""
    return max(0, gpu_gib - reserved_gib) * 1073741824


def draft_settings(s: Settings) -> Settings:
    """How the context of what drafts is started: as large as the target's, its cache in f16.

    It answers each slot once, where the target checks all drafted tokens.

    Source: llama.cpp, common/speculative.cpp, and logs of 2026.
    """
    return s._replace(
        kv_type_k="f16",
        kv_type_v="f16",
        predicted=0,
        logits_rows=0 if s.logits_rows == 0 else s.slots,
    )


def cached_bytes(a: Architecture, s: Settings) -> float:
    """Bytes that one context remembers: KV cache and state. A longer one never takes less."""
    return kv_cache_bytes(a, s) + state_bytes(a, s)


def context_bytes(a: Architecture, s: Settings) -> float:
    """Bytes that one context needs besides the weights: KV cache, state and compute buffer."""
    return cached_bytes(a, s) + compute_buffer_bytes(a, s)


def running_bytes(a: Architecture, drafts: tuple[Architecture, ...], s: Settings) -> float:
    """Bytes needed besides the weights, with the contexts of draft models if there are any."""
    return context_bytes(a, s) + total(context_bytes(d, draft_settings(s)) for d in drafts)


def total_bytes(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    model_bytes: float,
    driver_bytes: float,
) -> float:
    """Bytes of memory that running the model takes; `model_bytes` are those of all that is loaded."""
    return model_bytes + running_bytes(a, drafts, s) + driver_bytes


def fit(low_bytes: float, high_bytes: float, device_bytes: float) -> Fit:
    """Whether it fits: surely, only if the overhead is small, or not."""
    if high_bytes <= device_bytes:
        return "fits"
    return "tight" if low_bytes <= device_bytes else "no"
