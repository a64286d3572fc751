"""Every kind of page passes axe in both languages, schemes and at both ends of the widths."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.pages import KINDS, NewContext

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
NARROW: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 900}
# A colour on its way to another has no contrast to judge.
STILL = {"reduced_motion": "reduce"}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="session")
def axe(root: Path) -> str:
    """The text of axe; run by `evaluate`, which the policy of the pages allows."""
    return (root / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What axe, already in the page, finds on it as it stands, a line each."""
    report: dict[str, Any] = page.evaluate(
        "rules => axe.run(document, {runOnly: {type: 'tag', values: rules},"
        " preload: false, resultTypes: ['violations']})",
        RULES,
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in report["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_pages(new_context: NewContext, site: Path, axe: str, kind: str) -> None:
    page = new_context(**STILL).new_page()
    page.goto((site / KINDS[kind]).as_uri())
    page.evaluate(axe)
    found: dict[str, list[str]] = {}
    for width, viewport in (("narrow", NARROW), ("wide", WIDE)):
        page.set_viewport_size(viewport)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            if problems := faults(page):
                found[f"{width}, {scheme}"] = problems
    assert found == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_open_card(new_context: NewContext, site: Path, axe: str, scheme: str) -> None:
    page = new_context(color_scheme=scheme, viewport=WIDE, **STILL).new_page()
    page.goto((site / "terminos/cache-kv.html").as_uri())
    page.evaluate(axe)
    page.locator("a[data-lm-card]").first.hover()
    expect(page.locator("[popover]:popover-open")).to_have_count(1)
    assert faults(page) == []


@pytest.mark.parametrize(
    ("place", "viewport"), [("terminos/gqa.html", WIDE), ("index.html", NARROW)]
)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_open_panel(
    new_context: NewContext, site: Path, axe: str, scheme: str, place: str, viewport: ViewportSize
) -> None:
    page = new_context(color_scheme=scheme, viewport=viewport, **STILL).new_page()
    page.add_init_script(
        """localStorage.setItem("lemario:recent", '[{"query": "kv cahe"}, {"id": "gguf"}]')"""
    )
    page.goto((site / place).as_uri())
    page.evaluate(axe)
    field = page.get_by_role("combobox")
    field.focus()
    expect(page.get_by_role("group", name="Búsquedas recientes")).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert faults(page) == []
    status = page.locator("[data-lm-panel]").get_by_role("status")
    for query, said in (
        ("cache", "Mostrando 8 de"),
        ("kv cahe", "Quizá quisiste decir «Caché KV»."),
        ("GPT-Generated Unified Format", "Mostrando 8 de"),
        ("xqzvvw", "Ningún resultado"),
    ):
        field.fill(query)
        expect(status).to_contain_text(said)
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("option", selected=True)).to_have_count(1)
        assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_results_and_none(
    new_context: NewContext, site: Path, axe: str, scheme: str, viewport: ViewportSize
) -> None:
    page = new_context(color_scheme=scheme, viewport=viewport, **STILL).new_page()
    results = (site / "buscar.html").as_uri()
    for query in ("cache", "memoria&l=M", "kv cahe&g=memoria-y-atencion"):
        page.goto(f"{results}?q={query}")
        page.evaluate(axe)
        expect(page.locator("main mark").first).to_be_visible()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.get_by_role("searchbox").fill("xqzvvw")
    expect(page.get_by_role("status")).to_contain_text("Ningún resultado")
    assert faults(page) == []
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("region", name="Para empezar")).to_be_visible()
    assert faults(page) == []


def test_the_empty_index(new_context: NewContext, site: Path, axe: str) -> None:
    page = new_context(viewport=WIDE, **STILL).new_page()
    page.goto((site / "en/index-a-z.html").as_uri() + "?text=xqzvvw")
    page.evaluate(axe)
    expect(page.get_by_text("No term matches")).to_be_visible()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert faults(page) == []


def test_the_menu_of_narrow_screens(new_context: NewContext, site: Path, axe: str) -> None:
    page = new_context(viewport=NARROW, **STILL).new_page()
    page.goto((site / "index.html").as_uri())
    page.evaluate(axe)
    page.get_by_role("button", name="Menú").click()
    assert faults(page) == []


def longest_word(file: Path) -> int:
    text = re.sub(r"<[^>]+>", " ", file.read_text(encoding="utf-8"))
    return max(map(len, text.split()))


def test_no_page_is_wider_than_a_narrow_screen(new_context: NewContext, site: Path) -> None:
    page = new_context(viewport=NARROW).new_page()
    terms = sorted((site / "terminos").iterdir()) + sorted((site / "en/terms").iterdir())
    likeliest = sorted(terms, key=longest_word)[-20:]
    wide: dict[str, int] = {}
    for file in [*(site / address for address in KINDS.values()), *likeliest]:
        page.goto(file.as_uri())
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > NARROW["width"]:
            wide[str(file.relative_to(site))] = width
    assert wide == {}


def test_forced_colours_keep_the_marks_that_colour_carries(
    new_context: NewContext, site: Path
) -> None:
    page = new_context(forced_colors="active", viewport=WIDE).new_page()
    page.goto((site / "index.html").as_uri())
    moon = page.get_by_role("navigation", name="Términos por letra").get_by_role("link").first
    assert moon.evaluate("it => getComputedStyle(it).borderBottomStyle") == "solid"
    page.get_by_role("combobox").fill("cache")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    active = page.get_by_role("option", selected=True)
    assert active.evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
