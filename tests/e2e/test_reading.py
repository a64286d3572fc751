"""Reading: languages, schemes, hover cards, copying, paper, and no scripts at all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Published
from tests.e2e.guard import Guard
from tests.e2e.pages import KINDS, NewContext

NARROW = {"width": 360, "height": 720}


@pytest.fixture
def term(page: Page, site: Path) -> Page:
    page.goto((site / "terminos/cache-kv.html").as_uri())
    return page


def card(page: Page) -> Locator:
    return page.locator("#card-token")


def card_link(page: Page) -> Locator:
    return page.locator("a[data-lm-card=card-token]").first


def test_the_other_language_is_one_click_away(page: Page, address: str) -> None:
    page.goto(f"{address}terminos/cache-kv.html")
    page.get_by_role("banner").get_by_role("link", name="English").click()
    expect(page).to_have_url(f"{address}en/terms/cache-kv.html")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", level=1)).to_have_text("KV cache")
    page.get_by_role("banner").get_by_role("link", name="Español").click()
    expect(page).to_have_url(f"{address}terminos/cache-kv.html")


def test_the_chosen_scheme_is_kept(new_context: NewContext, address: str) -> None:
    page = new_context(color_scheme="light").new_page()
    page.goto(f"{address}index.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Cambiar entre claro y oscuro").click()
    dark = page.evaluate(ground)
    assert dark != light
    page.goto(f"{address}en/terms/gqa.html")
    assert page.evaluate(ground) == dark
    page.get_by_role("button", name="Switch between light and dark").click()
    page.reload()
    assert page.evaluate(ground) == light


def test_a_card_opens_by_mouse_and_may_be_hovered(term: Page) -> None:
    card_link(term).hover()
    expect(card(term)).to_be_visible()
    expect(card(term)).to_contain_text("Token")
    card(term).get_by_role("link").hover()
    term.wait_for_timeout(700)
    expect(card(term)).to_be_visible()
    term.mouse.move(5, 5)
    expect(card(term)).to_be_hidden()


def test_escape_closes_a_card_and_the_pointer_may_stay(term: Page) -> None:
    card_link(term).hover()
    expect(card(term)).to_be_visible()
    term.keyboard.press("Escape")
    expect(card(term)).to_be_hidden()


def test_a_card_opens_by_keyboard_and_its_link_comes_next(term: Page) -> None:
    before = term.locator("a[data-lm-card]").first
    before.focus()
    while not card_link(term).evaluate("it => it === document.activeElement"):
        term.keyboard.press("Tab")
    expect(card(term)).to_be_visible()
    term.keyboard.press("Tab")
    expect(card(term).get_by_role("link")).to_be_focused()
    expect(card(term)).to_be_visible()
    term.keyboard.press("Escape")
    expect(card(term)).to_be_hidden()
    expect(card_link(term)).to_be_focused()


def test_a_card_stays_inside_the_window(new_context: NewContext, site: Path) -> None:
    page = new_context(viewport={"width": 700, "height": 500}).new_page()
    page.goto((site / "terminos/cache-kv.html").as_uri())
    for link in page.locator("a[data-lm-card]").all()[:6]:
        link.scroll_into_view_if_needed()
        link.hover()
        shown = page.locator("[popover]:popover-open")
        expect(shown).to_have_id(str(link.get_attribute("data-lm-card")))
        expect(shown).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")


def test_a_tap_shows_the_card_and_another_follows_the_link(
    new_context: NewContext, site: Path
) -> None:
    page = new_context(viewport=NARROW, has_touch=True).new_page()
    page.goto((site / "terminos/cache-kv.html").as_uri())
    card_link(page).tap()
    expect(card(page)).to_be_visible()
    card(page).get_by_role("link").tap()
    expect(page).to_have_url((site / "terminos/token.html").as_uri())


def test_link_and_citation_are_copied(new_context: NewContext, published: Published) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{published.url}terminos/cache-kv.html#lm-example")
    page.get_by_role("button", name="Copiar enlace").click()
    expect(page.get_by_role("button", name="Copiado")).to_be_visible()
    expect(page.locator("[data-lm-copied]")).to_have_text("Copiado")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{published.url}terminos/cache-kv.html"
    page.get_by_role("button", name="Citar").click()
    page.get_by_role("button", name="Copiar la cita").click()
    expect(page.locator("[data-lm-copied]")).to_have_text("Copiado")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.match(r"«Caché KV»\. Lemario, \d+ de \w+ de \d{4}, http.*/cache-kv\.html\.$", copied)


def test_the_menu_opens_on_a_narrow_screen(new_context: NewContext, site: Path) -> None:
    page = new_context(viewport=NARROW).new_page()
    page.goto((site / "terminos/cache-kv.html").as_uri())
    menu = page.get_by_role("navigation", name="Principal")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menú").click()
    menu.get_by_role("link", name="Índice").click()
    expect(page).to_have_url((site / "indice.html").as_uri())


def test_the_skip_link_leads_past_the_header(term: Page) -> None:
    term.keyboard.press("Tab")
    expect(term.get_by_role("link", name="Saltar al contenido")).to_be_in_viewport()
    term.keyboard.press("Enter")
    term.keyboard.press("Tab")
    inside = "document.activeElement.closest('main') !== null"
    assert term.evaluate(inside)


def test_everything_can_be_read_without_scripts(new_context: NewContext, address: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}index.html")
    page.get_by_role("link", name="Índice").first.click()
    expect(page.locator("[data-lm-letter]").first).to_be_visible()
    expect(page.locator("[data-lm-filter]")).to_be_hidden()
    page.locator("#cache-kv").get_by_role("link", name="Caché KV").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Caché KV")
    expect(page.locator("article p").filter(has_text="Memoria").first).to_be_visible()
    expect(page.get_by_role("button", name="Copiar enlace")).to_be_hidden()
    page.locator("article").get_by_role("link", name="tokens").first.click()
    expect(page).to_have_url(f"{address}terminos/token.html")


def test_on_paper_there_is_text_and_no_apparatus(new_context: NewContext, site: Path) -> None:
    page = new_context(color_scheme="dark").new_page()
    page.emulate_media(media="print", color_scheme="dark")
    page.goto((site / "terminos/cache-kv.html").as_uri())
    for apparatus in ("banner", "search", "button"):
        for found in page.get_by_role(apparatus, include_hidden=True).all():
            expect(found).to_be_hidden()
    for found in page.get_by_role("navigation", include_hidden=True).all():
        expect(found).to_be_hidden()
    for heading in ("Definición", "Ejemplo", "Relaciones", "Fuentes"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    colours = (
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert page.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    address = page.locator("article ol a").first.evaluate(
        "it => getComputedStyle(it, '::after').content"
    )
    assert "https://" in address


def test_the_page_for_lost_readers_works_at_any_depth(
    page: Page, published: Published, guard: Guard
) -> None:
    guard.expect(r"404 \(Not Found\)")
    page.goto(f"{published.url}en/terms/deep/below/nothing.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("Esta página no existe")
    font = page.locator("h1").evaluate("it => getComputedStyle(it).fontFamily")
    assert "Charter" in font
    page.get_by_role("combobox").fill("gguf")
    expect(page.get_by_role("option").first).to_contain_text("GGUF")
    page.locator("main").get_by_role("link", name="Home").click()
    expect(page).to_have_url(f"{published.url}en/index.html")


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_one_first_heading_and_says_its_language(
    page: Page, site: Path, kind: str
) -> None:
    page.goto((site / KINDS[kind]).as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", "en" if kind.endswith("-en") else "es")
