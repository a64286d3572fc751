"""The speed formulas against benchmarks of others: 176 rows that the constants are fitted to, 25 not.

`python -m scripts.speed_fit` prints the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lemario.calc import speed, weights
from lemario.calc.questions import ESTIMATES, memory_of, tensor_tflops
from lemario.calc.records import Estimate
from scripts.speed_fit.__main__ import fit_ram
from scripts.speed_fit.fitting import errors, fit, left_out, median_error
from scripts.speed_fit.rows import (
    Amounts,
    Row,
    catalogue,
    data,
    decode_rows,
    prefill_rows,
    ram_rows,
    run_of,
)

SHIPPED: Amounts = {
    **{f"reading {memory}": 1 / share for memory, share in speed.BANDWIDTH_SHARE.items()},
    **{f"layer {memory}": cost for memory, cost in speed.LAYER_MS.items()},
    **{f"device {split}": cost for split, cost in speed.DEVICE_MS.items()},
}
SHIPPED_PREFILL: Amounts = {
    **{f"products {kind}": 1 / share for kind, share in speed.PREFILL_SHARE.items()},
    **{f"layer {kind}": cost for kind, cost in speed.PREFILL_LAYER_US.items()},
}


@pytest.fixture(scope="module")
def rows() -> tuple[Row, ...]:
    return decode_rows("rows")


@pytest.fixture(scope="module")
def fitted(rows: tuple[Row, ...]) -> Amounts:
    return fit(rows)


def predicted(row: Row, estimate: Estimate) -> float:
    """What the formulas give for a row, with the cache as full as it was."""
    run, given = run_of(row.given), row.given
    device = catalogue().devices[given["device"]]
    hardware = device.bandwidth_gb_s, memory_of(device)
    n_layers, n_devices = speed.number_of_layers(run.decoder), float(given["n_devices"])
    read = run.read_bytes + run.cache_bytes
    if given["split"] == "row" and n_devices > 1:
        return speed.row_split_tokens_per_second(*hardware, read, n_layers, n_devices, estimate)
    return speed.decode_tokens_per_second(*hardware, read, 0, n_layers, n_devices, estimate)


def expected_errors(some: Sequence[Row]) -> list[float]:
    return [predicted(row, "expected") * row.seconds - 1 for row in some]


# --- What the data are ---------------------------------------------------------------------------


def test_the_rows_are_those_of_the_collection(rows: tuple[Row, ...]) -> None:
    assert (len(rows), len(data()["not_used"])) == (176, 12)
    assert Counter(row.lone for row in rows) == {True: 62, False: 114}
    assert len({row.device for row in rows}) == 18
    assert len({row.given["id"] for row in rows} | {it["id"] for it in data()["not_used"]}) == 188


def test_every_row_has_a_source_and_every_one_left_out_a_reason() -> None:
    for part in ("rows", "held_out", "in_ram", "not_used"):
        assert all(it["url"].startswith("https://github.com/") for it in data()[part])
    assert Counter(it["reason"] for it in data()["not_used"]) == {
        "experts in RAM of unknown bandwidth": 6,
        "the model fills or exceeds what macOS gives the GPU and is paged: "
        "its prompts are many times slower too": 4,
        "bandwidth of its RAM unknown, quality unchecked": 1,
        "part of the experts in RAM: which and of what bandwidth is unknown": 1,
    }


def test_held_out_devices_are_not_fitted_to(rows: tuple[Row, ...]) -> None:
    held_out = {row.device for row in decode_rows("held_out")}
    assert held_out == {"rtx-2080", "rx-7900-xt", "rx-7900-xtx"}
    assert held_out.isdisjoint(row.device for row in rows)


# --- The constants -------------------------------------------------------------------------------


def test_the_constants_are_those_that_fit(fitted: Amounts) -> None:
    assert {name: SHIPPED[name] for name in fitted} == pytest.approx(dict(fitted), rel=0.03)


def test_the_constants_of_ram_are_those_that_fit(fitted: Amounts) -> None:
    found = fit_ram(ram_rows(), fitted)
    assert {name: SHIPPED[name] for name in found} == pytest.approx(dict(found), rel=0.03)


def test_the_constants_of_prefill_are_those_that_fit() -> None:
    assert dict(SHIPPED_PREFILL) == pytest.approx(dict(fit(prefill_rows())), rel=0.03)


def test_the_formulas_are_what_is_fitted(rows: tuple[Row, ...]) -> None:
    assert expected_errors(rows) == pytest.approx(errors(rows, SHIPPED))


# --- Decoding ------------------------------------------------------------------------------------


def test_one_device_all_on_it(rows: tuple[Row, ...]) -> None:
    """Median error at most a tenth, four fifths between the estimates; measured: 4 %, 97 %."""
    lone = [row for row in rows if row.lone]
    inside = [predicted(row, "low") <= 1 / row.seconds <= predicted(row, "high") for row in lone]
    assert median_error(expected_errors(lone)) < 0.05
    assert sum(inside) / len(lone) > 0.9
    assert all(predicted(row, "high") / predicted(row, "low") <= 1.6 for row in lone)


def test_several_devices_and_unified_memory_too(rows: tuple[Row, ...]) -> None:
    assert median_error(expected_errors(rows)) < 0.07


@pytest.mark.parametrize(("only_lone", "most"), [(True, 0.02), (False, 0.03)])
def test_a_device_left_out_is_predicted_nearly_as_well(
    rows: tuple[Row, ...], only_lone: bool, most: float
) -> None:
    some = [row for row in rows if row.lone or not only_lone]
    others = [error for row, error in left_out(rows) if row.lone or not only_lone]
    assert median_error(others) - median_error(expected_errors(some)) < most


def test_devices_that_were_never_fitted_to() -> None:
    """RTX 2080, RX 7900 XT (Vulkan) and XTX (ROCm) with releases of 2026."""
    held_out = decode_rows("held_out")
    assert len(held_out) == 25
    assert median_error(expected_errors(held_out)) < 0.06
    assert max(map(abs, expected_errors(held_out))) < 0.25


def test_weights_in_ram() -> None:
    found = errors(ram_rows(), SHIPPED)
    assert median_error(found) < 0.15
    assert max(map(abs, found)) < 0.4


def test_ram_is_added_to_the_gpu() -> None:
    gpu = speed.token_seconds(4e9, 448, "gddr", 32)
    alone = speed.decode_tokens_per_second(448, "gddr", 4e9, 0, 32, 1, "expected")
    assert speed.partly_in_ram_tokens_per_second(gpu, 0, 100, 0, "expected") == pytest.approx(alone)
    both = speed.partly_in_ram_tokens_per_second(gpu, 2e9, 100, 8, "expected")
    assert 1 / both == pytest.approx(1 / alone + speed.token_seconds(2e9, 100, "ram", 8))


def test_half_of_the_cache_is_filled_in_all_estimates() -> None:
    rates = [speed.decode_tokens_per_second(448, "gddr", 4e9, 2e9, 32, 1, e) for e in ESTIMATES]
    assert rates == sorted(rates)
    half = [speed.decode_tokens_per_second(448, "gddr", 5e9, 0, 32, 1, e) for e in ESTIMATES]
    assert rates == half
    assert rates[-1] / rates[0] == pytest.approx(1.5)


def test_devices_that_share_out_layers_cost_a_little_each() -> None:
    rates = [
        speed.decode_tokens_per_second(936, "gddr", 4e9, 0, 32, n, "expected") for n in (1, 2, 4, 8)
    ]
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] > 0.8 * rates[0]


# --- Prefill, many users -------------------------------------------------------------------------


def prefill(given: Mapping[str, Any], estimate: Estimate) -> float:
    run, tflops = run_of(given), tensor_tflops(catalogue().devices[given["device"]])
    assert tflops is not None
    flops = speed.prompt_token_flops(
        weights.active_parameters(run.decoder),
        speed.query_elements(run.decoder),
        given["prompt_tokens"],
    )
    layers = speed.number_of_layers(run.decoder)
    return speed.prefill_tokens_per_second(tflops, flops, layers, run.weight_kind, estimate)


def test_prefill_is_known_roughly() -> None:
    """Median error 16 %; four fifths of the rows lie between the estimates."""
    some = prefill_rows()
    found = [prefill(row.given, "expected") * row.seconds - 1 for row in some]
    inside = [
        prefill(row.given, "low") <= 1 / row.seconds <= prefill(row.given, "high") for row in some
    ]
    assert (len(some), median_error(found) < 0.18) == (57, True)
    assert sum(inside) / len(some) >= 0.8


def test_the_first_token_waits_for_the_prompt() -> None:
    assert speed.time_to_first_token_seconds(1024, 4096) == 0.25


def test_users_share_the_reading_until_compute_is_the_bound() -> None:
    def batch(n_users: float) -> float:
        return speed.batch_tokens_per_second(1008, "gddr", 4e9, 1e8, 32, n_users, 5000)

    alone = speed.decode_tokens_per_second(1008, "gddr", 4.1e9, 0, 32, 1, "expected")
    assert batch(1) == pytest.approx(alone)
    assert 6 * alone < batch(8) < 8 * alone
    assert batch(100) > 0.9 * 5000
    assert batch(1e6) <= 5000


def test_the_tensor_units_of_geforce_cards_halve_with_fp32_accumulation() -> None:
    devices = catalogue().devices
    assert tensor_tflops(devices["rtx-4090"]) == 330.4
    assert tensor_tflops(devices["a100-pcie-80gb"]) == 312
    assert tensor_tflops(devices["apple-m3"]) is None


def test_the_kinds_of_memory() -> None:
    kinds = {key: memory_of(device) for key, device in catalogue().devices.items()}
    assert kinds["rtx-4090"] == kinds["l40s"] == kinds["rx-7900-xtx"] == "gddr"
    assert kinds["h100-sxm"] == kinds["mi300x"] == "hbm"
    assert kinds["apple-m3"] == kinds["strix-halo-395"] == kinds["jetson-thor-t5000"] == "unified"


def test_pace() -> None:
    found = [speed.pace(rate) for rate in (15, 14.9, 5, 4.9)]
    assert found == ["smooth", "usable", "usable", "slow"]
