"""No text of a glossary reaches a page, or the data of the search, as code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import lxml.html  # type: ignore[import-untyped]  # ships no types
import pytest
from lxml.html import HtmlElement

from lemario.core.lang import LANGS
from lemario.pipeline import Options, build
from tests import small
from tests.search_columns import entries_of

PAYLOADS = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "</title></style></textarea></noscript><script>alert(3)</script>",
    "<img src=x onerror=alert(4)>",
    "<svg/onload=alert(5)>",
    '" onmouseover="alert(6)" x="',
    "' onfocus='alert(7)' autofocus x='",
    "javascript:alert(8)",
    "[x](javascript:alert(9))",
    "<!--<script>",
    "-->",
    "<a href=javascript:alert(10)>x</a>",
    "{{ 7 * 7 }}{% raw %}",
    "${alert(11)}`",
    "&lt;script&gt;&#60;script&#62;",
)
# All that a web address may hold of what could end an attribute.
ADDRESS = "https://example.org/?a='onclick='alert(1)&lt;&#34;"
PLAIN = tuple("plain words" for _ in PAYLOADS)

URL_ATTRIBUTES = ("href", "src", "action", "formaction", "data", "poster", "cite", "background")


def hostile(text: str, number: int) -> str:
    """A term file that holds `text` in every field that takes text, made unlike its neighbours.

    JSON is YAML in which every text is in quotes.
    """
    unlike = f"{text} {number}"
    names = {
        "term": unlike,
        "acronym": text,
        "expansion": text,
        "aliases": [f"alias {unlike}"],
        "hidden": [text],
        "avoid": [{"name": text, "why": text}],
        "definition": f"{text}\n\n- {text}\n\n| {text} |\n|:-:|\n| {text} |\n\n```{text}\n{text}\n```\n\n[[t0|{number}]] `{text}`",
        "example": text,
    }
    if number == 0:
        names["definition"] = text
    term = {
        "es": names | {"grammar": {"gender": "m", "plural": text}},
        "en": names | {"aliases": [f"English alias {unlike}"]},
        "category": "memoria",
        "sources": [{"author": text, "title": text, "url": ADDRESS}],
        "added": "2026-12-01",
        "updated": "2026-12-01",
        "qualifier": {"es": text, "en": text},
    }
    return json.dumps(term, ensure_ascii=False)


def built(folder: Path, texts: tuple[str, ...]) -> dict[str, bytes]:
    """The site of a glossary whose every text is one of `texts`."""
    both = {"es": texts[0], "en": texts[1]}
    site = json.dumps(
        {
            "title": texts[2],
            "subtitle": both,
            "tagline": both,
            "description": {"es": texts[3], "en": texts[5]},
            "repository": ADDRESS,
            "licence": {"name": texts[0], "url": ADDRESS},
            "base_url": "https://example.org/x",
        }
    )
    terms = {f"t{number}": hostile(text, number) for number, text in enumerate(texts)}
    small.write(folder / "glossary", terms, site=site)
    categories = {
        "memoria": {"name": both, "blurb": {"es": texts[4], "en": texts[5]}},
    }
    (folder / "glossary/categories.yaml").write_text(json.dumps(categories), encoding="utf-8")
    outcome = build(Options(folder / "glossary", "glossary", folder / "site"))
    assert outcome.glossary is not None, outcome.diagnostics
    return small.snapshot(folder / "site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The site of a glossary in which every text is hostile."""
    return built(tmp_path_factory.mktemp("hostile"), PAYLOADS)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The site of the same glossary with harmless words in the place of each text."""
    return built(tmp_path_factory.mktemp("plain"), PLAIN)


def parsed(site: dict[str, bytes]) -> Iterator[tuple[str, HtmlElement]]:
    for path, data in site.items():
        if path.endswith(".html"):
            yield path, lxml.html.document_fromstring(data.decode())


def elements(page: HtmlElement) -> Iterator[HtmlElement]:
    return (element for element in page.iter() if isinstance(element.tag, str))


def element_names(site: dict[str, bytes]) -> set[str]:
    return {element.tag for _, page in parsed(site) for element in elements(page)}


def attribute_names(site: dict[str, bytes]) -> set[str]:
    return {
        str(name)
        for _, page in parsed(site)
        for element in elements(page)
        for name in element.attrib
    }


def test_the_hostile_text_is_there_as_text(site: dict[str, bytes]) -> None:
    for number, text in enumerate(PAYLOADS):
        for path in (f"terminos/t{number}.html", f"en/terms/t{number}.html"):
            page = lxml.html.document_fromstring(site[path].decode())
            (headline,) = page.iter("h1")
            assert headline.text_content().startswith(f"{text} {number}")


def test_scripts_are_those_of_the_theme(site: dict[str, bytes]) -> None:
    known = {path for path in site if path.startswith("assets/js/")}
    for path, page in parsed(site):
        scripts = list(page.iter("script"))
        assert scripts, path
        for script in scripts:
            assert not (script.text or "").strip(), path
            assert any(script.get("src").endswith(name) for name in known), path


def test_there_are_no_elements_that_plain_text_does_not_make(
    site: dict[str, bytes], plain: dict[str, bytes]
) -> None:
    assert element_names(site) <= element_names(plain)


def test_there_are_no_attributes_that_plain_text_does_not_make(
    site: dict[str, bytes], plain: dict[str, bytes]
) -> None:
    found = attribute_names(site)
    assert found <= attribute_names(plain)
    assert [name for name in found if name.startswith("on") or name == "style"] == []


def test_addresses_are_of_the_web_or_of_the_site(site: dict[str, bytes]) -> None:
    for path, page in parsed(site):
        for element in elements(page):
            for name in URL_ATTRIBUTES:
                value = re.sub(r"[\s\x00-\x1f]", "", element.get(name, ""))
                scheme = re.match(r"([a-z][a-z0-9+.-]*):", value, re.IGNORECASE)
                if scheme is not None and element.get("rel") != "icon":
                    assert scheme[1] in ("https", "http", "mailto"), (path, value)


def test_the_policy_against_inline_code_stands_first(site: dict[str, bytes]) -> None:
    for path, page in parsed(site):
        charset, policy = list(page.iter("meta"))[:2]
        assert charset.get("charset") == "utf-8", path
        assert policy.get("http-equiv") == "Content-Security-Policy", path
        assert "unsafe" not in policy.get("content"), path
        # Nothing before it could have run.
        (head,) = page.iter("head")
        assert list(head)[:2] == [charset, policy], path


def test_the_data_of_the_search_may_stand_in_a_script(site: dict[str, bytes]) -> None:
    script = site["assets/js/search-data.js"].decode()
    for danger in ("</", "<!--", "<script", "\u2028", "\u2029"):
        assert danger not in script
    names = {id_: cells["es"]["term"] for id_, cells in entries_of(script).items()}
    assert names == {f"t{number}": f"{text} {number}" for number, text in enumerate(PAYLOADS)}


def test_the_strings_of_the_scripts_are_json(site: dict[str, bytes]) -> None:
    for lang in LANGS:
        declared, _, words = site[f"assets/js/strings-{lang.value}.js"].decode().partition("=")
        assert declared.strip() == "const LemarioStrings"
        assert json.loads(words.rstrip(";\n"))


def test_the_sitemap_is_well_formed(site: dict[str, bytes]) -> None:
    root = lxml.etree.fromstring(site["sitemap.xml"])
    assert len(root) == sum(path.endswith(".html") for path in site) - 1  # all but 404
