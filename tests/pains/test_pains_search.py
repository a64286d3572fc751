"""The search finds what readers type, however they type it; the engine runs as in the page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from lemario.pipeline import Options, build
from tests import small
from tests.pains.trying import write

TERMS = {
    "alucinacion": small.term("Alucinación", "Hallucination"),
    "articulo": small.term("Artículo", "Article"),
    "articulo-sin": small.term("Articulos", "Articles of association"),
    "nino": small.term("Niño", "Child"),
    "c": small.term("C", "C"),
    "cpp": small.term("C++", "C++"),
    "c-sharp": small.term("C#", "C#"),
    "k-quants": small.term("k-quants", "k-quants"),
    "llama-cpp": small.term("llama.cpp", "llama.cpp"),
    "token": small.term("Token", "Token"),
    "tokenizacion": small.term("Tokenización", "Tokenization", es_text="Parte el texto en tokens."),
    "detokenizar": small.term("Detokenizar", "Detokenize"),
    "embedding": small.term("Incrustación", "Embedding"),
    "llm": small.term("Modelo de lenguaje", "Language model", es_more="acronym: LLM"),
    "por-ejemplo": small.term("Por ejemplo", "For example", es_more="acronym: p. ej."),
    "revision": small.term("Repaso", "Review", es_text="Una revision sin acento."),
    "bjorn": small.term("Bjørn", "Bjørn"),
    "r": small.term("R", "R"),
    "capas": small.term("--n-gpu-layers", "--n-gpu-layers"),
}

PROGRAM = """
const { readFileSync } = require("fs");
const [folder, queries] = JSON.parse(readFileSync(0, "utf8"));
const files = ["search.js", "search-data.js"].map((n) => readFileSync(`${folder}/${n}`, "utf8"));
const [engine, data] = require("vm").runInNewContext(
  `${files.join("\\n")}\\n[LemarioSearch, LemarioData]`);
const search = engine.create(data);
const found = queries.map((q) => search.search(q, { limit: 10, lang: "es" }).map((hit) => hit.id));
process.stdout.write(JSON.stringify(found));
"""


FIRST = [
    ("alucinacion", "alucinacion"),
    ("alucinación", "alucinacion"),
    ("ALUCINACIÓN", "alucinacion"),
    ("alucinacio\u0301n", "alucinacion"),
    ("alucinaciones", "alucinacion"),
    ("hallucinations", "alucinacion"),
    ("artículo", "articulo"),
    ("niño", "nino"),
    ("bjorn", "bjorn"),
    ("Bjørn", "bjorn"),
    ("revisión", "revision"),
    ("c++", "cpp"),
    ("C++", "cpp"),
    ("c#", "c-sharp"),
    ("c", "c"),
    ("r", "r"),
    ("k-quants", "k-quants"),
    ("k quants", "k-quants"),
    ("kquants", "k-quants"),
    ("K‑quants", "k-quants"),
    ("llama.cpp", "llama-cpp"),
    ("llama cpp", "llama-cpp"),
    ("llamacpp", "llama-cpp"),
    ("llama.", "llama-cpp"),
    ("llama", "llama-cpp"),
    ("token", "token"),
    ("tokens", "token"),
    ("embeddings", "embedding"),
    ("embedding", "embedding"),
    ("incrustación", "embedding"),
    ("incrustaciones", "embedding"),
    ("LLMs", "llm"),
    ("llm", "llm"),
    ("p. ej.", "por-ejemplo"),
    ("p. ej", "por-ejemplo"),
    ("p ej", "por-ejemplo"),
    ("--n-gpu-layers", "capas"),
    ("n-gpu-layers", "capas"),
    ("n gpu layers", "capas"),
]
SYNTAX = ["+1", '"*"', "*", "AND", "a OR b", "-token", "~", "title:x", "(", "[", "\\", "/x/", "^2"]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The ids found for each query, best first, on the built site."""
    folder = tmp_path_factory.mktemp("search")
    glossary = write(folder / "glossary", TERMS)
    outcome = build(Options(glossary, "glossary", folder / "site"))
    assert outcome.pages, outcome.diagnostics
    queries = [query for query, _ in FIRST] + SYNTAX + ["xyzzy", "", " "]
    asked = json.dumps([str(folder / "site/assets/js"), queries])
    done = subprocess.run(
        ["node", "-e", PROGRAM], input=asked, text=True, capture_output=True, check=True
    )
    return dict(zip(queries, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize(("query", "term_id"), FIRST)
def test_a_query_finds_its_term_first(
    query: str, term_id: str, answers: dict[str, list[str]]
) -> None:
    assert answers[query][:1] == [term_id]


def test_names_that_differ_by_a_sign_are_all_there(answers: dict[str, list[str]]) -> None:
    assert set(answers["c++"]) >= {"cpp", "c-sharp", "c"}
    assert set(answers["c#"]) >= {"c-sharp", "c", "cpp"}
    assert set(answers["c"]) >= {"c", "cpp", "c-sharp"}


def test_the_whole_word_comes_before_its_beginning_and_that_before_its_inside(
    answers: dict[str, list[str]],
) -> None:
    found = answers["token"]
    assert found.index("token") < found.index("tokenizacion")
    assert "detokenizar" not in found or found.index("tokenizacion") < found.index("detokenizar")


@pytest.mark.parametrize("query", SYNTAX)
def test_no_query_is_syntax(query: str, answers: dict[str, list[str]]) -> None:
    assert isinstance(answers[query], list)


def test_what_is_not_there_is_not_found(answers: dict[str, list[str]]) -> None:
    assert answers["xyzzy"] == answers[""] == answers[" "] == []


def test_the_data_is_a_script_so_that_pages_from_disk_have_it(built: Path) -> None:
    scripts = "".join(f.read_text(encoding="utf-8") for f in (built / "assets/js").glob("*.js"))
    assert not any(way in scripts for way in ("fetch(", "XMLHttpRequest", "new Worker", "import("))
    assert (built / "assets/js/search-data.js").read_text("utf-8").startswith("const LemarioData")
