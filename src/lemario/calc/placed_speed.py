"""How fast a model is where it lies: the formulas of `speed` for each kind of placement."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc import placement, speed, weights
from lemario.calc.questions import ESTIMATES, Question, memory_of, tensor_tflops
from lemario.calc.records import Estimate, Placement, WeightKind
from lemario.calc.weights import active_parameters
from lemario.formula.language import total

RAM_GB_S = 51.2
"""Bandwidth of RAM where none is given: two channels of DDR4-3200, 8 bytes wide each."""

QUANTIZED_BITS = 12.0
"""More bits per weight than this has no quantized file, fewer none of 16 bits."""


def ram_bandwidth(asked: Question) -> float:
    """Bandwidth in GB/s of the RAM: as given, the device's own where it is shared, or usual."""
    if asked.ram_bandwidth_gb_s is not None:
        return asked.ram_bandwidth_gb_s
    unified = [d.bandwidth_gb_s for d in asked.devices if memory_of(d) == "unified"]
    return min(unified, default=RAM_GB_S)


def decode_rate(
    asked: Question, placed: Placement, read_bytes: float, kv_cache_bytes: float
) -> Mapping[Estimate, float]:
    """Tokens a second for one user, with the cache half full.

    `read_bytes` are the weights that a token reads, wherever they lie.
    """
    first, n_gpus = asked.devices[0], float(len(asked.devices))
    n_layers = speed.number_of_layers(asked.decoder)
    hardware = first.bandwidth_gb_s, memory_of(first)
    equal = len({(d.bandwidth_gb_s, memory_of(d)) for d in asked.devices}) == 1
    whole = placement.is_whole(asked.decoder, placed)
    if whole and equal and placed.split == "layer":
        return {
            e: speed.decode_tokens_per_second(
                *hardware, read_bytes, kv_cache_bytes, n_layers, n_gpus, e
            )
            for e in ESTIMATES
        }
    if whole and equal:
        read = read_bytes + kv_cache_bytes / 2
        return {
            e: speed.row_split_tokens_per_second(*hardware, read, n_layers, n_gpus, e)
            for e in ESTIMATES
        }
    return _uneven(asked, placed, read_bytes, kv_cache_bytes)


def _uneven(
    asked: Question, placed: Placement, read_bytes: float, kv_cache_bytes: float
) -> Mapping[Estimate, float]:
    """The same where parts are read at different speeds: on unlike GPUs, or in RAM."""
    decoder, file_type = asked.decoder, asked.file_type
    there = list(zip(asked.devices, placed.gpus, strict=True))
    reads = [placement.gpu_read_bytes(decoder, file_type, placed, g) for _, g in there]
    caches = [placement.gpu_kv_cache_bytes(decoder, asked.run, placed, g) for _, g in there]
    layers = [placement.gpu_layers(decoder, placed, g) for _, g in there]
    times = [
        speed.token_seconds(read + cache / 2, device.bandwidth_gb_s, memory_of(device), count)
        for (device, _), read, cache, count in zip(there, reads, caches, layers, strict=True)
    ]
    n_layers = speed.number_of_layers(decoder)
    if placed.split == "layer":
        on_gpus = total(times) + (len(times) - 1) * speed.DEVICE_MS["layer"] / 1000
        offloaded = total(layers)
    else:
        exchange = max(layers) * len(times) * speed.DEVICE_MS[placed.split] / 1000
        on_gpus, offloaded = max(times) + exchange, max(layers)
    ram_read = read_bytes - total(reads) + (kv_cache_bytes - total(caches)) / 2
    ram_layers = max(n_layers - offloaded, min(float(asked.cpu_moe_layers), n_layers))
    return {
        e: speed.partly_in_ram_tokens_per_second(
            on_gpus, max(0.0, ram_read), ram_bandwidth(asked), ram_layers, e
        )
        for e in ESTIMATES
    }


def prefill_rate(asked: Question, prompt_tokens: float) -> Mapping[Estimate, float] | None:
    """Tokens of a prompt a second; None for devices of unknown compute and weights in RAM.

    Nor is it known for unlike devices.
    """
    decoder = asked.decoder
    kinds = {tensor_tflops(device) for device in asked.devices}
    tflops = kinds.pop() if len(kinds) == 1 else None
    if tflops is None or not placement.is_whole(decoder, asked.placement()):
        return None
    flops = speed.prompt_token_flops(
        active_parameters(decoder), speed.query_elements(decoder), prompt_tokens
    )
    n_layers = speed.number_of_layers(decoder)
    kind = weight_kind(asked)
    return {e: speed.prefill_tokens_per_second(tflops, flops, n_layers, kind, e) for e in ESTIMATES}


def weight_kind(asked: Question) -> WeightKind:
    """Whether the weights are multiplied as they are, or are quantized."""
    loaded = weights.loaded_bytes(asked.decoder, asked.file_type)
    bits = weights.bits_per_weight(loaded, weights.parameters(asked.decoder))
    return "f16" if bits > QUANTIZED_BITS else "quantized"


def batch_read_bytes(asked: Question) -> float:
    """Bytes of weights that all slots read at once: other experts each, up to all there are."""
    decoder, file_type, users = asked.decoder, asked.file_type, asked.run.slots
    held = read = 0.0
    for layer in decoder.layers:
        for matrix in filter(weights.is_expert, layer.matrices):
            held += weights.matrix_bytes(matrix, file_type)
            read += weights.matrix_read_bytes(matrix, file_type)
    others = weights.active_weights_bytes(decoder, file_type) - read
    return others + min(held, users * read)


def batch_rate(asked: Question, kv_cache_bytes: float) -> float | None:
    """Tokens a second of all slots together, their caches half full; None where it is unknown.

    An upper bound, see `speed.batch_tokens_per_second`.
    """
    users = asked.run.slots
    prefill = prefill_rate(asked, asked.run.n_ctx / users)
    if prefill is None or len(asked.devices) > 1:
        return None
    device = asked.devices[0]
    return speed.batch_tokens_per_second(
        device.bandwidth_gb_s,
        memory_of(device),
        batch_read_bytes(asked),
        kv_cache_bytes / 2 / users,
        speed.number_of_layers(asked.decoder),
        users,
        prefill["expected"],
    )
