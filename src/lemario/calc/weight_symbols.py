"""How the quantities of the weights are written and called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.symbol import symbol as _s
from lemario.formula.notation import Symbol

WEIGHT_SYMBOLS: Mapping[str, Symbol] = {
    "parameters": _s("N", "parámetros", "parameters"),
    "active_parameters": _s("N", "parámetros activos", "active parameters", "act"),
    "matrix_parameters": _s("N", "parámetros de las matrices", "parameters of the matrices", "m"),
    "matrix_reads": _s("N", "parámetros leídos por token", "parameters read per token", "r"),
    "Matrix.elements": _s("e", "elementos de la matriz", "elements of the matrix"),
    "Matrix.read": _s("r", "elementos leídos por token", "elements read per token"),
    "Architecture.outside": _s("", "matrices fuera de las capas", "matrices outside the layers"),
    "Layer.matrices": _s("", "matrices de la capa", "matrices of the layer"),
    "weights_bytes": _s("M", "tamaño de los pesos", "size of the weights", "W", "bytes"),
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
    "n_parameters": _s("N", "parámetros", "parameters"),
    "bits_per_weight": _s("b", "bits por peso", "bits per weight", "W", "bits"),
    "file_bytes": _s("M", "tamaño de los pesos", "size of the weights", "W", "bytes"),
    "weight_elements": _s("e", "elementos que son pesos", "elements that are weights", "W"),
    "Matrix.row": _s("r", "elementos de una fila", "elements of a row"),
    "Matrix.role": _s("ρ", "papel de la matriz", "role of the matrix"),
    "Matrix.copies": _s("", "copias de la matriz", "copies of the matrix"),
    "len(Matrix.copies)": _s("c", "copias de la matriz", "copies of the matrix"),
    "Matrix.of": _s("n", "copias que se cuentan", "copies counted"),
    "Matrix.stored": _s("τ", "tipo guardado", "stored type", "g"),
    "Copy.place": _s("i", "bloque de la copia", "block of the copy"),
    "Copy.number": _s("j", "número de la copia", "number of the copy"),
    "Split.first": _s("φ", "primeras copias", "first copies"),
    "Split.share": _s("σ", "parte inicial de las copias", "first share of the copies"),
    "Split.running": _s("ν", "se cuentan todas", "counted over all"),
    "Split.head": _s("τ", "tipo de las primeras", "type of the first", "1"),
    "Split.last": _s("τ", "tipo del último octavo", "type of the last eighth", "8"),
    "Split.more": _s("τ", "tipo de las que llevan más bits", "type of those with more bits", "+"),
    "Split.rest": _s("τ", "tipo de las demás", "type of the rest", "0"),
    "whole_row": _s("Z", "fila de bloques enteros", "row of whole blocks"),
    "whole_row.kind": _s("τ", "tipo", "type"),
    "whole_row.row": _s("r", "elementos de una fila", "elements of a row"),
    "whole_row.block": _s("β", "elementos del bloque", "elements of the block"),
    "stored_type": _s("τ", "tipo que se guarda", "type that is stored", "s"),
    "stored_type.kind": _s("τ", "tipo deseado", "type wished for"),
    "stored_type.row": _s("r", "elementos de una fila", "elements of a row"),
    "spends_more": _s("M", "lleva más bits", "has more bits"),
    "spends_more.position": _s("i", "posición", "position"),
    "spends_more.of": _s("n", "copias", "copies"),
    "spends_more.past": _s(
        "p", "posición tras el primer octavo", "position after the first eighth"
    ),
    "split_type": _s("τ", "tipo de la copia", "type of the copy"),
    "split_type.position": _s("i", "posición", "position"),
    "split_type.of": _s("n", "copias", "copies"),
    "matrix_type": _s("τ", "tipo de la matriz", "type of the matrix", "m"),
    "matrix_type.position": _s("i", "posición de la copia", "position of the copy"),
    "type_bytes": _s("M", "tamaño en un tipo", "size in a type", "τ", "bytes"),
    "type_bytes.elements": _s("e", "elementos", "elements"),
    "type_bytes.kind": _s("τ", "tipo", "type"),
    "copy_type": _s("τ", "tipo de la copia", "type of the copy", "c"),
    "copy_type.position": _s("π", "posición de la copia", "position of the copy"),
    "copy_type.running": _s("N", "se cuentan todas", "counted over all"),
    "divides": _s("Δ", "reparte tipos distintos", "gives different types"),
    "file_type": _s("q", "tipo de archivo", "file type"),
    "copy_bytes": _s("M", "tamaño de una copia", "size of a copy", "c", "bytes"),
    "matrix_bytes": _s("M", "tamaño de la matriz", "size of the matrix", "m", "bytes"),
    "matrices_bytes": _s("M", "tamaño de las matrices", "size of the matrices", "Σ", "bytes"),
    "loaded_bytes": _s("M", "pesos que se cargan", "weights that are loaded", "L", "bytes"),
    "loaded_bytes.layers": _s("M", "pesos de las capas", "weights of the layers", "C", "bytes"),
    "matrix_read_bytes": _s("M", "bytes leídos por token", "bytes read per token", "r", "bytes"),
    "active_weights_bytes.layers": _s(
        "M", "pesos de las capas, por token", "weights of the layers, per token", "C", "bytes"
    ),
    "looked_up_bytes.read": _s("M", "pesos que se leen", "weights that are read", "ℓ", "bytes"),
    "weights_plain_bytes": _s("M", "tamaño de los pesos", "size of the weights", "W", "bytes"),
    "bits": _s("b", "bits por peso", "bits per weight", "W", "bits"),
    "BLOCK_ELEMENTS": _s("E", "elementos por bloque", "elements per block"),
    "BLOCK_BYTES": _s("S", "bytes por bloque", "bytes per block"),
    "FALLBACK": _s("F", "tipo de reserva", "fallback type"),
    "RULES": _s("R", "reglas del reparto", "rules of the mix", "Σ"),
    "MIX": _s("X", "reparto de tipos", "mix of types"),
}
"""Symbols of `calc.weights` and `calc.mix`."""
