"""The calculator: its numbers, its verdicts, its address, and what remains without scripts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.conftest import Published
from tests.e2e.pages import NewContext
from tests.e2e.test_accessibility import NARROW, STILL, WIDE, axe, faults

__all__ = ["axe"]  # a fixture

ES, EN = "calculadora.html", "en/calculator.html"
LLAMA = "?model=llama-3.1-8b&quant=Q4_K_M&context=8192&kv=f16&device=rtx-4060&gpus=1&reserved=0"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def field(page: Page, name: str) -> Locator:
    return page.locator(f"[data-lm-field={name}]")


def verdict(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("Veredicto|Verdict")).get_by_role("status")


def cache_row(page: Page) -> Locator:
    return page.get_by_role("row", name=re.compile("^(Caché KV|KV cache)"))


def equation(page: Page) -> Locator:
    return page.get_by_role("region", name="La caché KV, paso a paso")


@pytest.fixture
def calculator(page: Page, site: Path) -> Page:
    """Opened from disk."""
    page.goto(f"{site.as_uri()}/{ES}{LLAMA}")
    return page


@pytest.fixture
def anywhere(page: Page, address: str) -> Page:
    """Opened from disk, then from a server."""
    page.goto(f"{address}{ES}{LLAMA}")
    return page


@pytest.mark.parametrize(
    ("tokens", "kv", "shown", "exactly"),
    [
        ("8192", "f16", "1 GiB", "1.073.741.824 bytes = 1024 MiB"),
        ("8192", "q8_0", "544 MiB", "570.425.344 bytes = 544 MiB"),
        ("8200", "f16", "1,03 GiB", "1.107.296.256 bytes = 1056 MiB"),
    ],
)
def test_the_cache_is_what_llama_cpp_allocates(
    anywhere: Page, tokens: str, kv: str, shown: str, exactly: str
) -> None:
    field(anywhere, "context").fill(tokens)
    field(anywhere, "kv").select_option(kv)
    expect(cache_row(anywhere)).to_contain_text(shown)
    expect(equation(anywhere)).to_contain_text(exactly)


def test_the_trace_has_the_readers_numbers_in_it(calculator: Page) -> None:
    maths = equation(calculator).locator("math")
    expect(maths).to_have_text("MKV=1·(32·8192·(2048+2048))")
    field(calculator, "context").fill("16384")
    expect(maths).to_have_text("MKV=1·(32·16.384·(2048+2048))")


def test_the_verdict_changes_with_the_device(anywhere: Page) -> None:
    expect(verdict(anywhere)).to_have_text("cabe en GeForce RTX 4060")
    field(anywhere, "device").select_option("gtx-1060-6gb")
    expect(verdict(anywhere)).to_have_text("cabe justo en GeForce GTX 1060 6GB")
    field(anywhere, "device").select_option("gtx-1650")
    expect(verdict(anywhere)).to_have_text("no cabe en GeForce GTX 1650")
    longest = anywhere.get_by_role("region", name="Contexto máximo")
    expect(longest).to_contain_text("Ninguno")
    anywhere.get_by_text("Más opciones").click()
    field(anywhere, "gpus").fill("4")
    expect(verdict(anywhere)).to_have_text("cabe en 4 × GeForce GTX 1650")
    expect(longest).not_to_contain_text("Ninguno")


def test_the_largest_context_is_the_largest(calculator: Page) -> None:
    """It fits, and one step more needs more than there is."""
    text = calculator.locator("[data-lm-out=longest]").inner_text()
    longest = int(text.replace(".", ""))
    sums = calculator.locator("[data-lm-out=sum]")
    field(calculator, "context").fill(str(longest))
    expect(sums).to_contain_text("quedan")
    field(calculator, "context").fill(str(longest + 256))
    expect(sums).to_contain_text("faltan")


def test_another_model_brings_the_context_back_to_its_own(calculator: Page) -> None:
    field(calculator, "context").fill("131072")
    field(calculator, "model").select_option("phi-2")
    expect(field(calculator, "context")).to_have_value("2048")
    expect(calculator.get_by_text("El modelo llega a 2048")).to_be_visible()


def test_the_slider_and_the_number_follow_each_other(calculator: Page) -> None:
    slider = calculator.get_by_role("slider")
    slider.focus()
    calculator.keyboard.press("ArrowRight")
    expect(field(calculator, "context")).to_have_value("12288")
    expect(slider).to_have_attribute("aria-valuetext", "12.288 tokens")
    expect(cache_row(calculator)).to_contain_text("1,5 GiB")
    calculator.keyboard.press("End")
    expect(field(calculator, "context")).to_have_value("131072")
    field(calculator, "context").fill("8192")
    expect(slider).to_have_attribute("aria-valuetext", "8192 tokens")


def test_the_address_carries_the_question(anywhere: Page) -> None:
    field(anywhere, "device").select_option("rtx-3090")
    field(anywhere, "context").fill("30000")
    expect(anywhere).to_have_url(re.compile(r"context=30000&kv=f16&device=rtx-3090&"))
    before = verdict(anywhere).inner_text(), cache_row(anywhere).inner_text()
    anywhere.reload()
    expect(field(anywhere, "device")).to_have_value("rtx-3090")
    expect(field(anywhere, "context")).to_have_value("30000")
    assert (verdict(anywhere).inner_text(), cache_row(anywhere).inner_text()) == before


def test_an_address_with_nonsense_is_read_as_far_as_it_goes(page: Page, site: Path) -> None:
    page.goto((site / ES).as_uri() + "?model=no-such&context=-1&kv=q8_0&device=rtx-4090&gpus=x")
    expect(field(page, "model")).to_have_value("llama-3.1-8b")
    expect(field(page, "context")).to_have_value("8192")
    expect(cache_row(page)).to_contain_text("544 MiB")
    expect(verdict(page)).to_have_text("cabe en GeForce RTX 4090")


def test_the_other_language_answers_the_same_question(anywhere: Page) -> None:
    field(anywhere, "context").fill("12000")
    anywhere.get_by_role("banner").get_by_role("link", name="English").click()
    expect(anywhere.get_by_role("heading", level=1)).to_have_text("Memory calculator")
    expect(field(anywhere, "context")).to_have_value("12000")
    expect(verdict(anywhere)).to_have_text("fits on GeForce RTX 4060")
    expect(cache_row(anywhere)).to_contain_text("1.47 GiB")


def test_the_link_is_copied(new_context: NewContext, published: Published) -> None:
    page = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(f"{published.url}{ES}")
    page.get_by_role("button", name="Copiar el enlace a este cálculo").click()
    expect(page.get_by_role("button", name="Copiado")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{published.url}{ES}{LLAMA}"


@pytest.mark.parametrize(
    ("query", "spanish", "english"),
    [
        (
            "?model=llama-3.1-8b&kv=q8_0&flash=0",
            "para cuantizar los valores hace falta FlashAttention",
            "quantized values need FlashAttention",
        ),
        (
            "?model=deepseek-v3&kv=q8_0&kv_v=f16",
            "toda la caché es de un mismo tipo",
            "the whole cache is of one type",
        ),
        (
            "?model=phi-2&context=2048&kv=q8_0",
            "no son bloques enteros de ese tipo",
            "no whole blocks of that type",
        ),
    ],
)
def test_what_llama_cpp_refuses_is_said_with_the_reason(
    page: Page, site: Path, query: str, spanish: str, english: str
) -> None:
    for address, said in ((ES, spanish), (EN, english)):
        page.goto(f"{site.as_uri()}/{address}{query}")
        expect(page.get_by_text(said)).to_be_visible()
        expect(page.locator("[data-lm-stale]")).to_be_visible()
        field(page, "kv").select_option("f16")
        expect(page.get_by_text(said)).to_be_hidden()
        expect(page.locator("[data-lm-stale]")).to_be_hidden()


def test_a_context_beyond_the_models_is_told_in_english_too(page: Page, site: Path) -> None:
    page.goto(f"{site.as_uri()}/{EN}{LLAMA}")
    field(page, "context").fill("131073")
    expect(page.get_by_text("Write a whole number from 256 to 131,072.")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "wrong", "right", "said"),
    [
        ("context", "12", "8192", "Escribe un número entero de 256 a 131.072."),
        ("context", "131073", "8192", "Escribe un número entero de 256 a 131.072."),
        ("context", "", "8192", "Escribe un número entero de 256 a 131.072."),
        ("gpus", "1.5", "1", "Escribe un número entero de 1 a 64."),
        ("reserved", "-1", "0", "Escribe un número de 0 a 1024."),
    ],
)
def test_a_wrong_number_is_told_by_its_field_and_the_answer_is_marked_as_old(
    calculator: Page, name: str, wrong: str, right: str, said: str
) -> None:
    calculator.get_by_text("Más opciones").click()
    address = calculator.url
    before = verdict(calculator).text_content() or ""
    stale = calculator.get_by_text("Es la respuesta a los datos anteriores.")
    expect(stale).to_be_hidden()
    field(calculator, name).fill(wrong)
    expect(field(calculator, name)).to_have_accessible_description(re.compile(re.escape(said)))
    expect(field(calculator, name)).to_have_attribute("aria-invalid", "true")
    expect(stale).to_be_visible()
    expect(verdict(calculator)).to_have_text(before)
    assert calculator.url == address
    field(calculator, name).fill(right)
    expect(stale).to_be_hidden()
    expect(field(calculator, name)).not_to_have_attribute("aria-invalid", "true")
    expect(calculator.get_by_text(said)).to_have_count(0)


@pytest.mark.parametrize("path", [ES, EN])
def test_without_scripts_the_opening_case_is_there_as_scripts_would_write_it(
    new_context: NewContext, site: Path, path: str
) -> None:
    """The two ways of writing sizes, speeds and the bar agree to the letter."""
    plain = new_context(java_script_enabled=False).new_page()
    live = new_context().new_page()
    for page in (plain, live):
        page.goto((site / path).as_uri())
    for part in ("verdict", "answers"):
        shown = plain.locator(f".{part}").inner_text()
        assert "4060" in shown or "GiB" in shown
        assert live.locator(f".{part}").inner_text() == shown
    marks = "nodes => nodes.map((it) => [it.getAttribute('x'), it.textContent])"
    assert plain.locator(".bar text").evaluate_all(marks)
    numbers = [
        [
            (round(float(x.rstrip("%")), 2), text)
            for x, text in page.locator(".bar text").evaluate_all(marks)
        ]
        for page in (plain, live)
    ]
    assert numbers[0] == numbers[1]
    expect(plain.locator("noscript p")).to_be_visible()
    expect(plain.locator("select:visible, input:visible:not([name=q])")).to_have_count(0)
    expect(live.locator("noscript p")).to_have_count(0)


def test_the_parts_of_the_bar_fill_it_to_the_total(calculator: Page) -> None:
    bar = calculator.get_by_role("img", name=re.compile("^Memoria ocupada: "))
    widths = "nodes => nodes.map((it) => parseFloat(it.getAttribute('width')))"
    parts = bar.locator("rect:not(.p-room)").evaluate_all(widths)
    assert len(parts) == 4
    total = calculator.locator("[data-lm-out=total]").inner_text()
    gib = float(total.split()[0].replace(",", "."))
    assert sum(parts) == pytest.approx(gib / 8 * 100, abs=0.2)


def test_parts_of_nothing_are_not_listed(calculator: Page) -> None:
    expect(calculator.locator("[data-lm-part]")).to_have_count(5)
    expect(calculator.locator("[data-lm-part=state]")).to_be_hidden()


def test_the_verdict_stays_in_sight_on_a_narrow_screen(new_context: NewContext, site: Path) -> None:
    page = new_context(viewport=NARROW).new_page()
    page.goto((site / ES).as_uri())
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    page.locator("#lm-trace").scroll_into_view_if_needed()
    expect(verdict(page)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_a_field_with_the_focus_is_not_under_the_verdict(
    new_context: NewContext, site: Path, width: ViewportSize
) -> None:
    page = new_context(viewport=width).new_page()
    page.goto((site / ES).as_uri())
    page.get_by_text("Más opciones").click()
    fields = page.locator("main :is(select, input, summary, button):visible")
    seen = 0
    fields.first.focus()
    while seen < fields.count():
        focused = page.evaluate(
            "() => { const it = document.activeElement; const { x, y, width, height } ="
            " it.getBoundingClientRect(); const top = document.elementFromPoint(x + width / 2,"
            " y + height / 2); return it === top || it.contains(top); }"
        )
        assert focused, page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Tab")
        seen += 1


def test_what_is_wrong_is_said_where_it_can_be_seen(new_context: NewContext, site: Path) -> None:
    page = new_context(viewport=NARROW).new_page()
    page.goto((site / ES).as_uri())
    field(page, "context").fill("12")
    fault = page.get_by_text("Escribe un número entero")
    expect(fault).to_be_visible()
    bottom = fault.evaluate("it => it.getBoundingClientRect().bottom")
    top = page.get_by_role("region", name="Veredicto").evaluate(
        "it => it.getBoundingClientRect().top"
    )
    assert bottom <= top


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_its_states_are_accessible(
    new_context: NewContext,
    site: Path,
    axe: str,
    width: ViewportSize,
    scheme: Literal["light", "dark"],
) -> None:
    page = new_context(color_scheme=scheme, viewport=width, **STILL).new_page()
    page.goto((site / EN).as_uri() + LLAMA.replace("rtx-4060", "gtx-1650"))
    page.evaluate(axe)
    expect(verdict(page)).to_have_text("does not fit on GeForce GTX 1650")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]
    page.get_by_text("More options").click()
    field(page, "gpus").fill("0")
    expect(page.get_by_text("This answers the previous inputs.")).to_be_visible()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]
