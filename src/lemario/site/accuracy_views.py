"""What the template of the accuracy page sees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComparedSize:
    """A part of the memory as we compute it and as llama.cpp said it; `off` is the difference.

    `kind` is weights, cache or compute; sizes are in MiB; `exact`: there is no difference at all.
    """

    kind: str
    ours: str
    theirs: str
    off: str
    exact: bool


@dataclass(frozen=True, slots=True)
class ComparedModel:
    """A model: its name, in what it was compared, its sizes, and what all settings came to.

    `worst` is the greatest difference of its compute buffer over `rows` settings.
    """

    name: str
    file_type: str
    context: str
    sizes: tuple[ComparedSize, ...]
    rows: int
    worst: str


@dataclass(frozen=True, slots=True)
class Greatest:
    """The greatest difference of a compute buffer: of which model, as a share, and in MiB."""

    name: str
    share: str
    size: str


@dataclass(frozen=True, slots=True)
class DifferingCount:
    """A model whose published number of parameters is not the computed one, and why."""

    name: str
    computed: str
    published: str
    why: str


@dataclass(frozen=True, slots=True)
class AccuracyView:
    """Our numbers beside those of a real llama.cpp. Numbers are written out for the language.

    `within_1`, `within_5`, `worst_share` and `worst_bytes` are about compute buffers, `block_…`
    about blocks that predict several tokens, `block_worst` about their own compute
    buffers; of `asked` settings `refused` do not start; `not_measured` are names.
    `counted` models have a published number of parameters, in `counts_equal` of them it is the
    computed one; the others are in `differing`.
    """

    engine: str
    backend: str
    files: int
    files_wrong: int
    rows: int
    rows_wrong: int
    asked: int
    refused: int
    refusals_wrong: int
    within_1: str
    within_5: str
    worst_share: Greatest | None
    worst_bytes: Greatest | None
    blocks: int
    block_sizes: int
    block_sizes_wrong: int
    block_worst: str
    aborts: int
    counted: int
    counts_equal: int
    differing: tuple[DifferingCount, ...]
    models: tuple[ComparedModel, ...]
    not_measured: tuple[str, ...]
