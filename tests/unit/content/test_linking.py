"""Mentions of terms become links: whole names, longest first, in any number, once."""

from __future__ import annotations

from typing import Any

import pytest

from lemario.content.linking import Linker, build_linker
from lemario.content.markup import links_of
from lemario.content.models import Term
from lemario.content.names import index_names
from lemario.core.inflection import stems_of
from lemario.core.lang import Lang


def term(es: str, en: str = "", **more: Any) -> Term:
    return Term.model_validate(
        {
            "es": {"term": es, "definition": "x"} | more.pop("names", {}),
            "en": {"term": en or es},
            "category": "c",
            "added": "2026-01-01",
            "updated": "2026-01-01",
        }
        | more
    )


TERMS = {
    "alucinacion": term("Alucinación", "Hallucination"),
    "c": term("C"),
    "cache-kv": term("Caché KV", "KV cache"),
    "cpp": term("C++"),
    "denso": term("Modelo denso", "Dense model"),
    "epsilon": term("Épsilon"),
    "experto": term("Experto", "Expert", autolink=False),
    "gpu": term("GPU"),
    "ia": term("IA", "AI"),
    "llama-cpp": term("llama.cpp"),
    "lora": term("LoRA"),
    "luz": term("Luz", "Light"),
    "menu": term("Menú", "Menu"),
    "modelo": term("Modelo", "Model"),
    "q4-k-m": term("Q4_K_M"),
    "red": term("Red", "Network"),
    "swa": term("SWA uno", "SWA one", names={"acronym": "SWA"}),
    "swa-2": term("SWA dos", "SWA two", names={"acronym": "SWA"}),
    "transformer": term(
        "Transformer", names={"grammar": {"gender": "m", "plural": "transformers"}}
    ),
}


@pytest.fixture(scope="module")
def linker() -> Linker:
    return build_linker(TERMS, index_names(TERMS))


def found(linker: Linker, text: str, lang: Lang = Lang.ES) -> list[tuple[str, str]]:
    tokens = linker.tokens(text, lang, "")
    return [(link.label or link.target, link.target) for link in links_of(tokens)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("En C++ y C se usa llama.cpp.", [("C++", "cpp"), ("C", "c"), ("llama.cpp", "llama-cpp")]),
        ("Con Q4_K_M y una GPU.", [("Q4_K_M", "q4-k-m"), ("GPU", "gpu")]),
        ("Las alucinaciones abundan.", [("alucinaciones", "alucinacion")]),
        ("Dos modelos densos y un modelo.", [("modelos densos", "denso"), ("modelo", "modelo")]),
        ("Dos GPUs y muchas LoRAs.", [("GPUs", "gpu"), ("LoRAs", "lora")]),
        ("Las luces y los menús.", [("luces", "luz"), ("menús", "menu")]),
        ("épsilon al principio", [("épsilon", "epsilon")]),
        ("La cache KV sin tilde.", [("cache KV", "cache-kv")]),
        ("Modelo al empezar.", [("Modelo", "modelo")]),
    ],
)
def test_names_are_found_in_any_form(
    linker: Linker, text: str, expected: list[tuple[str, str]]
) -> None:
    assert found(linker, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "iniciarías la memoria",  # IA inside words
        "la redacción y el redactor",  # red
        "una lora verde y q4_k_m",  # capitals matter inside names
        "la caché de claves",  # only a part of the name
        "`GPU` y `modelo`",  # code
        "# GPU",  # a heading
        "[GPU](https://example.org)",  # a link already
        "un experto",  # opted out
        "con SWA",  # two terms share it
        "caché-KV y LoRA-X",  # part of another word
        "la biblioteca Transformers",  # a name of something else
        "caché\n\nKV",  # across paragraphs
    ],
)
def test_what_is_no_mention_stays(linker: Linker, text: str) -> None:
    assert found(linker, text) == []


def test_only_the_first_mention_links(linker: Linker) -> None:
    assert found(linker, "Una GPU.\n\nOtra GPU, y GPUs.") == [("GPU", "gpu")]


def test_a_term_linked_by_hand_is_not_linked_again(linker: Linker) -> None:
    assert found(linker, "Una GPU y [[gpu|esta]].") == [("esta", "gpu")]


def test_a_term_does_not_link_to_itself(linker: Linker) -> None:
    assert links_of(linker.tokens("Una GPU y un modelo.", Lang.ES, "gpu")) == links_of(
        linker.tokens("Una cosa y un modelo.", Lang.ES, "gpu")
    )


def test_each_language_has_its_names(linker: Linker) -> None:
    assert found(linker, "A dense model and networks.", Lang.EN) == [
        ("dense model", "denso"),
        ("networks", "red"),
    ]
    assert found(linker, "A dense model.", Lang.ES) == []


def test_emphasis_may_hold_a_mention(linker: Linker) -> None:
    assert found(linker, "Un **modelo denso**.") == [("modelo denso", "denso")]


def test_a_linker_made_anew_knows_the_names_of_its_own_terms() -> None:
    text = "Un modelo denso en una red."
    assert found(build_linker(TERMS, index_names(TERMS)), text) == [
        ("modelo denso", "denso"),
        ("red", "red"),
    ]
    fewer = {term_id: term for term_id, term in TERMS.items() if term_id != "red"}
    assert found(build_linker(fewer, index_names(fewer)), text) == [("modelo denso", "denso")]
    assert found(build_linker(TERMS, index_names(TERMS)), text) == [
        ("modelo denso", "denso"),
        ("red", "red"),
    ]


@pytest.mark.parametrize(
    ("word", "lang", "singular"),
    [
        ("tokens", Lang.ES, "token"),
        ("cuantizaciones", Lang.ES, "cuantizacion"),
        ("capas", Lang.ES, "capa"),
        ("luces", Lang.ES, "luz"),
        ("caches", Lang.EN, "cache"),
        ("batches", Lang.EN, "batch"),
        ("queries", Lang.EN, "query"),
        ("layers", Lang.EN, "layer"),
    ],
)
def test_plurals_are_forms_of_their_singulars(word: str, lang: Lang, singular: str) -> None:
    assert singular in stems_of(word, lang)


@pytest.mark.parametrize("word", ["loss", "gas", "bus"])
def test_what_is_no_plural_has_one_form(word: str) -> None:
    assert stems_of(word, Lang.EN) == (word,)
