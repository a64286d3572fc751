"""Definitions say what a thing is, at a length that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.content.lint import GROWN, lint
from lemario.content.lint.definitions import defines_by_itself
from lemario.core.lang import Lang
from tests import small


@pytest.mark.parametrize(
    ("headword", "sentence", "lang"),
    [
        ("Muestreo", "El muestreo de un token.", Lang.ES),
        ("Intercambio (Swap)", "El intercambio (cambio) de un token por otro.", Lang.ES),
        ("Token", "Un token es un token que se lee.", Lang.ES),
        ("Caché KV", "La caché KV, o caché, es la caché KV de un modelo.", Lang.ES),
        ("Poda", "Proceso de poda de una red.", Lang.ES),
        ("Pruning", "The process of pruning.", Lang.EN),
        ("Sample", "A sample is a kind of sample.", Lang.EN),
        ("Agent", "Agent that acts for its user.", Lang.EN),
    ],
)
def test_a_thing_explained_by_itself(headword: str, sentence: str, lang: Lang) -> None:
    assert defines_by_itself(sentence, headword, lang)


@pytest.mark.parametrize(
    ("headword", "sentence", "lang"),
    [
        ("Token", "Un token es un trozo de texto.", Lang.ES),
        ("Token", "Token especial que cierra un texto.", Lang.ES),
        ("Nodo", "Elemento de un grafo que está unido a otros nodos.", Lang.ES),
        (
            "Virtualización",
            "La virtualización, en este contexto, convierte un equipo en varios.",
            Lang.ES,
        ),
        ("Pesos", "Los pesos del modelo son los números que aprende.", Lang.ES),
        ("RPC", "The RPC protocol through which clients talk.", Lang.EN),
        ("Token", "The tokens of a text.", Lang.EN),
        ("Cloud", "Cloud computing offers processors on demand.", Lang.EN),
        ("GPU", "", Lang.EN),
    ],
)
def test_a_headword_may_be_what_the_sentence_is_about(
    headword: str, sentence: str, lang: Lang
) -> None:
    assert not defines_by_itself(sentence, headword, lang)


def grown(**terms: str) -> dict[str, str]:
    """Those terms, and as many more as make the glossary a grown one; all of some length."""
    numbers = ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"]
    assert len(numbers) == GROWN
    for number in numbers[len(terms) :]:
        text = f"Situación con el número {number} en su nombre y sin nada más."
        terms[number] = small.term(f"Caso {number}", f"Case {number}", es_text=text, en_text=None)
    return terms


def codes(folder: Path, terms: dict[str, str]) -> list[tuple[str, int]]:
    """(code, line) of what is said about the lengths of definitions."""
    found = lint(small.glossary(folder / "g", terms))
    return [(d.code, d.span.line) for d in found if d.code in ("L255", "L256", "L257")]


def test_a_short_definition_is_reported_in_a_grown_glossary(tmp_path: Path) -> None:
    short = small.term(es_text="Véase otro sitio.", en_text="One two three four five six.")
    assert codes(tmp_path, grown(caso=short)) == [("L255", 3)]
    assert codes(tmp_path / "small", {"caso": short}) == []


@pytest.mark.parametrize(("count", "expected"), [(400, []), (401, [("L256", 3)])])
def test_a_long_definition_is_reported(
    tmp_path: Path, count: int, expected: list[tuple[str, int]]
) -> None:
    term = small.term(es_text="palabra " * count, en_text=None)
    assert codes(tmp_path, {"caso": term}) == expected


@pytest.mark.parametrize(
    ("es", "en", "expected"),
    [(20, 50, []), (20, 51, [("L257", 3)]), (51, 20, [("L257", 7)]), (19, 90, [])],
)
def test_the_shorter_of_two_uneven_definitions_is_marked(
    tmp_path: Path, es: int, en: int, expected: list[tuple[str, int]]
) -> None:
    term = small.term(es_text="palabra " * es, en_text="word " * en)
    assert codes(tmp_path, {"caso": term}) == expected
