"""Each language keeps its readers, and each run of the other language says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml.html import HtmlElement  # type: ignore[import-untyped]  # ships no types

from tests.pains.trying import page, pages, words


def is_english(name: str) -> bool:
    return name.startswith("en/")


def test_a_page_says_its_language_and_direction(built: Path) -> None:
    for name, document in pages(built):
        expected = "en" if is_english(name) else "es"
        assert (document.get("lang"), document.get("dir")) == (expected, "ltr"), name


def test_the_other_language_is_a_page_that_leads_back(built: Path) -> None:
    for name, document in pages(built):
        if name == "404.html":
            continue
        (switch,) = document.xpath("//header//a[@rel='alternate']")
        other = (built / name).parent / switch.get("href")
        assert other.resolve().is_file(), name
        back = page(built, other.resolve().relative_to(built.resolve()).as_posix())
        (again,) = back.xpath("//header//a[@rel='alternate']")
        assert (other.parent / again.get("href")).resolve() == (built / name).resolve()
        assert switch.get("lang") == switch.get("hreflang") == ("es" if is_english(name) else "en")


def test_crawlers_are_told_of_pairs_that_are_there(built: Path) -> None:
    base = "https://example.github.io/glosario/"
    for name, document in pages(built):
        for link in document.xpath("//head/link[@rel='alternate'][@hreflang]"):
            target = link.get("href").removeprefix(base)
            file = f"{target}index.html" if target.endswith("/") or not target else target
            assert (built / file).is_file(), (name, target)


def test_links_stay_in_the_readers_language_but_for_those_marked(built: Path) -> None:
    for name, document in pages(built):
        if name == "404.html":
            continue
        for link in document.xpath("//a[@href]"):
            target = link.get("href").partition("#")[0].partition("?")[0]
            if not target or ":" in target:
                continue
            there = ((built / name).parent / target).resolve().relative_to(built.resolve())
            if is_english(there.as_posix()) != is_english(name):
                lang = "en" if is_english(there.as_posix()) else "es"
                assert link.get("hreflang") == lang, (name, words(link), target)


def languages(element: HtmlElement) -> str:
    return str(element.xpath("string(ancestor-or-self::*[@lang][1]/@lang)"))


@pytest.mark.parametrize(
    ("name", "text", "lang"),
    [
        ("terminos/alucinacion.html", "Hallucination", "en"),
        ("en/terms/alucinacion.html", "Alucinación", "es"),
        ("indice.html", "Hallucination", "en"),
        ("en/index-a-z.html", "Alucinación", "es"),
        ("en/terms/alucinacion.html", "mentira", "es"),
        ("terminos/alucinacion.html", "Un estudio", "en"),
        ("en/terms/muestreo.html", "Elige el siguiente", "es"),
    ],
)
def test_a_run_of_the_other_language_is_marked(
    name: str, text: str, lang: str, built: Path
) -> None:
    main = page(built, name).find(".//main")
    found = [
        element
        for element in main.iter("*")
        if text in " ".join([element.text or "", *(c.tail or "" for c in element)])
    ]
    assert found
    assert {languages(element) for element in found} == {lang}


def test_a_page_without_text_says_so_and_shows_the_other_marked(built: Path) -> None:
    article = page(built, "en/terms/muestreo.html").find(".//article")
    assert "no English text yet" in words(article)
    shown = article.xpath(".//*[@lang='es'][contains(., 'Elige el siguiente')]")
    assert shown


def test_words_of_the_interface_are_those_of_the_page(built: Path) -> None:
    for name, mine, other in (
        ("buscar.html", "Buscar", "Search"),
        ("en/search.html", "Search", "Buscar"),
    ):
        text = words(page(built, name).find(".//main"))
        assert (mine in text, other in text) == (True, False)
