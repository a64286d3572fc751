"""`lemario cost`: the formulas' numbers, when it pays off, and what is said about wrong options."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lemario.calc import cost as formulas
from lemario.calc.answers import answer
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.questions import Question, default_settings
from lemario.calc.records import OwnHardware
from lemario.cli import main

ROOT = Path(__file__).parents[2]
# The figures are worked out by hand in the tests of the formulas.
CARD = OwnHardware(
    purchase_price=700.0,
    years=3.0,
    utilisation=0.1,
    idle_w=50.0,
    loaded_w=350.0,
    price_per_kwh=0.2,
    tokens_per_second=100.0,
)
PRICES = {
    "--idle-w": "50",
    "--utilisation": "0.1",
    "--price-per-kwh": "0.2",
    "--purchase-price": "700",
    "--years": "3",
}
BASE = tuple(word for pair in PRICES.items() for word in pair)
GIVEN = ("--tokens-per-second", "100", "--loaded-w", "350", *BASE)
API = ("--input-price", "0.5", "--output-price", "1.5", "--inputs-per-output", "5")
LLAMA = ("--model", "llama-3.1-8b", "--quant", "q4_k_m", "--context", "8192")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without a glossary: the catalogue that comes along is used."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    loaded = load_catalogue(ROOT / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


def cost(*options: str) -> Result:
    return CliRunner().invoke(main, ("cost", *options))


def no_number(word: str) -> float:
    raise AssertionError(f"{word} is not JSON")


def data(*options: str) -> dict[str, Any]:
    done = cost(*options, "--json")
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    found: dict[str, Any] = json.loads(done.stdout, parse_constant=no_number)
    return found


def shown(*options: str) -> str:
    done = cost(*options)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return re.sub(" +", " ", done.stdout)


def refused(*options: str) -> str:
    done = cost(*options)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    return done.stderr.partition("Error: ")[2].strip()


# --- For programs --------------------------------------------------------------------------------


def test_the_fields_are_what_the_formulas_give() -> None:
    found = data(*GIVEN, *API, "--currency", "EUR")
    assert OwnHardware(**found.pop("own_hardware")) == CARD
    assert found.pop("api") == {"input_price": 0.5, "output_price": 1.5, "inputs_per_output": 5}
    assert found == {
        "currency": "EUR",
        "speed_of": None,
        "decode_tokens_per_second": None,
        "tdp_of": None,
        "energy_per_token_joules": 3.5,
        "energy_per_million_tokens_kwh": pytest.approx(3.5 / 3.6),
        "cost_per_million_tokens": formulas.cost_per_million_tokens(3.5, 0.2),
        "average_power_w": formulas.average_power_w(CARD),
        "tokens_per_month": formulas.tokens_per_month(CARD),
        "power_cost_per_month": formulas.power_cost_per_month(CARD),
        "purchase_cost_per_month": formulas.purchase_cost_per_month(CARD),
        "own_cost_per_month": formulas.own_cost_per_month(CARD),
        "own_cost_per_million_tokens": formulas.own_cost_per_million_tokens(CARD),
        "api_price_per_million_tokens": 4.0,
        "saving_per_month": formulas.saving_per_month(CARD, 4.0),
        "pays_off": True,
        "break_even_months": formulas.break_even_months(CARD, 4.0),
        "break_even_tokens": formulas.break_even_tokens(CARD, 4.0),
    }


def test_without_prices_of_an_api_nothing_is_compared() -> None:
    found = data(*GIVEN)
    assert found["api"] is None
    assert list(found)[-1] == "api"
    assert "pays off" not in shown(*GIVEN)


def test_what_never_pays_off_has_no_break_even() -> None:
    found = data(*GIVEN, *API, "--output-price", "0.1", "--input-price", "0")
    assert found["pays_off"] is False
    assert found["saving_per_month"] < 0
    assert found["break_even_months"] is found["break_even_tokens"] is None


def test_the_speed_may_be_the_expected_one_of_a_model(catalogue: Catalogue) -> None:
    device, entry = catalogue.devices["rtx-4060"], catalogue.models["llama-3.1-8b"]
    asked = Question(entry.architecture, "Q4_K_M", default_settings(8192), (device,))
    given = answer(asked).device
    assert given is not None
    found = data(*BASE, *LLAMA, "--device", "rtx-4060")
    assert found["decode_tokens_per_second"] == given.decode_tokens_per_second
    speed = found["own_hardware"]["tokens_per_second"]
    assert speed == given.decode_tokens_per_second["expected"]
    assert (found["own_hardware"]["loaded_w"], found["tdp_of"]) == (115, "GeForce RTX 4060")
    assert found["speed_of"].startswith("Llama 3.1 8B, Q4_K_M, 8,192 tokens")


def test_devices_may_say_the_power_alone() -> None:
    speed = ("--tokens-per-second", "9")
    found = data(*BASE, *speed, "--device", "rtx-4060", "--device", "rtx-4060")
    assert (found["own_hardware"]["loaded_w"], found["tdp_of"]) == (230, "2 × GeForce RTX 4060")
    assert found["speed_of"] is None
    found = data(*BASE, *speed, "--device", "rtx-4060", "--loaded-w", "90")
    assert (found["own_hardware"]["loaded_w"], found["tdp_of"]) == (90, None)


@pytest.mark.parametrize("large", ["--price-per-kwh", "--purchase-price", "--years"])
@pytest.mark.parametrize("small", ["--tokens-per-second", "--utilisation", "--years"])
def test_the_largest_and_smallest_amounts_give_numbers(large: str, small: str) -> None:
    most, least = (large, "1e12"), (small, "1e-9")
    found = data(*GIVEN, *API, *most, *least)
    assert found["tokens_per_month"] > 0
    assert found["own_cost_per_million_tokens"] >= 0


# --- For people ----------------------------------------------------------------------------------


def test_what_people_read() -> None:
    assert shown(*GIVEN, *API, "--currency", "EUR").splitlines() == [
        " speed 100.00 tokens/s",
        " power 350.00 W",
        " energy 3.50 J a token 0.972 kWh a million",
        " electricity 0.194 EUR a million tokens while it generates",
        " tokens 26,298,000 a month in 10 % of the hours",
        " own cost 31.13 EUR a month purchase 19.44, electricity 11.69 at 80.00 W on average",
        " 1.18 EUR a million tokens that it generates",
        " API 4.00 EUR a million tokens of output, with 5 of input for each",
        "It pays off after about 7.5 months, 197 million tokens.",
    ]


def test_the_currency_is_only_a_label() -> None:
    assert shown(*GIVEN, *API).splitlines() == [
        line.replace(" EUR", "") for line in shown(*GIVEN, *API, "--currency", "EUR").splitlines()
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ("--output-price", "0.4"),
            "It never pays off: a month's tokens cost 10.52 with the API, and the electricity "
            "alone 11.69.",
        ),
        (
            ("--output-price", "1"),
            "It pays off after about 47.9 months, 1,260 million tokens: later than 36, when its use "
            "ends.",
        ),
        (("--purchase-price", "0"), "It pays off from the first token on: there is no purchase"),
    ],
)
def test_when_it_pays_off_or_why_it_never_does(options: tuple[str, ...], sentence: str) -> None:
    assert f"\n{sentence}" in shown(*GIVEN, *API, "--input-price", "0", *options)


def test_estimates_are_said_to_be_estimates() -> None:
    lines = shown(*BASE, *LLAMA, "--device", "rtx-4060").splitlines()
    assert lines[0] == "Llama 3.1 8B, Q4_K_M, 8,192 tokens of context, on GeForce RTX 4060"
    assert re.search(r"speed [\d.]+ tokens/s an estimate, [\d.]+ to [\d.]+, for one user", lines[1])
    assert lines[2].endswith("W TDP of GeForce RTX 4060; the rest of the machine comes on top")


def test_a_model_that_may_not_fit_is_noted() -> None:
    model = ("--model", "qwen3-8b", "--quant", "Q8_0", "--context", "28672")
    done = cost(*BASE, *model, "--device", "rtx-3060-12gb")
    assert done.exit_code == 0
    assert done.stderr.startswith("note: it may be that Qwen3 8B, Q8_0, ")


# --- Wrong options -------------------------------------------------------------------------------


def test_no_price_is_built_in() -> None:
    at = GIVEN.index("--price-per-kwh")
    assert refused(*GIVEN[:at], *GIVEN[at + 2 :]) == "Missing option '--price-per-kwh'."
    at = GIVEN.index("--years")
    said = refused(*GIVEN[:at], *GIVEN[at + 2 :])
    assert said == "say with --years over how many the purchase is spread"


def test_hardware_that_is_there_already_costs_its_electricity() -> None:
    """Without more than speed, power and the price of the electricity, that is all that is told."""
    found = data("--tokens-per-second", "40", "--loaded-w", "350", "--price-per-kwh", "0.25")
    assert found["purchase_cost_per_month"] == 0
    own, electricity = found["own_cost_per_million_tokens"], found["cost_per_million_tokens"]
    assert own == pytest.approx(electricity)
    assert electricity == pytest.approx(350 / 40 * 1e6 / 3.6e6 * 0.25)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "say how fast it is: with --tokens-per-second, or with --model, --quant"),
        (("--tokens-per-second", "9"), "say the power with --loaded-w, or name a device"),
        (("--model", "qwen3-8b"), "give --quant, --context and --device too"),
        ((*LLAMA,), "to know the speed of a model, give --device too"),
        (("--quant", "Q4_K_M", "--device", "rtx-4060"), "give --model and --context too"),
        ((*LLAMA, "--model", "", "--device", "rtx-4060"), "give --model too"),
        ((*LLAMA, "--tokens-per-second", "9"), "--tokens-per-second and --model both say the"),
        ((*LLAMA, "--device", "rtx-4061"), 'the catalogue has no device "rtx-4061". Did you mean'),
        ((*LLAMA, "--model", "lama-3.1-8b", "--device", "rtx-4060"), "has no model"),
        ((*LLAMA, "--quant", "Q4_K", "--device", "rtx-4060"), "has no file type"),
        (
            (*LLAMA, "--model", "llama-3.3-70b", "--device", "rtx-4060"),
            "does not fit on GeForce RTX 4060: `lemario vram` tells what does",
        ),
        (
            ("--tokens-per-second", "9", "--device", "apple-m4-max-40c"),
            "the catalogue has no TDP of Apple M4 Max (40-core GPU): give --loaded-w",
        ),
        (
            ("--tokens-per-second", "9", "--loaded-w", "49"),
            "--idle-w is more than the power while it generates, 49 W",
        ),
        (
            ("--tokens-per-second", "9", "--device", "rtx-4060", "--idle-w", "120"),
            "generates, 115 W, the TDP of the devices alone: give --loaded-w",
        ),
        ((*GIVEN, "--input-price", "1"), "give --output-price and --inputs-per-output too"),
        ((*GIVEN, "--utilisation", "0"), "0 is no share of one"),
        ((*GIVEN, "--utilisation", "20"), "write 20 percent as 0.2"),
        ((*GIVEN, "--years", "0"), "0.0 is not in the range x>0"),
        ((*GIVEN, "--tokens-per-second", "0"), "0.0 is not in the range x>0"),
        ((*GIVEN, "--idle-w", "-1"), "-1.0 is not in the range x>=0"),
        ((*GIVEN, "--price-per-kwh", "nan"), "it must be a plain number, such as 1.5"),
        ((*GIVEN, "--purchase-price", "inf"), "it must be a plain number, such as 1.5"),
        ((*GIVEN, "--purchase-price", "1e13"), "1e+13 is not between 1e-09 and 1e+12"),
        ((*GIVEN, "--tokens-per-second", "1e-300"), "1e-300 is not between 1e-09 and 1e+12"),
        ((*GIVEN, "--years", "two"), "'two' is not a valid float"),
    ],
)
def test_wrong_options_are_refused(options: tuple[str, ...], message: str) -> None:
    """Later options go before earlier ones."""
    assert message in refused(*BASE, *options)
