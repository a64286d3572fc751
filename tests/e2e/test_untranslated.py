"""A term without English text: its English page says so and shows the Spanish text, marked as such."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.e2e.conftest import build


@pytest.fixture(scope="module")
def half(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped site, but that `vram` has no text in English."""
    folder = tmp_path_factory.mktemp("half")
    glossary = folder / "glossary"
    shutil.copytree(root / "glossary", glossary)
    file = glossary / "terms/vram.yaml"
    term = yaml.safe_load(file.read_text(encoding="utf-8"))
    for field in ("definition", "example"):
        term["en"].pop(field, None)
    text = yaml.safe_dump(term, allow_unicode=True, sort_keys=False)
    file.write_text(text, encoding="utf-8")
    build(glossary, folder / "site")
    return folder / "site"


def test_its_page_says_so_in_the_language_of_the_page(page: Page, half: Path) -> None:
    page.goto((half / "en/terms/vram.html").as_uri())
    article = page.locator("article")
    expect(article.get_by_text("This article has no English text yet")).to_be_visible()
    expect(article.locator("div[lang=es] > p").first).to_contain_text("Memoria")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_link_to_its_text_says_its_language(page: Page, half: Path) -> None:
    page.goto((half / "en/terms/cache-kv.html").as_uri())
    link = page.locator("article a[data-lm-card=card-vram]").first
    expect(link).to_have_attribute("hreflang", "es")
    marker = link.evaluate("it => getComputedStyle(it, '::after').content")
    assert "es" in marker
    link.click()
    expect(page).to_have_url((half / "terminos/vram.html").as_uri())


def test_search_finds_its_page_in_the_readers_language(page: Page, half: Path) -> None:
    page.goto((half / "en/search.html").as_uri() + "?q=vram")
    first = page.locator("main").get_by_role("listitem").first
    expect(first.locator("p[lang=es]").first).to_contain_text("Memoria")
    first.get_by_role("link").click()
    expect(page).to_have_url((half / "en/terms/vram.html").as_uri())
