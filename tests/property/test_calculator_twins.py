"""The page's calculator answers as Python does: every number of every answer, bit for bit.

The questions go over the whole shipped catalogue and to Node in one run, since starting it costs
more than the rest.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.calc.answers import answer
from lemario.calc.catalogue_script import catalogue_script
from lemario.calc.compiled import formulas_script
from lemario.calc.formulas import refusal
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.questions import Question, default_settings
from lemario.calc.records import CacheType, Refusal
from lemario.core.lang import LANGS
from lemario.site.live import amount, size, speed
from tests.in_node import in_node, plain

Asked = dict[str, Any]
CACHE_TYPES = get_args(CacheType)
COUNT = 2000


@pytest.fixture(scope="module")
def catalogue(root: Path) -> Catalogue:
    loaded = load_catalogue(root / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


@pytest.fixture(scope="module")
def questions(catalogue: Catalogue) -> list[Asked]:
    """Every model, device, file type and cache type by itself, and drawn combinations of all."""
    fields = {
        "model": st.sampled_from(list(catalogue.models)),
        "file_type": st.sampled_from(list(catalogue.file_types)),
        "n_ctx": st.one_of(
            st.integers(256, 524_288), st.integers(1, 2048).map(lambda steps: steps * 256)
        ),
        "kv_type_k": st.sampled_from(CACHE_TYPES),
        "kv_type_v": st.sampled_from(CACHE_TYPES),
        "device": st.sampled_from(list(catalogue.devices)),
        "n_devices": st.sampled_from((1, 1, 1, 1, 2, 3, 4, 16)),
        "reserved_gib": st.floats(0, 16),
        "slots": st.one_of(st.just(1), st.integers(1, 16)),
        "unified": st.booleans(),
        "n_ubatch": st.one_of(st.just(512), st.integers(1, 4096)),
        "flash_attention": st.booleans(),
        "swa_full": st.booleans(),
        "all_logits": st.booleans(),
    }
    drawn: list[Asked] = []

    @settings(max_examples=COUNT)
    @given(st.fixed_dictionaries(fields))
    def draw(question: Asked) -> None:
        drawn.append(question)

    draw()
    plain = {
        "model": "llama-3.1-8b",
        "file_type": "Q4_K_M",
        "n_ctx": 8192,
        "kv_type_k": "f16",
        "kv_type_v": "f16",
        "device": "rtx-4060",
        "n_devices": 1,
        "reserved_gib": 0.5,
        "slots": 1,
        "unified": True,
        "n_ubatch": 512,
        "flash_attention": True,
        "swa_full": False,
        "all_logits": False,
    }
    for field, values in (
        ("model", catalogue.models),
        ("file_type", catalogue.file_types),
        ("kv_type_k", CACHE_TYPES),
        ("device", catalogue.devices),
    ):
        drawn += [plain | {field: value} for value in values]
    # Heads of 80 elements are no whole number of blocks.
    drawn.append(plain | {"model": "phi-2", "kv_type_k": "q8_0", "kv_type_v": "q8_0"})
    return drawn


def in_python(catalogue: Catalogue, question: Asked) -> Any:
    """The answer as plain data with floats in it."""
    slots = question["slots"]
    names = ("unified", "kv_type_k", "kv_type_v", "flash_attention", "swa_full")
    run = default_settings(question["n_ctx"], slots)._replace(
        n_ubatch=float(question["n_ubatch"]),
        logits_rows=0.0 if question["all_logits"] else float(slots),
        predicted=0.0,
        **{name: question[name] for name in names},
    )
    given = answer(
        Question(
            catalogue.models[question["model"]].architecture,
            question["file_type"],
            run,
            (catalogue.devices[question["device"]],) * question["n_devices"],
            reserved_gib=question["reserved_gib"],
        )
    )
    assert given.device is not None
    sums = ("parts", "total_bytes", "available_bytes")
    asked = (*sums, "fit", "max_context", "decode_tokens_per_second", "pace")
    gpus = [asdict(gpu) for gpu in given.device.gpus]
    device = {name: getattr(given.device, name) for name in asked}
    device |= {"gpus": gpus, "ram": asdict(given.device.ram)}
    found = asdict(replace(given, device=None)) | {"device": device}
    # The page has neither a projector nor a draft model.
    for one in (found, *gpus):
        assert one.pop("draft_bytes") == one.pop("draft_weights_bytes", 0) == 0
        assert set(one.pop("projector_bytes").values()) == {0}
    return found


def scripted(root: Path, catalogue: Catalogue, program: str, value: object) -> Any:
    """What `program` evaluates to beside the page's scripts, with `value` as `input`."""
    calculator = (root / "templates/assets/js/calculator.js").read_text(encoding="utf-8")
    scripts = (formulas_script(), catalogue_script(catalogue), calculator, program)
    return in_node(scripts, value, parse_int=float)


@pytest.fixture(scope="module")
def given_here(catalogue: Catalogue, questions: list[Asked]) -> list[Any]:
    """What Python answers to all of them."""
    return [in_python(catalogue, question) for question in questions]


def test_answers_agree_bit_for_bit(
    root: Path, catalogue: Catalogue, questions: list[Asked], given_here: list[Any]
) -> None:
    assert len(questions) >= COUNT
    program = "input.map((question) => LemarioCalculator.answer(LemarioCatalogue, question))"
    given_there = scripted(root, catalogue, program, questions)
    different = [
        (question, here, there)
        for question, here, there in zip(questions, given_here, given_there, strict=True)
        if here != there
    ]
    assert different == []


def test_all_verdicts_are_among_the_answers(given_here: list[Any]) -> None:
    """What the other test compares is not all of one kind."""
    devices = [it["device"] for it in given_here]
    assert {it["fit"] for it in devices} == {"fits", "tight", "no"}
    assert {it["pace"] for it in devices} == {"smooth", "usable", "slow"}


def test_the_script_knows_every_cache_type(root: Path, catalogue: Catalogue) -> None:
    assert scripted(root, catalogue, "LemarioCalculator.CACHE_TYPES", None) == list(CACHE_TYPES)


def test_refusals_agree(root: Path, catalogue: Catalogue, questions: list[Asked]) -> None:
    program = "input.map((question) => LemarioCalculator.refusal(LemarioCatalogue, question))"
    there = scripted(root, catalogue, program, questions)
    here = []
    for question in questions:
        run = default_settings(question["n_ctx"], question["slots"])._replace(
            kv_type_k=question["kv_type_k"],
            kv_type_v=question["kv_type_v"],
            flash_attention=question["flash_attention"],
        )
        here.append(refusal(catalogue.models[question["model"]].architecture, run))
    assert there == here
    assert set(here) == set(get_args(Refusal))


def test_decoders_are_complete_in_the_script(root: Path, catalogue: Catalogue) -> None:
    """What the catalogue's script leaves out is filled in as it was."""
    program = (
        "Object.values(LemarioCatalogue.models)"
        ".map((it) => LemarioCalculator.hydrate(it.architecture))"
    )
    for there, entry in zip(
        scripted(root, catalogue, program, None), catalogue.models.values(), strict=True
    ):
        assert there == plain(entry.architecture), entry.id


def test_numbers_are_written_alike(root: Path, catalogue: Catalogue) -> None:
    """To the letter, halves included: the page comes with numbers that the script replaces."""
    halves = [n / 8 * unit for n in range(1, 400) for unit in (1.0, 2.0**10, 2.0**20, 2.0**30)]
    others = [10.0**power * digit for power in range(12) for digit in (0.0996, 0.9996, 1.005, 9.5)]
    values = [0.0, *halves, *others]
    program = """["es", "en"].map((lang) => {
      const formats = LemarioCalculator.formats(lang);
      return input.map((v) => [formats.amount(v), formats.size(v), formats.speed(v)]);
    })"""
    for lang, there in zip(LANGS, scripted(root, catalogue, program, values), strict=True):
        here = [[amount(v, lang), size(v, lang), speed(v, lang)] for v in values]
        assert [pair for pair in zip(values, here, there, strict=True) if pair[1] != pair[2]] == []
