"""The calculator with a model out of a file from the reader's disk."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import (
    FileChooser,
    FilePayload,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
)

from lemario.calc.answers import answer
from lemario.calc.load_catalogue import load_catalogue
from lemario.calc.questions import Question, default_settings
from lemario.calc.readers.gguf_model import read_gguf
from lemario.core.lang import Lang
from lemario.site.live import size
from tests.configs import CONFIGS, published
from tests.e2e.conftest import Published
from tests.e2e.pages import NewContext
from tests.e2e.test_accessibility import NARROW, STILL, WIDE, axe, faults
from tests.e2e.test_calculator import EN, ES, LLAMA, SCHEMES, cache_row, field, verdict
from tests.gguf_files import faulty_files, made_models

__all__ = ["axe"]  # a fixture

BUTTON = re.compile("Abrir un config.json o un GGUF|Open a config.json or a GGUF")
SMALL = made_models()["llama, small"]


def gguf(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def config(data: object, name: str = "config.json") -> FilePayload:
    text = data if isinstance(data, str) else json.dumps(data)
    return {"name": name, "mimeType": "application/json", "buffer": text.encode()}


def choose(page: Page, file: FilePayload | Path) -> None:
    page.get_by_label(BUTTON).set_input_files(file)


def part(page: Page, kind: str) -> Locator:
    return page.locator(f"[data-lm-part={kind}] [data-lm-size]")


def chosen(page: Page) -> Locator:
    return field(page, "model").locator("option:checked")


def everything_but_the_name(page: Page) -> list[str]:
    shown = page.locator(".verdict, .answers > *:not(.case)").all_inner_texts()
    return [*shown, field(page, "quant").inner_text(), field(page, "context").input_value()]


@pytest.fixture
def anywhere(page: Page, address: str) -> Page:
    """Opened from disk, then from a server."""
    page.goto(f"{address}{ES}{LLAMA}")
    return page


@pytest.fixture
def calculator(page: Page, site: Path) -> Page:
    """Opened from disk."""
    page.goto((site / ES).as_uri() + LLAMA)
    return page


@pytest.mark.parametrize("name", ["gemma-3-4b", "qwen3-next-80b-a3b"])
def test_a_config_gives_the_numbers_of_the_catalogue(anywhere: Page, name: str) -> None:
    field(anywhere, "model").select_option(name)
    of_catalogue = everything_but_the_name(anywhere)
    field(anywhere, "model").select_option("phi-2")
    field(anywhere, "context").fill("2048")
    choose(anywhere, CONFIGS / f"{name}.json")
    expect(chosen(anywhere)).to_have_text(f"{name}.json")
    field(anywhere, "context").fill("8192")
    expect(anywhere.locator("[data-lm-out=case]")).to_have_text(
        f"{name}.json en Q4_K_M, con 8192 tokens de contexto y la caché KV en f16."
    )
    assert everything_but_the_name(anywhere) == of_catalogue


def test_a_gguf_gives_its_own_weights(anywhere: Page, root: Path) -> None:
    model = read_gguf(io.BytesIO(SMALL), "small.gguf").value
    catalogue = load_catalogue(root / "glossary", "glossary").catalogue
    assert model is not None
    assert catalogue is not None
    device = catalogue.devices["rtx-4060"]
    given = answer(Question(model.architecture, "STORED", default_settings(4096), (device,)))
    choose(anywhere, gguf("small.gguf", SMALL))
    assert given.device is not None
    expect(part(anywhere, "weights")).to_have_text(size(given.device.parts["weights"], Lang.ES))
    expect(part(anywhere, "cache")).to_have_text(size(given.kv_cache_bytes, Lang.ES))
    expect(part(anywhere, "compute")).to_have_text(size(given.compute_buffer_bytes, Lang.ES))
    expect(anywhere.locator("[data-lm-out=case]")).to_have_text(
        "small.gguf, con 4096 tokens de contexto y la caché KV en f16."
    )
    group = field(anywhere, "model").locator("optgroup").first
    expect(group).to_have_attribute("label", "De un archivo")
    expect(group.locator("option")).to_have_text(["small.gguf"])


def test_the_quantization_of_a_gguf_is_its_own_until_another_model_is_chosen(
    calculator: Page,
) -> None:
    quant = field(calculator, "quant")
    before = quant.locator("option").count()
    quant.select_option("Q8_0")
    choose(calculator, gguf("small.gguf", SMALL))
    expect(quant).to_be_disabled()
    expect(quant.locator("option:checked")).to_have_text(
        re.compile(r"^la del archivo · 8,51\sbits$")
    )
    choose(calculator, gguf("other.gguf", SMALL))
    expect(chosen(calculator)).to_have_text("other.gguf")
    expect(quant).to_be_disabled()
    choose(calculator, config(published("qwen3-0.6b")))
    expect(quant).to_be_enabled()
    expect(quant).to_have_value("Q8_0")
    field(calculator, "model").select_option("small.gguf")
    expect(quant).to_be_disabled()
    field(calculator, "model").select_option("llama-3.1-8b")
    expect(quant).to_have_value("Q8_0")
    expect(quant.locator("option")).to_have_count(before)


def test_a_file_of_the_same_name_takes_the_place_of_the_first(calculator: Page) -> None:
    for name in ("qwen3-0.6b", "qwen3-8b"):
        choose(calculator, config(published(name)))
        expect(calculator.locator("[data-lm-out=case]")).to_contain_text("config.json")
    expect(part(calculator, "weights")).to_contain_text("GiB")
    expect(field(calculator, "model").get_by_role("option", name="config.json")).to_have_count(1)


def test_the_address_carries_all_but_the_model(
    new_context: NewContext, published: Published
) -> None:
    page = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(f"{published.url}{ES}{LLAMA}")
    said = page.get_by_text("El enlace no lleva el modelo del archivo; sí lo demás.")
    expect(said).to_be_hidden()
    choose(page, gguf("small.gguf", SMALL))
    rest = f"{published.url}{ES}?context=4096&kv=f16&device=rtx-4060&gpus=1&reserved=0"
    expect(page).to_have_url(rest)
    expect(said).to_be_visible()
    page.get_by_role("button", name="Copiar el enlace a este cálculo").click()
    expect(page.get_by_role("button", name="Copiado")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == rest
    page.reload()
    expect(field(page, "model")).to_have_value("llama-3.1-8b")
    expect(field(page, "context")).to_have_value("4096")
    expect(said).to_be_hidden()


def test_a_part_says_that_it_is_one_as_long_as_it_is_chosen(calculator: Page) -> None:
    note = calculator.get_by_text("Es la parte 1 de 3 de un modelo")
    choose(calculator, gguf("a-00001-of-00003.gguf", made_models()["llama, part 1 of 3"]))
    expect(note).to_be_visible()
    field(calculator, "model").select_option("phi-2")
    expect(note).to_have_count(0)


def test_what_reads_files_is_loaded_with_the_first_file(page: Page, site: Path) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.rpartition("/")[2])

    page.on("request", note)
    page.goto((site / EN).as_uri())
    expect(verdict(page)).to_be_visible()
    assert "reader-tables.js" not in asked
    choose(page, gguf("small.gguf", SMALL))
    expect(chosen(page)).to_have_text("small.gguf")
    choose(page, gguf("other.gguf", SMALL))
    expect(chosen(page)).to_have_text("other.gguf")
    assert asked.count("reader-tables.js") == asked.count("strings-reader-en.js") == 1


FAULTY = {
    "broken": (
        gguf("broken.gguf", SMALL[:-9]),
        "El archivo se acaba dentro de su cabecera",
        "The file ends within its header",
    ),
    "page": (
        gguf("page.gguf", faulty_files()["web_page"]),
        "El archivo es una página web",
        "The file is a web page",
    ),
    "page for a config": (
        config("<!doctype html><title>404</title>"),
        "El archivo es una página web",
        "The file is a web page",
    ),
    "type": (
        config({"model_type": "unheard"}),
        "De los modelos del tipo «unheard» no se sabe nada.",
        "Nothing is known about models of the type “unheard”.",
    ),
    "not modelled": (
        config({"model_type": "falcon_h1"}),
        "no se saben calcular: sus capas son de atención y de Mamba a la vez.",
        "cannot be computed: their layers are attention and Mamba at once.",
    ),
    "missing": (
        config({**published("llama-3.1-8b"), "vocab_size": None, "hidden_size": None}),
        "El archivo no dice «hidden_size» y «vocab_size»: usa el publicado",
        "The file does not say “hidden_size” and “vocab_size”: take it as published",
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_said_in_the_readers_language_and_the_answer_stays(
    page: Page, site: Path, name: str
) -> None:
    file, *said = FAULTY[name]
    for path, sentence in zip((ES, EN), said, strict=True):
        page.goto((site / path).as_uri() + LLAMA)
        before = everything_but_the_name(page), page.url
        choose(page, file)
        expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
        assert (everything_but_the_name(page), page.url) == before
        choose(page, gguf("small.gguf", SMALL))
        expect(chosen(page)).to_have_text("small.gguf")
        expect(page.get_by_text(sentence)).to_have_count(0)


def test_of_many_faults_the_first_are_said(calculator: Page) -> None:
    wrong = dict.fromkeys(("hidden_size", "vocab_size", "num_hidden_layers"), "x")
    choose(calculator, config({**published("llama-3.1-8b"), **wrong, "mlp_bias": True}))
    items = calculator.get_by_role("alert").get_by_role("listitem")
    expect(items).to_have_count(3)
    expect(items.first).to_have_text('«hidden_size» es "x", que no es un entero positivo.')


def test_the_button_opens_by_keyboard_and_is_large_enough(calculator: Page) -> None:
    # Listening from the start: the browser is told to before the key is pressed, not as it is.
    opened: list[FileChooser] = []

    def keep(chooser: FileChooser) -> None:
        opened.append(chooser)

    calculator.on("filechooser", keep)
    field(calculator, "model").focus()
    calculator.keyboard.press("Tab")
    opener = calculator.get_by_label(BUTTON)
    expect(opener).to_be_focused()
    box = opener.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    calculator.keyboard.press("Space")
    for _ in range(200):
        if opened:
            break
        calculator.wait_for_timeout(50)
    opened[0].set_files([gguf("small.gguf", SMALL)])
    expect(chosen(calculator)).to_have_text("small.gguf")


def test_a_model_of_few_tokens_has_the_smallest_context(calculator: Page) -> None:
    choose(calculator, config({**published("qwen3-0.6b"), "max_position_embeddings": 77}))
    expect(field(calculator, "context")).to_have_value("256")
    expect(cache_row(calculator)).to_contain_text("28 MiB")
    expect(calculator.locator("[data-lm-stale]")).to_be_hidden()


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
    page.goto((site / EN).as_uri() + LLAMA)
    page.evaluate(axe)
    name = "Meta_Llama_3.1_8B_Instruct_with_a_long_name_Q4_K_M-00001-of-00003.gguf"
    choose(page, gguf(name, made_models()["llama, part 1 of 3"]))
    expect(chosen(page)).to_have_text(name)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]
    choose(page, config({"model_type": "u" * 99}))
    said = page.get_by_role("alert").filter(has_text="Nothing is known")
    expect(said).to_be_in_viewport()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]
