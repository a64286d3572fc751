"""The result file: what llama.cpp answered, one row a line, in the order of the models' ids."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemario.calc.measurements import COLUMNS, SETTINGS
from lemario.calc.records import FileType, Settings
from scripts.oracle.questions import Answer


@dataclass(frozen=True, slots=True)
class Measured:
    """What llama.cpp said about a model.

    `weights`: bytes that it loads, by file type; `rows`: of the first file, by settings; `fault`:
    why there is nothing, if so. Of a block that predicts several tokens: `weights` with the
    target's, `rows` of its own context; `target`: bytes of cache and state of the target's context,
    in the first of the rows.
    """

    weights: Mapping[FileType, int]
    rows: tuple[tuple[Settings, Answer], ...]
    fault: str = ""
    target: int = 0


@dataclass(frozen=True, slots=True)
class Measurements:
    """The whole file: which engine was asked, and what it said, by the id of the model.

    `blocks`: the same of the blocks that predict several tokens.
    """

    engine: Mapping[str, str]
    models: Mapping[str, Measured]
    blocks: Mapping[str, Measured]


def read(path: Path) -> Measurements:
    """The result file.

    Raises:
        ValueError: it has other columns, from another version of this script.
    """
    stored = json.loads(path.read_text("utf-8"))
    if tuple(stored["columns"]) != COLUMNS:
        raise ValueError(f"{path} has other columns than this version writes: measure anew")
    return Measurements(
        stored["engine"],
        {id: _measured(model) for id, model in stored["models"].items()},
        {id: _measured(block) for id, block in stored["blocks"].items()},
    )


def write(path: Path, measurements: Measurements) -> None:
    """Writes the result file: valid JSON, a line for each row."""
    models, blocks = _all(measurements.models), _all(measurements.blocks)
    engine = _json(dict(sorted(measurements.engine.items())))
    text = (
        f'{{"engine": {engine},\n"columns": {_json(COLUMNS)},\n'
        f'"models": {{\n{models}\n}},\n"blocks": {{\n{blocks}\n}}}}\n'
    )
    path.write_text(text, "utf-8")


def _all(found: Mapping[str, Measured]) -> str:
    return ",\n".join(f"{_json(id)}: {_model(model)}" for id, model in sorted(found.items()))


def _measured(stored: Mapping[str, Any]) -> Measured:
    rows = tuple(_row(row) for row in stored["rows"])
    return Measured(stored["weights"], rows, stored.get("fault", ""), stored.get("target", 0))


def _row(stored: list[Any]) -> tuple[Settings, Answer]:
    values = dict(zip(COLUMNS, stored, strict=True))
    s = Settings(**{name: values[name] for name in SETTINGS}, predicted=0)
    cache, compute = values["cache_and_state_bytes"], values["compute_buffer_bytes"]
    return s, Answer(0, cache, compute, values["refusal"])


def _model(model: Measured) -> str:
    fault = f'"fault": {_json(model.fault)}, ' if model.fault else ""
    fault += f'"target": {model.target}, ' if model.target else ""
    rows = ",\n".join(_line(s, answer) for s, answer in model.rows)
    return f'{{{fault}"weights": {_json(model.weights)}, "rows": [\n{rows}]}}'


def _line(s: Settings, answer: Answer) -> str:
    row = [getattr(s, name) for name in SETTINGS]
    return _json([*row, answer.cache, answer.compute, answer.refusal])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
