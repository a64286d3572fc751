"""How the quantities of placement and of the inverse questions are written and called."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.symbol import symbol as _s
from lemario.formula.notation import Symbol

PLACEMENT_SYMBOLS: Mapping[str, Symbol] = {
    "layer_cache_bytes": _s("M", "caché de una capa", "cache of a layer", "ℓ", "bytes"),
    "layer_state_bytes": _s("M", "estado de una capa", "state of a layer", "σ", "bytes"),
    "logits_rows": _s("o", "filas de logits", "rows of logits"),
    "layers_values": _s("x", "valores de la mayor capa", "values of the largest layer", "ℓ"),
    "buffer_bytes": _s("M", "búfer de cómputo", "compute buffer", "C", "bytes"),
    "stage_values": _s("x", "valores de la mayor etapa", "values of the largest stage", "e"),
    "buffer_bytes.tokens": _s("u", "tokens a la vez", "tokens at once"),
    "buffer_bytes.decay": _s("x", "valores del decaimiento", "values of the decay", "d"),
    "buffer_bytes.values": _s("x", "valores en total", "values in all", "Σ"),
    "layer_cache_bytes.values": _s("B", "bytes de los valores", "bytes of the values", "V"),
    # Places
    "Placement.gpu_layers": _s("g", "capas en GPU", "layers on GPUs", "ngl"),
    "Placement.cpu_moe_layers": _s(
        "m", "capas con los expertos en la RAM", "layers with experts in RAM"
    ),
    "Placement.split": _s("Δ", "modo de reparto", "way of splitting"),
    "Placement.parts": _s("P", "suma de las partes", "sum of the parts"),
    "Placement.ram_free_bytes": _s("M", "RAM libre", "free RAM", "φ", "bytes"),
    "Placement.shares_ram": _s("U", "memoria unificada", "unified memory"),
    "Gpu.begin": _s("α", "comienzo de su parte", "begin of its part"),
    "Gpu.end": _s("ω", "final de su parte", "end of its part"),
    "Gpu.free_bytes": _s("M", "memoria libre de la GPU", "free memory of the GPU", "Gφ", "bytes"),
    "Copy.block": _s("ℓ", "capa", "layer"),
    "output_place": _s("ℓ", "lugar de la salida", "place of the output", "o"),
    "offloadable_layers": _s("L", "capas que cuenta -ngl", "layers that -ngl counts", "+"),
    "offloaded_layers": _s("g", "lugares en GPU", "places on GPUs"),
    "place_at": _s("ℓ", "primer lugar desde un punto", "first place from a point on", "≥"),
    "point": _s("z", "punto", "point"),
    "is_whole": _s("W", "todo en GPU", "all on GPUs"),
    "part": _s("ϖ", "parte de una GPU", "part of a GPU"),
    "is_first": _s("F", "es la primera GPU", "is the first GPU", "1"),
    "is_last": _s("F", "es la última GPU", "is the last GPU", "n"),
    "gpu_layers": _s("L", "capas de una GPU", "layers of a GPU", "G"),
    "layers_between": _s("L", "capas entre dos lugares", "layers between two places", "αω"),
    "block_between": _s("χ", "la capa está entre los lugares", "the layer is between the places"),
    "blocks_between": _s("L", "capas de un tipo entre los lugares", "layers of a kind there", "χ"),
    "begin": _s("ℓ", "primer lugar", "first place", "α"),
    "end": _s("ℓ", "lugar tras el último", "place after the last", "ω"),
    "block": _s("ℓ", "capa", "layer", "b"),
    "blocks_between.b": _s("b", "capa", "layer"),
    "place_at.offloaded": _s("γ", "lugares en GPU", "places on GPUs"),
    "output_between_bytes.place": _s("ℓ", "lugar de la salida", "place of the output", "s"),
    "len(Placement.gpus)": _s("N", "GPU", "GPUs", "G"),
    # Weights
    "copy_between_bytes": _s(
        "M", "una copia, si está ahí", "a copy, if it is there", "cχ", "bytes"
    ),
    "matrix_between_bytes": _s(
        "M", "una matriz, lo de ahí", "a matrix, what is there", "m", "bytes"
    ),
    "output_weights_bytes": _s("M", "pesos de la salida", "weights of the output", "o", "bytes"),
    "output_between_bytes": _s("M", "la salida, si está ahí", "output, if there", "oχ", "bytes"),
    "weights_between_bytes": _s(
        "M", "pesos entre dos lugares", "weights between two places", "W", "bytes"
    ),
    "offloaded_weights_bytes": _s(
        "M", "pesos en todas las GPU", "weights on all GPUs", "WΣ", "bytes"
    ),
    "gpu_weights_bytes": _s("M", "pesos en una GPU", "weights on a GPU", "WG", "bytes"),
    "read_between_bytes": _s("M", "pesos que se leen ahí", "weights read there", "ρ", "bytes"),
    "offloaded_read_bytes": _s("M", "leídos en todas las GPU", "read on all GPUs", "ρΣ", "bytes"),
    "gpu_read_bytes": _s("M", "pesos leídos en una GPU", "weights read on a GPU", "ρG", "bytes"),
    "is_expert": _s("E", "contiene expertos", "holds experts"),
    "is_embedding": _s("ε", "es una tabla de embeddings", "is a table of embeddings"),
    "embeddings": _s("ε", "tablas de embeddings", "tables of embeddings", "Σ"),
    "twice_bytes": _s("M", "lo que está dos veces", "what is there twice", "2", "bytes"),
    "ram_weights_bytes": _s("M", "pesos en la RAM", "weights in RAM", "WR", "bytes"),
    "weights_between_bytes.layers": _s(
        "M", "pesos de las capas", "weights of the layers", "ℓ", "bytes"
    ),
    "read_between_bytes.layers": _s(
        "M", "leídos de las capas", "read of the layers", "ρℓ", "bytes"
    ),
    "ram_weights_bytes.everything": _s("M", "pesos en total", "weights in all", "Σ", "bytes"),
    # Caches and buffers
    "kv_cache_between_bytes": _s(
        "M", "caché KV entre dos lugares", "KV cache between two places", "KVχ", "bytes"
    ),
    "state_between_bytes": _s(
        "M", "estado entre dos lugares", "state between places", "Sχ", "bytes"
    ),
    "gpu_kv_cache_bytes": _s("M", "caché KV en una GPU", "KV cache on a GPU", "KVG", "bytes"),
    "gpu_state_bytes": _s("M", "estado en una GPU", "state on a GPU", "SG", "bytes"),
    "has_output": _s("O", "calcula los logits", "computes the logits"),
    "copied_matrix_bytes": _s(
        "M", "matriz que se presta desde la RAM", "matrix lent from RAM", "κ", "bytes"
    ),
    "copied_matrix_bytes.in_ram": _s("R", "hay copias en la RAM", "copies are in RAM"),
    "copied_values": _s("x", "valores de lo prestado", "values of what is lent", "κ"),
    "copied_values.copied": _s(
        "M", "la mayor matriz prestada", "largest lent matrix", "κ+", "bytes"
    ),
    "output_values": _s("x", "valores de los logits", "values of the logits", "o"),
    "is_pipelined": _s("Π", "trabajan en cadena", "work as a pipeline"),
    "pipeline_bytes": _s("M", "copias de las entradas", "copies of the inputs", "Π", "bytes"),
    "gpu_buffer_bytes": _s("M", "búfer de una GPU", "buffer of a GPU", "CG", "bytes"),
    "gpu_buffer_bytes.lent": _s("x", "valores prestados", "lent values", "λ"),
    "gpu_buffer_bytes.computes": _s(
        "O", "calcula los logits o la salida", "computes the output", "c"
    ),
    "gpu_buffer_bytes.logits": _s(
        "x", "valores de los logits aquí", "values of the logits here", "G"
    ),
    "host_buffer_bytes.wider": _s("f", "factor de 16 a 32 bits", "factor of 16 to 32 bits"),
    "host_buffer_bytes": _s("M", "búfer en la RAM", "buffer in RAM", "CR", "bytes"),
    # Does it fit, and backwards
    "gpu_cached_bytes": _s(
        "M", "caché y estado en una GPU", "cache and state on a GPU", "kG", "bytes"
    ),
    "drafting_bytes": _s("M", "contextos del borrador", "contexts of what drafts", "δ", "bytes"),
    "gpu_running_bytes": _s(
        "M", "en una GPU además de los pesos", "on a GPU besides weights", "rG", "bytes"
    ),
    "gpu_bytes": _s("M", "memoria de una GPU", "memory of a GPU", "G", "bytes"),
    "ram_running_bytes": _s(
        "M", "en la RAM además de los pesos", "in RAM besides weights", "rR", "bytes"
    ),
    "ram_bytes": _s("M", "memoria en la RAM", "memory in RAM", "R", "bytes"),
    "fits": _s("F", "cabe", "fits"),
    "fits.on_gpus": _s("M", "en todas las GPU", "on all GPUs", "ΣG", "bytes"),
    "fits.shared": _s(
        "M", "lo de las GPU que cuenta aquí", "of the GPUs what counts here", "U", "bytes"
    ),
    "runs_beside_weights.shared": _s(
        "M", "lo de las GPU que cuenta aquí", "of the GPUs what counts here", "U", "bytes"
    ),
    "gpu_running_bytes.held": _s(
        "M", "caché, estado y búfer", "cache, state and buffer", "h", "bytes"
    ),
    "gpu_bytes.running": _s("M", "lo que no son pesos", "what is not weights", "r", "bytes"),
    "ram_running_bytes.left": _s(
        "M", "lo que no está en las GPU", "what is not on GPUs", "kR", "bytes"
    ),
    "ram_running_bytes.buffer": _s("M", "búfer en la RAM", "buffer in RAM", "b", "bytes"),
    "growing_bytes.drafted": _s("M", "caché del borrador", "cache of what drafts", "δk", "bytes"),
    "growing_bytes.scores": _s("M", "puntuaciones", "scores", "A", "bytes"),
    "growing_bytes.masks": _s("M", "máscaras", "masks", "μΣ", "bytes"),
    "largest_context.far": _s("n", "tope lejano", "far top", "f"),
    "largest_context.near": _s("n", "tope cercano", "near top", "c"),
    "largest_sequence.near": _s("n", "tope cercano", "near top", "c"),
    "largest_sequence.n": _s("n", "tokens de la secuencia", "tokens of the sequence"),
    "longest_request.n": _s("n", "tokens de la petición", "tokens of the request"),
    "longest_request.blocks": _s("b", "bloques que hay", "blocks that there are"),
    "most_gpu_layers.n": _s("n", "capas", "layers"),
    "fewest_cpu_moe_layers.n": _s("n", "capas con expertos en GPU", "layers with experts on GPUs"),
    "fewest_cpu_moe_layers.layers": _s("L", "capas", "layers", "Σ"),
    "runs_beside_weights": _s("F", "cabe junto a los pesos", "fits beside the weights", "r"),
    "runs_beside_weights.on_gpus": _s("M", "en todas las GPU", "on all GPUs", "ΣG", "bytes"),
    "scores_values": _s("x", "puntuaciones de la atención", "scores of attention", "A"),
    "growing_bytes": _s("M", "lo que crece con el contexto", "what grows with it", "↑", "bytes"),
    "most_gpu_layers": _s("g", "más capas en GPU", "most layers on GPUs", "max"),
    "fewest_cpu_moe_layers": _s(
        "m", "menos capas con los expertos en la RAM", "fewest layers with experts in RAM", "min"
    ),
    "fewest_cpu_moe_layers.with_experts": _s(
        "m", "capas con los expertos en GPU", "layers with experts on GPUs", "G"
    ),
    "largest_sequence": _s("n", "secuencia más larga", "longest sequence", "max"),
    "longest_request": _s("n", "petición más larga", "longest request", "max"),
}
