"""Which term a name means, and which names may not be shared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import small

CACHE = small.term(
    "Caché KV",
    "KV cache",
    es_more="aliases: [caché de claves]\nacronym: KV\nexpansion: clave-valor",
    more="formerly: [kv-cache]",
)


@pytest.mark.parametrize(
    "written",
    ["cache-kv", "Caché KV", "cache kv", "KV CACHE", "caché  de claves", "kv", "clave-valor"],
)
def test_an_id_or_any_name_of_either_language_is_understood(tmp_path: Path, written: str) -> None:
    names = small.glossary(tmp_path / "g", {"cache-kv": CACHE}).names
    assert names.resolve(written).ids == ("cache-kv",)
    assert not names.resolve(written).retired


def test_an_old_id_is_understood_and_known_to_be_old(tmp_path: Path) -> None:
    resolved = small.glossary(tmp_path / "g", {"cache-kv": CACHE}).names.resolve("kv-cache")
    assert (resolved.ids, resolved.retired) == (("cache-kv",), True)


def test_an_unknown_name_means_nothing(tmp_path: Path) -> None:
    assert small.glossary(tmp_path / "g", {"cache-kv": CACHE}).names.resolve("nada").ids == ()


def test_enye_tells_names_apart(tmp_path: Path) -> None:
    terms = {"ano": small.term("Ano", "Anus"), "anyo": small.term("Año", "Year")}
    names = small.glossary(tmp_path / "g", terms).names
    assert names.resolve("AÑO").ids == ("anyo",)
    assert names.resolve("ano").ids == ("ano",)


def test_an_id_wins_over_a_name_and_a_headword_over_an_alias(tmp_path: Path) -> None:
    terms = {
        "gpu": small.term("Tarjeta", "Card"),
        "chip": small.term("Circuito", "Circuit", es_more="acronym: gpu"),
        "uno": small.term("Uno", "Token"),
        "dos": small.term("Dos", "Two", es_more="aliases: [token]"),
    }
    names = small.glossary(tmp_path / "g", terms).names
    assert names.resolve("gpu").ids == ("gpu",)
    assert names.resolve("token").ids == ("uno",)


def codes(tmp_path: Path, **terms: str) -> list[str]:
    return [d.code for d in small.loaded(tmp_path / "g", terms).diagnostics]


def test_one_headword_for_two_terms_is_reported_once(tmp_path: Path) -> None:
    found = small.loaded(
        tmp_path / "g", {"a": small.term("Búfer", "Buffer"), "b": small.term("bufer", "buffer")}
    ).diagnostics
    assert [d.code for d in found] == ["L204"]
    assert found[0].notes[0].span.path == "glossary/terms/a.yaml"


def test_two_qualifiers_tell_homonyms_apart_and_one_does_not(tmp_path: Path) -> None:
    plain = small.term("Búfer", "Buffer")
    red = small.term("Búfer", "Buffer", more="qualifier: {es: red, en: network}")
    disk = small.term("Búfer", "Buffer", more="qualifier: {es: disco, en: disk}")
    assert codes(tmp_path / "1", a=red, b=disk) == []
    assert codes(tmp_path / "2", a=red, b=plain) == ["L204"]
    assert codes(tmp_path / "3", a=red, b=red) == ["L204"]


def test_an_alias_belongs_to_one_term(tmp_path: Path) -> None:
    a = small.term("Uno", "One", es_more="aliases: [primero]")
    b = small.term("Dos", "Two", es_more="aliases: [Primero]")
    c = small.term("Primero", "First")
    assert codes(tmp_path / "1", a=a, b=b) == ["L206"]
    assert codes(tmp_path / "2", a=a, c=c) == ["L206"]


def test_names_that_are_only_searched_for_may_be_shared(tmp_path: Path) -> None:
    shared = "acronym: MT\nhidden: [traductor]\navoid: [{name: máquina, why: no lo es}]"
    a = small.term("Uno", "One", es_more=shared)
    b = small.term("Dos", "Two", es_more=shared)
    assert codes(tmp_path, a=a, b=b) == []


def test_one_name_in_two_languages_may_mean_two_terms(tmp_path: Path) -> None:
    a = small.term("Red", "Network")
    b = small.term("Rojo", "Red")
    assert codes(tmp_path, a=a, b=b) == []


def test_spellings_of_one_terms_own_name_do_not_collide(tmp_path: Path) -> None:
    assert codes(tmp_path, a=small.term("LLM", "LLM", es_more="aliases: [llm]")) == []


@pytest.mark.parametrize("old", ["caso", "otro", "viejo"])
def test_an_old_id_leads_to_one_term(tmp_path: Path, old: str) -> None:
    caso = small.term(more=f"formerly: [{old}]")
    otro = small.term("Otro", "Other", more="formerly: [viejo]")
    assert codes(tmp_path, caso=caso, otro=otro) == ["L208"]
