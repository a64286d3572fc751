"""Spellings of one name are met; names that only look alike are not."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from lemario.content.lint import lint
from tests import small

TELL_APART = ("L251", "L252")


def found(folder: Path, **terms: str) -> list[tuple[str, str]]:
    """(code, id) of what is said about names."""
    diagnostics = lint(small.glossary(folder / "g", terms))
    return [
        (d.code, d.span.path.removeprefix("glossary/terms/").removesuffix(".yaml"))
        for d in diagnostics
        if d.code in TELL_APART
    ]


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        ("Fine-tuning", "Fine tuning", "L251"),
        ("llama.cpp", "Llama cpp", "L251"),
        ("Modelo de lenguaje grande", "Modelo grande de lenguaje", "L251"),
        ("Ancho de bandwidth", "Ancho de bandwith", "L251"),
        ("Cuantización dinámica", "Cuantziación dinámica", "L251"),
        ("Capa de atención", "Capas de atención", "L252"),
        ("Matriz dispersa", "Matrices dispersas", "L252"),
        ("Red", "Redes", "L252"),
    ],
)
def test_one_name_in_two_forms(tmp_path: Path, one: str, other: str, code: str) -> None:
    a, b = small.term(one, "Something"), small.term(other, "Else")
    assert found(tmp_path, a=a, b=b) == [(code, "b")]
    # The order of the files does not matter: the second is the newer one.
    older = b.replace("added: 2026-12-01", "added: 2026-11-30")
    assert found(tmp_path / "2", a=a, b=older) == [(code, "a")]


DIFFERENT = [
    *combinations(("EXL2", "EXL3", "MHA", "MQA", "GQA", "MLA"), 2),
    *combinations(("Q4", "Q8", "FP16", "BF16", "FP8", "INT8"), 2),
    ("GPT-2", "GPT-3"),
    ("C", "C++"),
    ("Cuantización simétrica", "Cuantización asimétrica"),
    ("Leader", "Loader"),
    ("Stake activation", "Stake deactivation"),
    ("Tokenizador", "Tokenización"),
    ("Custodial", "Custodian"),
    ("Model data", "Data model"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_only_look_alike(tmp_path: Path, one: str, other: str) -> None:
    assert found(tmp_path, a=small.term(one, one), b=small.term(other, other)) == []


def test_a_longer_name_in_one_language_tells_two_things_apart(tmp_path: Path) -> None:
    architecture = small.term("Transformer", "Transformer")
    library = small.term("Transformers", "Hugging Face Transformers")
    assert found(tmp_path, a=architecture, b=library) == []
    plural = small.term("Transformers", "Transformers")
    assert found(tmp_path / "2", a=architecture, b=plural) == [("L252", "b")]


def test_aliases_and_expansions_are_names(tmp_path: Path) -> None:
    one = small.term("LLM", "LLM", en_more="expansion: large language model")
    other = small.term("Modelo grande", "Large language model")
    assert found(tmp_path, a=one, b=other) == [("L251", "b")]
    alias = small.term("Otro", "Other", en_more="aliases: [large-language model]")
    assert found(tmp_path / "2", a=one, b=alias) == [("L251", "b")]


@pytest.mark.parametrize(
    ("of_one", "of_other"),
    [("contrast: [b]", ""), ("", "contrast: [a]"), ("qualifier: uno", "qualifier: otro")],
)
def test_writers_who_know_of_both_are_left_alone(
    tmp_path: Path, of_one: str, of_other: str
) -> None:
    a = small.term("Capa", "Layer", more=of_one)
    b = small.term("Capas", "Layers", more=of_other)
    assert found(tmp_path, a=a, b=b) == []


def test_a_draft_is_compared_as_well(tmp_path: Path) -> None:
    a, b = small.term("Capa", "Layer"), small.term("Capas", "Layers", more="status: draft")
    assert found(tmp_path, a=a, b=b) == [("L252", "b")]
