"""How the quantities of the formulas are written and called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.core.lang import Bilingual
from lemario.formula.notation import Symbol


def _s(base: str, es: str, en: str, index: str = "", unit: str = "") -> Symbol:
    return Symbol(base, Bilingual(es, en), index, unit)


SYMBOLS: Mapping[str, Symbol] = {
    # Parameters and weights
    "parameters": _s("N", "parámetros", "parameters"),
    "active_parameters": _s("N", "parámetros activos", "active parameters", "act"),
    "matrix_parameters": _s("N", "parámetros de las matrices", "parameters of the matrices", "m"),
    "matrix_reads": _s("N", "parámetros leídos por token", "parameters read per token", "r"),
    "parameters.layers": _s("N", "parámetros de las capas", "parameters of the layers", "L"),
    "active_parameters.layers": _s(
        "N", "parámetros de las capas, por token", "parameters of the layers, per token", "L"
    ),
    "Matrix.elements": _s("e", "elementos de la matriz", "elements of the matrix"),
    "Matrix.read": _s("r", "elementos leídos por token", "elements read per token"),
    "Architecture.outside": _s("", "matrices fuera de las capas", "matrices outside the layers"),
    "Layer.matrices": _s("", "matrices de la capa", "matrices of the layer"),
    "weights_bytes": _s("M", "tamaño de los pesos", "size of the weights", "W", "bytes"),
    "n_parameters": _s("N", "parámetros", "parameters"),
    "bits_per_weight": _s("b", "bits por peso", "bits per weight", "W", "bits"),
    "file_bytes": _s("M", "tamaño de los pesos", "size of the weights", "W", "bytes"),
    "lora_parameters": _s("N", "parámetros que se entrenan", "trained parameters", "LoRA"),
    "rank": _s("r", "rango", "rank"),
    "rows": _s("m", "filas de la matriz", "rows of the matrix"),
    "columns": _s("n", "columnas de la matriz", "columns of the matrix"),
    # KV cache
    "kv_cache_plain_bytes": _s("M", "tamaño de la caché KV", "size of the KV cache", "KV", "bytes"),
    "kv_cache_bytes": _s("M", "tamaño de la caché KV", "size of the KV cache", "KV", "bytes"),
    "n_layers": _s("L", "capas", "layers"),
    "n_kv_heads": _s("h", "cabezas de clave y valor", "key-value heads", "KV"),
    "head_dim": _s("d", "dimensión de la cabeza", "head dimension", "h"),
    "n_ctx": _s("n", "tokens de contexto", "tokens of context"),
    "Settings.n_ctx": _s("n", "tokens de contexto", "tokens of context"),
    "element_bytes": _s("b", "bytes por elemento", "bytes per element", unit="bytes"),
    "padded": _s("p", "redondeo al múltiplo de 256 siguiente", "rounded up to a multiple of 256"),
    "padded.n": _s("n", "tokens", "tokens"),
    "streams": _s("f", "flujos de la caché", "streams of the cache"),
    "stream_cells": _s("c", "celdas por flujo", "cells per stream", "f"),
    "layer_cells": _s("c", "celdas de la capa", "cells of the layer"),
    "window_tokens": _s("w", "tokens que guarda la ventana", "tokens that the window keeps", "u"),
    "Layer.window": _s("w", "ventana de la capa", "window of the layer"),
    "Settings.slots": _s("s", "peticiones simultáneas", "slots"),
    "Settings.unified": _s("U", "caché unificada", "unified cache"),
    "Settings.n_ubatch": _s("u", "tamaño del microlote", "micro-batch", "m"),
    "Settings.swa_full": _s("F", "ventana con caché completa", "full-size window cache"),
    "Settings.flash_attention": _s("A", "FlashAttention activada", "FlashAttention on"),
    "Settings.kv_type_k": _s("K", "tipo de las claves", "type of the keys"),
    "Settings.kv_type_v": _s("V", "tipo de los valores", "type of the values"),
    "Settings.logits_rows": _s("o", "filas de logits", "rows of logits"),
    "micro_batch": _s("u", "tokens por microlote", "tokens per micro-batch"),
    "window_tokens.sharing": _s("q", "peticiones que comparten", "slots that share"),
    "row_bytes": _s("B", "bytes de una fila", "bytes of a row"),
    "row_bytes.elements": _s("x", "elementos", "elements"),
    "row_bytes.kind": _s("t", "tipo", "type"),
    "CACHE_BLOCK_ELEMENTS": _s("E", "elementos por bloque", "elements per block"),
    "CACHE_BLOCK_BYTES": _s("B", "bytes por bloque", "bytes per block"),
    "stored_value_row": _s("v", "elementos de la fila de valores", "elements of the value row"),
    "Layer.key_row": _s("k", "elementos de la fila de claves", "elements of the key row"),
    "Layer.value_row": _s("v", "elementos de la fila de valores", "elements of the value row"),
    "len(Layer.blocks)": _s("L", "capas de este tipo", "layers of this kind"),
    "state_bytes": _s("M", "tamaño del estado", "size of the state", "S", "bytes"),
    "Layer.taps": _s("τ", "pasos de la convolución", "taps of the convolution"),
    "Layer.conv": _s("g", "valores por paso", "values per tap"),
    "Layer.state": _s("σ", "valores de estado", "values of state"),
    # Does it fit?
    "compute_buffer_bytes": _s("M", "búfer de cómputo", "compute buffer", "C", "bytes"),
    "overhead_bytes": _s("M", "controlador y bibliotecas", "driver and libraries", "O", "bytes"),
    "running_bytes": _s("M", "memoria además de los pesos", "memory beside weights", "R", "bytes"),
    "total_bytes": _s("M", "memoria total", "total memory", unit="bytes"),
    "model_bytes": _s("M", "tamaño de los pesos", "size of the weights", "W", "bytes"),
    "estimate": _s("e", "estimación", "estimate"),
    "available_bytes": _s("M", "memoria disponible", "available memory", "D", "bytes"),
    "device_bytes": _s("M", "memoria disponible", "available memory", "D", "bytes"),
    "n_devices": _s("g", "dispositivos", "devices"),
    "gpu_memory_gib": _s("G", "memoria para la GPU", "memory for the GPU", unit="GiB"),
    "memory_gib": _s("G", "memoria del dispositivo", "memory of the device", "d", "GiB"),
    "limited": _s("ℳ", "límite de macOS", "limit of macOS"),
    "gpu_gib": _s("G", "memoria para la GPU", "memory for the GPU", unit="GiB"),
    "reserved_gib": _s("G", "memoria ocupada por otros", "memory that others use", "r", "GiB"),
    "OVERHEAD_GIB": _s("O", "controlador y bibliotecas", "driver and libraries", unit="GiB"),
    "low_bytes": _s("M", "memoria con la estimación baja", "memory, low estimate", "−", "bytes"),
    "high_bytes": _s("M", "memoria con la estimación alta", "memory, high estimate", "+", "bytes"),
    "largest_context": _s("n", "contexto máximo", "largest context", "max"),
    # Speed, energy, cost
    "decode_tokens_per_second": _s("v", "tokens por segundo", "tokens per second", unit="token/s"),
    "bandwidth_gb_s": _s("B", "ancho de banda", "bandwidth", unit="GB/s"),
    "weights_read_bytes": _s("M", "pesos leídos por token", "weights read per token", "W", "bytes"),
    "cache_bytes": _s("M", "tamaño de la caché KV", "size of the KV cache", "KV", "bytes"),
    "CACHE_FILLED": _s("φ", "parte llena de la caché", "filled share of the cache"),
    "read_bytes": _s("M", "bytes leídos por token", "bytes read per token", "r", "bytes"),
    "BANDWIDTH_SHARE": _s("η", "parte del ancho de banda", "share of the bandwidth"),
    "tokens_per_second": _s("v", "tokens por segundo", "tokens per second", unit="token/s"),
    "time_to_first_token_seconds": _s(
        "t", "tiempo hasta el primer token", "time to first token", "1", "s"
    ),
    "prompt_tokens": _s("n", "tokens del prompt", "prompt tokens", "p"),
    "prefill_tokens_per_second": _s("v", "velocidad del prefill", "prefill speed", "p", "token/s"),
    "energy_per_token_joules": _s("E", "energía por token", "energy per token", unit="J"),
    "power_w": _s("P", "potencia", "power", unit="W"),
    "joules_per_token": _s("E", "energía por token", "energy per token", unit="J"),
    "price_per_kwh": _s("p", "precio del kWh", "price per kWh"),
    "cost_per_million_tokens": _s("C", "coste por millón de tokens", "cost per million tokens"),
}
"""Symbol, name and unit of every quantity that a page may show."""
