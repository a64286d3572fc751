"""Ids are plain, the same in both languages and on every system, and never two for one file."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from lemario.content.models import ID_PATTERN
from lemario.core.text import slug
from tests import small
from tests.pains.trying import codes, pages, said


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("LoRA", "lora"),
        ("Caché KV", "cache-kv"),
        ("archivo de configuración", "archivo-de-configuracion"),
        ("clasificación por tarjetas (card sorting)", "clasificacion-por-tarjetas-card-sorting"),
        ("año", "ano"),
        ("C++", "c-plus-plus"),
        ("c#", "c-sharp"),
        ("llama.cpp", "llama-cpp"),
        ("Q4_K_M", "q4-k-m"),
        ("tidy data", "tidy-data"),
        ("a--b", "a-b"),
        ("-a-", "a"),
        ("González", "gonzalez"),
        ("ﬁchero", "fichero"),
        ("ａｂｃ", "abc"),
        ("a’b", "ab"),
        ("100 %", "100"),
    ],
)
def test_a_file_name_that_is_no_id_is_told_the_one_to_take(
    name: str, right: str, tmp_path: Path
) -> None:
    (found,) = [d for d in said(tmp_path, {name: small.term()}) if d.code == "L116"]
    assert right in re.split(r"[ .]", found.help)
    assert codes(tmp_path, {right: small.term()}) == []


@pytest.mark.parametrize("name", ["caché", "cache\u0301"])
def test_a_name_with_an_accent_is_told_in_one_form_whatever_the_disk_has(
    name: str, tmp_path: Path
) -> None:
    (found,) = [d for d in said(tmp_path, {name: small.term()}) if d.code == "L116"]
    assert found.span.path == "glossary/terms/caché.yaml"
    assert found.help == "rename it to cache.yaml"


@pytest.mark.parametrize("name", ["con", "nul", "aux", "com1", "lpt9", "index"])
def test_ids_that_some_system_or_host_keeps_for_itself_are_refused(
    name: str, tmp_path: Path
) -> None:
    assert "L116" in codes(tmp_path, {name: small.term()})


@pytest.mark.parametrize(
    "name", ["lora.yml", "lora.YAML", "lora.json", "lora.md", "lora.yaml.bak", "more/lora.yaml"]
)
def test_no_file_beside_the_terms_is_passed_over(name: str, tmp_path: Path) -> None:
    assert codes(tmp_path, {"x": small.term(), f"terms/{name}": small.term("B", "B")}) == ["L116"]


def test_names_that_differ_by_case_cannot_be_two_ids(tmp_path: Path) -> None:
    assert "L116" in codes(tmp_path, {"LoRA": small.term("A", "A"), "lora": small.term("B", "B")})


@pytest.mark.parametrize(("one", "two"), [("GPT", "gpt"), ("MySQL", "mysql"), ("Red", "RED")])
def test_headwords_that_differ_by_case_are_homonyms_and_the_message_says_what_to_do(
    one: str, two: str, tmp_path: Path
) -> None:
    files = {"a": small.term(one, "A"), "b": small.term(two, "B")}
    (found,) = said(tmp_path, files)
    assert found.code == "L204"
    assert "qualifier" in found.help
    told_apart = {
        "a": small.term(one, "A", more="qualifier: {es: uno, en: one}"),
        "b": small.term(two, "B", more="qualifier: {es: dos, en: two}"),
    }
    assert codes(tmp_path, told_apart) == []


@pytest.mark.parametrize("category", ["C", "C++", "c_1", "memoria y atención", "-a"])
def test_ids_of_categories_follow_the_same_rule(category: str, tmp_path: Path) -> None:
    text = f'"{category}":\n  name: {{es: A, en: B}}\n  blurb: {{es: A., en: B.}}\n'
    found = [
        d
        for d in said(tmp_path, {"categories.yaml": small.CATEGORIES + text, "x": small.term()})
        if d.code == "L105"
    ]
    assert [d.help for d in found] == [f'write "{slug(category)}"']


def test_categories_of_like_names_have_ids_of_their_own() -> None:
    assert len({slug(name) for name in ("C", "C++", "C#", "Ω")}) == 4


@pytest.mark.parametrize(
    "written", ["archivo de configuracion", "archivo-de-configuracion", "Archivo de Configuración"]
)
def test_a_reference_is_compared_without_case_and_accents(written: str, tmp_path: Path) -> None:
    files = {
        "archivo-de-configuracion": small.term("Archivo de configuración", "Configuration file"),
        "x": small.term(more=f"related: [{written}]"),
    }
    assert codes(tmp_path, files) == []


@pytest.mark.parametrize("written", ["tidy_data", "tidydata", "tidy-date", "terms/tidy-data.yaml"])
def test_a_reference_that_is_nearly_right_is_told_the_right_one(
    written: str, tmp_path: Path
) -> None:
    files = {
        "tidy-data": small.term("Datos ordenados", "Tidy data"),
        "x": small.term(more=f"related: [{written}]"),
    }
    (found,) = said(tmp_path, files)
    assert (found.code, "tidy" in found.help) == ("L202", True)


def test_an_old_id_still_leads_to_its_term(tmp_path: Path) -> None:
    files = {
        "nuevo": small.term("Nuevo", "New", more="formerly: [viejo]"),
        "x": small.term(es_text="Ver [[viejo]]."),
    }
    (found,) = said(tmp_path, files)
    assert (found.code, found.help) == ("L242", 'write "nuevo"')


def test_addresses_are_plain_and_equal_in_both_languages(built: Path) -> None:
    made = [name for name, _ in pages(built)]
    for name in made:
        assert unquote(name) == name
        assert all(re.match(ID_PATTERN, part) for part in name.removesuffix(".html").split("/"))
    spanish = {name.removeprefix("terminos/") for name in made if name.startswith("terminos/")}
    english = {name.removeprefix("en/terms/") for name in made if name.startswith("en/terms/")}
    assert spanish == english != set()
