"""The search field by keyboard and touch: what each key does, and what follows an option."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.pages import NewContext
from tests.e2e.search_field import (
    NARROW,
    active,
    expect_closed,
    expect_none_active,
    options,
    search_field,
)


def test_slash_arrows_and_escape(page: Page, address: str) -> None:
    page.goto(f"{address}terminos/cache-kv.html")
    page.keyboard.press("/")
    field = search_field(page)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("cache")
    expect(options(page).first).to_contain_text("Caché KV")
    expect(field).to_have_attribute("aria-expanded", "true")
    listbox = page.get_by_role("listbox", name="Resultados y sugerencias")
    expect(field).to_have_attribute("aria-controls", listbox.get_attribute("id") or "")
    expect_none_active(page)
    page.keyboard.press("ArrowDown")
    assert active(page).get_attribute("id") == options(page).first.get_attribute("id")
    page.keyboard.press("ArrowDown")
    assert active(page).get_attribute("id") == options(page).nth(1).get_attribute("id")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect_none_active(page)
    page.keyboard.press("ArrowUp")
    assert active(page).get_attribute("id") == options(page).last.get_attribute("id")
    expect(options(page).last).to_be_in_viewport()
    page.keyboard.press("ArrowDown")
    expect_none_active(page)
    page.keyboard.press("Escape")
    expect_closed(page)
    expect(field).to_be_focused()
    expect(field).to_have_value("cache")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect_closed(page)


def test_keys_of_the_text_stay_with_the_text(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    field = search_field(page)
    field.fill("cache")
    expect(options(page).first).to_contain_text("Caché KV")
    for key, caret in (("Home", 0), ("End", 5), ("ArrowLeft", 4), ("ArrowRight", 5)):
        page.keyboard.press("ArrowDown")
        active(page)
        page.keyboard.press(key)
        expect_none_active(page)
        assert field.evaluate("it => it.selectionStart") == caret
    page.keyboard.press("ArrowDown")
    page.keyboard.type(" k")
    expect(field).to_have_value("cache k")
    expect_none_active(page)


def test_the_arrows_open_what_was_closed(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    search_field(page).fill("cache")
    expect(options(page).first).to_contain_text("Caché KV")
    page.keyboard.press("Escape")
    expect_closed(page)
    page.keyboard.press("Alt+ArrowDown")
    expect(options(page).first).to_contain_text("Caché KV")
    expect_none_active(page)
    page.keyboard.press("Alt+ArrowUp")
    expect_closed(page)
    page.keyboard.press("ArrowDown")
    expect(active(page)).to_contain_text("Caché KV")


def test_enter_opens_the_active_option(page: Page, address: str) -> None:
    page.goto(f"{address}index.html")
    search_field(page).fill("GQA")
    expect(options(page).first).to_contain_text("GQA")
    page.keyboard.press("ArrowDown")
    active(page)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}terminos/gqa.html")


def test_options_are_links_that_open_in_another_tab(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    search_field(page).fill("GQA")
    for how in ("middle", "ctrl"):
        with page.context.expect_page() as opened:
            if how == "middle":
                options(page).first.click(button="middle")
            else:
                options(page).first.click(modifiers=["ControlOrMeta"])
        expect(opened.value).to_have_url((site / "terminos/gqa.html").as_uri())
        opened.value.close()
    page.bring_to_front()
    expect(page).to_have_url((site / "index.html").as_uri())
    expect(search_field(page)).to_be_focused()


def test_touch_opens_an_option(new_context: NewContext, site: Path) -> None:
    page = new_context(viewport=NARROW, has_touch=True).new_page()
    page.goto((site / "index.html").as_uri())
    search_field(page).tap()
    search_field(page).fill("GQA")
    options(page).first.tap()
    expect(page).to_have_url((site / "terminos/gqa.html").as_uri())


def test_tab_leaves_and_closes(page: Page, site: Path) -> None:
    page.goto((site / "terminos/gqa.html").as_uri())
    search_field(page).fill("cache")
    expect(options(page).first).to_contain_text("Caché KV")
    page.keyboard.press("Tab")
    expect(page.locator("header").get_by_role("button", name="Buscar")).to_be_focused()
    expect_closed(page)


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
    expect(search_field(page)).not_to_be_focused()
    page.goto((site / "buscar.html").as_uri())
    page.get_by_role("checkbox").check()
    page.goto((site / "terminos/gqa.html").as_uri())
    page.keyboard.press("/")
    expect(search_field(page)).to_be_focused()


def test_slash_leads_to_the_results_page_where_no_field_is_seen(
    new_context: NewContext, site: Path
) -> None:
    page = new_context(viewport=NARROW).new_page()
    page.goto((site / "en/terms/gqa.html").as_uri())
    page.keyboard.press("/")
    expect(page).to_have_url((site / "en/search.html").as_uri())
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_enter_opens_the_results_page(page: Page, address: str) -> None:
    page.goto(f"{address}en/terms/gqa.html")
    search_field(page).fill("kv cache")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search\.html\?q=kv(\+|%20)cache$"))
    expect(page).to_have_title(re.compile("^kv cache · "))
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ results for “kv cache”$"))
    first = page.locator("main").get_by_role("listitem").first
    assert first.locator("mark").all_inner_texts()[:2] == ["KV", "cache"]
    first.get_by_role("link").click()
    expect(page).to_have_url(f"{address}en/terms/cache-kv.html")
