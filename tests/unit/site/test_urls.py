"""Addresses and the links between them: relative, to files, and safe in HTML."""

from __future__ import annotations

from posixpath import join, normpath
from urllib.parse import unquote

import pytest

from lemario.core.lang import Lang
from lemario.site.urls import absolute, address, base_path, relative, root_of

ADDRESSES = [
    "index.html",
    "indice.html",
    "terminos/gqa.html",
    "en/index.html",
    "en/index-a-z.html",
    "en/terms/gqa.html",
    "assets/css/base.css",
    "404.html",
]


@pytest.mark.parametrize(
    ("kind", "item", "es", "en"),
    [
        ("home", "", "index.html", "en/index.html"),
        ("index", "", "indice.html", "en/index-a-z.html"),
        ("search", "", "buscar.html", "en/search.html"),
        ("term", "gqa", "terminos/gqa.html", "en/terms/gqa.html"),
        ("category", "x", "categorias/x.html", "en/categories/x.html"),
        ("404", "", "404.html", "404.html"),
    ],
)
def test_addresses_are_those_that_others_rely_on(kind: str, item: str, es: str, en: str) -> None:
    assert (address(kind, Lang.ES, item), address(kind, Lang.EN, item)) == (es, en)


@pytest.mark.parametrize("source", ADDRESSES)
@pytest.mark.parametrize("target", ADDRESSES)
def test_a_relative_link_leads_from_any_page_to_any_file(source: str, target: str) -> None:
    link = relative(source, target)
    assert not link.startswith("/")
    assert not link.endswith("/")
    assert normpath(join(source, "..", unquote(link))) == target


@pytest.mark.parametrize("source", ADDRESSES)
def test_the_root_is_where_assets_begin(source: str) -> None:
    assert normpath(join(source, "..", root_of(source) + "assets/x")) == "assets/x"


def test_an_anchor_is_kept_and_odd_characters_are_escaped() -> None:
    assert relative("terminos/a.html", "indice.html#letra-a") == "../indice.html#letra-a"
    assert relative("a.html", 'x "y".html#ñ') == "x%20%22y%22.html#%C3%B1"


@pytest.mark.parametrize("base", ["https://example.org/glosario", "https://example.org/glosario/"])
def test_web_addresses_are_below_the_base(base: str) -> None:
    assert absolute(base, "index.html") == "https://example.org/glosario/"
    assert absolute(base, "en/index.html") == "https://example.org/glosario/en/"
    assert absolute(base, "terminos/a.html") == "https://example.org/glosario/terminos/a.html"


@pytest.mark.parametrize(
    ("base", "path"),
    [
        ("https://example.org", "/"),
        ("https://example.org/", "/"),
        ("https://example.org/a/b", "/a/b/"),
        ("https://example.org/a//b/", "/a/b/"),
        ("", "/"),
        (None, "/"),
    ],
)
def test_the_base_path_has_a_slash_at_both_ends(base: str | None, path: str) -> None:
    assert base_path(base) == path
