"""Search on the page: from disk and from a server, by mouse and by keyboard, found and not found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Published
from tests.e2e.guard import Guard
from tests.e2e.pages import NewContext

ASKED = {
    "cuantizacion": "cuantizacion",
    "quantization": "cuantizacion",
    "kv cahe": "cache-kv",
    "GQA": "gqa",
    "llama cpp": "llama-cpp",
}
NARROW = {"width": 360, "height": 720}


def panel(page: Page) -> Locator:
    return page.locator("[data-lm-panel]")


def results(page: Page) -> Locator:
    return panel(page).get_by_role("link")


def status(page: Page) -> Locator:
    return panel(page).get_by_role("status")


@pytest.mark.parametrize(
    ("home", "folder"), [("index.html", "terminos"), ("en/index.html", "en/terms")]
)
def test_the_right_term_comes_first(page: Page, address: str, home: str, folder: str) -> None:
    page.goto(address + home)
    field = page.get_by_role("searchbox")
    for query, term in ASKED.items():
        field.fill(query)
        expect(results(page).first).to_have_attribute(
            "href", re.compile(rf"(^|/){re.escape(term)}\.html$")
        )
    results(page).first.click()
    expect(page).to_have_url(f"{address}{folder}/{term}.html")


def test_the_status_says_how_many_are_shown(page: Page, site: Path) -> None:
    page.goto((site / "terminos/cache-kv.html").as_uri())
    page.get_by_role("searchbox").fill("modelo")
    expect(status(page)).to_have_text(re.compile(r"^Mostrando 8 de \d+ términos$"))
    expect(results(page).last).to_have_text(re.compile(r"^Ver los \d+ resultados$"))
    results(page).last.click()
    expect(page).to_have_url(re.compile(r"/buscar\.html\?q=modelo$"))


def test_a_result_says_how_it_was_found(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.get_by_role("searchbox").fill("caché de claves y valores")
    first = results(page).first
    expect(first).to_contain_text("Caché KV")
    expect(first).to_contain_text("encontrado por «caché de claves y valores»")
    expect(first.locator("i[lang=en]")).to_have_text("KV cache")


def test_a_name_to_avoid_is_found_and_called_so(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.get_by_role("searchbox").fill("GPT-Generated Unified Format")
    expect(results(page).first).to_have_text(re.compile(r"GGUF.*evítese"))


def test_nothing_found_is_said_and_the_index_offered(page: Page, site: Path) -> None:
    page.goto((site / "en/terms/gqa.html").as_uri())
    page.get_by_role("searchbox").fill("xqzvvw")
    expect(status(page)).to_have_text("No term for “xqzvvw”.")
    results(page).first.click()
    expect(page).to_have_url((site / "en/index-a-z.html").as_uri())


def test_the_data_waits_until_somebody_searches(page: Page, published: Published) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(published.url)
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "search-data" in url]
    page.get_by_role("searchbox").fill("gguf")
    expect(results(page).first).to_contain_text("GGUF")
    assert len([url for url in asked if "search-data" in url]) == 1


def test_data_that_does_not_load_is_not_called_nothing_found(
    page: Page, published: Published, guard: Guard
) -> None:
    guard.expect("search-data")
    page.route("**/search-data.js", lambda route: route.abort())
    page.goto(published.url)
    page.get_by_role("searchbox").fill("gguf")
    expect(status(page)).to_contain_text("No se han podido cargar los datos")
    expect(results(page).first).to_have_attribute("href", re.compile(r"^indice\.html"))
    page.goto(f"{published.url}buscar.html?q=gguf")
    expect(page.get_by_role("status")).to_contain_text("No se han podido cargar los datos")
    page.unroute("**/search-data.js")
    page.goto(published.url)
    page.get_by_role("searchbox").fill("gguf")
    expect(results(page).first).to_contain_text("GGUF")


def test_slash_arrows_and_escape(page: Page, address: str) -> None:
    page.goto(f"{address}terminos/cache-kv.html")
    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("cache")
    expect(results(page).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(results(page).first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(results(page).nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(results(page)).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value("cache")


def test_slash_is_a_letter_while_typing(page: Page, site: Path) -> None:
    page.goto((site / "indice.html").as_uri())
    field = page.get_by_label("Filtrar por texto")
    field.focus()
    page.keyboard.type("GB/s")
    expect(field).to_have_value("GB/s")
    expect(field).to_be_focused()


def test_slash_can_be_turned_off(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri())
    page.get_by_role("checkbox").uncheck()
    page.goto((site / "terminos/gqa.html").as_uri())
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).not_to_be_focused()
    page.goto((site / "buscar.html").as_uri())
    page.get_by_role("checkbox").check()
    page.goto((site / "terminos/gqa.html").as_uri())
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_slash_leads_to_the_results_page_where_no_field_is_seen(
    new_context: NewContext, site: Path
) -> None:
    page = new_context(viewport=NARROW).new_page()
    page.goto((site / "en/terms/gqa.html").as_uri())
    page.keyboard.press("/")
    expect(page).to_have_url((site / "en/search.html").as_uri())
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_the_panel_closes_when_the_reader_goes_elsewhere(page: Page, site: Path) -> None:
    page.goto((site / "terminos/gqa.html").as_uri())
    page.get_by_role("searchbox").fill("cache")
    expect(results(page).first).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(results(page)).to_have_count(0)


def test_enter_opens_the_results_page(page: Page, address: str) -> None:
    page.goto(f"{address}en/terms/gqa.html")
    page.get_by_role("searchbox").fill("kv cache")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search\.html\?q=kv(\+|%20)cache$"))
    expect(page).to_have_title(re.compile("^kv cache · "))
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ results for “kv cache”$"))
    first = page.locator("main").get_by_role("listitem").first
    assert first.locator("mark").all_inner_texts()[:2] == ["KV", "cache"]
    first.get_by_role("link").click()
    expect(page).to_have_url(f"{address}en/terms/cache-kv.html")


def test_the_results_page_keeps_the_query_in_its_address(page: Page, address: str) -> None:
    page.goto(f"{address}buscar.html")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("año luz")
    expect(page).to_have_url(f"{address}buscar.html?q=a%C3%B1o%20luz")
    field.fill("xqzvvw")
    expect(page.get_by_role("status")).to_have_text("Ningún término para «xqzvvw».")
    expect(page.locator("main").get_by_role("link", name="Índice")).to_be_visible()
    field.fill("")
    expect(page).to_have_url(f"{address}buscar.html")
    expect(page).to_have_title(re.compile("^Buscar · "))


def test_what_is_typed_is_never_markup(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri() + "?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%22%27")
    expect(page.get_by_role("status")).to_contain_text("<img src=x onerror=alert(1)>\"'")
    assert page.locator("main img").count() == 0


def test_without_scripts_the_form_leads_to_the_index(new_context: NewContext, address: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}terminos/cache-kv.html")
    page.get_by_role("searchbox").fill("gguf")
    page.get_by_role("searchbox").press("Enter")
    expect(page).to_have_url(f"{address}buscar.html?q=gguf")
    page.locator("noscript").get_by_role("link").click()
    expect(page).to_have_url(f"{address}indice.html")
