"""The index: its filter says how many terms it shows, and the letters lead to their sections."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

PAGES = pytest.mark.parametrize(
    ("address", "said", "nothing"),
    [
        ("indice.html", r"^Mostrando {} de {} términos$", "Ningún término coincide"),
        ("en/index-a-z.html", r"^Showing {} of {} terms$", "No term matches"),
    ],
)


def entries(page: Page) -> Locator:
    return page.locator("[data-lm-category]:visible")


@PAGES
def test_the_filter_says_how_many_it_shows(
    page: Page, site: Path, address: str, said: str, nothing: str
) -> None:
    page.goto((site / address).as_uri())
    everything = entries(page).count()
    status = page.locator("main").get_by_role("status")
    expect(status).to_have_text(re.compile(said.format(everything, everything)))
    page.locator("main input").fill("ATENCION ventana")
    expect(page.locator("#atencion-de-ventana-deslizante")).to_be_visible()
    shown = entries(page).count()
    assert 0 < shown < everything
    expect(status).to_have_text(re.compile(said.format(shown, everything)))
    page.locator("main input").fill("xqzvvw")
    expect(status).to_have_text(re.compile(said.format(0, everything)))
    expect(page.get_by_text(nothing)).to_be_visible()


@PAGES
def test_a_filter_by_category_can_be_linked_to(
    page: Page, site: Path, address: str, said: str, nothing: str
) -> None:
    page.goto((site / address).as_uri())
    page.locator("select[name=category]").select_option("aplicaciones")
    expect(page).to_have_url(re.compile(r"\?category=aplicaciones$"))
    shown = entries(page).count()
    categories = entries(page).evaluate_all("nodes => nodes.map((it) => it.dataset.lmCategory)")
    assert set(categories) == {"aplicaciones"}
    page.reload()
    expect(page.locator("select[name=category]")).to_have_value("aplicaciones")
    expect(entries(page)).to_have_count(shown)
    expect(page.get_by_text(nothing)).to_be_hidden()


def test_a_letter_without_entries_is_not_left_standing(page: Page, site: Path) -> None:
    page.goto((site / "indice.html").as_uri())
    page.get_by_label("Filtrar por texto").fill("caché kv")
    expect(page.locator("[data-lm-letter]:visible h2").first).to_have_text("C")
    empty = page.locator("[data-lm-letter]:visible:not(:has([data-lm-category]:not([hidden])))")
    expect(empty).to_have_count(0)
    tab = page.get_by_role("navigation", name="Letras").get_by_role("link", name="B", exact=True)
    expect(tab).to_have_attribute("aria-disabled", "true")


def test_the_thumb_index_marks_the_letter_being_read(page: Page, site: Path) -> None:
    page.goto((site / "indice.html").as_uri())
    letters = page.get_by_role("navigation", name="Letras")
    letters.get_by_role("link", name="M", exact=True).click()
    expect(page.locator("#letra-m")).to_be_in_viewport()
    expect(letters.locator("[aria-current]")).to_have_text("M")
