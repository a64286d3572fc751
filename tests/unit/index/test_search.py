"""The search payload is data in a script: complete, compact, and unable to break out of it."""

from __future__ import annotations

from lemario.index.search import VERSION, SearchEntry, SearchGroup, SearchNames, search_payload
from tests.search_columns import data_of, entries_of

EMPTY = SearchNames()
CACHE = SearchEntry(
    id="cache-kv",
    group="memoria",
    es=SearchNames(
        term="Caché KV",
        aliases=("caché de claves y valores", "memoria de claves"),
        hidden=("kv cache de llama.cpp",),
        avoid=("memoria KV",),
        summary="Guarda claves y valores.",
        definition="Guarda claves y valores. Crece con el contexto.",
    ),
    en=SearchNames(term="KV cache", acronym="KVC", expansion="key-value cache"),
)
GROUPS = (
    SearchGroup("memoria", "term", "Memoria", "Memory"),
    SearchGroup("@models", "model", "Modelos", "Models"),
)


def term(id_: str, es: SearchNames = EMPTY, en: SearchNames = EMPTY) -> SearchEntry:
    return SearchEntry(id_, "memoria", es, en)


def test_it_holds_names_and_texts_in_columns_and_the_group_of_each_entry() -> None:
    model = SearchEntry("@m", "@models", SearchNames(term="M", href="calculadora.html?m"), EMPTY)
    assert data_of(search_payload([model, CACHE], GROUPS, ["cache-kv"])) == {
        "version": VERSION,
        "groups": [
            {"id": "memoria", "kind": "term", "count": 1, "es": "Memoria", "en": "Memory"},
            {"id": "@models", "kind": "model", "count": 1, "es": "Modelos", "en": "Models"},
        ],
        "ids": "\n@m",
        "suggested": ["cache-kv"],
        "es": {
            "term": "Caché KV\nM",
            "alias": "caché de claves y valores\tmemoria de claves\n",
            "hidden": "kv cache de llama.cpp\n",
            "avoid": "memoria KV\n",
            "definition": "Guarda claves y valores.\tCrece con el contexto.\n",
            "href": "\ncalculadora.html?m",
        },
        "en": {"term": "KV cache\n", "acronym": "KVC\n", "expansion": "key-value cache\n"},
    }


def test_a_summary_that_does_not_begin_the_definition_leaves_it_whole() -> None:
    odd = term("a", SearchNames(summary="Otra.", definition="Una cosa."))
    assert entries_of(search_payload([odd], GROUPS))["a"]["es"] == {
        "definition": "Otra.\tUna cosa."
    }


def test_a_definition_of_one_sentence_is_its_summary() -> None:
    short = term("a", SearchNames(summary="Una cosa.", definition="Una cosa."))
    assert entries_of(search_payload([short], GROUPS))["a"]["es"] == {"definition": "Una cosa."}


def test_no_text_can_leave_its_cell() -> None:
    wild = SearchNames(
        term="a\tb\nc", aliases=("d\n\te", "f"), summary="Uno.", definition="Uno.\n\nDos\tdos."
    )
    found = entries_of(search_payload([term("a", wild), term("b", wild)], GROUPS))
    assert found["a"] == found["b"]
    assert found["a"]["es"] == {
        "term": "a b c",
        "alias": "d e\tf",
        "definition": "Uno.\tDos dos.",
    }


def test_no_text_can_end_the_script_or_a_line_of_it() -> None:
    nasty = "</script><!-- <script> \u2028\u2029 \\ \" ' ${x}"
    script = search_payload([term("a", SearchNames(summary=nasty))], GROUPS)
    assert "<" not in script
    assert "\u2028" not in script
    assert "\u2029" not in script
    kept = entries_of(script)["a"]["es"]["definition"]
    assert kept == "</script><!-- <script> \\ \" ' ${x}"


def test_a_glossary_without_terms_has_a_payload_too() -> None:
    data = data_of(search_payload([], GROUPS))
    assert [group["count"] for group in data["groups"]] == [0, 0]
    assert (data["ids"], data["es"], data["en"]) == ("", {}, {})


def test_only_an_id_that_the_engine_can_make_of_the_name_is_left_out() -> None:
    made = [("cache-kv", "Caché  KV"), ("tamano-de-lote", "Tamaño de lote"), ("gpu", "GPU")]
    kept = [("c-plus-plus", "C++"), ("vram", "Memoria"), ("q4-k-m", "Q4_K_M"), ("a-b", "a-b")]
    entries = [term(id_, SearchNames(term=name)) for id_, name in (*made, *kept)]
    ids = data_of(search_payload(entries, GROUPS))["ids"].split("\n")
    assert ids == ["", "", "", *(id_ for id_, _ in kept)]
