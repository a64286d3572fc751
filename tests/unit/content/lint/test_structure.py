"""Sources, neighbours and relations are asked of a glossary that has grown."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.content.lint import GROWN, lint
from tests import small

NAMES = ("ala", "bola", "cera", "duna", "eco", "foca", "gato", "humo", "isla", "jota")
SOURCE = 'sources: [{title: Manual, url: "https://example.org"}]'


def glossary(**more: str) -> dict[str, str]:
    """A term for each name; those given have more lines. No text mentions another term."""
    assert len(NAMES) == GROWN
    return {
        name: small.term(
            name, f"{name} in English", es_text="Texto.", en_text=None, more=more.get(name, "")
        )
        for name in NAMES
    }


def found(folder: Path, terms: dict[str, str], code: str) -> dict[str, str]:
    """The helps of the warnings with that code by id."""
    diagnostics = [d for d in lint(small.glossary(folder / "g", terms)) if d.code == code]
    ids = [d.span.path.removeprefix("glossary/terms/").removesuffix(".yaml") for d in diagnostics]
    assert len(set(ids)) == len(ids)
    return {term_id: d.help for term_id, d in zip(ids, diagnostics, strict=True)}


def test_sources_are_asked_for_where_half_of_the_terms_have_one(tmp_path: Path) -> None:
    half = glossary(**dict.fromkeys(NAMES[:5], SOURCE))
    assert list(found(tmp_path, half, "L258")) == list(NAMES[5:])
    fewer = glossary(**dict.fromkeys(NAMES[:4], SOURCE))
    assert found(tmp_path / "2", fewer, "L258") == {}


def test_small_glossaries_are_not_asked(tmp_path: Path) -> None:
    terms = glossary(ala=SOURCE, bola=f"{SOURCE}\nrelated: [ala]")
    few = {name: terms[name] for name in NAMES[: GROWN - 1]}
    assert {d.code for d in lint(small.glossary(tmp_path / "g", few))} == set()
    three = {name: terms[name] for name in NAMES[:3]}
    assert {d.code for d in lint(small.glossary(tmp_path / "h", three))} == set()


def test_a_relation_in_either_direction_is_company(tmp_path: Path) -> None:
    terms = glossary(ala="related: [bola]", cera="broader: [duna]")
    assert list(found(tmp_path, terms, "L263")) == list(NAMES[4:])


@pytest.mark.parametrize("text", ["Con [[foca]].", "Con una foca."])
def test_a_link_is_company_even_if_it_makes_itself(tmp_path: Path, text: str) -> None:
    terms = glossary()
    terms["eco"] = small.term("eco", "echo", es_text=text, en_text=None)
    assert set(found(tmp_path, terms, "L263")) == set(NAMES) - {"eco", "foca"}


@pytest.mark.parametrize(
    ("ala", "bola", "expected"),
    [
        ("related: [bola]", "", {"bola": "add a line `related: [ala]`"}),
        ("related: [bola]", "related: [cera]", {"bola": "add to `related:` ala"}),
        ("related: [bola]", "contrast: [ala]", {}),
        ("contrast: [bola]", "", {"bola": "add a line `contrast: [ala]`"}),
        ("broader: [bola]", "", {"bola": "add a line `narrower: [ala]`"}),
        ("narrower: [bola]", "", {"bola": "add a line `broader: [ala]`"}),
        ("narrower: [bola]", "broader: [ala]", {}),
        (
            "broader: [bola]",
            "related: [ala]",
            {"bola": "move ala from `related:` to `narrower:`"},
        ),
    ],
)
def test_a_relation_is_answered(
    tmp_path: Path, ala: str, bola: str, expected: dict[str, str]
) -> None:
    terms = glossary(ala=ala, bola=bola)
    helps = found(tmp_path, terms, "L264")
    helps.pop("cera", None)
    assert helps == expected


def test_others_are_named_together_and_a_hub_need_not_answer(tmp_path: Path) -> None:
    five = glossary(**dict.fromkeys(NAMES[1:6], "related: [ala]"))
    assert found(tmp_path, five, "L264") == {
        "ala": "add a line `related: [bola, cera, duna, eco, foca]`"
    }
    six = glossary(**dict.fromkeys(NAMES[1:7], "related: [ala]"))
    assert found(tmp_path / "2", six, "L264") == {}
    narrower = glossary(**dict.fromkeys(NAMES[1:7], "broader: [ala]"))
    assert list(found(tmp_path / "3", narrower, "L264")) == ["ala"]


def test_drafts_are_left_in_peace(tmp_path: Path) -> None:
    terms = glossary(ala="related: [bola]", bola="status: draft")
    # One published term fewer, so one more is needed to be a grown glossary.
    terms["kilo"] = small.term("kilo", "kilo", es_text="Texto.", en_text=None)
    assert found(tmp_path, terms, "L264") == {}
    assert "bola" not in found(tmp_path / "2", terms, "L263")
