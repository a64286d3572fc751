"""Parameters and weights, one formula a function. Written in the dialect.

The weights of a file are summed over its tensors, each in the type that llama.cpp's quantiser
gives it. Equal to the byte to what llama.cpp of October 2026 loads.
"""

from __future__ import annotations

from lemario.calc.mix import BLOCK_BYTES, BLOCK_ELEMENTS, FALLBACK, MIX, RULES
from lemario.calc.records import Architecture, Copy, FileType, Matrix, Split, TensorType
from lemario.formula.language import Positive, floor, total

# --- Parameters ----------------------------------------------------------------------------------


def weight_elements(m: Matrix) -> float:
    """Elements of a matrix that are weights: tables of position factors are none."""
    return 0 if m.role == "table" else m.elements


def matrix_parameters(matrices: tuple[Matrix, ...]) -> float:
    """Number of parameters in some matrices, in all their copies."""
    return total(len(m.copies) * weight_elements(m) for m in matrices)


def parameters(a: Architecture) -> float:
    """Number of parameters of the model, embeddings included.

    Source: the tensor list of the file; equals the published counts.
    """
    return total(matrix_parameters(l.matrices) for l in a.layers) + matrix_parameters(a.outside)


def matrix_reads(matrices: tuple[Matrix, ...]) -> float:
    """Number of parameters of some matrices that are read for one token."""
    return total(len(m.copies) * min(m.read, weight_elements(m)) for m in matrices)


def active_parameters(a: Architecture) -> float:
    """Number of parameters read to generate one token: of the experts, those in use.

    The embedding is looked up, not multiplied, and counts only where it is the output as well.
    """
    return total(matrix_reads(l.matrices) for l in a.layers) + matrix_reads(a.outside)


def is_expert(m: Matrix) -> bool:
    """Whether a matrix of a layer holds experts, of which a token reads only some."""
    return m.read > 0 and m.read < m.elements


# --- The type of each tensor ---------------------------------------------------------------------


def whole_row(kind: TensorType, row: float) -> bool:
    """Whether a row is a whole number of blocks of a type."""
    block = BLOCK_ELEMENTS[kind]
    return floor(row / block) * block == row


def stored_type(kind: TensorType, row: float) -> TensorType:
    """The type that a row of so many elements can be stored in: the one wished for, or less."""
    if whole_row(kind, row):
        return kind
    return FALLBACK[kind] if whole_row(FALLBACK[kind], row) else "F16"


def spends_more(position: float, of: Positive) -> bool:
    """Whether llama.cpp spends more bits on this copy: the first eighth, then every third."""
    past = position - floor(of / 8)
    return past < 0 or past - floor(past / 3) * 3 == 2


def split_type(rule: Split, position: float, of: Positive) -> TensorType:
    """The type that a rule gives to a copy."""
    if position < max(rule.first, floor(of * rule.share)):
        return rule.head
    if position >= floor(of * 7 / 8):
        return rule.last
    return rule.more if spends_more(position, of) else rule.rest


def matrix_type(m: Matrix, position: float, file_type: FileType) -> TensorType:
    """The type of the copy of a matrix at a position in a file.

    Source: llama.cpp, src/llama-quant.cpp.
    """
    if file_type == "STORED":
        return m.stored
    if m.role == "f32" or m.role == "table":
        return "F32"
    return stored_type(split_type(RULES[MIX[file_type][m.role]], position, m.of), m.row)


def copy_type(m: Matrix, copy: Copy, file_type: FileType) -> TensorType:
    """The type of one copy of a matrix in a file: by its running number, or by its block."""
    running = RULES[MIX[file_type][m.role]].running
    position = copy.number if running else copy.place
    return matrix_type(m, position, file_type)


# --- Bytes ---------------------------------------------------------------------------------------


def type_bytes(elements: float, kind: TensorType) -> float:
    """Bytes of so many elements in whole blocks of a type."""
    return elements / BLOCK_ELEMENTS[kind] * BLOCK_BYTES[kind]


def copy_bytes(m: Matrix, copy: Copy, file_type: FileType) -> float:
    """Bytes of one copy of a matrix."""
    return type_bytes(m.elements, copy_type(m, copy, file_type))


def divides(rule: Split) -> bool:
    """Whether a rule gives copies of one matrix different types."""
    return rule.head != rule.rest or rule.last != rule.rest or rule.more != rule.rest


def matrix_bytes(m: Matrix, file_type: FileType) -> float:
    """Bytes of a matrix in all its copies."""
    if divides(RULES[MIX[file_type][m.role]]):
        return total(copy_bytes(m, c, file_type) for c in m.copies)
    return len(m.copies) * type_bytes(m.elements, matrix_type(m, 0, file_type))


def matrices_bytes(matrices: tuple[Matrix, ...], file_type: FileType) -> float:
    """Bytes of some matrices."""
    return total(matrix_bytes(m, file_type) for m in matrices)


def loaded_bytes(a: Architecture, file_type: FileType) -> float:
    """Bytes of the weights that llama.cpp loads."""
    layers = total(matrices_bytes(l.matrices, file_type) for l in a.layers)
    return layers + matrices_bytes(a.outside, file_type)


def weights_bytes(a: Architecture, file_type: FileType) -> float:
    """Bytes of all tensors of the file, those that are not loaded too.

    Source: names and shapes as llama.cpp of October 2026 loads them (`make oracle`), types by its
    quantiser's rules; checked against published files and averages.
    """
    return loaded_bytes(a, file_type) + matrices_bytes(a.skipped, file_type)


def matrix_read_bytes(m: Matrix, file_type: FileType) -> float:
    """Bytes of a matrix that are read for one token."""
    return matrix_bytes(m, file_type) * m.read / m.elements


def active_weights_bytes(a: Architecture, file_type: FileType) -> float:
    """Bytes of weights that one token reads: all but what is looked up; of experts, those in use."""
    layers = total(total(matrix_read_bytes(m, file_type) for m in l.matrices) for l in a.layers)
    return layers + total(matrix_read_bytes(m, file_type) for m in a.outside)


def looked_up_bytes(a: Architecture, file_type: FileType) -> float:
    """Bytes of the embeddings that are looked up only, and stay in RAM."""
    read = total(matrix_read_bytes(m, file_type) for m in a.outside)
    return matrices_bytes(a.outside, file_type) - read


def bits_per_weight(file_bytes: float, n_parameters: Positive) -> float:
    """Average number of bits per weight of a file."""
    return 8 * file_bytes / n_parameters


def weights_plain_bytes(n_parameters: float, bits: float) -> float:
    """Bytes of weights that take so many bits each on average."""
    return n_parameters * bits / 8
