"""Names to avoid are found where a text means them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.content.lint import lint
from tests import small

CACHE = small.term(
    "Caché KV",
    "KV cache",
    es_more="avoid: [{name: memoria KV, why: No es eso.}]",
    en_more="avoid: [{name: KV memory, why: It is not.}]",
)
TOKEN = small.term("Token", "Token", es_more="avoid: [{name: ficha, why: No se usa.}]")


def marked(folder: Path, es: str, en: str = "A situation.", **others: str) -> list[str]:
    """What is marked as a name to avoid in the definitions of a term."""
    terms = {"caso": small.term(es_text=es, en_text=en), **others}
    diagnostics = lint(small.glossary(folder / "g", terms))
    found = [d.span for d in diagnostics if d.code == "L261"]
    assert {span.path for span in found} <= {"glossary/terms/caso.yaml"}
    lines = terms["caso"].splitlines()
    return [lines[span.line - 1][span.column - 1 : span.end_column - 1] for span in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Con memoria KV llena.", ["memoria KV"]),
        ("Con MEMORIA  kv llena.", ["MEMORIA  kv"]),
        ("Con memorias KV llenas.", ["memorias KV"]),
        ("Con memoria-KV, y memoria KV otra vez.", ["memoria-KV"]),
        ("Con **memoria KV** llena.", ["memoria KV"]),
    ],
)
def test_a_name_is_found_in_its_forms_once_a_text(
    tmp_path: Path, text: str, found: list[str]
) -> None:
    assert marked(tmp_path, text, cache=CACHE) == found


@pytest.mark.parametrize(
    "text",
    [
        "Lo que llaman «memoria KV».",
        'Lo que llaman "memoria KV".',
        "El campo `memoria KV`.",
        "Una memoria. KV es otra cosa.",
        "La submemoria KV.",
        "La [[cache|caché]] de [[memoria KV x|otra cosa]].".replace("memoria KV x", "cache"),
    ],
)
def test_what_speaks_of_the_name_or_of_something_else_is_let_pass(
    tmp_path: Path, text: str
) -> None:
    assert marked(tmp_path, text, cache=CACHE) == []


def test_the_language_counts(tmp_path: Path) -> None:
    assert marked(tmp_path, "Con KV memory.", "With memoria KV.", cache=CACHE) == []
    assert marked(tmp_path / "2", "Nada.", "With KV memory.", cache=CACHE) == ["KV memory"]


def test_a_longer_name_that_is_recommended_covers_it(tmp_path: Path) -> None:
    other = small.term("Memoria KV paginada", "Paged KV store")
    assert marked(tmp_path, "La memoria KV paginada.", cache=CACHE, other=other) == []


def test_the_term_itself_may_use_the_name(tmp_path: Path) -> None:
    own = CACHE.replace("    Una situación inventada.", "    Mal llamada memoria KV.")
    assert own != CACHE
    assert marked(tmp_path, "Nada.", cache=own) == []


@pytest.mark.parametrize(
    ("es", "en", "found"),
    [
        ("Cada ficha cuenta.", "Every token counts.", ["ficha"]),
        ("Cada ficha es un token.", "Every piece is a token.", []),
        ("La ficha técnica.", "The data sheet.", []),
    ],
)
def test_a_common_word_counts_only_where_the_other_language_has_the_term(
    tmp_path: Path, es: str, en: str, found: list[str]
) -> None:
    assert marked(tmp_path, es, en, token=TOKEN) == found


def test_a_name_that_differs_by_case_only_must_be_written_so(tmp_path: Path) -> None:
    vllm = small.term("vLLM", "vLLM", es_more="avoid: [{name: VLLM, why: Así no se escribe.}]")
    assert marked(tmp_path, "Con vLLM.", vllm=vllm) == []
    assert marked(tmp_path / "2", "Con VLLM.", vllm=vllm) == ["VLLM"]
