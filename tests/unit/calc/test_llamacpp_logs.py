"""What llama.cpp printed on computers of others: 50 public logs of 2023 to 2026, CPU and GPU.

KV caches and states are equal to what is printed in all 50; weights and their tensor types in all
but the files in `REASONS`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from lemario.calc import kv_cache, weights
from lemario.calc.records import Architecture, FileType
from tests.llamacpp_logs import (
    LOGS,
    MIB,
    NAMELESS,
    REASONS,
    Log,
    decoder,
    file_type,
    identify,
    near,
    settings,
)

NAMED = [log for log in LOGS if log["id"] != NAMELESS]
WITH_CACHES = [log for log in LOGS if "kv_lines" in log]
WITH_RULE = [log for log in LOGS if log["id"] not in REASONS]
WITHOUT_RULE = [log for log in LOGS if log["id"] in REASONS]


def test_there_are_logs_of_many_backends_and_all_are_covered() -> None:
    """49 print their hyperparameters, one is told by its weights; 36 files are as the tables say."""
    assert len({log["id"] for log in LOGS}) == len(LOGS) == 50
    assert [log["id"] for log in LOGS if "hparams" not in log] == [NAMELESS]
    assert (len(WITH_RULE), len(WITHOUT_RULE)) == (50 - len(REASONS), len(REASONS)) == (36, 14)
    assert Counter(log["backend"] for log in LOGS) == {
        "CUDA": 23,
        "Vulkan": 11,
        "CPU": 7,
        "Metal": 6,
        "ROCm": 2,
        "SYCL": 1,
    }


# --- Caches and states ----------------------------------------------------------------------------


def printed_caches(log: Log) -> list[list[float]]:
    """The cache in MiB as often as a log prints it, and in as many parts.

    Newer releases print keys and values, older ones a sum, and most what each device holds.
    """
    halves = [mib for _, _, *both in log.get("kv_lines", []) for mib in both]
    whole = [log["kv_mib"]] if "kv_mib" in log else []
    devices = [mib for kind, _, mib in log["buffers"] if kind == "kv"]
    return [parts for parts in (halves, whole, devices) if parts]


@pytest.mark.parametrize("log", LOGS, ids=identify)
def test_caches_and_states_are_what_is_printed(log: Log) -> None:
    """No log needs an excuse: those of 2023, too, whose contexts need no rounding."""
    model, run = decoder(log), settings(log)
    assert printed_caches(log)
    for parts in printed_caches(log):
        assert kv_cache.kv_cache_bytes(model, run) / MIB == near(sum(parts), len(parts))
    assert kv_cache.state_bytes(model, run) / MIB == near(log.get("state_mib", 0))


@pytest.mark.parametrize("log", WITH_CACHES, ids=identify)
def test_each_cache_has_the_cells_layers_keys_and_values_that_are_printed(log: Log) -> None:
    """One cache for layers that see everything, and one for windows, where there are any."""
    model, run = decoder(log), settings(log)
    layers: Counter[float] = Counter()
    keys: dict[float, float] = defaultdict(float)
    values: dict[float, float] = defaultdict(float)
    for layer in model.layers:
        if layer.key_row > 0:
            cells = kv_cache.layer_cells(run, layer)
            rows = kv_cache.streams(run) * cells * len(layer.blocks)
            layers[cells] += len(layer.blocks)
            keys[cells] += rows * kv_cache.row_bytes(layer.key_row, run.kv_type_k) / MIB
            values[cells] += rows * kv_cache.row_bytes(layer.value_row, run.kv_type_v) / MIB
    assert layers == {cells: number for cells, number, _, _ in log["kv_lines"]}
    for cells, _, key_mib, value_mib in log["kv_lines"]:
        assert (keys[cells], values[cells]) == (near(key_mib), near(value_mib))


# --- Weights --------------------------------------------------------------------------------------


def rounded(printed: str) -> Any:
    """A number with its unit, as exact as it is printed."""
    number, unit = printed.split()
    factor = {"GiB": 2**30, "MiB": 2**20, "B": 10**9}[unit]
    decimals = len(number.partition(".")[2])
    half = 0.500001 * 10**-decimals
    return pytest.approx(float(number) * factor, abs=half * factor, rel=0)


def tensor_types(model: Architecture, kind: FileType) -> Counter[str]:
    """How many tensors of each type a file has."""
    parts = [layer.matrices for layer in model.layers] + [model.outside, model.skipped]
    matrices = [matrix for part in parts for matrix in part]
    return Counter(weights.copy_type(m, copy, kind) for m in matrices for copy in m.copies)


def printed_types(log: Log) -> Counter[str]:
    """How many tensors of each type a log names."""
    return Counter({name.upper(): number for name, number in log["tensor_types"].items()})


@pytest.mark.parametrize("log", NAMED, ids=identify)
def test_parameters_are_what_is_printed(log: Log) -> None:
    assert weights.parameters(decoder(log)) == rounded(log["parameters"])


@pytest.mark.parametrize("log", [log for log in WITH_RULE if log in NAMED], ids=identify)
def test_weights_and_their_types_are_what_is_printed(log: Log) -> None:
    model, kind = decoder(log), file_type(log)
    assert tensor_types(model, kind) == printed_types(log)
    assert weights.weights_bytes(model, kind) == rounded(log["size"])


@pytest.mark.parametrize("log", WITHOUT_RULE, ids=identify)
def test_a_file_with_a_reason_is_of_another_mix(log: Log) -> None:
    """So the list of reasons cannot rot. Most have the same tensors, in other types."""
    ours, printed = tensor_types(decoder(log), file_type(log)), printed_types(log)
    assert ours != printed
    one_each = REASONS[log["id"]].startswith("older conversion")
    assert (ours.total() == printed.total()) is not one_each
