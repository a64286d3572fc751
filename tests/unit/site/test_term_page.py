"""What a term's page shows, in each language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from lemario.calc.calculations import Calculations
from lemario.core.lang import Lang
from lemario.index.build import build_indexes
from lemario.render.theme import load_theme
from lemario.site.plan import Page, plan_site
from lemario.site.views import IndexView, TermView
from tests import small

NO_ENGLISH = small.term(
    "Inferencia", "Inference", en_text=None, es_text="Uso de una [[gpu]].\n\nMás."
)


@dataclass(frozen=True)
class Site:
    """The pages of a small glossary, by address."""

    pages: dict[str, Page]

    def term(self, term_id: str, lang: Lang) -> TermView:
        folder = "terminos" if lang is Lang.ES else "en/terms"
        view = self.pages[f"{folder}/{term_id}.html"].view
        assert isinstance(view, TermView)
        return view

    def relations(self, term_id: str, lang: Lang) -> dict[str, list[str]]:
        view = self.term(term_id, lang)
        return {r.kind: [link.label for link in r.links] for r in view.relations}


def site(folder: Path, config: str = small.SITE, **terms: str) -> Site:
    made = small.glossary(
        folder / "g", {name.replace("_", "-"): text for name, text in terms.items()}, site=config
    )
    theme = load_theme().theme
    assert theme is not None
    return Site(
        {
            page.address: page
            for page in plan_site(made, build_indexes(made), theme.strings, Calculations(None, {}))
        }
    )


def test_every_term_has_a_page_in_both_languages_that_lead_to_each_other(tmp_path: Path) -> None:
    pages = site(
        tmp_path, caso=small.term(), inferencia=NO_ENGLISH, gpu=small.term("GPU", "GPU")
    ).pages
    for term_id in ("caso", "inferencia", "gpu"):
        es, en = pages[f"terminos/{term_id}.html"], pages[f"en/terms/{term_id}.html"]
        assert es.chrome.switch is not None
        assert es.chrome.switch.href == f"../en/terms/{term_id}.html"
        assert en.chrome.switch is not None
        assert en.chrome.switch.href == f"../../terminos/{term_id}.html"


def test_a_draft_has_no_page_and_is_shown_without_a_link(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        caso=small.term(es_text="Con [[gpu|una tarjeta]].", more="related: [gpu]"),
        gpu=small.term("GPU", "GPU", more="status: draft"),
    )
    assert "terminos/gpu.html" not in made.pages
    view = made.term("caso", Lang.ES)
    assert "una tarjeta" in view.definition.html
    assert "<a" not in view.definition.html
    assert (view.relations, view.cards) == ((), ())


def test_a_page_without_text_shows_the_other_language_and_says_so(tmp_path: Path) -> None:
    view = site(tmp_path, inferencia=NO_ENGLISH, gpu=small.term("GPU", "GPU")).term(
        "inferencia", Lang.EN
    )
    assert view.headword == "Inference"
    assert view.untranslated
    assert view.definition.lang is Lang.ES
    assert "Uso de una" in view.definition.html


def test_a_link_to_what_the_reader_cannot_read_here_is_marked(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        caso=small.term(
            en_text="A step of [[inferencia|inference]].", more="related: [inferencia]"
        ),
        inferencia=NO_ENGLISH,
        gpu=small.term("GPU", "GPU"),
    )
    view = made.term("caso", Lang.EN)
    assert 'href="../../terminos/inferencia.html"' in view.definition.html
    assert 'hreflang="es"' in view.definition.html
    assert "data-lm-foreign" in view.definition.html
    (link,) = view.relations[0].links
    assert (link.foreign, link.lang, link.href) == (
        True,
        Lang.ES,
        "../../terminos/inferencia.html",
    )
    spanish = made.term("caso", Lang.ES).relations[0].links[0]
    assert (spanish.foreign, spanish.href) == (False, "inferencia.html")


def test_a_link_has_the_words_of_the_text_or_the_headword_in_its_language(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        caso=small.term(es_text="[[cache-kv]] y [[KV cache|la caché]].", en_text="[[cache-kv]]"),
        cache_kv=small.term("Caché KV", "KV cache"),
    )
    assert ">Caché KV</a> y <a" in made.term("caso", Lang.ES).definition.html
    assert ">la caché</a>" in made.term("caso", Lang.ES).definition.html
    assert ">KV cache</a>" in made.term("caso", Lang.EN).definition.html


def test_each_linked_term_has_one_card_in_the_readers_language(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        caso=small.term(en_text="[[gpu]], [[gpu]] and [[inferencia]]."),
        gpu=small.term("GPU", "GPU", en_text="A chip. And more."),
        inferencia=NO_ENGLISH,
    )
    gpu, inference = made.term("caso", Lang.EN).cards
    assert (gpu.anchor, gpu.summary.text, gpu.href) == ("card-gpu", "A chip.", "gpu.html")
    assert (inference.headword, inference.summary.lang) == ("Inference", Lang.ES)
    assert inference.summary.text == "Uso de una GPU."
    assert made.term("caso", Lang.EN).definition.html.count('data-lm-card="card-gpu"') == 2


def test_relations_come_with_mentions_from_elsewhere_but_each_term_once(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        gpu=small.term("GPU", "GPU", more="related: [uno]"),
        uno=small.term("Uno", "One", es_text="[[gpu]]", en_text="[[gpu]]"),
        dos=small.term("Dos", "Two", es_text="[[gpu]] y [[gpu]]"),
        tres=small.term("Tres", "Three", more="related: [gpu]"),
    )
    assert made.relations("gpu", Lang.ES) == {"related": ["Uno"], "mentioned": ["Dos"]}
    assert made.relations("gpu", Lang.EN) == {"related": ["One"]}


def test_a_mention_in_a_text_shown_for_want_of_a_translation_counts(tmp_path: Path) -> None:
    made = site(tmp_path, gpu=small.term("GPU", "GPU"), inferencia=NO_ENGLISH)
    (mention,) = made.term("gpu", Lang.EN).relations[0].links
    assert (mention.label, mention.foreign) == ("Inference", True)


def test_homonyms_are_told_apart_wherever_they_are_named(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        red=small.term("Búfer", "Buffer", more="qualifier: {es: red, en: network}"),
        disco=small.term("Búfer", "Buffer", more="qualifier: {es: disco, en: disk}"),
        caso=small.term(
            es_text="[[red]]", en_text="[[red]]", more="related: [red]\ncontrast: [disco]"
        ),
    )
    assert made.term("red", Lang.ES).qualifier == "red"
    assert made.term("red", Lang.EN).qualifier == "network"
    assert made.relations("caso", Lang.EN) == {
        "related": ["Buffer (network)"],
        "contrast": ["Buffer (disk)"],
    }
    assert made.term("caso", Lang.ES).cards[0].headword == "Búfer (red)"
    assert "Búfer (red)" in made.pages["terminos/red.html"].chrome.title
    index = made.pages["indice.html"].view
    assert isinstance(index, IndexView)
    entries = [entry for group in index.groups for entry in group.entries]
    assert [(e.headword, e.qualifier) for e in entries[:2]] == [
        ("Búfer", "disco"),
        ("Búfer", "red"),
    ]


def test_names_already_at_the_head_are_not_repeated(tmp_path: Path) -> None:
    more = "acronym: KV\nexpansion: clave-valor\naliases: [caché de claves, KV CACHE]"
    view = site(
        tmp_path,
        cache=small.term("Caché KV", "KV cache", es_more=more, en_more="aliases: [key cache]"),
    ).term("cache", Lang.ES)
    assert [name.text for name in view.also] == ["caché de claves", "key cache"]
    assert view.expansion is not None
    assert view.expansion.text == "clave-valor"


def test_the_same_word_in_both_languages_is_no_equivalent(tmp_path: Path) -> None:
    made = site(tmp_path, gpu=small.term("GPU", "gpu"), caso=small.term())
    assert made.term("gpu", Lang.ES).equivalent is None
    equivalent = made.term("caso", Lang.ES).equivalent
    assert equivalent is not None
    assert (equivalent.text, equivalent.lang) == ("Case", Lang.EN)


def test_a_wrong_name_is_listed_once_even_if_both_languages_have_it(tmp_path: Path) -> None:
    avoid = "avoid: [{name: GPT-Unified, why: %s}]"
    view = site(
        tmp_path,
        gguf=small.term("GGUF", "GGUF", es_more=avoid % "no", en_more=avoid % "wrong"),
    ).term("gguf", Lang.EN)
    assert [(a.name.text, a.why.text) for a in view.avoid] == [("GPT-Unified", "wrong")]


def test_grammar_is_for_the_spanish_edition(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        caso=small.term(es_more="grammar: {gender: m, plural: casos}"),
        pesos=small.term("Pesos", "Weights", es_more="grammar: {gender: m, number: plural}"),
    )
    assert made.term("caso", Lang.ES).grammar == "m., pl. casos"
    assert made.term("pesos", Lang.ES).grammar == "m. pl."
    assert made.term("caso", Lang.EN).grammar == ""


def test_neighbours_follow_each_languages_own_alphabet(tmp_path: Path) -> None:
    made = site(
        tmp_path,
        nube=small.term("Nube", "Cloud"),
        nandu=small.term("Ñandú", "Rhea"),
        oso=small.term("Oso", "Bear"),
    )
    spanish, english = made.term("nandu", Lang.ES), made.term("nandu", Lang.EN)
    assert spanish.previous is not None
    assert spanish.next is not None
    assert (spanish.previous.label, spanish.next.label) == ("Nube", "Oso")
    assert english.previous is not None
    assert (english.previous.label, english.next) == ("Cloud", None)
    assert (spanish.letter.letter, english.letter.letter) == ("Ñ", "R")


REPOSITORY = "title: P\nrepository: https://example.org/r/\nbranch: trunk\n"


def test_the_link_for_editing_needs_a_repository(tmp_path: Path) -> None:
    assert site(tmp_path / "1", caso=small.term()).term("caso", Lang.ES).edit_url == ""
    edit_url = site(tmp_path / "2", REPOSITORY, caso=small.term()).term("caso", Lang.ES).edit_url
    assert edit_url == "https://example.org/r/edit/trunk/glossary/terms/caso.yaml"


BASE = "title: P\nbase_url: https://example.org/glosario\n"


def test_full_addresses_need_a_base_url(tmp_path: Path) -> None:
    page = site(tmp_path / "1", caso=small.term()).pages["terminos/caso.html"]
    assert (page.chrome.canonical, page.chrome.alternates) == ("", {})
    page = site(tmp_path / "2", BASE, caso=small.term()).pages["terminos/caso.html"]
    assert page.chrome.canonical == "https://example.org/glosario/terminos/caso.html"
    assert page.chrome.alternates == {
        "es": "https://example.org/glosario/terminos/caso.html",
        "en": "https://example.org/glosario/en/terms/caso.html",
    }


@pytest.mark.parametrize(("config", "root"), [(BASE, "/glosario/"), (small.SITE, "")])
def test_the_404_page_finds_everything_from_any_depth_if_the_base_is_known(
    tmp_path: Path, config: str, root: str
) -> None:
    page = site(tmp_path, config, caso=small.term()).pages["404.html"]
    assert page.chrome.root == root
    assert page.chrome.home == f"{root}index.html"
    assert page.chrome.search == f"{root}buscar.html"
    assert all(link.href.startswith(root) for link in page.chrome.nav)
    assert page.chrome.switch is None
