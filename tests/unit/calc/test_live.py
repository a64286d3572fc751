"""Live numbers against what engines print and papers state, and how they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.calc.live import OUTPUTS
from lemario.calc.live_case import MissingInputError, read_case
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.core.lang import Lang
from lemario.render.theme import load_theme
from lemario.site.live import written

MIB = 2**20
GLOSSARY = Path(__file__).parents[3] / "glossary"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    loaded = load_catalogue(GLOSSARY, "glossary").catalogue
    assert loaded is not None
    return loaded


def value(catalogue: Catalogue, name: str, **inputs: str) -> float:
    case, wrong = read_case(inputs, catalogue)
    assert wrong == {}
    found = OUTPUTS[name](case).value
    assert isinstance(found, float | int)
    return found


@pytest.mark.parametrize(
    ("quant", "on_gpu", "in_ram"),
    [("Q4_K_M", 4403.49, 281.81), ("Q8_0", 7605.33, 532.31)],
)
def test_weights_lie_where_the_log_of_llama_cpp_says(
    catalogue: Catalogue, quant: str, on_gpu: float, in_ram: float
) -> None:
    of = {"model": "llama-3.1-8b", "quant": quant}
    assert value(catalogue, "weights_gpu", **of) / MIB == pytest.approx(on_gpu, rel=1e-5)
    assert value(catalogue, "table", **of) / MIB == pytest.approx(in_ram, abs=0.01)


def test_an_embedding_that_is_the_output_too_is_read_and_stays_on_the_gpu(
    catalogue: Catalogue,
) -> None:
    of = {"model": "qwen3-0.6b", "quant": "Q8_0"}
    assert value(catalogue, "table", **of) == 0
    assert value(catalogue, "read", **of) == pytest.approx(value(catalogue, "weights", **of))


@pytest.mark.parametrize(
    ("name", "mib", "inputs"),
    [
        ("kv_windows", 624, {"model": "gemma-3-27b", "context": "32768"}),
        ("kv_global", 2560, {"model": "gemma-3-27b", "context": "32768"}),
        ("kv_no_window", 15872, {"model": "gemma-3-27b", "context": "32768"}),
        ("kv_every_head", 65536, {"model": "llama-3.1-8b", "context": "131072"}),
        ("kv_every_head", 624640, {"model": "deepseek-v3", "context": "131072"}),
        ("kv_prompt", 312.5, {"model": "llama-3.1-8b", "prompt": "2500"}),
        ("lora", 80, {"model": "llama-3.1-8b", "rank": "16"}),
    ],
)
def test_sizes(catalogue: Catalogue, name: str, mib: float, inputs: dict[str, str]) -> None:
    assert value(catalogue, name, **inputs) / MIB == mib


def test_a_measured_speed_goes_before_the_estimate(catalogue: Catalogue) -> None:
    million = {"power": "350", "price": "0.2"}
    assert value(catalogue, "hours", decode="111.7") == pytest.approx(2.487, abs=0.001)
    assert value(catalogue, "cost", decode="111.7", **million) == pytest.approx(0.174, abs=0.001)
    with pytest.raises(MissingInputError, match="device"):
        value(catalogue, "hours", model="llama-3-8b", quant="Q4_K_M", context="2048")


@pytest.mark.parametrize(
    ("name", "inputs", "es", "en"),
    [
        ("kv_saved", {"context": "4096", "kv": "q8_0"}, "46,9\u00a0%", "46.9%"),
        ("lora_share", {"rank": "16"}, "0,52\u00a0%", "0.52%"),
        ("price", {"price": "0.2"}, "0,20", "0.20"),
        ("first_token", {"prompt": "1024", "prefill": "3865"}, "0,26\u00a0s", "0.26\u00a0s"),
        ("first_token", {"prompt": "2000", "prefill": "62.9"}, "31,8\u00a0s", "31.8\u00a0s"),
        ("bandwidth", {"bandwidth": "89.6"}, "89,6\u00a0GB/s", "89.6\u00a0GB/s"),
    ],
)
def test_how_values_are_written(
    catalogue: Catalogue, name: str, inputs: dict[str, str], es: str, en: str
) -> None:
    theme = load_theme().theme
    assert theme is not None
    case, _ = read_case({"model": "llama-3.1-8b", **inputs}, catalogue)
    shown = [written(OUTPUTS[name](case), theme.strings[lang]) for lang in (Lang.ES, Lang.EN)]
    assert shown == [es, en]
