"""On paper everything is open, addresses can be read, and there is nothing to click."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import NewContext


@pytest.fixture
def paper(new_context: NewContext, built: Path) -> Page:
    opened = new_context().new_page()
    opened.emulate_media(media="print")
    opened.goto((built / "terminos/alucinacion.html").as_uri())
    return opened


def test_what_is_folded_on_the_screen_is_open_on_paper(paper: Page) -> None:
    paper.evaluate(
        "document.querySelector('article').insertAdjacentHTML('beforeend',"
        " '<details><summary>Más</summary><p id=folded>Plegado</p></details>')"
    )
    folded = paper.locator("#folded")
    expect(folded).to_be_visible()
    assert folded.evaluate("it => it.getBoundingClientRect().height") > 0
    paper.emulate_media(media="screen")
    expect(folded).to_be_hidden()


def test_the_address_of_a_source_is_printed(paper: Page) -> None:
    shown = paper.locator("article ol a").first.evaluate(
        "it => getComputedStyle(it, '::after').content"
    )
    assert "https://example.org/a" in shown


def test_navigation_and_search_are_not_printed(paper: Page) -> None:
    for selector in ("header.top", "nav", "form", "button"):
        for found in paper.locator(selector).all():
            expect(found).to_be_hidden()


def test_the_text_is_printed_black_on_white_in_every_scheme(
    new_context: NewContext, built: Path
) -> None:
    opened = new_context(color_scheme="dark").new_page()
    opened.emulate_media(media="print", color_scheme="dark")
    opened.goto((built / "terminos/alucinacion.html").as_uri())
    style = "it => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]"
    assert opened.locator("body").evaluate(style) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
