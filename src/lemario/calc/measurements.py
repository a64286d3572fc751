"""What a real llama.cpp said that it allocates: `catalogue/measurements.json`, which comes along.

It is made by `make oracle`: hollow files with the true metadata and tensor list of each model are
loaded, and llama.cpp prints what it would reserve.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked_dataclass

from lemario.calc.records import CacheType, FileType, Settings
from lemario.content.reader import FileReader
from lemario.content.source_text import read_source
from lemario.core.diagnostics import Checked, Diagnostic, Span, error

SETTINGS = (
    "n_ctx",
    "kv_type_k",
    "kv_type_v",
    "slots",
    "unified",
    "n_ubatch",
    "flash_attention",
    "swa_full",
    "logits_rows",
)
COLUMNS = (*SETTINGS, "cache_and_state_bytes", "compute_buffer_bytes", "refusal")
"""What a row of the file holds: settings, and what llama.cpp reserved or why it did not start."""

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(gt=0)]
_Row = tuple[
    Positive,
    CacheType,
    CacheType,
    Positive,
    bool,
    Positive,
    bool,
    bool,
    Count,
    Count,
    Count,
    str,
]
_STRICT = ConfigDict(extra="forbid", strict=True)


@checked_dataclass(frozen=True, slots=True, config=_STRICT)
class Engine:
    """Which llama.cpp was asked, as what it comes, on which backend."""

    name: str
    package: str
    backend: str
    build: str


@checked_dataclass(frozen=True, slots=True, config=_STRICT)
class _StoredModel:
    weights: dict[FileType, Positive]
    rows: list[_Row]
    fault: str = ""
    target: Count = 0


@checked_dataclass(frozen=True, slots=True, config=_STRICT)
class _Stored:
    engine: Engine
    columns: list[str]
    models: dict[str, _StoredModel]
    blocks: dict[str, _StoredModel]


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """What llama.cpp reserved in some settings; `refusal` says why it did not start, "" if it did."""

    settings: Settings
    cache_and_state_bytes: int
    compute_buffer_bytes: int
    refusal: str


@dataclass(frozen=True, slots=True)
class MeasuredModel:
    """What llama.cpp said of a model: bytes of loaded weights by file type, and rows of settings.

    `fault` says why there is nothing, if so. Of a block that predicts several tokens: weights with
    the target's, rows of its own context, and in `target_bytes` cache and state of the target's.
    """

    weights: Mapping[FileType, int]
    rows: tuple[MeasuredRow, ...]
    fault: str
    target_bytes: int


@dataclass(frozen=True, slots=True)
class Measurements:
    """Which engine was asked, and what it said, by the id of the model.

    `blocks`: the same of the blocks that predict several tokens.
    """

    engine: Engine
    models: Mapping[str, MeasuredModel]
    blocks: Mapping[str, MeasuredModel]


def load_measurements(reader: FileReader) -> Checked[Measurements]:
    """The measurements of the glossary; None if it has none. An L342 if they cannot be read."""
    file = reader.root / "catalogue" / "measurements.json"
    if not file.exists():
        return Checked(None)
    shown = reader.shown(file)
    read = read_source(file, shown)
    if read.value is None:
        return Checked(None, read.diagnostics)
    try:
        stored = _adapter().validate_json(read.value.text)
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return Checked(None, (_fault(shown, f"{where}: {first['msg']}".removeprefix(": ")),))
    if tuple(stored.columns) != COLUMNS:
        return Checked(None, (_fault(shown, "it has other columns"),))
    models = {key: _model(model) for key, model in stored.models.items()}
    blocks = {key: _model(block) for key, block in stored.blocks.items()}
    return Checked(Measurements(stored.engine, models, blocks))


@cache
def _adapter() -> TypeAdapter[_Stored]:
    return TypeAdapter(_Stored)


def _fault(shown: str, said: str) -> Diagnostic:
    message = f"the measurements cannot be used: {said}"
    help = "make them anew with `make oracle`, or delete the file"
    return error("L342", Span.whole(shown), message, help)


def _model(stored: _StoredModel) -> MeasuredModel:
    rows = tuple(_row(row) for row in stored.rows)
    return MeasuredModel(stored.weights, rows, stored.fault, stored.target)


def _row(stored: _Row) -> MeasuredRow:
    values: dict[str, Any] = dict(zip(COLUMNS, stored, strict=True))
    floats: dict[str, Any] = {
        k: float(v) if type(v) is int else v for k, v in values.items() if k in SETTINGS
    }
    cache, compute = values["cache_and_state_bytes"], values["compute_buffer_bytes"]
    return MeasuredRow(Settings(**floats, predicted=0.0), cache, compute, values["refusal"])
