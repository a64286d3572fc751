"""How the quantities of fine-tuning are written and called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.symbol import symbol as _s
from lemario.formula.notation import Symbol

TRAINING_SYMBOLS: Mapping[str, Symbol] = {
    "training_bytes": _s("M", "memoria para entrenar", "memory for training", "T", "bytes"),
    "lora_parameters": _s("N", "parámetros que se entrenan", "trained parameters", "LoRA"),
    "rank": _s("r", "rango", "rank"),
    "rows": _s("m", "filas de la matriz", "rows of the matrix"),
    "columns": _s("n", "columnas de la matriz", "columns of the matrix"),
    # Settings
    "Training.method": _s("μ", "método", "method"),
    "Training.batch": _s("β", "secuencias por lote", "sequences per batch"),
    "Training.sequence": _s("s", "tokens por secuencia", "tokens per sequence"),
    "Training.rank": _s("r", "rango de los adaptadores", "rank of the adapters"),
    "Training.experts": _s("ξ", "adaptadores en los expertos", "adapters on experts"),
    "Training.optimizer": _s("ω", "optimizador", "optimizer"),
    "Training.master_weights": _s("W", "copia de los pesos en 32 bits", "weights in 32 bits too"),
    "Training.checkpointing": _s("κ", "qué activaciones se guardan", "which activations are kept"),
    "Training.chunked_logits": _s("Λ", "logits por partes", "logits in chunks"),
    "TrainingMethod.full": _s("", "completo", "full"),
    "TrainingMethod.lora": _s("", "LoRA", "LoRA"),
    "TrainingMethod.qlora": _s("", "QLoRA", "QLoRA"),
    "Optimizer.adamw": _s("", "AdamW", "AdamW"),
    "Optimizer.adamw_8bit": _s("", "AdamW de 8 bits", "8-bit AdamW"),
    "Checkpointing.none": _s("", "todas", "all"),
    "Checkpointing.layers": _s("", "las entradas de las capas", "inputs of the layers"),
    "Checkpointing.offloaded": _s("", "ninguna, van a la RAM", "none, they wait in RAM"),
    # What is trained
    "is_linear": _s("Z", "es una matriz lineal", "is a linear matrix", "lin"),
    "is_expert": _s("Z", "es una matriz de los expertos", "is a matrix of experts", "E"),
    "inputs": _s("i", "valores a la entrada de la matriz", "values that the matrix takes"),
    "n_experts": _s("n", "expertos", "experts", "E"),
    "expert_adapter_parameters": _s(
        "N", "parámetros de los adaptadores de expertos", "parameters of adapters of experts", "aE"
    ),
    "matrix_adapter_parameters": _s(
        "N",
        "parámetros de los adaptadores de la matriz",
        "parameters of the matrix's adapters",
        "a",
    ),
    "adapter_parameters": _s(
        "N", "parámetros de los adaptadores", "parameters of the adapters", "Σ"
    ),
    "trained_parameters": _s("N", "parámetros que se entrenan", "trained parameters", "T"),
    # What stays
    "linear_elements": _s("e", "elementos de la matriz lineal", "elements if linear", "lin"),
    "linear_parameters": _s(
        "N", "parámetros de las matrices lineales", "parameters of the linear matrices", "lin"
    ),
    "linear": _s("N", "parámetros de las matrices lineales", "parameters of linear matrices", "ℓ"),
    "nf4_bytes": _s("M", "tamaño en NF4", "size in NF4", "NF4", "bytes"),
    "nf4_bytes.elements": _s("e", "elementos", "elements"),
    "base_weights_bytes": _s("M", "pesos del modelo", "weights of the model", "W", "bytes"),
    "trained_weights_bytes": _s(
        "M", "pesos de los adaptadores o copia en 32 bits", "adapters, or 32-bit copy", "A", "bytes"
    ),
    "training_weights_bytes": _s("M", "todos los pesos", "all weights", "WA", "bytes"),
    "gradient_bytes": _s("M", "gradientes", "gradients", "∇", "bytes"),
    "gradient_element_bytes": _s(
        "b", "bytes por gradiente", "bytes per gradient", "∇", unit="bytes"
    ),
    "optimizer_bytes": _s("M", "estado del optimizador", "state of the optimizer", "ω", "bytes"),
    "OPTIMIZER_BYTES": _s("b", "bytes de estado por parámetro", "bytes of state per parameter"),
    # Activations and logits
    "training_tokens": _s("n", "tokens a la vez", "tokens at once", "t"),
    "matrix_outputs": _s("x", "valores que da la matriz", "values that the matrix gives", "m"),
    "mixed_values": _s("x", "valores que da la atención", "values that attention gives", "A"),
    "mixed_values.plain": _s("Z", "es la última de la atención", "is the last of attention", "A"),
    "layer_activations": _s(
        "x", "valores que guarda la capa por token", "values that the layer keeps per token", "ℓ"
    ),
    "layer_activations.outputs": _s(
        "x", "valores que dan las matrices", "values that the matrices give", "Σ"
    ),
    "layer_activations.mixed": _s(
        "x", "valores que da la mezcla de tokens", "values that the mixer gives", "mix"
    ),
    "kept_values": _s("x", "valores guardados por token", "values kept per token", "K"),
    "activation_bytes": _s("M", "activaciones guardadas", "activations kept", "K", "bytes"),
    "layer_bytes": _s(
        "M", "capa que se recorre hacia atrás", "layer on the way back", "ℓ", "bytes"
    ),
    "layer_bytes.copies": _s("κ", "copias de los valores", "copies of the values", "ℓ"),
    "logits_tokens": _s("n", "tokens con logits a la vez", "tokens with logits at once", "Λ"),
    "logits_bytes": _s("M", "logits y pérdida", "logits and loss", "Λ", "bytes"),
    "stage_bytes": _s("M", "etapa mayor", "larger stage", "max", "bytes"),
    # In all
    "training_overhead_bytes": _s(
        "M", "controlador, bibliotecas y huecos", "driver, libraries and gaps", "O", "bytes"
    ),
    "driver": _s("M", "controlador", "driver", "d", "bytes"),
    "training_total_bytes": _s("M", "memoria total", "total memory", "T", "bytes"),
    "kept": _s("M", "lo que permanece", "what stays", "p", "bytes"),
    "step": _s("M", "lo que toma un paso", "what a step takes", "s", "bytes"),
}
"""Symbols of `calc.training`."""
