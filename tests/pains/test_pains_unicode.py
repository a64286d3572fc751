"""Order and equality of words are those of the language, on any machine."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tests import small
from tests.pains.conftest import TERMS
from tests.pains.trying import codes, good, page, said, words


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def entries(site: Path, name: str) -> list[str]:
    """The headwords of an index, in its order."""
    return [words(link) for link in page(site, name).xpath("//*[@data-lm-letter]//dfn/a")]


def in_order(site: Path, name: str, *expected: str) -> list[str]:
    """Those of the expected headwords that an index holds, in its order."""
    shown = entries(site, name)
    return sorted(expected, key=lambda word: next(n for n, e in enumerate(shown) if e == word))


SPANISH = ("API", "api web", "árbol", "Índice", "nube", "ñu", "ofimática", "XML", "YAML", "Zeta")
ENGLISH = ("aardvark", "API", "gnu", "office", "tree", "web API", "YAML", "zoo")


def test_spanish_has_its_own_order_in_which_accents_and_capitals_do_not_part(built: Path) -> None:
    assert in_order(built, "indice.html", *reversed(SPANISH)) == list(SPANISH)


def test_english_is_ordered_by_its_own_names(built: Path) -> None:
    assert in_order(built, "en/index-a-z.html", *reversed(ENGLISH)) == list(ENGLISH)


def test_letters_with_an_accent_stand_under_the_plain_one_and_enye_has_its_own(built: Path) -> None:
    found = {}
    for section in page(built, "indice.html").xpath("//*[@data-lm-letter]"):
        for link in section.xpath(".//dfn/a"):
            found[words(link)] = words(section.find("h2"))
    assert [found[w] for w in ("árbol", "Índice", "ñu", "nube")] == ["A", "I", "Ñ", "N"]


@pytest.mark.parametrize("locale", ["C", "xx_XX"])
def test_the_locale_of_the_machine_changes_nothing(
    locale: str, built: Path, tmp_path: Path
) -> None:
    lemario = Path(sys.executable).with_name("lemario")
    environment = {**os.environ, "LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0"}
    command = [str(lemario), "build", "--glossary", str(built.parent / "glossary")]
    command += ["--out", str(tmp_path / "site"), "--quiet", "--no-cache"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert entries(tmp_path / "site", "indice.html") == entries(built, "indice.html") != []


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("name", ["caché", "Caché", "CACHÉ", "cache"])
def test_a_name_leads_to_its_term_in_whatever_form_it_is_written(
    form: str, name: str, tmp_path: Path
) -> None:
    written = unicodedata.normalize(form, name)  # type: ignore[arg-type]
    text = small.term("Otro", "Other", es_text=f"Ver [[{written}]].", more=f"related: [{written}]")
    glossary = good(tmp_path, {"x-cache": small.term(nfd("Caché"), "Cache memory"), "b": text})
    assert glossary.target(written) == "x-cache"


def test_what_is_shown_is_composed(tmp_path: Path) -> None:
    term = good(tmp_path, {"x": small.term(nfd("Ñandú"), nfd("Rhéa"))}).entries[0].term
    assert (term.es.term, term.en.term) == ("Ñandú", "Rhéa")


@pytest.mark.parametrize(
    "other", [nfd("Caché"), "cache", "CACHÉ", "Cachè", "ｃａｃｈé", "Ca\u00adché", "Caché "]
)
def test_a_name_in_another_form_is_the_same_name(other: str, tmp_path: Path) -> None:
    assert codes(tmp_path, {"a": small.term("Caché", "A"), "b": small.term(other, "B")}) == ["L204"]


@pytest.mark.parametrize(("one", "two"), [("ano", "año"), ("C", "C++"), ("C", "C#"), ("a", "α")])
def test_different_letters_and_signs_make_different_names(
    one: str, two: str, tmp_path: Path
) -> None:
    assert codes(tmp_path, {"a": small.term(one, "A"), "b": small.term(two, "B")}) == []


@pytest.mark.parametrize("char", ["\u200b", "\u202e", "\u2066", "\u200e", "\ufeff", "\u2028", "\0"])
def test_characters_that_nobody_sees_are_refused_with_their_place(
    char: str, tmp_path: Path
) -> None:
    (found,) = said(tmp_path, {"x": small.term(f"Ca{char}so")})
    assert (found.code, found.span.line, found.span.column) == ("L113", 2, 11)
    assert f"U+{ord(char):04X}" in found.message


@pytest.mark.parametrize("kept", ["👩‍👩‍👧", "☃️", "8 GB", "10 000", "¿qué?", "日本", "Ωmega"])
def test_what_is_seen_is_kept(kept: str, tmp_path: Path) -> None:
    assert good(tmp_path, {"x": small.term(kept)}).entries[0].term.es.term == kept


def test_every_term_is_in_both_indexes(built: Path) -> None:
    published = [term_id for term_id in TERMS if term_id != "borrador"]
    for name in ("indice.html", "en/index-a-z.html"):
        assert len(entries(built, name)) == len(published)
