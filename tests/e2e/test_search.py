"""The search field with its panel: what is found and shown, from disk and from a server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Published
from tests.e2e.guard import Guard
from tests.e2e.pages import REFUSE_STORAGE, NewContext
from tests.e2e.search_field import (
    expect_closed,
    keep,
    kept,
    options,
    search_field,
    status,
)

ASKED = {
    "cuantizacion": "cuantizacion",
    "quantization": "cuantizacion",
    "kv cahe": "cache-kv",
    "GQA": "gqa",
    "llama cpp": "llama-cpp",
}


@pytest.mark.parametrize(
    ("home", "folder"), [("index.html", "terminos"), ("en/index.html", "en/terms")]
)
def test_the_right_term_comes_first(page: Page, address: str, home: str, folder: str) -> None:
    page.goto(address + home)
    for query, term in ASKED.items():
        search_field(page).fill(query)
        expect(options(page).first).to_have_attribute(
            "href", re.compile(rf"(^|/){re.escape(term)}\.html$")
        )
    options(page).first.click()
    expect(page).to_have_url(f"{address}{folder}/{term}.html")


@pytest.mark.parametrize(
    ("query", "name", "target", "chosen"),
    [
        ("rtx 3060", "GeForce RTX 3060", r"calculadora\.html\?device=rtx-3060", "device=rtx-3060"),
        ("qwen3 8b", "Qwen3 8B", r"calculadora\.html\?model=qwen3-8b$", "model=qwen3-8b"),
        ("calculadora", "Calculadora", r"calculadora\.html$", ""),
    ],
)
def test_models_devices_and_pages_are_found(
    page: Page, address: str, query: str, name: str, target: str, chosen: str
) -> None:
    page.goto(f"{address}terminos/gqa.html")
    search_field(page).fill(query)
    first = options(page).first
    expect(first).to_contain_text(name)
    expect(first).to_have_attribute("href", re.compile(rf"^\.\./{target}"))
    first.click()
    # The calculator adds its other inputs to the address.
    expect(page).to_have_url(re.compile(rf"^{re.escape(address)}calculadora\.html.*{chosen}"))


def test_the_status_says_how_many_are_shown(page: Page, site: Path) -> None:
    page.goto((site / "terminos/cache-kv.html").as_uri())
    search_field(page).fill("modelo")
    expect(status(page)).to_have_text(re.compile(r"^Mostrando 8 de \d+ resultados$"))
    expect(options(page).last).to_have_text(re.compile(r"^Ver los \d+ resultados$"))
    options(page).last.click()
    expect(page).to_have_url(re.compile(r"/buscar\.html\?q=modelo$"))


def test_a_result_says_how_it_was_found(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    search_field(page).fill("caché de claves y valores")
    first = options(page).first
    expect(first).to_contain_text("Caché KV")
    expect(first).to_contain_text("Memoria y atención")
    expect(first).to_contain_text("encontrado por «caché de claves y valores»")
    expect(first.locator("i[lang=en]")).to_have_text("KV cache")


def test_a_name_of_the_other_language_says_so(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    search_field(page).fill("key-value cache")
    why = options(page).first.locator(".why")
    expect(why).to_contain_text("encontrado por «key-value cache»")
    expect(why.locator("[lang=en]")).to_have_text("key-value cache")


@pytest.mark.parametrize(
    ("home", "said"),
    [
        ("index.html", "encontrado por «GPT-Generated Unified Format», nombre que conviene evitar"),
        ("en/index.html", "found by “GPT-Generated Unified Format”, a name better avoided"),
    ],
)
def test_a_name_to_avoid_is_found_and_called_so(
    page: Page, site: Path, home: str, said: str
) -> None:
    page.goto((site / home).as_uri())
    search_field(page).fill("GPT-Generated Unified Format")
    expect(options(page).first).to_contain_text("GGUF")
    expect(options(page).first).to_contain_text(said)


def test_what_answers_is_marked_in_names_and_sentences(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    search_field(page).fill("kv cahe")
    first = options(page).first
    expect(first.locator("b mark")).to_have_text(["Caché", "KV"])
    expect(first.locator("i mark")).to_have_text(["KV", "cache"])
    sentence = page.locator(".passage").first
    expect(sentence.locator("mark").first).to_have_text(re.compile("^(caché|KV)$"))
    page.goto((site / "en/index.html").as_uri())
    search_field(page).fill("millón y por separado")
    expect(page.locator(".passage[lang=es]").first).to_contain_text("separado")


def test_a_typing_error_is_answered_and_pointed_out(page: Page, address: str) -> None:
    page.goto(f"{address}en/terms/gqa.html")
    search_field(page).fill("quantizatoin")
    expect(options(page).first).to_contain_text("Quantization")
    expect(status(page)).to_contain_text("Did you mean “Quantization”?")
    page.keyboard.press("Tab")
    link = status(page).get_by_role("link")
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search\.html\?q=Quantization$"))


def test_nothing_found_is_said_and_the_index_offered(page: Page, site: Path) -> None:
    page.goto((site / "en/terms/gqa.html").as_uri())
    search_field(page).fill("xqzvvw")
    expect(status(page)).to_have_text("No results for “xqzvvw”.")
    options(page).first.click()
    expect(page).to_have_url((site / "en/index-a-z.html").as_uri())


def test_the_data_waits_until_somebody_searches(page: Page, published: Published) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(published.url)
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "search-data" in url]
    search_field(page).fill("gguf")
    expect(options(page).first).to_contain_text("GGUF")
    assert len([url for url in asked if "search-data" in url]) == 1


def test_data_that_does_not_load_is_not_called_nothing_found(
    page: Page, published: Published, guard: Guard
) -> None:
    guard.expect("search-data")
    page.route("**/search-data.js", lambda route: route.abort())
    page.goto(published.url)
    search_field(page).fill("gguf")
    expect(status(page)).to_contain_text("No se han podido cargar los datos")
    expect(options(page).first).to_have_attribute("href", re.compile(r"^indice\.html"))
    page.goto(f"{published.url}buscar.html?q=gguf")
    expect(page.get_by_role("status")).to_contain_text("No se han podido cargar los datos")
    page.unroute("**/search-data.js")
    page.goto(published.url)
    search_field(page).fill("gguf")
    expect(options(page).first).to_contain_text("GGUF")


def test_terms_are_suggested_before_anything_is_typed(page: Page, address: str) -> None:
    page.goto(f"{address}en/terms/gqa.html")
    search_field(page).focus()
    group = page.get_by_role("group", name="To begin with")
    expect(group.get_by_role("option")).to_have_count(6)
    expect(page.get_by_role("group", name="Recent searches")).to_have_count(0)
    expect(page.get_by_role("button", name="Forget recent searches")).to_have_count(0)
    name = group.get_by_role("option").first.locator("b").inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_recent_searches_are_offered_and_forgotten(page: Page, address: str) -> None:
    page.goto(f"{address}terminos/gqa.html")
    search_field(page).fill("kv cache")
    page.keyboard.press("Enter")
    page.wait_for_url("**/buscar.html?q=kv*")
    page.goto(f"{address}terminos/gqa.html")
    search_field(page).fill("llama cpp")
    options(page).first.click()
    page.wait_for_url("**/llama-cpp.html")
    assert kept(page) == [{"id": "llama-cpp"}, {"query": "kv cache"}]

    page.goto(f"{address}en/terms/gqa.html")
    search_field(page).focus()
    group = page.get_by_role("group", name="Recent searches")
    expect(group.get_by_role("option").first).to_contain_text("llama.cpp")
    expect(group.get_by_role("option").last).to_have_text("kv cache")
    expect(group.get_by_role("option").last).to_have_attribute(
        "href", re.compile(r"\?q=kv%20cache$")
    )
    suggested = page.get_by_role("group", name="To begin with")
    expect(suggested.get_by_role("option", name="llama.cpp")).to_have_count(0)
    page.keyboard.press("Tab")
    forget = page.get_by_role("button", name="Forget recent searches")
    expect(forget).to_be_focused()
    expect(group).to_be_visible()
    page.keyboard.press("Enter")
    expect(group).to_have_count(0)
    expect(suggested).to_be_visible()
    expect(search_field(page)).to_be_focused()
    assert kept(page) == []


def test_six_searches_are_kept_each_once(page: Page, site: Path) -> None:
    page.goto((site / "terminos/gqa.html").as_uri())
    keep(page, *({"query": f"modelo {n}"} for n in range(1, 7)))
    search_field(page).fill("Modelo 3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/buscar.html*")
    assert [it["query"] for it in kept(page)] == [
        "Modelo 3", "modelo 1", "modelo 2", "modelo 4", "modelo 5", "modelo 6",
    ]  # fmt: skip
    page.goto((site / "terminos/gqa.html").as_uri())
    search_field(page).fill("modelo 7")
    page.keyboard.press("Enter")
    page.wait_for_url("**/buscar.html*")
    assert [it["query"] for it in kept(page)] == [
        "modelo 7", "Modelo 3", "modelo 1", "modelo 2", "modelo 4", "modelo 5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "nonsense", ["", "{", "null", "7", '[null, 7, {"query": 8}, {"id": "no-such-term"}, {}]']
)
def test_what_is_kept_may_be_nonsense(page: Page, site: Path, nonsense: str) -> None:
    page.goto((site / "index.html").as_uri())
    page.evaluate("it => localStorage.setItem('lemario:recent', it)", nonsense)
    page.reload()
    search_field(page).focus()
    expect(page.get_by_role("group", name="Para empezar")).to_be_visible()
    expect(page.get_by_role("group", name="Búsquedas recientes")).to_have_count(0)


def test_where_storage_is_refused_search_works(page: Page, address: str) -> None:
    page.add_init_script(REFUSE_STORAGE)
    page.goto(f"{address}index.html")
    search_field(page).focus()
    expect(page.get_by_role("group", name="Para empezar")).to_be_visible()
    search_field(page).fill("GQA")
    options(page).first.click()
    expect(page).to_have_url(f"{address}terminos/gqa.html")
    search_field(page).focus()
    expect(page.get_by_role("group", name="Para empezar")).to_be_visible()
    expect(page.get_by_role("group", name="Búsquedas recientes")).to_have_count(0)
    search_field(page).fill("kv cache")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("resultados para «kv cache»")


def test_the_panel_closes_when_the_reader_goes_elsewhere(page: Page, site: Path) -> None:
    page.goto((site / "terminos/gqa.html").as_uri())
    search_field(page).fill("cache")
    expect(options(page).first).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect_closed(page)


def test_without_scripts_the_form_leads_to_the_index(new_context: NewContext, address: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}terminos/cache-kv.html")
    page.get_by_role("searchbox").fill("gguf")
    page.get_by_role("searchbox").press("Enter")
    expect(page).to_have_url(f"{address}buscar.html?q=gguf")
    page.locator("noscript").get_by_role("link").click()
    expect(page).to_have_url(f"{address}indice.html")
