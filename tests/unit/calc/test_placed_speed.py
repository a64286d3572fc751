"""Speeds where a model lies on several devices or in RAM: parts are read one after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lemario.calc import speed, weights
from lemario.calc.answers import answer
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.placed_speed import (
    RAM_GB_S,
    batch_rate,
    batch_read_bytes,
    prefill_rate,
    ram_bandwidth,
    weight_kind,
)
from lemario.calc.questions import Question, default_settings
from lemario.calc.records import FileType


def question(catalogue: Catalogue, *devices: str, model: str = "llama-3.1-8b") -> Question:
    decoder = catalogue.models[model].architecture
    found = tuple(catalogue.devices[device] for device in devices)
    return Question(decoder, "Q4_K_M", default_settings(8192), found)


def rate(asked: Question) -> float:
    found = answer(asked).device
    assert found is not None
    estimates = found.decode_tokens_per_second
    assert estimates["low"] < estimates["expected"] < estimates["high"] < 1.6 * estimates["low"]
    return estimates["expected"]


def test_a_further_equal_gpu_makes_it_no_faster_unless_rows_are_split(catalogue: Catalogue) -> None:
    """And only for a large model: a small one is done before its parts are put together."""
    for model, faster in (("llama-3.1-8b", False), ("llama-3.1-70b", True)):
        one = rate(question(catalogue, "rtx-3090", model=model))
        two = question(catalogue, "rtx-3090", "rtx-3090", model=model)
        assert 0.9 * one < rate(two) < one
        assert (rate(replace(two, split="row")) > one) is faster


def test_unlike_gpus_are_between_the_two(catalogue: Catalogue) -> None:
    fast, slow = (rate(question(catalogue, d)) for d in ("rtx-4090", "rtx-4060"))
    assert slow < rate(question(catalogue, "rtx-4090", "rtx-4060")) < fast


def test_each_layer_in_ram_makes_it_slower(catalogue: Catalogue) -> None:
    asked = question(catalogue, "rtx-4090")
    rates = [rate(replace(asked, gpu_layers=n)) for n in (33, 32, 24, 12, 1, 0)]
    assert rates == sorted(rates, reverse=True)
    assert len(set(rates)) == len(rates)
    faster_ram = replace(asked, gpu_layers=12, ram_bandwidth_gb_s=100.0)
    assert rate(faster_ram) > rates[3]


def test_all_in_ram_is_as_fast_as_ram_alone(catalogue: Catalogue) -> None:
    asked = replace(question(catalogue, "rtx-4090"), gpu_layers=0)
    read = weights.active_weights_bytes(asked.decoder, "Q4_K_M") + 2**29
    seconds = speed.token_seconds(read, RAM_GB_S, "ram", 32)
    assert rate(asked) == pytest.approx(speed.per_second(seconds, "expected"), rel=1e-6)


def test_experts_in_ram_cost_only_what_is_read_of_them(catalogue: Catalogue) -> None:
    """Four of 128 experts: far less than a dense model of the size would lose."""
    asked = replace(
        question(catalogue, "rtx-4090", model="gpt-oss-120b"),
        file_type="MXFP4",
        ram_bandwidth_gb_s=80.0,
    )
    some, every = (rate(replace(asked, cpu_moe_layers=n)) for n in (12, 36))
    assert 10 < every < some < rate(asked)


def test_shared_memory_is_read_as_fast_by_both(catalogue: Catalogue) -> None:
    mac = next(k for k, d in catalogue.devices.items() if d.vendor == "Apple")
    assert ram_bandwidth(question(catalogue, mac)) == catalogue.devices[mac].bandwidth_gb_s
    assert ram_bandwidth(question(catalogue, "rtx-4090")) == RAM_GB_S


def test_prefill_is_told_where_compute_is_known(catalogue: Catalogue) -> None:
    asked = question(catalogue, "rtx-4090")
    short, long = (prefill_rate(asked, n) for n in (512, 32768))
    assert short is not None
    assert long is not None
    assert short["expected"] > long["expected"]
    assert prefill_rate(replace(asked, gpu_layers=3), 512) is None
    unknown = next(k for k, d in catalogue.devices.items() if d.fp16_tflops is None)
    assert prefill_rate(question(catalogue, unknown), 512) is None


@pytest.mark.parametrize(
    ("file_type", "kind"),
    [("F16", "f16"), ("BF16", "f16"), ("Q8_0", "quantized"), ("Q2_K", "quantized")],
)
def test_weights_are_plain_or_quantized(
    catalogue: Catalogue, file_type: FileType, kind: str
) -> None:
    asked = question(catalogue, "rtx-4090")
    assert weight_kind(replace(asked, file_type=file_type)) == kind


def test_many_at_once_are_faster_together_up_to_what_can_be_computed(catalogue: Catalogue) -> None:
    asked = question(catalogue, "rtx-4090")

    def together(slots: float) -> float:
        run = default_settings(8192, slots)
        found = batch_rate(replace(asked, run=run), 2.0**30)
        assert found is not None
        return found

    one, eight, many = together(1), together(8), together(256)
    assert one == pytest.approx(rate(asked), rel=0.01)
    assert 4 * one < eight <= 8.01 * one
    assert eight < many < 256 * one
    assert batch_rate(question(catalogue, "rtx-4090", "rtx-4090"), 2.0**30) is None


def test_many_users_of_a_mixture_read_more_of_its_experts(catalogue: Catalogue) -> None:
    """Eight of 128 experts each: at the most all, so that speed grows less than with dense models."""
    asked = question(catalogue, "rtx-4090", model="qwen3-30b-a3b")

    def read(slots: float) -> float:
        return batch_read_bytes(replace(asked, run=default_settings(8192, slots)))

    one, eight, many = read(1), read(8), read(256)
    assert one == pytest.approx(weights.active_weights_bytes(asked.decoder, "Q4_K_M"))
    assert 3 * one < eight < 8 * one
    looked_up = weights.looked_up_bytes(asked.decoder, "Q4_K_M")
    assert many == pytest.approx(weights.loaded_bytes(asked.decoder, "Q4_K_M") - looked_up)
