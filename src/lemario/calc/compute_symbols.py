"""How the quantities of the compute buffer are written and called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.symbol import symbol as _s
from lemario.formula.notation import Symbol

COMPUTE_SYMBOLS: Mapping[str, Symbol] = {
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
    "attention_values": _s(
        "x", "valores de la atención por token", "values of attention per token", "A"
    ),
    "attention_values.vectors": _s(
        "y", "vectores ocultos en la atención", "hidden vectors in attention", "A"
    ),
    "attention_values.scores": _s("x", "puntuaciones de atención", "attention scores", "s"),
    "normed_query": _s("x", "consulta normalizada", "normed query", "N"),
    "logits_values": _s("x", "valores de los logits por token", "values of logits per token", "O"),
    "logits_values.rows": _s("o", "filas que se reservan", "rows reserved", "u"),
    "logits_values.kept": _s("x", "consulta que se conserva", "query that is kept", "Q"),
    "Architecture.predicts": _s("B", "es un bloque MTP", "is an MTP block"),
    "block_values": _s("x", "valores del bloque MTP", "values of the MTP block", "B"),
    "block_values.scores": _s("x", "puntuaciones de atención", "attention scores", "s"),
    "block_values.gate": _s("x", "compuerta de la consulta", "gate of the query", "g"),
    "block_values.masks": _s("x", "máscaras, por token", "masks per token", "μ"),
    "block_values.attention": _s("x", "valores de la atención", "values of attention", "A"),
    "block_buffer_bytes": _s("M", "búfer del bloque MTP", "buffer of the MTP block", "B", "bytes"),
    "block_buffer_bytes.stages": _s("X", "valores por token, máximo", "values per token, peak"),
    "block_buffer_bytes.tokens": _s("u", "tokens del grafo", "tokens of the graph", "g"),
    "graph_tokens": _s("u", "tokens del grafo", "tokens of the graph", "g"),
    "per_token": _s("x", "valores por token", "values per token", "t"),
    "per_token.slot_values": _s("x", "valores por petición", "values per slot", "s"),
    "quantised": _s("Q", "caché cuantizada", "quantized cache"),
    "quantised.kind": _s("t", "tipo", "type"),
    "rotation_elements": _s("e", "elementos de la rotación", "elements of the rotation", "R"),
    "window_rotation": _s("e", "rotación de las ventanas", "rotation of the windows", "W"),
    "full_rotation": _s("e", "rotación de las capas globales", "rotation of global layers", "F"),
    "rotation_bytes": _s("M", "matrices de rotación", "rotation matrices", "R", "bytes"),
    "rotation_bytes.full": _s("e", "rotación de las capas globales", "rotation of global layers"),
    "latent_copy": _s("x", "valores copiados", "copied values", "C"),
    "latent_copy.halves": _s("μ", "mitades por valor", "halves per value"),
    "latent_copy.cells": _s("c", "celdas de todos los flujos", "cells of all streams", "Σ"),
    "latent_copy.copied": _s("x", "valores de la copia", "values of the copy", "V"),
    "latent_values.cells": _s("c", "celdas de la capa", "cells of the layer"),
    "query_values": _s("x", "valores de la consulta", "values of the query", "Q"),
    "query_values.more": _s("x", "si es más ancha que el modelo", "if wider than the model", "+"),
    "query_values.gate": _s("x", "su compuerta", "its gate", "Γ"),
    "halved": _s("x", "valores que se copian en f16", "values copied as f16", "½"),
    "halved.elements": _s("x", "elementos", "elements"),
    "halved.kind": _s("t", "tipo", "type"),
    "halved_values": _s("x", "valores con la caché en f32", "values with a cache in f32", "f32"),
    "halved_values.row": _s("x", "valores por celda", "values per cell", "c"),
    "halved_values.cells": _s("c", "celdas de todos los flujos", "cells of all streams", "Σ"),
    "attention_values.held": _s("x", "valores retenidos", "values held", "h"),
    "Architecture.side_ffn": _s("x", "valores al lado de la FFN", "values beside the FFN", "sF"),
    "Architecture.side_attention": _s(
        "x", "valores al lado de la atención", "values beside attention", "sA"
    ),
    "Layer.gated_query": _s("Γ", "consulta con compuerta", "gated query", "Q"),
    "Layer.inner": _s("ι", "valores internos de la capa", "inner values of the layer"),
    "delta_values": _s("x", "valores de la red delta", "values of the delta net", "Δ"),
    "delta_values.roomy": _s("χ", "muchos tokens por petición", "many tokens per slot", "R"),
    "delta_values.parts": _s("κ", "copias de lo convolucionado", "copies of what is convolved"),
    "Architecture.side_logits": _s(
        "x", "valores al lado de los logits", "values beside logits", "sO"
    ),
    "Layer.expert_row": _s(
        "ε", "anchura de la salida de un experto", "width of an expert's output"
    ),
    "logits_values.held": _s("x", "valores retenidos", "values held", "h"),
    "delta_values.states": _s("x", "estados", "states", "σ"),
    "crowded": _s("χ", "pocos tokens por petición", "few tokens per slot"),
    "crowded.tokens": _s("u", "tokens por petición", "tokens per slot"),
    "mamba_values": _s("x", "valores de Mamba-2", "values of Mamba-2", "M"),
    "mamba_values.twice": _s("s", "peticiones con estado doble", "slots with two states", "2"),
    "mamba_values.kept": _s("x", "vector que se conserva", "vector that is kept", "k"),
    "mamba_values.states": _s("x", "estados", "states", "σ"),
    "mamba_values.others": _s("x", "estados de las demás", "states of the others", "o"),
    "decay_values": _s("x", "valores del decaimiento", "values of the decay", "λ"),
    "lightning_values": _s(
        "x", "valores de la atención lightning", "values of lightning attention", "L"
    ),
    "lightning_values.states": _s("x", "estados", "states", "σ"),
    "lightning_values.most": _s("x", "el mayor de los tres", "the greatest of the three", "max"),
    "recurrent_values": _s("x", "valores de la recurrencia", "values of the recurrence", "R"),
    "layer_values": _s("x", "valores de la capa", "values of the layer"),
}
"""Symbols of `calc.compute_buffer`."""
