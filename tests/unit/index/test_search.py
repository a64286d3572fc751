"""The search payload is data in a script: complete, compact, and unable to break out of it."""

from __future__ import annotations

import json
from typing import Any

from lemario.index.search import VERSION, SearchEntry, SearchNames, search_payload

EMPTY = SearchNames()
CACHE = SearchEntry(
    id="cache-kv",
    category="memoria",
    es=SearchNames(
        term="Caché KV",
        aliases=("caché de claves y valores",),
        hidden=("kv cache de llama.cpp",),
        avoid=("memoria KV",),
        summary="Guarda claves y valores.",
        definition="Guarda claves y valores. Crece con el contexto.",
    ),
    en=SearchNames(term="KV cache", acronym="KVC", expansion="key-value cache"),
)
CATEGORIES = {"memoria": ("Memoria", "Memory"), "otra": ("Otra", "Other")}


def payload_of(*entries: SearchEntry) -> Any:
    script = search_payload(entries, CATEGORIES)
    assert script.startswith("const LemarioData = {")
    assert script.endswith("};\n")
    return json.loads(script.removeprefix("const LemarioData = ").removesuffix(";\n"))


def test_it_holds_names_summary_and_category_in_both_languages() -> None:
    data = payload_of(CACHE)
    assert data["version"] == VERSION
    assert data["categories"] == [
        {"id": "memoria", "es": "Memoria", "en": "Memory"},
        {"id": "otra", "es": "Otra", "en": "Other"},
    ]
    assert data["entries"] == [
        {
            "id": "cache-kv",
            "category": "memoria",
            "english": False,
            "es": {
                "term": "Caché KV",
                "aliases": ["caché de claves y valores"],
                "hidden": ["kv cache de llama.cpp"],
                "avoid": ["memoria KV"],
                "summary": "Guarda claves y valores.",
                "definition": "Crece con el contexto.",
            },
            "en": {"term": "KV cache", "acronym": "KVC", "expansion": "key-value cache"},
        }
    ]


def test_a_term_with_a_definition_in_english_says_so() -> None:
    both = SearchEntry("a", "otra", EMPTY, SearchNames(term="A", summary="X.", definition="X."))
    entry = payload_of(both)["entries"][0]
    assert entry["english"] is True
    assert entry["en"] == {"term": "A", "summary": "X."}


def test_a_summary_that_does_not_begin_the_definition_leaves_it_whole() -> None:
    odd = SearchEntry("a", "otra", SearchNames(summary="Otra.", definition="Una cosa."), EMPTY)
    assert payload_of(odd)["entries"][0]["es"] == {"summary": "Otra.", "definition": "Una cosa."}


def test_no_text_can_end_the_script_or_a_line_of_it() -> None:
    nasty = "</script><!-- <script> \u2028\u2029 \\ \" ' ${x}"
    script = search_payload([SearchEntry("a", "otra", SearchNames(term=nasty), EMPTY)], CATEGORIES)
    assert "<" not in script
    assert "\u2028" not in script
    assert "\u2029" not in script
    entry = payload_of(SearchEntry("a", "otra", SearchNames(term=nasty), EMPTY))["entries"][0]
    assert entry["es"]["term"] == nasty


def test_one_changed_term_changes_one_line() -> None:
    other = SearchEntry("otra", "otra", SearchNames(term="Otra"), EMPTY)
    renamed = SearchEntry("otra", "otra", SearchNames(term="Distinta"), EMPTY)
    before = search_payload([CACHE, other], CATEGORIES).splitlines()
    after = search_payload([CACHE, renamed], CATEGORIES).splitlines()
    assert len(before) == len(after)
    assert sum(old != new for old, new in zip(before, after, strict=True)) == 1


def test_a_glossary_without_terms_has_a_payload_too() -> None:
    assert payload_of() == {
        "version": VERSION,
        "categories": [
            {"id": "memoria", "es": "Memoria", "en": "Memory"},
            {"id": "otra", "es": "Otra", "en": "Other"},
        ],
        "entries": [],
    }
