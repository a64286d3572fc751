"""`lemario search`: what is found, how it is shown, and what is said where nothing is."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lemario.cli import main
from tests import small

TERMS = {
    "cache-kv": small.term(
        "Caché KV",
        "KV cache",
        es_text="Memoria de las claves ya leídas. Crece con el contexto, token a token.",
        en_text="Memory of the keys already read. It grows with the context.",
        es_more="aliases: [caché de claves]\navoid:\n  - {name: memoria clave, why: Engaña.}",
    ),
    "gqa": small.term(
        "Atención de consultas agrupadas",
        "Grouped-query attention",
        es_text="Variante de la atención que comparte cabezas.",
        en_text=None,
        es_more="acronym: GQA",
        category="motores",
    ),
    "vram": small.term("VRAM", "VRAM", es_text="Memoria de una tarjeta gráfica."),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a glossary of three terms in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    small.write(tmp_path / "glossary", TERMS)
    return tmp_path


def search(*arguments: str, color: bool = False) -> Result:
    return CliRunner().invoke(main, ["search", *arguments], color=color)


def hits(*arguments: str) -> list[dict[str, Any]]:
    done = search(*arguments, "--json")
    assert done.exit_code == 0, done.output
    found: list[dict[str, Any]] = json.loads(done.stdout)["hits"]
    return found


def test_a_hit_shows_both_names_group_file_and_what_it_is() -> None:
    done = search("caché kv", "--limit", "1")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == [
        "Caché KV (KV cache) · Memoria · glossary/terms/cache-kv.yaml",
        "  Memoria de las claves ya leídas.",
    ]


def test_equal_names_are_shown_once() -> None:
    assert search("vram").stdout.startswith("VRAM · Memoria · ")


@pytest.mark.parametrize(
    ("query", "how"),
    [
        ("KV cache", "found by its English name “KV cache”. "),
        ("caché de claves", "found by its other name “caché de claves”. "),
        ("gqa", "found by its acronym “GQA”. "),
        ("memoria clave", "found by “memoria clave”, a name to avoid. "),
        ("token a token", "says: Crece con el contexto, token a token."),
    ],
)
def test_a_hit_says_how_it_was_found(query: str, how: str) -> None:
    assert search(query).stdout.splitlines()[1].startswith(f"  {how}")


def test_the_language_chooses_what_is_shown() -> None:
    assert search("kv cache", "--lang", "en").stdout.splitlines()[:2] == [
        "KV cache (Caché KV) · Memory · glossary/terms/cache-kv.yaml",
        "  Memory of the keys already read.",
    ]
    (hit,) = hits("grouped-query attention", "--lang", "en", "--limit", "1")
    assert hit["summary"] == "Variante de la atención que comparte cabezas."
    assert hit["url"] == "en/terms/gqa.html"


def test_a_mistyped_query_is_asked_about() -> None:
    done = search("vrma")
    assert done.exit_code == 0
    assert done.stdout.startswith("Did you mean “VRAM”?\nVRAM · ")


def test_the_words_of_a_query_need_no_quotes() -> None:
    assert search("caché", "de", "claves").stdout == search("caché de claves").stdout


def test_more_than_is_shown_is_said() -> None:
    assert search("memoria", "--limit", "1").stdout.endswith("1 of 2: --limit N shows more.\n")


def test_json_is_one_object_with_all_that_is_known() -> None:
    done = search("memoria", "clave", "--json", "--limit", "1")
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    (hit,) = answer.pop("hits")
    assert answer == {"query": "memoria clave", "lang": "es", "total": 2, "meant": ""}
    assert hit.pop("score") > 1000
    assert hit == {
        "id": "cache-kv",
        "kind": "term",
        "group": "memoria",
        "field": "avoid",
        "matched": "memoria clave",
        "matched_lang": "es",
        "es": "Caché KV",
        "en": "KV cache",
        "summary": "Memoria de las claves ya leídas.",
        "url": "terminos/cache-kv.html",
    }


def test_models_devices_and_pages_are_found_where_there_is_a_catalogue(root: Path) -> None:
    def first(query: str) -> dict[str, Any]:
        return hits(query, "--glossary", str(root / "glossary"), "--limit", "1")[0]

    assert first("rtx 3090")["url"] == "calculadora.html?device=rtx-3090"
    assert first("rtx 3090")["kind"] == "device"
    assert first("calculadora")["kind"] == "tool"


def test_colours_are_for_a_terminal_that_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1mVRAM\x1b[0m" in search("vram", color=True).stdout
    assert "\x1b" not in search("vram").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in search("vram", color=True).stdout


@pytest.mark.parametrize("query", ["qwertyuiop", "¿?", "\ud800", "\udcff\udcfe", "x\x1b[31m" * 3])
def test_nothing_found_is_said_on_stderr_and_exits_with_1(query: str) -> None:
    done = search(query)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("Nothing found for “")
    assert "\x1b" not in done.stderr


def test_nothing_found_is_an_object_as_well() -> None:
    done = search("qwertyuiop", "--json")
    assert (done.exit_code, done.stderr) == (1, "")
    assert json.loads(done.stdout)["hits"] == []


@pytest.mark.parametrize("query", ["", "   "])
def test_an_empty_query_finds_nothing(query: str) -> None:
    done = search(query)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "There is nothing to search for.\n"


def test_of_a_very_long_query_only_the_beginning_counts() -> None:
    assert search("vram " * 20_000).exit_code == 0
    done = search("z" * 100_000)
    assert done.exit_code == 1
    assert len(done.stderr) < 200


def test_bytes_that_are_no_text_do_no_harm() -> None:
    done = search("vram \udcff", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["query"] == "vram \ufffd"


def test_a_query_may_begin_with_a_dash() -> None:
    assert search("--", "-vram").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [(), ("a", "--lang", "fr"), ("a", "--limit", "0"), ("a", "--glossary", "nowhere"), ("-vram",)],
)
def test_a_wrong_command_line_exits_with_2(arguments: tuple[str, ...]) -> None:
    done = search(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")


def test_errors_of_the_glossary_are_shown_and_nothing_is_searched(here: Path) -> None:
    faulty = here / "glossary/terms/vram.yaml"
    faulty.write_text(small.term(more="relatd: [gqa]"), encoding="utf-8")
    done = search("vram")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("glossary/terms/vram.yaml:12:1: error[L103]: ")
    assert "nothing was searched" in done.stderr


def test_nothing_is_written(here: Path) -> None:
    before = small.snapshot(here)
    search("vram")
    assert small.snapshot(here) == before


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    # As the import system does it for a module that is not there.
    monkeypatch.setitem(sys.modules, "quickjs", None)
    monkeypatch.delitem(sys.modules, "lemario.index.search_engine", raising=False)
    done = search("vram")
    assert done.exit_code == 2
    assert "`quickjs`" in done.stderr
    assert "pip install 'lemario[search]'" in done.stderr
