"""What `lemario vram` says of engines other than llama.cpp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lemario.cli.amounts import amount, estimated, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lemario.calc.records import Architecture
    from lemario.calc.vllm_answers import VllmAnswer, VllmOnGpus, VllmQuestion
    from lemario.calc.weight_formats import WeightFormat

_NOT_MODELLED = (
    "kv_cache_bytes",
    "state_bytes",
    "compute_buffer_bytes",
    "overhead_bytes",
    "total_bytes",
)
_NAMES = {"mlx": "MLX", "exllama": "ExLlama"}


def as_json(name: str, asked: VllmQuestion, given: VllmAnswer) -> dict[str, Any]:
    """The question and its answer for programs, sizes in whole bytes.

    Sizes that begin with `gpu_` are those of each GPU. `kv_cache_bytes` are of all users' requests
    with the full context, on all GPUs, states among them; the engine's overhead has the buffers;
    `total_bytes` adds weights and the expected engine.
    """
    from lemario.calc.vllm_answers import VLLM_VERSION

    n_gpus = asked.run.tensor_parallel
    cache = given.gpu_kv_cache_bytes * n_gpus
    engine = {key: round(size * n_gpus) for key, size in given.engine_bytes.items()}
    result: dict[str, Any] = {
        "engine": {"name": "vLLM", "version": VLLM_VERSION},
        "model": name,
        "format": asked.weight_format,
        "settings": {
            key: int(value) if isinstance(value, float) else value
            for key, value in asked.run._asdict().items()
        },
        "users": asked.users,
        "parameters_total": int(given.parameters_total),
        "parameters_active": int(given.parameters_active),
        "bits_per_weight": given.bits_per_weight,
        "weights_bytes": round(given.weights_bytes),
        "gpu_weights_bytes": round(given.gpu_weights_bytes),
        "kv_cache_bytes": round(cache),
        "gpu_kv_cache_bytes": round(given.gpu_kv_cache_bytes),
        "state_bytes": None,
        "compute_buffer_bytes": None,
        "overhead_bytes": engine,
        "total_bytes": round(given.gpu_weights_bytes * n_gpus + cache) + engine["expected"],
    }
    if given.gpus and asked.device:
        result |= {
            "device": asked.device.name,
            "n_devices": int(n_gpus),
            "memory_utilization": asked.memory_utilization,
            "gpu_kv_memory_bytes": {
                key: round(size) for key, size in given.gpus.kv_memory_bytes.items()
            },
            "kv_cache_tokens": int(given.gpus.kv_cache_tokens),
            "max_concurrency": given.gpus.max_concurrency,
            "max_users": int(given.gpus.users),
            "fits": given.gpus.fits["expected"] and given.gpus.users >= asked.users,
            "verdict": _verdict(asked, given.gpus),
            "max_context": int(given.gpus.max_context),
            "missing_bytes": round(given.gpus.missing_bytes),
            "decode_tokens_per_second": given.gpus.decode_tokens_per_second
            and dict(given.gpus.decode_tokens_per_second),
        }
    return result


def _verdict(asked: VllmQuestion, gpus: VllmOnGpus) -> str:
    if not gpus.fits["low"]:
        return "no"
    if not gpus.fits["expected"]:
        return "tight"
    if gpus.users < asked.users:
        return "few"
    return "fits" if gpus.fits["high"] else "tight"


_VERDICTS = {
    "fits": "starts",
    "tight": "starts, or just does not: it depends on the estimates",
    "few": "starts, but not for so many users at once",
    "no": "does not start",
}


def lines_of(name: str, asked: VllmQuestion, given: VllmAnswer) -> Sequence[str]:
    """The answer for people."""
    from lemario.calc.vllm_answers import VLLM_VERSION

    n_gpus, n_ctx = int(asked.run.tensor_parallel), int(asked.run.n_ctx)
    billions = given.parameters_total / 1e9
    cache = "fp8" if asked.run.cache_type == "fp8" else "16-bit"
    bits = f"{billions:.2f} billion parameters at {given.bits_per_weight:.2f} bits"
    lines = [
        f"{name}, {asked.weight_format}, {n_ctx:,} tokens of context, {cache} cache",
        row("weights", given.weights_bytes, bits),
    ]
    if n_gpus > 1:
        lines += [f"On each of {n_gpus} GPUs:", row("weights", given.gpu_weights_bytes)]
    lines += [
        row("a request", given.request_bytes, "the KV cache of one full context"),
        estimated("engine", given.engine_bytes),
    ]
    if given.gpus and asked.device:
        lines += _gpu_lines(asked, given.gpus, asked.device.name)
    lines.append(f"By the rules of vLLM {VLLM_VERSION}.")
    return lines


def _gpu_lines(asked: VllmQuestion, gpus: VllmOnGpus, device: str) -> list[str]:
    n_gpus, n_ctx = int(asked.run.tensor_parallel), int(asked.run.n_ctx)
    share = f"{asked.memory_utilization:.0%} of {asked.gpu_gib:.2f} GiB"
    names = f"{n_gpus} × {device}, each" if n_gpus > 1 else f"{device},"
    lines = [f"On {names} {share} for vLLM: {_VERDICTS[_verdict(asked, gpus)]}"]
    if gpus.missing_bytes:
        lines.append(row("missing", gpus.missing_bytes, "on each GPU for one such request"))
    if gpus.kv_cache_tokens:
        lines += [
            estimated("for the cache", gpus.kv_memory_bytes),
            amount("", f"{int(gpus.kv_cache_tokens):,}", "tokens"),
            amount(
                "users at once",
                f"{int(gpus.users)}",
                "",
                f"with {n_ctx:,} tokens each: {gpus.max_concurrency:.2f} times that context",
            ),
            amount("largest context", f"{int(gpus.max_context):,}", "tokens", "of one request"),
        ]
    if rate := gpus.decode_tokens_per_second:
        about = f"{rate['low']:.1f} to {rate['high']:.1f}, one user with half of the context"
        about += ", if it started" if gpus.missing_bytes else ""
        lines.append(amount("speed", f"{rate['expected']:.1f}", "tokens/s", about))
    return lines


def stored_json(
    name: str,
    decoder: Architecture,
    engine: str,
    weight_format: WeightFormat,
    average_bits: float,
) -> dict[str, Any]:
    """What the weights take in a format of an engine whose caches and buffers are not modelled."""
    from lemario.calc import weight_formats, weights

    size = weight_formats.format_weights_bytes(decoder, weight_format, average_bits)
    n_parameters = weights.parameters(decoder)
    return {
        "engine": {"name": _NAMES[engine], "version": None},
        "model": name,
        "format": weight_format,
        "parameters_total": int(n_parameters),
        "parameters_active": int(weights.active_parameters(decoder)),
        "bits_per_weight": weights.bits_per_weight(size, n_parameters),
        "weights_bytes": round(size),
        **dict.fromkeys(_NOT_MODELLED),
    }


def stored_lines(
    name: str,
    decoder: Architecture,
    engine: str,
    weight_format: WeightFormat,
    average_bits: float,
) -> Sequence[str]:
    """The same for people."""
    found = stored_json(name, decoder, engine, weight_format, average_bits)
    billions, bits = found["parameters_total"] / 1e9, found["bits_per_weight"]
    return (
        f"{name}, {weight_format}",
        row(
            "weights",
            found["weights_bytes"],
            f"{billions:.2f} billion parameters at {bits:.2f} bits",
        ),
        f"The cache and the buffers of {_NAMES[engine]} are not modelled.",
    )
