"""How the quantities of speed are written and called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.symbol import symbol as _s
from lemario.formula.notation import Symbol

SPEED_SYMBOLS: Mapping[str, Symbol] = {
    # Decoding
    "decode_tokens_per_second": _s("v", "tokens por segundo", "tokens per second", unit="tokens/s"),
    "bandwidth_gb_s": _s("B", "ancho de banda", "bandwidth", unit="GB/s"),
    "memory": _s("m", "tipo de memoria", "kind of memory"),
    "weights_read_bytes": _s("M", "pesos leídos por token", "weights read per token", "W", "bytes"),
    "cache_bytes": _s("M", "tamaño de la caché KV", "size of the KV cache", "KV", "bytes"),
    "read_bytes": _s("M", "bytes leídos por token", "bytes read per token", "r", "bytes"),
    "BANDWIDTH_SHARE": _s("η", "parte del ancho de banda", "share of the bandwidth"),
    "LAYER_MS": _s("τ", "tiempo fijo por capa", "fixed time per layer", "L", "ms"),
    "DEVICE_MS": _s("τ", "tiempo fijo por dispositivo", "fixed time per device", "g", "ms"),
    "DECODE_RANGE": _s("ρ", "margen de la estimación", "margin of the estimate"),
    "number_of_layers": _s("L", "capas", "layers", "Σ"),
    "token_seconds": _s("t", "tiempo por token", "time per token", "", "s"),
    "token_seconds.reached": _s(
        "B", "ancho de banda alcanzado", "bandwidth reached", "η", "bytes/s"
    ),
    "per_second": _s("v", "tokens por segundo", "tokens per second", unit="tokens/s"),
    "per_second.seconds": _s("t", "tiempo por token", "time per token", "", "s"),
    "fixed_ms": _s("t", "tiempo fijo por token", "fixed time per token", "0", "ms"),
    "reading_ms": _s("t", "tiempo de lectura por token", "reading time per token", "r", "ms"),
    "row_split_tokens_per_second": _s(
        "v", "tokens por segundo, por filas", "tokens per second, split by rows", "f", "tokens/s"
    ),
    "row_split_tokens_per_second.exchange": _s(
        "t", "intercambio entre dispositivos", "exchange between devices", "g", "s"
    ),
    "row_split_tokens_per_second.seconds": _s(
        "t", "lectura por token", "reading per token", "r", "s"
    ),
    "partly_in_ram_tokens_per_second": _s(
        "v", "tokens por segundo, parte en RAM", "tokens per second, partly in RAM", "R", "tokens/s"
    ),
    "gpu_seconds": _s("t", "tiempo por token en la GPU", "time per token on the GPU", "G", "s"),
    "ram_seconds": _s("t", "tiempo por token en la RAM", "time per token in RAM", "R", "s"),
    "ram_read_bytes": _s("M", "bytes leídos de la RAM", "bytes read from RAM", "R", "bytes"),
    "ram_bandwidth_gb_s": _s("B", "ancho de banda de la RAM", "bandwidth of RAM", "R", "GB/s"),
    "ram_layers": _s("L", "capas en RAM", "layers in RAM", "R"),
    "tokens_per_second": _s("v", "tokens por segundo", "tokens per second", unit="tokens/s"),
    "pace": _s("R", "ritmo", "pace"),
    # Prefill
    "query_elements": _s("Q", "elementos de las consultas", "elements of the queries", "Σ"),
    "n_query_elements": _s("Q", "elementos de las consultas", "elements of the queries", "Σ"),
    "n_active_parameters": _s("N", "parámetros activos", "active parameters", "a"),
    "prompt_tokens": _s("n", "tokens del prompt", "prompt tokens", "p"),
    "prompt_token_flops": _s("F", "operaciones por token", "operations per token", unit="FLOP"),
    "flops": _s("F", "operaciones por token", "operations per token", unit="FLOP"),
    "fp16_tflops": _s("C", "cómputo en FP16", "compute in FP16", unit="TFLOPS"),
    "weights": _s("k", "tipo de los pesos", "kind of the weights"),
    "PREFILL_SHARE": _s("η", "parte del cómputo", "share of the compute", "p"),
    "PREFILL_LAYER_US": _s("τ", "tiempo por capa y token", "time per layer and token", "p", "µs"),
    "PREFILL_RANGE": _s("ρ", "margen de la estimación", "margin of the estimate", "p"),
    "prefill_tokens_per_second": _s("v", "velocidad del prefill", "prefill speed", "p", "tokens/s"),
    "prefill_tokens_per_second.products": _s(
        "t", "tiempo de los productos", "time of products", "F", "s"
    ),
    "prefill_tokens_per_second.seconds": _s("t", "tiempo por token", "time per token", "", "s"),
    "prompt_tokens_per_second": _s("v", "velocidad del prefill", "prefill speed", "p", "tokens/s"),
    "time_to_first_token_seconds": _s(
        "t", "tiempo hasta el primer token", "time to first token", "1", "s"
    ),
    # Many users
    "batch_tokens_per_second": _s("v", "caudal de todos", "throughput of all", "Σ", "tokens/s"),
    "n_users": _s("u", "usuarios", "users"),
    "user_cache_bytes": _s("M", "caché llena de cada uno", "filled cache of each", "u", "bytes"),
    "batch_tokens_per_second.seconds": _s("t", "tiempo por paso", "time per step", "p", "s"),
    # Words
    "Pace.smooth": _s("", "fluido", "smooth"),
    "Pace.usable": _s("", "usable", "usable"),
    "Pace.slow": _s("", "lento", "slow"),
    "MemoryKind.gddr": _s("", "GDDR", "GDDR"),
    "MemoryKind.hbm": _s("", "HBM", "HBM"),
    "MemoryKind.unified": _s("", "unificada", "unified"),
    "MemoryKind.ram": _s("", "RAM", "RAM"),
    "WeightKind.f16": _s("", "F16", "F16"),
    "WeightKind.quantized": _s("", "cuantizados", "quantized"),
    "SplitMode.layer": _s("", "por capas", "by layers"),
    "SplitMode.row": _s("", "por filas", "by rows"),
}
"""Symbols of `calc.speed`."""
