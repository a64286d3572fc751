"""How the quantities of the formulas are written and called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.compute_symbols import COMPUTE_SYMBOLS
from lemario.calc.cost_symbols import COST_SYMBOLS
from lemario.calc.placement_symbols import PLACEMENT_SYMBOLS
from lemario.calc.speed_symbols import SPEED_SYMBOLS
from lemario.calc.symbol import symbol as _s
from lemario.calc.training_symbols import TRAINING_SYMBOLS
from lemario.calc.vllm_symbols import VLLM_SYMBOLS
from lemario.calc.weight_symbols import WEIGHT_SYMBOLS
from lemario.formula.notation import Symbol

SYMBOLS: Mapping[str, Symbol] = {
    **WEIGHT_SYMBOLS,
    **COMPUTE_SYMBOLS,
    **PLACEMENT_SYMBOLS,
    **TRAINING_SYMBOLS,
    **COST_SYMBOLS,
    **VLLM_SYMBOLS,
    **SPEED_SYMBOLS,
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
    "CACHE_BLOCK_BYTES": _s("S", "bytes por bloque", "bytes per block"),
    "stored_value_row": _s("v", "elementos de la fila de valores", "elements of the value row"),
    "Layer.key_row": _s("k", "elementos de la fila de claves", "elements of the key row"),
    "Layer.value_row": _s("v", "elementos de la fila de valores", "elements of the value row"),
    "len(Layer.blocks)": _s("L", "capas de este tipo", "layers of this kind"),
    "state_bytes": _s("M", "tamaño del estado", "size of the state", "S", "bytes"),
    "Layer.taps": _s("τ", "pasos de la convolución", "taps of the convolution"),
    "Layer.conv": _s("g", "valores por paso", "values per tap"),
    "Layer.state": _s("σ", "valores de estado", "values of state"),
    # Does it fit?
    "whole_blocks": _s("Z", "número entero de bloques", "whole number of blocks"),
    "whole_blocks.elements": _s("x", "elementos", "elements"),
    "whole_blocks.kind": _s("t", "tipo", "type"),
    "whole_blocks.block": _s("β", "elementos del bloque", "elements of the block"),
    "refusal": _s("R", "motivo por el que no arranca", "reason for not starting"),
    "fit": _s("F", "si cabe", "whether it fits"),
    "Architecture.context": _s("n", "contexto del modelo", "context of the model", "mod"),
    "largest_context.n": _s("n", "tokens de contexto", "tokens of context"),
    "compute_buffer_bytes": _s("M", "búfer de cómputo", "compute buffer", "C", "bytes"),
    "overhead_bytes": _s("M", "controlador y bibliotecas", "driver and libraries", "O", "bytes"),
    "cut_head": _s("Z", "cabeza cortada por un bloque", "head cut by a block", "h"),
    "cut_head.keys": _s("Z", "cortada por las claves", "cut by the keys", "K"),
    "OVERHEAD_MIB": _s("O", "controlador y bibliotecas", "driver and libraries", unit="MiB"),
    "PROJECTOR_MIB": _s("O", "lo que usa al ejecutarse", "what it uses to run", "P", "MiB"),
    "backend": _s("b", "backend", "backend"),
    "projector_bytes": _s("M", "parte de imágenes", "part for pictures", "P", "bytes"),
    "draft_settings": _s("S", "ajustes del borrador", "settings of the draft"),
    "Settings.predicted": _s("p", "tokens que se predicen", "tokens that are predicted"),
    "state_bytes.kept": _s("k", "estados por petición", "states per slot"),
    "cached_bytes": _s("M", "caché y estado", "cache and state", "KV+S", "bytes"),
    "context_bytes": _s("M", "memoria del contexto", "memory of the context", "ctx", "bytes"),
    "driver_bytes": _s("M", "controlador y bibliotecas", "driver and libraries", "O", "bytes"),
    "running_bytes": _s("M", "memoria además de los pesos", "memory beside weights", "R", "bytes"),
    "total_bytes": _s("M", "memoria total", "total memory", unit="bytes"),
    "model_bytes": _s("M", "tamaño de los pesos", "size of the weights", "W", "bytes"),
    "estimate": _s("e", "estimación", "estimate"),
    "available_bytes": _s("M", "memoria disponible", "available memory", "D", "bytes"),
    "device_bytes": _s("M", "memoria disponible", "available memory", "D", "bytes"),
    "n_devices": _s("g", "dispositivos", "devices"),
    "gpu_memory_gib": _s("G", "memoria para la GPU", "memory for the GPU", unit="GiB"),
    "memory_gib": _s("G", "memoria del dispositivo", "memory of the device", "d", "GiB"),
    "limit": _s("ℓ", "límite del sistema", "limit of the system"),
    "gpu_gib": _s("G", "memoria para la GPU", "memory for the GPU", unit="GiB"),
    "reserved_gib": _s("G", "memoria ocupada por otros", "memory that others use", "r", "GiB"),
    "low_bytes": _s("M", "memoria con la estimación baja", "memory, low estimate", "−", "bytes"),
    "high_bytes": _s("M", "memoria con la estimación alta", "memory, high estimate", "+", "bytes"),
    "largest_context": _s("n", "contexto máximo", "largest context", "max"),
    # Words
    "Fit.fits": _s("", "cabe", "fits"),
    "Fit.tight": _s("", "cabe justo", "just fits"),
    "Fit.no": _s("", "no cabe", "does not fit"),
    "Estimate.low": _s("", "baja", "low"),
    "Estimate.expected": _s("", "esperada", "expected"),
    "Estimate.high": _s("", "alta", "high"),
    "Mixer.latent": _s("", "latente", "latent"),
    "Refusal.none": _s("", "arranca", "starts"),
    "Refusal.values_need_flash_attention": _s(
        "", "los valores necesitan FlashAttention", "values need FlashAttention"
    ),
    "Refusal.latent_types_differ": _s(
        "", "los tipos de la caché difieren", "the types of the cache differ"
    ),
    "Refusal.head_is_no_whole_block": _s(
        "", "la cabeza no es un número entero de bloques", "a head is no whole number of blocks"
    ),
}
"""Symbol, name and unit of every quantity that a page may show."""
