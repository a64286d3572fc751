"""What a real llama.cpp reserved, row by row: 3,022 settings of 100 models, and what it refused.

Releases of October 2026 were given files with the true metadata and tensor list of each model.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from lemario.calc import compute_buffer, formulas, kv_cache, weights
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.records import Settings

MIB = 2**20
ROOT = Path(__file__).resolve().parents[3]
DATA = json.loads((ROOT / "tests/data/llamacpp_rows.json").read_text("utf-8"))
Row = dict[str, Any]
ROWS: list[Row] = [dict(zip(DATA["columns"], row, strict=True)) for row in DATA["rows"]]
BY_MODEL: dict[str, list[Row]] = defaultdict(list)
for _row in ROWS:
    BY_MODEL[_row["model"]].append(_row)


# Without flash attention, at 4,096 tokens: the allocator uses memory again that the formula counts.
FAR = {"starcoder2-3b", "llama-2-13b"}


def settings(row: Row) -> Settings:
    """The settings of a row; numbers are floats in the formulas."""
    fields: dict[str, Any] = {name: {**row, "predicted": 0}[name] for name in Settings._fields}
    floats: dict[str, Any] = {k: float(v) if type(v) is int else v for k, v in fields.items()}
    return Settings(**floats)


def error(catalogue: Catalogue, row: Row) -> float:
    """How far the compute buffer is off, as a share."""
    decoder = catalogue.models[row["model"]].architecture
    ours = compute_buffer.compute_buffer_bytes(decoder, settings(row)) / MIB
    return float(ours / row["compute_mib"] - 1)


def test_there_are_rows_of_many_models_and_of_refusals() -> None:
    assert (len(ROWS), len(BY_MODEL)) == (3022, 100)
    assert sum(bool(row["refuses"]) for row in ROWS) == 239


@pytest.mark.parametrize("model", BY_MODEL)
def test_weights_cache_and_state_are_equal_to_the_byte(catalogue: Catalogue, model: str) -> None:
    decoder = catalogue.models[model].architecture
    files = {
        (r["file_type"], r["weights_bytes"], r["weights_skipped_bytes"]) for r in BY_MODEL[model]
    }
    for file_type, size, skipped in files:
        assert weights.weights_bytes(decoder, file_type) == size
        assert weights.matrices_bytes(decoder.skipped, file_type) == skipped
    for row in BY_MODEL[model]:
        if row["refuses"]:
            continue
        run = settings(row)
        state = kv_cache.state_bytes(decoder, run)
        assert kv_cache.kv_cache_bytes(decoder, run) + state == row["kv_and_state_bytes"], row
        assert state / MIB == pytest.approx(row["state_mib"], abs=0.006)


@pytest.mark.parametrize("model", BY_MODEL)
def test_what_it_refuses_is_refused_with_the_reason(catalogue: Catalogue, model: str) -> None:
    decoder = catalogue.models[model].architecture
    reasons = {
        "none": "",
        "values_need_flash_attention": "quantized V cache requires flash_attn",
        "latent_types_differ": "model does not support different K",
        "head_is_no_whole_block": "does not divide n_embd_head_k",
    }
    for row in BY_MODEL[model]:
        reason = formulas.refusal(decoder, settings(row))
        assert (reason == "none") is not bool(row["refuses"]), row
        assert reasons[reason] in row["refuses"]


def test_compute_buffers_are_close(catalogue: Catalogue) -> None:
    """Within 5 %, of which two rows without flash attention are the exceptions; mostly within 1 %."""
    errors = [(abs(error(catalogue, row)), row) for row in ROWS if not row["refuses"]]

    def share(limit: float) -> float:
        return sum(off <= limit for off, _ in errors) / len(errors)

    assert {row["model"] for off, row in errors if off > 0.05} == FAR
    assert max(off for off, _ in errors) <= 0.08
    assert max(off for off, row in errors if row["flash_attention"]) <= 0.05
    assert share(0.05) >= 0.999
    assert share(0.01) >= 0.97
