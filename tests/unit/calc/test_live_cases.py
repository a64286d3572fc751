"""What live numbers may be asked for: inputs with their bounds, outputs with what they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.calc.answers import answer
from lemario.calc.live import OUTPUTS, UNITS, live_value
from lemario.calc.live_case import (
    CACHE_TYPES,
    INPUTS,
    NUMBERS,
    WHOLE,
    MissingInputError,
    read_case,
)
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.questions import Question, default_settings
from lemario.content.markup import Placeholder
from lemario.core.lang import LANGS
from lemario.render.theme import load_theme
from lemario.site.live import written

MIB = 2**20
GLOSSARY = Path(__file__).parents[3] / "glossary"
EVERYTHING = {
    "model": "gemma-3-27b",
    "quant": "Q4_K_M",
    "device": "rtx-4090",
    "kv": "q8_0",
    "kv_v": "q4_0",
    "context": "8192",
    "slots": "2",
    "gpus": "2",
    "reserved": "0.5",
    "power": "350",
    "price": "0.2",
    "prompt": "1000",
    "prefill": "2000",
    "rank": "16",
    "ubatch": "256",
    "decode": "40",
    "bandwidth": "900",
}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    loaded = load_catalogue(GLOSSARY, "glossary").catalogue
    assert loaded is not None
    return loaded


def test_every_input_is_tried_here() -> None:
    assert set(EVERYTHING) == set(INPUTS)
    assert set(NUMBERS) >= WHOLE


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_have_bounds(catalogue: Catalogue, name: str) -> None:
    low, high = NUMBERS[name]

    def shown(x: float) -> str:
        return f"{x:.0f}" if name in WHOLE else f"{x:.4f}"

    for right in (shown(low), shown(high)):
        case, wrong = read_case({name: right}, catalogue)
        assert wrong == {}
        assert case.numbers == {name: float(right)}
    for faulty in (shown(high + 1), "-1", "", "x", "1e3", "0x10", "1_000", "1,5", "nan", "inf"):
        case, wrong = read_case({name: faulty}, catalogue)
        assert (case.numbers, wrong) == ({}, {name: faulty})
    if low > 0:
        assert read_case({name: "0"}, catalogue)[1] == {name: "0"}


@pytest.mark.parametrize("name", NUMBERS)
def test_what_is_counted_is_whole(catalogue: Catalogue, name: str) -> None:
    _, wrong = read_case({name: "64.0" if name != "price" else "64.5"}, catalogue)
    assert bool(wrong) is (name in WHOLE)


@pytest.mark.parametrize(
    "inputs",
    [
        {"model": "Llama-3.1-8b"},
        {"model": ""},
        {"quant": "q4_k_m"},
        {"device": "rtx"},
        {"kv": "q9"},
        {"kv_v": "F16"},
        {"modle": "llama-3.1-8b"},
    ],
)
def test_what_is_unknown_is_wrong(catalogue: Catalogue, inputs: dict[str, str]) -> None:
    assert read_case(inputs, catalogue)[1] == inputs


def test_one_wrong_input_does_not_hide_the_others(catalogue: Catalogue) -> None:
    case, wrong = read_case({"model": "no", "context": "8192", "kv": "no"}, catalogue)
    assert wrong == {"model": "no", "kv": "no"}
    assert case.numbers == {"context": 8192.0}


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_output_is_computed_and_written_in_both_languages(
    catalogue: Catalogue, name: str
) -> None:
    theme = load_theme().theme
    assert theme is not None
    case, wrong = read_case(EVERYTHING, catalogue)
    assert wrong == {}
    quantity = OUTPUTS[name](case)
    for lang in LANGS:
        shown = written(quantity, theme.strings[lang])
        assert shown.strip() == shown != ""
        assert not any(bad in shown for bad in ("nan", "inf", "None", "\n"))


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_without_its_inputs_names_one_that_is_missing(
    catalogue: Catalogue, name: str
) -> None:
    """Inputs are added as they are asked for; what then comes is the value, and nothing else."""
    given: dict[str, str] = {}
    while True:
        case, _ = read_case(given, catalogue)
        try:
            OUTPUTS[name](case)
        except MissingInputError as missing:
            asked = str(missing)
            assert asked in INPUTS
            assert asked not in given
            given[asked] = EVERYTHING[asked]
        else:
            break
    # The type of the cache, the slots and the like have defaults.
    assert set(given) <= {"model", "quant", "device", *NUMBERS} - {"slots", "gpus", "reserved"}


def test_the_outputs_are_the_calculator_s(catalogue: Catalogue) -> None:
    """A term and the calculator say the same for the same question."""
    entry = catalogue.models["gemma-3-27b"]
    settings = default_settings(8192, 2)._replace(
        kv_type_k="q8_0", kv_type_v="q4_0", n_ubatch=256.0
    )
    given = answer(
        Question(
            entry.architecture,
            "Q4_K_M",
            settings,
            (catalogue.devices["rtx-4090"],) * 2,
            reserved_gib=0.5,
        )
    )
    assert given.device is not None
    speed = given.device.decode_tokens_per_second
    expected: dict[str, float | str] = {
        "weights": given.weights_bytes,
        "kv_cache": given.kv_cache_bytes,
        "compute_buffer": given.compute_buffer_bytes,
        "total": given.total_bytes,
        "parameters": given.parameters_total,
        "active_parameters": given.parameters_active,
        "bits_per_weight": given.bits_per_weight,
        "fit": given.device.fit,
        "max_context": given.device.max_context,
        "speed": speed["expected"],
        "speed_low": speed["low"],
        "speed_high": speed["high"],
        "pace": given.device.pace,
    }
    case, _ = read_case(EVERYTHING, catalogue)
    assert {name: OUTPUTS[name](case).value for name in expected} == expected


def test_a_placeholder_changes_the_inputs_of_its_term(catalogue: Catalogue) -> None:
    inputs = {"model": "llama-3.1-8b", "context": "8192"}

    def mib(*changes: tuple[str, str]) -> float:
        found = live_value(inputs, Placeholder("kv_cache", changes, "", 0), catalogue)
        assert found.kind == "bytes"
        return float(found.value) / MIB

    assert mib() == 1024
    assert mib(("kv", "q8_0")) == 544
    assert mib(("kv", "q8_0"), ("kv_v", "f16")) == 784
    assert mib(("context", "8200")) == 1056
    # The unit is about writing, and no input.
    assert mib(("unit", "GB")) == 1024


def test_keys_and_values_have_one_type_unless_it_is_said(catalogue: Catalogue) -> None:
    assert read_case({"kv": "q8_0"}, catalogue)[0].kv_v is None
    assert len(CACHE_TYPES) == len(set(CACHE_TYPES))
    assert next(iter(UNITS)) == "GiB"
