"""Only what cannot be right without an accent is reported, with the right form."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.content.lint import lint
from lemario.content.lint.accents import accented
from lemario.content.lint.words import AFTER_ARTICLE, ALWAYS
from lemario.core.text import fold
from tests import small


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("configuracion", "configuración"),
        ("Conexion", "Conexión"),
        ("TRANSMISION", "TRANSMISIÓN"),
        ("posesion", "posesión"),
        ("segun", "según"),
        ("Tambien", "También"),
        ("numeros", "números"),
        ("criptografia", "criptografía"),
        ("metodologias", "metodologías"),
        ("ejecutandose", "ejecutándose"),
        ("haciendolo", "haciéndolo"),
        ("automaticamente", "automáticamente"),
        ("especificamente", "específicamente"),
        ("compañia", "compañía"),
    ],
)
def test_what_is_wrong_anywhere(written: str, right: str) -> None:
    assert accented(written, after_article=False) == right


# Right as they are, or words of English, or verbs, or with two readings.
LET_PASS = """
configuración configuraciones sesiones automáticamente rápidamente ricamente cuando elogia session
regression coercion scion ion esta solo mas aun publica practica valida continua cache cluster
blockchain software memoria token
"""


@pytest.mark.parametrize("word", LET_PASS.split())
def test_what_is_let_pass(word: str) -> None:
    assert accented(word, after_article=False) is None
    assert accented(word, after_article=True) is None


@pytest.mark.parametrize(
    ("word", "right"),
    [("version", "versión"), ("numero", "número"), ("linea", "línea"), ("fusion", "fusión")],
)
def test_what_counts_after_an_article_only(word: str, right: str) -> None:
    assert accented(word, after_article=True) == right
    assert accented(word, after_article=False) is None


def test_every_word_of_the_lists_has_an_accent_and_one_place() -> None:
    both = [*ALWAYS.items(), *AFTER_ARTICLE.items()]
    assert [right for fault, right in both if fault == right] == []
    assert [fault for fault, right in both if fault != fold(right)] == []
    assert set(ALWAYS) & set(AFTER_ARTICLE) == set()


def spans(folder: Path, text: str, **more: str) -> list[tuple[int, int, int]]:
    """(line, column, end) of the warnings about a definition."""
    glossary = small.glossary(folder / "g", {"caso": small.term(es_text=text, **more)})
    found = [d for d in lint(glossary) if d.code == "L259"]
    return [(d.span.line, d.span.column, d.span.end_column) for d in found]


def test_the_first_faulty_word_is_marked_where_it_stands(tmp_path: Path) -> None:
    text = "La función `funcion` es una\nfuncion, y funcion otra vez."
    assert spans(tmp_path, text) == [(5, 5, 12)]


@pytest.mark.parametrize(
    "text",
    [
        "Véase `configuracion`.",
        "```\nconfiguracion segun\n```",
        "Véase https://example.org/configuracion y [esto](https://example.org/seccion).",
        "Los campos max_conexion, conexion.id y @conexion no son palabras.",
        "El número {conexion segun=1} se calcula.",
    ],
)
def test_what_is_no_prose_is_left_alone(tmp_path: Path, text: str) -> None:
    assert spans(tmp_path, text) == []


def test_english_text_is_left_alone(tmp_path: Path) -> None:
    assert spans(tmp_path, "Una situación.", en_text="The word configuracion is Spanish.") == []


def test_names_are_looked_at_but_not_those_for_search_only(tmp_path: Path) -> None:
    more = "aliases: [atencion]\nhidden: [atencion cruzada]"
    assert spans(tmp_path, "Una situación.", es_more=more) == [(3, 13, 21)]
