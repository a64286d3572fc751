"""What there is to read is in the pages, for everybody; cards only add to it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.e2e.pages import NewContext
from tests.pains.conftest import TERMS
from tests.pains.trying import page, pages, words


def test_nothing_is_said_in_a_title_attribute(built: Path) -> None:
    for name, document in pages(built):
        assert document.xpath("//body//@title") == [], name


def test_the_whole_index_and_every_text_are_there_without_scripts(built: Path) -> None:
    index = page(built, "indice.html")
    assert len(index.xpath("//*[@data-lm-letter]//dfn/a")) == len(TERMS) - 1
    assert "Respuesta inventada." in words(page(built, "terminos/alucinacion.html"))
    for name, document in pages(built):
        assert "loading" not in words(document.find("body")).lower(), name


def test_a_link_with_a_card_is_an_ordinary_link(built: Path) -> None:
    links = [link for _, document in pages(built) for link in document.xpath("//a[@data-lm-card]")]
    assert links
    for link in links:
        assert link.get("href")
        assert words(link)
        assert link.get("role") is None


def test_a_card_can_be_hovered_closed_and_reached_by_keyboard(
    new_context: NewContext, built: Path
) -> None:
    context: BrowserContext = new_context()
    opened = context.new_page()
    opened.goto((built / "terminos/muestreo.html").as_uri())
    link = opened.locator("article a[data-lm-card=card-mezcla]")
    card = opened.locator("#card-mezcla")
    link.hover()
    expect(card).to_be_visible()
    card.hover()
    opened.wait_for_timeout(400)
    expect(card).to_be_visible()
    opened.keyboard.press("Escape")
    expect(card).to_be_hidden()
    link.focus()
    expect(card).to_be_visible()
    opened.keyboard.press("Escape")
    expect(card).to_be_hidden()
