"""Links lead where they should, and words that only look like a name stay words."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.core.lang import Lang
from tests import small
from tests.pains.trying import codes, load, page, pages, said, words

NAMES = {
    "gpu": small.term("GPU", "GPU"),
    "ia": small.term("IA", "AI"),
    "red": small.term("Red", "Network"),
    "epsilon": small.term("Épsilon", "Epsilon"),
    "menu": small.term("Menú", "Menu"),
    "alucinacion": small.term("Alucinación", "Hallucination"),
    "token": small.term("Token", "Token"),
    "lora": small.term("LoRA", "LoRA"),
    "llama-cpp": small.term("llama.cpp", "llama.cpp"),
    "cpp": small.term("C++", "C++"),
    "q4-k-m": small.term("Q4_K_M", "Q4_K_M"),
    "pez": small.term("Pez", "Fish"),
    "modelo-denso": small.term("Modelo denso", "Dense model"),
    "correo": small.term("E-Mail", "E-mail"),
}


def mentions(text: str, folder: Path) -> list[str]:
    """The words of a definition that became links by themselves."""
    outcome = load(folder, {**NAMES, "caso": small.term("Caso", "Case", es_text=text)})
    assert outcome.glossary is not None, outcome.diagnostics
    entry = outcome.glossary.published()["caso"]
    tokens = outcome.glossary.tokens(entry, Lang.ES, "definition")
    links = [t.meta["link"] for b in tokens for t in b.children or () if t.type == "term_link"]
    return [link.label or link.target for link in links]


@pytest.mark.parametrize(
    "text",
    [
        *("iniciarías la memoria", "una redacción", "redes_neuronales", "red-lora", "no-red"),
        *("un subtoken", "sub-token", "token_red", "tokenización", "detokenizar", "gpu", "ia"),
        *("QLoRA y LoRA2", "C++11", "C", "llama", "Q4_K", "E-Mail-Adresse", "anti-IA", "GPU-s"),
        *("uno@token.com", "token@red.com", "https://x.org/token", "<https://x.org/token>"),
        *(
            "`token`",
            "``a token``",
            "```\ntoken\n```",
            "    token",
            "# token",
            "[token](https://x.y)",
        ),
        *("modelo-denso", "modelo, denso", "modelo. Denso", "caso", "Caso"),
    ],
)
def test_what_is_no_mention(text: str, tmp_path: Path) -> None:
    assert mentions(f"Uno:\n\n{text}", tmp_path) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("la red", "red"),
        ("Redes", "Redes"),
        ("un épsilon", "épsilon"),
        ("el menú.", "menú"),
        ("(menús)", "menús"),
        ("alucinaciones", "alucinaciones"),
        ("peces", "peces"),
        ("tokens", "tokens"),
        ("GPUs", "GPUs"),
        ("«token»", "token"),
        ("token/otro", "token"),
        ("token: uno", "token"),
        ("usa C++ y", "C++"),
        ("(C++)", "C++"),
        ("con llama.cpp. Fin", "llama.cpp"),
        ("en Q4_K_M,", "Q4_K_M"),
        ("modelos densos", "modelos densos"),
        ("modelo  denso", "modelo denso"),
        ("un modelo\ndenso", "modelo denso"),
        ("**LoRA**", "LoRA"),
        ("*token*", "token"),
        ("- token", "token"),
        ("> token", "token"),
        ("| a |\n|---|\n| token |", "token"),
        ("`token` y token", "token"),
        ("# token\n\ntoken", "token"),
        ("[token](https://x.y) y token", "token"),
        ("e\u0301psilon", "épsilon"),
    ],
)
def test_what_is_a_mention(text: str, found: str, tmp_path: Path) -> None:
    assert mentions(f"Uno:\n\n{text}", tmp_path) == [found]


def test_only_the_first_mention_of_a_text_is_linked(tmp_path: Path) -> None:
    assert mentions("token " * 20 + "y Tokens\n\ntoken", tmp_path) == ["token"]


def test_a_term_that_is_linked_by_hand_is_not_linked_again(tmp_path: Path) -> None:
    assert mentions("red y [[red|la otra]] y token", tmp_path) == ["la otra", "token"]


def test_the_longest_name_wins(tmp_path: Path) -> None:
    files = {
        "modelo": small.term("Modelo", "Model"),
        **NAMES,
        "caso": small.term(es_text="Un modelo denso y un modelo."),
    }
    outcome = load(tmp_path, files)
    assert outcome.glossary is not None
    entry = outcome.glossary.published()["caso"]
    tokens = outcome.glossary.tokens(entry, Lang.ES, "definition")
    links = [t.meta["link"] for b in tokens for t in b.children or () if t.type == "term_link"]
    assert [link.target for link in links] == ["modelo-denso", "modelo"]


# --- Links by hand -------------------------------------------------------------------------------


# Less than ten, so that nothing is asked for that only a grown glossary is.
FEW = {name: NAMES[name] for name in ("gpu", "token", "menu", "alucinacion", "modelo-denso")}


@pytest.mark.parametrize(
    "link",
    [
        *("[[gpu]]", "[[GPU]]", "[[ gpu ]]", "[[gpu|otra]]", "[[gpu\n|otra]]", "[[modelo\ndenso]]"),
        *("[[Dense model]]", "[[dense MODEL|x]]", "| a |\n|---|\n| [[gpu\\|x]] |", "**[[gpu]]**"),
    ],
)
def test_a_link_names_a_term_by_its_id_or_a_name_in_either_language(
    link: str, tmp_path: Path
) -> None:
    files = {**FEW, "caso": small.term("Caso", "Case", es_text=f"Uno:\n\n{link}")}
    assert codes(tmp_path, files) == []


@pytest.mark.parametrize(
    ("link", "meant"),
    [
        ("[[tokns]]", "token"),
        ("[[terms/gpu]]", "gpu"),
        ("[[gpu.yaml]]", "gpu"),
        ("[[gpu.html|x]]", "gpu"),
        ("[[gpu#uso]]", "gpu"),
        ("[[modelos densos]]", "modelo-denso"),
        ("[[alucinacoin]]", "alucinacion"),
    ],
)
def test_a_link_to_nothing_is_an_error_with_what_was_meant(
    link: str, meant: str, tmp_path: Path
) -> None:
    files = {**FEW, "caso": small.term("Caso", "Case", es_text=f"Ver {link}.")}
    (found,) = said(tmp_path, files)
    assert (found.code, found.span.line, found.span.column) == ("L202", 4, 9)
    assert meant in found.help.replace(" ", "-")


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        *(("/token/", "token"), ("/es/terminos/token/", "token"), ("token.html", "token")),
        *(("../terms/token.yaml", "token"), ("#token", "token"), ("/tokens/", "token")),
        *(("/alucinaciones/", "alucinacion"), ("Menú", "menu")),
    ],
)
def test_an_address_of_a_term_is_told_how_to_be_a_link(
    address: str, meant: str, tmp_path: Path
) -> None:
    files = {**FEW, "caso": small.term("Caso", "Case", es_text=f"Ver [esto]({address}).")}
    (found,) = said(tmp_path, files)
    assert (found.code, f"[[{meant}]]" in found.help) == ("L246", True)


@pytest.mark.parametrize(
    "link", ["[[gpu]", "[gpu]]", "[[gpu|]]", "[[|x]]", "[[gpu|a|b]]", "[[]]", "[[a [b] c]]"]
)
def test_brackets_that_make_no_link_are_told(link: str, tmp_path: Path) -> None:
    files = {**FEW, "caso": small.term("Caso", "Case", es_text=f"Ver {link}.")}
    assert set(codes(tmp_path, files)) == {"L249"}


@pytest.mark.parametrize("text", ["`[[1, 2]]`", "```\n[[1, 2]]\n```", "\\[[1, 2]]", "[1], [2]"])
def test_brackets_that_are_meant_as_such_are_left_in_peace(text: str, tmp_path: Path) -> None:
    assert codes(tmp_path, {"caso": small.term(es_text=f"La matriz\n\n{text}")}) == []


# --- On pages ------------------------------------------------------------------------------------


def test_a_plural_counts_where_mentions_are_listed(built: Path) -> None:
    listed = page(built, "terminos/alucinacion.html").xpath("//dl[@class='rel']//a/@href")
    assert "muestreo.html" in listed


def test_a_card_keeps_the_words_of_links_and_the_signs(built: Path) -> None:
    card = page(built, "terminos/muestreo.html").get_element_by_id("card-mezcla")
    shown = 'Lo contrario de un modelo denso: el "prompt" & <s> y 1 < 2.'
    assert shown in words(card)
    article = page(built, "terminos/mezcla.html").find(".//article")
    assert shown in words(article)


def test_each_link_to_a_term_has_its_card_in_the_page(built: Path) -> None:
    for name in ("terminos/muestreo.html", "en/terms/temperatura.html", "terminos/mezcla.html"):
        document = page(built, name)
        wanted = document.xpath("//@data-lm-card")
        assert wanted
        assert set(wanted) <= set(document.xpath("//@id"))


def test_a_link_to_a_text_that_is_missing_says_its_language(built: Path) -> None:
    link = page(built, "en/terms/temperatura.html").xpath("//article//p/a[@data-lm-card]")[0]
    assert link.get("hreflang") == "es"
    assert link.get("href") == "../../terminos/muestreo.html"


def test_links_to_missing_texts_are_counted_as_warnings(tmp_path: Path) -> None:
    files = {
        "a": small.term("Otro", "Other", en_text=None),
        "b": small.term(en_text="See [[a]].", es_text="Ver [[a]]."),
    }
    (found,) = said(tmp_path, files)
    assert (found.code, found.severity, found.span.line) == ("L241", "warning", 8)


def test_every_link_of_the_site_leads_to_a_file_of_it(built: Path) -> None:
    broken = []
    for name, document in pages(built):
        if name == "404.html":
            continue
        for href in document.xpath("//@href | //@src | //@action"):
            target = href.partition("#")[0].partition("?")[0]
            if not target or ":" in target:
                continue
            if not ((built / name).parent / target).resolve().is_file():
                broken.append((name, href))
    assert broken == []
