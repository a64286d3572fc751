"""A built site for all tests here that look at pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.pipeline import Options, build
from tests import small
from tests.e2e.conftest import browser_type_launch_args, guard, new_context
from tests.pains.trying import write

__all__ = ["browser_type_launch_args", "guard", "new_context"]

BASE = "https://example.github.io/glosario/"

TERMS = {
    "token": small.term("Token", "Token", es_text="Unidad de texto.", en_text="Unit of text."),
    "modelo-denso": small.term("Modelo denso", "Dense model", es_text="Usa todos sus pesos."),
    "mezcla": small.term(
        "Mezcla",
        "Mixture",
        es_text='Lo contrario de un [[modelo-denso|modelo denso]]: el "prompt" & <s> y 1 < 2.',
        en_text='The contrary of a [[modelo-denso]]: the "prompt" & <s>.',
        more="ignore: {L245: la etiqueta se explica}",
    ),
    "alucinacion": small.term(
        "Alucinación",
        "Hallucination",
        es_text="Respuesta inventada.",
        es_more="aliases: [confabulación]\nhidden: [invención]\nacronym: ALU\n"
        "expansion: Alucinación Lingüística Usual\navoid: [{name: mentira, why: No hay intención.}]\n"
        "grammar: {gender: f, plural: alucinaciones}",
        more="sources:\n  - {author: Ana, title: Un estudio, url: 'https://example.org/a', date: 2025}",
    ),
    "muestreo": small.term(
        "Muestreo",
        "Sampling",
        es_text="Elige el siguiente token; con azar dan más alucinaciones los modelos. Un token y otro"
        " token.\n\n`Token` y [[mezcla]].",
        en_text=None,
    ),
    "temperatura": small.term(
        "Temperatura",
        "Temperature",
        es_text="Cambia el [[muestreo]].",
        en_text="Changes the [[muestreo]].",
        more="ignore: {L241: la traducción llegará}\nrelated: [muestreo]",
    ),
    "grafo-red": small.term("Grafo", "Graph", more="qualifier: {es: redes, en: networks}"),
    "grafo-curva": small.term("Grafo", "Graph", more="qualifier: {es: curvas, en: curves}"),
    "borrador": small.term("Borrador", "Draft", more="status: draft"),
    **{
        f"orden-{number}": small.term(es, en)
        for number, (es, en) in enumerate(
            [
                *(("árbol", "tree"), ("Zeta", "aardvark"), ("ñu", "gnu"), ("nube", "cloud")),
                *(("Índice", "zoo"), ("ofimática", "office"), ("YAML", "YAML"), ("API", "API")),
                *(("XML", "XML"), ("api web", "web API"), ("C", "C"), ("C++", "C++"), ("C#", "C#")),
            ]
        )
    },
}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of `TERMS`, for the address `BASE`."""
    folder = tmp_path_factory.mktemp("built")
    glossary = write(folder / "glossary", TERMS)
    outcome = build(Options(glossary, "glossary", folder / "site", base_url=BASE))
    assert outcome.pages, outcome.diagnostics
    return folder / "site"
