"""The results page: all that is found, what was meant, filters with their counts, its address."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.pages import REFUSE_STORAGE

PART = 50


def results(page: Page) -> Locator:
    return page.locator("[data-lm-hits] > li")


def status(page: Page) -> Locator:
    return page.get_by_role("status")


def groups(page: Page) -> Locator:
    return page.get_by_label("Categoría o tipo")


def letters(page: Page) -> Locator:
    return page.get_by_role("group", name="Inicial").get_by_role("radio")


def asked(page: Page) -> dict[str, str]:
    """The parameters of the page's address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def counts(texts: list[str]) -> dict[str, int]:
    """How many results each choice of a filter says: "Modelos (12)", "C 3 3 resultados"."""
    found = {}
    for text in texts:
        match = re.match(r"\s*(.+?)\s\(?(\d+)\)?", text)
        assert match, text
        found[match[1]] = int(match[2])
    return found


def group_counts(page: Page) -> dict[str, int]:
    return counts(groups(page).locator("option").all_inner_texts())


def letter_counts(page: Page) -> dict[str, int]:
    labels = page.get_by_role("group", name="Inicial").locator("label")
    return counts(labels.all_inner_texts())


def test_the_results_page_keeps_the_query_in_its_address(page: Page, address: str) -> None:
    page.goto(f"{address}buscar.html")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("año luz")
    expect(page).to_have_url(f"{address}buscar.html?q=a%C3%B1o%20luz")
    field.fill("xqzvvw")
    expect(page.get_by_role("status")).to_have_text("Ningún resultado para «xqzvvw».")
    expect(page.locator("main").get_by_role("link", name="Índice")).to_be_visible()
    field.fill("")
    expect(page).to_have_url(f"{address}buscar.html")
    expect(page).to_have_title(re.compile("^Buscar · "))


def test_what_is_typed_is_never_markup(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri() + "?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%22%27")
    expect(page.get_by_role("status")).to_contain_text("<img src=x onerror=alert(1)>\"'")
    assert page.locator("main img").count() == 0


def test_marks_follow_inflection_accents_and_errors(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri() + "?q=cuantizacoin")
    expect(results(page).first.locator("h2 mark")).to_have_text("Cuantización")
    page.goto((site / "buscar.html").as_uri() + "?q=cache")
    expect(results(page).first.locator("h2 mark")).to_have_text("Caché")
    expect(results(page).first.locator("i[lang=en] mark")).to_have_text("cache")
    expect(page.locator(".passage mark").first).to_have_text(re.compile("cach", re.I))


def test_what_was_meant_is_offered(page: Page, address: str) -> None:
    page.goto(f"{address}buscar.html?q=kv+cahe")
    expect(results(page).first).to_contain_text("Caché KV")
    expect(page.get_by_text("Quizá quisiste decir")).to_have_text(
        "Quizá quisiste decir «Caché KV»."
    )
    page.get_by_role("link", name="Caché KV", exact=True).first.click()
    expect(page).to_have_url(f"{address}buscar.html?q=Cach%C3%A9%20KV")
    expect(status(page)).to_contain_text("para «Caché KV»")
    expect(page.get_by_text("Quizá quisiste decir")).to_be_hidden()


def test_a_name_to_avoid_is_called_so(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri() + "?q=GPT-Generated+Unified+Format")
    expect(results(page).first).to_contain_text("GGUF")
    expect(results(page).first).to_contain_text("nombre que conviene evitar")


@pytest.mark.parametrize(
    ("query", "name", "target"),
    [
        ("rtx 3060", "GeForce RTX 3060", "calculadora.html?device=rtx-3060"),
        ("qwen3 8b", "Qwen3 8B", "calculadora.html?model=qwen3-8b"),
    ],
)
def test_models_and_devices_are_found(
    page: Page, address: str, query: str, name: str, target: str
) -> None:
    page.goto(f"{address}buscar.html?q={query}")
    link = results(page).first.get_by_role("link")
    expect(link).to_contain_text(name)
    expect(link).to_have_attribute("href", re.compile(f"^{re.escape(target)}"))


def test_filters_count_narrow_and_are_kept_in_the_address(page: Page, address: str) -> None:
    page.goto(f"{address}buscar.html?q=cache")
    expect(status(page)).to_have_text(re.compile(r"^\d+ resultados para «cache»$"))
    total = results(page).count()
    expect(status(page)).to_have_text(f"{total} resultados para «cache»")
    by_group, by_letter = group_counts(page), letter_counts(page)
    for choices, every in ((by_group, "Todo"), (by_letter, "Todas")):
        assert choices.pop(every) == total
        assert sum(choices.values()) == total
        assert all(choices.values())

    groups(page).select_option(label=f"Memoria y atención ({by_group['Memoria y atención']})")
    expect(results(page)).to_have_count(by_group["Memoria y atención"])
    expect(status(page)).to_have_text(
        f"{by_group['Memoria y atención']} de {total} resultados para «cache»"
    )
    assert asked(page) == {"q": "cache", "g": "memoria-y-atencion"}
    within = letter_counts(page)
    assert within["Todas"] == by_group["Memoria y atención"]
    letters(page).and_(page.get_by_label(re.compile("^C "))).check()
    expect(results(page)).to_have_count(within["C"])
    assert asked(page) == {"q": "cache", "g": "memoria-y-atencion", "l": "C"}
    assert group_counts(page)["Todo"] == by_letter["C"]
    said, names = status(page).inner_text(), page.locator(".hits h2").all_inner_texts()
    assert all(name.startswith("C") for name in names)

    page.reload()
    expect(status(page)).to_have_text(said)
    assert page.locator(".hits h2").all_inner_texts() == names
    expect(groups(page)).to_have_value("memoria-y-atencion")
    expect(letters(page).and_(page.get_by_label(re.compile("^C ")))).to_be_checked()

    page.get_by_role("button", name="Quitar los filtros").click()
    expect(results(page)).to_have_count(total)
    expect(groups(page)).to_be_focused()
    expect(page.get_by_role("button", name="Quitar los filtros")).to_be_hidden()
    assert asked(page) == {"q": "cache"}


def test_filters_by_keyboard_keep_the_focus(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri() + "?q=memoria")
    letters(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(letters(page).nth(1)).to_be_focused()
    expect(letters(page).nth(1)).to_be_checked()
    assert asked(page)["l"] == letters(page).nth(1).input_value()
    expect(letters(page).nth(1)).to_have_accessible_name(re.compile(r"^\w \d+ resultados?$"))


def test_a_new_query_begins_without_filters(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri() + "?q=memoria&g=@devices&l=R")
    expect(status(page)).to_contain_text(" de ")
    expect(groups(page)).to_have_value("@devices")
    page.get_by_role("searchbox").fill("kv cache")
    expect(status(page)).to_have_text(re.compile(r"^\d+ resultados para «kv cache»$"))
    assert asked(page) == {"q": "kv cache"}


@pytest.mark.parametrize("filters", ["g=no-such-group", "l=%26", "g=@models&l=%C3%91", "g=&l="])
def test_filters_that_leave_nothing_are_not_applied(page: Page, site: Path, filters: str) -> None:
    page.goto((site / "buscar.html").as_uri() + f"?q=gguf&{filters}")
    expect(results(page).first).to_contain_text("GGUF")


def test_results_come_in_parts(page: Page, site: Path) -> None:
    page.goto((site / "buscar.html").as_uri() + "?q=memoria")
    expect(status(page)).to_have_text(
        re.compile(rf"^\d+ resultados para «memoria»; se muestran los {PART} primeros$")
    )
    total = int(status(page).inner_text().split()[0])
    assert total > PART
    expect(results(page)).to_have_count(PART)
    more = page.get_by_role("button", name=re.compile(r"^Mostrar \d+ más$"))
    shown = PART
    while shown < total:
        expect(more).to_have_text(f"Mostrar {min(PART, total - shown)} más")
        more.click()
        expect(results(page).nth(shown).get_by_role("link")).to_be_focused()
        shown = min(shown + PART, total)
        expect(results(page)).to_have_count(shown)
    expect(more).to_be_hidden()
    expect(status(page)).to_have_text(f"{total} resultados para «memoria»")


def test_what_was_searched_for_lately_is_offered_here_too(page: Page, address: str) -> None:
    page.goto(f"{address}buscar.html")
    page.get_by_role("searchbox").fill("kv cache")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(results(page).first.get_by_role("link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}terminos/cache-kv.html")
    page.goto(f"{address}buscar.html")
    recent = page.get_by_role("region", name="Búsquedas recientes")
    expect(recent.get_by_role("link")).to_have_text(["Caché KV", "kv cache"])
    expect(page.get_by_role("region", name="Para empezar").get_by_role("link")).not_to_have_count(0)
    recent.get_by_role("button", name="Olvidar las búsquedas recientes").click()
    expect(recent).to_be_hidden()
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_where_storage_is_refused_the_page_works(page: Page, address: str) -> None:
    page.add_init_script(REFUSE_STORAGE)
    page.goto(f"{address}buscar.html?q=gguf")
    expect(results(page).first).to_contain_text("GGUF")
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("region", name="Para empezar")).to_be_visible()
    expect(page.get_by_role("region", name="Búsquedas recientes")).to_be_hidden()
