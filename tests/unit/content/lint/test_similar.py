"""Definitions that are nearly one; those of opposites are alike by nature."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.content.lint import lint
from tests import small

ONE = "Paquete de programas que otros usan, también llamado biblioteca, con sus pruebas."
NEAR = "Paquete de programas que otros usan, también llamado módulo, con sus pruebas."


def found(folder: Path, **terms: str) -> list[tuple[str, int]]:
    """(path, line) of the definitions that are reported as nearly another one."""
    diagnostics = lint(small.glossary(folder / "g", terms))
    return [(d.span.path, d.span.line) for d in diagnostics if d.code == "L253"]


def test_nearly_equal_definitions_are_met_once(tmp_path: Path) -> None:
    a = small.term("Biblioteca", "Library", es_text=ONE)
    b = small.term("Módulo", "Module", es_text=NEAR)
    assert found(tmp_path, a=a, b=b) == [("glossary/terms/b.yaml", 3)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Biblioteca pequeña", NEAR),  # one of a series
        ("Bibliotecario", NEAR),  # nearly the same name
        ("Módulo", "Paquete de programas que otros usan, pero sin nombre propio ni prueba alguna."),
        ("Módulo", "Lugar donde se guardan libros."),
    ],
)
def test_definitions_of_a_series_or_of_other_things_are_not(
    tmp_path: Path, name: str, text: str
) -> None:
    a = small.term("Biblioteca", "Library", es_text=ONE)
    assert found(tmp_path, a=a, b=small.term(name, "Other", es_text=text)) == []


def test_a_copied_definition_is_met_even_in_a_series(tmp_path: Path) -> None:
    a = small.term("Biblioteca", "Library", es_text=ONE)
    b = small.term("Biblioteca pequeña", "Small one", es_text=ONE)
    assert found(tmp_path, a=a, b=b) == [("glossary/terms/b.yaml", 3)]


def test_short_definitions_are_alike_by_chance(tmp_path: Path) -> None:
    a, b = small.term("Biblioteca", "Library"), small.term("Módulo", "Module")
    assert found(tmp_path, a=a, b=b) == []


def test_a_contrast_says_that_the_writers_know(tmp_path: Path) -> None:
    a = small.term("Biblioteca", "Library", es_text=ONE)
    b = small.term("Módulo", "Module", es_text=NEAR, more="contrast: [a]")
    assert found(tmp_path, a=a, b=b) == []
