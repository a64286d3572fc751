"""Our numbers beside those of a real llama.cpp, model by model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from lemario.calc import compute_buffer, formulas, weights
from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.load_catalogue import Catalogue, ModelEntry
from lemario.calc.measurements import Engine, MeasuredModel, MeasuredRow, Measurements
from lemario.calc.mix import MIX, RULES
from lemario.calc.predicting import PREDICTED, predicting_block, with_block
from lemario.calc.records import Architecture, Copy, FileType, Matrix, Settings

COUNTED_TWICE = ("gemma3n", "gemma4")
"""Families that llama.cpp loads the embedding a second time for, where it is the output too."""

ABORTS: Mapping[str, str] = {
    "phi3": "ggml-impl.h:330",
    "minimax": "ggml_can_repeat",
}
"""Faults of llama.cpp that end its process where nothing is wrong with the settings, by family.

phi3: with 40 layers, quantized keys and values and separate slots its graph has more nodes than
llama.cpp reserves for so few tensors. minimax: separate slots that do not divide the micro-batch.
The formulas do not tell these, since they are mended sooner than told.
"""

_ALIGNMENT = 32


@dataclass(frozen=True, slots=True)
class Pair:
    """A size as we compute it and as llama.cpp said it, in bytes."""

    ours: float
    theirs: float

    @property
    def off(self) -> float:
        """How far ours is from theirs, as a share of theirs; 0 if both are 0."""
        return self.ours / self.theirs - 1 if self.theirs else self.ours


@dataclass(frozen=True, slots=True)
class ModelAccuracy:
    """A model compared. `settings` are those of the three pairs, `file_type` that of the weights.

    Over all rows: `weights_wrong`, `cache_wrong` and `refusals_wrong` count what differs at all;
    `computes` are the compute buffers of the rows that start. `aborts` counts settings in which
    llama.cpp ended by a known fault of its own.
    """

    entry: ModelEntry
    file_type: FileType
    settings: Settings
    weights: Pair
    cache: Pair
    compute: Pair
    n_files: int
    n_rows: int
    n_refused: int
    weights_wrong: int
    cache_wrong: int
    refusals_wrong: int
    computes: tuple[Pair, ...]
    aborts: int


@dataclass(frozen=True, slots=True)
class BlockAccuracy:
    """A block that predicts several tokens, compared.

    `sizes`: weights with the target's, cache and state of the target's context, and the cache of
    the block's own in all rows; `computes`: the compute buffers of these.
    """

    sizes: tuple[Pair, ...]
    computes: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class ParameterCount:
    """The parameters of a model as its config gives them, and as they are published."""

    entry: ModelEntry
    computed: int
    published: int


@dataclass(frozen=True, slots=True, eq=False)
class Accuracy:
    """All models that were measured, those that were not, and the engine that was asked.

    `counts` are those of all models whose number of parameters is published.
    Each is itself only, so that what follows from it can be kept.
    """

    engine: Engine
    models: tuple[ModelAccuracy, ...]
    blocks: tuple[BlockAccuracy, ...]
    not_measured: Mapping[str, ModelEntry]
    counts: tuple[ParameterCount, ...]

    @property
    def computes(self) -> tuple[tuple[ModelAccuracy, Pair], ...]:
        """All compute buffers, each with its model."""
        return tuple((model, pair) for model in self.models for pair in model.computes)


@lru_cache(maxsize=1)
def accuracy(catalogue: Catalogue) -> Accuracy | None:
    """Everything measured, compared; None if the catalogue has no measurements."""
    measured = catalogue.measurements
    if measured is None:
        return None
    compared = tuple(_compared(catalogue, measured))
    known = {model.entry.id for model in compared}
    rest = {key: entry for key, entry in catalogue.models.items() if key not in known}
    counts = tuple(
        ParameterCount(entry, int(weights.parameters(entry.architecture)), entry.model.parameters)
        for entry in catalogue.models.values()
        if entry.model.parameters is not None
    )
    return Accuracy(measured.engine, compared, tuple(_blocks(catalogue, measured)), rest, counts)


def is_known_abort(family: str, refusal: str) -> bool:
    """Whether llama.cpp ended by a fault of its own that is known for this family."""
    known = ABORTS.get(family)
    return known is not None and refusal.startswith("aborts") and known in refusal


def allocated_bytes(family: str, decoder: Architecture, file_type: FileType) -> float:
    """Bytes of weights as llama.cpp counts what it loads: each tensor in steps of 32 bytes."""
    twice = decoder.outside[:1] if family in COUNTED_TWICE else ()
    matrices = [matrix for layer in decoder.layers for matrix in layer.matrices]
    return sum(_allocated(matrix, file_type) for matrix in (*matrices, *decoder.outside, *twice))


def _allocated(matrix: Matrix, file_type: FileType) -> float:
    def aligned(copy: Copy) -> float:
        return -(-weights.copy_bytes(matrix, copy, file_type) // _ALIGNMENT) * _ALIGNMENT

    if weights.divides(RULES[MIX[file_type][matrix.role]]):
        return sum(aligned(copy) for copy in matrix.copies)
    return len(matrix.copies) * aligned(matrix.copies[0])


def _compared(catalogue: Catalogue, measured: Measurements) -> Iterator[ModelAccuracy]:
    for key, entry in catalogue.models.items():
        model = measured.models.get(key)
        if model is not None and model.weights and any(not row.refusal for row in model.rows):
            yield _model(entry, model)


def _blocks(catalogue: Catalogue, measured: Measurements) -> Iterator[BlockAccuracy]:
    for key, entry in catalogue.models.items():
        said = measured.blocks.get(key)
        if said is not None and said.weights and said.rows:
            yield _block(entry.model.config, said)


def _block(config: ModelConfig, measured: MeasuredModel) -> BlockAccuracy:
    decoder = architecture(with_block(config))
    block = predicting_block(decoder)
    target = measured.rows[0].settings._replace(predicted=float(PREDICTED))
    started = [row for row in measured.rows if not row.refusal]
    return BlockAccuracy(
        (
            *(
                Pair(allocated_with_block(config.model_type, decoder, block, kind), said)
                for kind, said in measured.weights.items()
            ),
            Pair(formulas.cached_bytes(decoder, target), measured.target_bytes),
            *(_cache(block, row) for row in started),
        ),
        tuple(_compute(block, row) for row in started),
    )


def allocated_with_block(
    family: str, decoder: Architecture, block: Architecture, file_type: FileType
) -> float:
    """`allocated_bytes` of a model that is loaded with its block for several tokens."""
    return allocated_bytes(family, decoder, file_type) + allocated_bytes("", block, file_type)


def _model(entry: ModelEntry, measured: MeasuredModel) -> ModelAccuracy:
    decoder = entry.architecture
    family = entry.model.config.model_type
    files = {
        kind: Pair(allocated_bytes(family, decoder, kind), said)
        for kind, said in measured.weights.items()
    }
    rows = [row for row in measured.rows if not is_known_abort(family, row.refusal)]
    started = [row for row in rows if not row.refusal]
    pairs = [(_cache(decoder, row), _compute(decoder, row)) for row in started]
    kind = next(iter(files))
    return ModelAccuracy(
        entry=entry,
        file_type=kind,
        settings=started[0].settings,
        weights=files[kind],
        cache=pairs[0][0],
        compute=pairs[0][1],
        n_files=len(files),
        n_rows=len(rows),
        n_refused=len(rows) - len(started),
        weights_wrong=sum(pair.ours != pair.theirs for pair in files.values()),
        cache_wrong=sum(cache.ours != cache.theirs for cache, _ in pairs),
        refusals_wrong=sum(
            (formulas.refusal(decoder, row.settings) != "none") != bool(row.refusal) for row in rows
        ),
        computes=tuple(compute for _, compute in pairs),
        aborts=len(measured.rows) - len(rows),
    )


def _cache(decoder: Architecture, row: MeasuredRow) -> Pair:
    return Pair(formulas.cached_bytes(decoder, row.settings), row.cache_and_state_bytes)


def _compute(decoder: Architecture, row: MeasuredRow) -> Pair:
    ours = compute_buffer.compute_buffer_bytes(decoder, row.settings)
    return Pair(ours, row.compute_buffer_bytes)
