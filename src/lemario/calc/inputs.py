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
    "looked_up_parameters": _s(
        "N", "parámetros que solo se consultan", "parameters that are only looked up", "emb"
    ),
    "looked_up_bytes": _s(
        "M",
        "tamaño de los embeddings que se consultan",
        "size of looked-up embeddings",
        "E",
        "bytes",
    ),
    "active_weights_bytes": _s(
        "M", "pesos leídos por token", "weights read per token", "act", "bytes"
    ),
    "average_bits": _s("b", "bits por peso", "bits per weight", "W", "bits"),
    "embedding_bits": _s(
        "b", "bits por peso de los embeddings", "bits per weight of the embeddings", "E", "bits"
    ),
    "active_weights_bytes.multiplied": _s(
        "M", "pesos que se multiplican", "weights that are multiplied", "×", "bytes"
    ),
    "active_weights_bytes.n_multiplied": _s(
        "N", "parámetros que se multiplican", "parameters that are multiplied", "×"
    ),
    "training_bytes": _s("M", "memoria para entrenar", "memory for training", "T", "bytes"),
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
    "CACHE_BLOCK_BYTES": _s("S", "bytes por bloque", "bytes per block"),
    "stored_value_row": _s("v", "elementos de la fila de valores", "elements of the value row"),
    "Layer.key_row": _s("k", "elementos de la fila de claves", "elements of the key row"),
    "Layer.value_row": _s("v", "elementos de la fila de valores", "elements of the value row"),
    "len(Layer.blocks)": _s("L", "capas de este tipo", "layers of this kind"),
    "state_bytes": _s("M", "tamaño del estado", "size of the state", "S", "bytes"),
    "Layer.taps": _s("τ", "pasos de la convolución", "taps of the convolution"),
    "Layer.conv": _s("g", "valores por paso", "values per tap"),
    "Layer.state": _s("σ", "valores de estado", "values of state"),
    # Compute buffer
    "mask_bytes": _s("M", "máscaras de atención", "attention masks", "μ", "bytes"),
    "mask_bytes.windows": _s("c", "celdas de las ventanas", "cells of the windows", "W"),
    "masked_window_cells": _s("c", "celdas bajo la máscara", "cells under the mask", "μ"),
    "copied_keys": _s("x", "valores de las copias, por token", "copied values per token", "C"),
    "copied_keys.copies": _s("κ", "copias", "copies"),
    "Architecture.width": _s("d", "anchura del modelo", "width of the model"),
    "Architecture.vocabulary": _s("V", "tokens del vocabulario", "tokens of the vocabulary", "voc"),
    "Architecture.latent": _s("λ", "anchura latente", "latent width"),
    "Architecture.query_head": _s(
        "q", "elementos de la consulta por cabeza", "elements of the query per head", "h"
    ),
    "Layer.mixer": _s("T", "tipo de capa", "kind of layer"),
    "Layer.heads": _s("h", "cabezas de atención", "attention heads"),
    "Layer.head": _s("d", "dimensión de la cabeza", "head dimension", "h"),
    "Layer.query": _s("Q", "elementos de la consulta", "elements of the query"),
    "Layer.post_norm": _s("Π", "norma tras la atención", "norm after attention"),
    "Layer.fused_qkv": _s("Φ", "QKV en una sola matriz", "QKV in one matrix"),
    "Layer.gated": _s("Γ", "FFN con compuerta", "gated feed-forward part"),
    "Layer.ffn": _s("f", "anchura de la FFN densa", "width of the dense FFN", "D"),
    "Layer.expert_ffn": _s("f", "anchura de un experto", "width of an expert", "E"),
    "Layer.shared_ffn": _s(
        "f", "anchura del experto compartido", "width of the shared expert", "S"
    ),
    "Layer.experts_used": _s("a", "expertos en uso", "experts in use"),
    "Layer.vectors": _s(
        "y", "vectores ocultos, caché sin cuantizar", "hidden vectors, plain cache"
    ),
    "Layer.vectors_quantised": _s(
        "y", "vectores ocultos, caché cuantizada", "hidden vectors, quantized cache", "q"
    ),
    "hidden_vectors": _s("y", "vectores ocultos en la FFN", "hidden vectors in the FFN", "F"),
    "expert_values": _s("x", "valores de los expertos", "values of the experts", "E"),
    "expert_values.inside": _s("x", "valores dentro de ellos", "values inside them", "i"),
    "expert_values.outside": _s("x", "valores a su salida", "values at their output", "o"),
    "ffn_values": _s("x", "valores de la FFN por token", "values of the FFN per token", "F"),
    "ffn_values.dense": _s("x", "valores de la FFN densa", "values of the dense FFN", "D"),
    "ffn_values.shared": _s(
        "x", "valores del experto compartido", "values of the shared expert", "S"
    ),
    "ffn_values.most": _s("x", "el mayor de los tres", "the greatest of the three", "max"),
    "latent_values": _s(
        "x", "valores de la atención latente", "values of the latent attention", "λ"
    ),
    "latent_values.projected": _s("x", "valores de las proyecciones", "projected values", "P"),
    "latent_values.copied": _s("x", "valores copiados", "copied values", "C"),
    "latent_values.more": _s("x", "valores que se añaden", "values added", "+"),
    "attention_values": _s(
        "x", "valores de la atención por token", "values of attention per token", "A"
    ),
    "attention_values.more": _s("x", "valores que se añaden", "values added", "+"),
    "attention_values.vectors": _s(
        "y", "vectores ocultos en la atención", "hidden vectors in attention", "A"
    ),
    "attention_values.scores": _s("x", "puntuaciones de atención", "attention scores", "s"),
    "normed_query": _s("x", "consulta normalizada", "normed query", "N"),
    "logits_values": _s("x", "valores de los logits por token", "values of logits per token", "O"),
    "logits_values.rows": _s("o", "filas que se reservan", "rows reserved", "u"),
    "logits_values.kept": _s("x", "consulta que se conserva", "query that is kept", "Q"),
    "compute_buffer_bytes.ffn": _s("X", "máximo de las FFN", "greatest of the FFNs", "F"),
    "compute_buffer_bytes.attention": _s(
        "X", "máximo de las atenciones", "greatest of the attentions", "A"
    ),
    "compute_buffer_bytes.stages": _s("X", "valores por token, máximo", "values per token, peak"),
    # Does it fit?
    "whole_blocks": _s("Z", "número entero de bloques", "whole number of blocks"),
    "whole_blocks.elements": _s("x", "elementos", "elements"),
    "whole_blocks.kind": _s("t", "tipo", "type"),
    "whole_blocks.block": _s("β", "elementos del bloque", "elements of the block"),
    "refusal": _s("R", "motivo por el que no arranca", "reason for not starting"),
    "fit": _s("F", "si cabe", "whether it fits"),
    "Architecture.context": _s("n", "contexto del modelo", "context of the model", "mod"),
    "largest_context.n": _s("n", "tokens de contexto", "tokens of context"),
    "largest_context.left": _s("M", "memoria que queda", "memory that is left", "L", "bytes"),
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
    "decode_tokens_per_second": _s("v", "tokens por segundo", "tokens per second", unit="tokens/s"),
    "bandwidth_gb_s": _s("B", "ancho de banda", "bandwidth", unit="GB/s"),
    "weights_read_bytes": _s("M", "pesos leídos por token", "weights read per token", "W", "bytes"),
    "cache_bytes": _s("M", "tamaño de la caché KV", "size of the KV cache", "KV", "bytes"),
    "CACHE_FILLED": _s("φ", "parte llena de la caché", "filled share of the cache"),
    "read_bytes": _s("M", "bytes leídos por token", "bytes read per token", "r", "bytes"),
    "BANDWIDTH_SHARE": _s("η", "parte del ancho de banda", "share of the bandwidth"),
    "tokens_per_second": _s("v", "tokens por segundo", "tokens per second", unit="tokens/s"),
    "pace": _s("R", "ritmo", "pace"),
    "time_to_first_token_seconds": _s(
        "t", "tiempo hasta el primer token", "time to first token", "1", "s"
    ),
    "prompt_tokens": _s("n", "tokens del prompt", "prompt tokens", "p"),
    "prefill_tokens_per_second": _s("v", "velocidad del prefill", "prefill speed", "p", "tokens/s"),
    "energy_per_token_joules": _s("E", "energía por token", "energy per token", unit="J"),
    "power_w": _s("P", "potencia", "power", unit="W"),
    "joules_per_token": _s("E", "energía por token", "energy per token", unit="J"),
    "price_per_kwh": _s("p", "precio del kWh", "price per kWh"),
    "cost_per_million_tokens": _s("C", "coste por millón de tokens", "cost per million tokens"),
    # Words
    "Fit.fits": _s("", "cabe", "fits"),
    "Fit.tight": _s("", "cabe justo", "just fits"),
    "Fit.no": _s("", "no cabe", "does not fit"),
    "Pace.smooth": _s("", "fluido", "smooth"),
    "Pace.usable": _s("", "usable", "usable"),
    "Pace.slow": _s("", "lento", "slow"),
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
