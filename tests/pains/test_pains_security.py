"""Nothing in a glossary becomes code, and pages ask nothing of anybody else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lemario.pipeline import Options, build
from tests import small
from tests.pains.trying import page, pages, write

PAYLOADS = [
    '[t]("><img src=x onerror=alert(1)>)',
    "[t](javascript:alert(1))",
    "[t](JaVaScRiPt:alert(1))",
    "[t](\u0001javascript:alert(1))".replace("\u0001", ""),
    "[t](data:text/html,<script>alert(1)</script>)",
    '[t](https://a.b/"onmouseover="alert(1))',
    "[t](https://a.b 'x\" onclick=\"alert(1)')",
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!-- x --><b onclick=alert(1)>",
    "[a]: javascript:alert(1)\n\n[a]",
    "<javascript:alert(1)>",
    "![x](https://evil.example/x.png)",
    "`</code><script>alert(1)</script>`",
    '{"a": "</script>"}',
    "{{ 7 * 7 }} {% include 'x' %}",
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose terms hold one of these each, in the definition and in names."""
    folder = tmp_path_factory.mktemp("hostile")
    terms = {}
    for number, text in enumerate(PAYLOADS):
        line = " ".join(text.split())
        names = {"term": f"{line} {number}", "definition": text, "hidden": [line]}
        fields = {"es": names, "en": names, "category": "memoria"}
        fields |= {"added": "2026-12-01", "updated": "2026-12-01"}
        terms[f"t{number}"] = json.dumps(fields, ensure_ascii=False)
    outcome = build(Options(write(folder / "glossary", terms), "glossary", folder / "site"))
    assert outcome.pages, [d for d in outcome.diagnostics if d.severity == "error"]
    return folder / "site"


def test_no_text_becomes_an_element_or_an_attribute_that_runs(hostile: Path) -> None:
    for name, document in pages(hostile):
        assert document.xpath("//@*[starts-with(name(), 'on')]") == [], name
        assert document.xpath("//script[not(@src)] | //iframe | //object | //main//img") == [], name
        for href in document.xpath("//@href | //@src | //@action"):
            assert re.match(r"(https?:|mailto:|data:image/svg|[^:]*$)", href), (name, href)


def test_text_is_shown_as_it_is_written(hostile: Path) -> None:
    number = PAYLOADS.index("{{ 7 * 7 }} {% include 'x' %}")
    assert PAYLOADS[number] in page(hostile, f"terminos/t{number}.html").text_content()


def test_data_in_scripts_cannot_end_them(hostile: Path) -> None:
    for script in (hostile / "assets/js").glob("*-*.js"):
        text = script.read_text(encoding="utf-8")
        assert "</script" not in text.lower(), script.name
        assert "\u2028" not in text
        assert "\u2029" not in text


def test_pages_ask_nothing_of_other_servers(built: Path) -> None:
    for name, document in pages(built):
        asked = document.xpath("//@src | //link[not(@rel='alternate' or @rel='canonical')]/@href")
        assert [
            a for a in asked if re.match(r"(https?:)?//", a) and "example.github" not in a
        ] == []
        assert document.xpath("//@style | //style") == [], name
    for sheet in (built / "assets/css").iterdir():
        assert not re.search(r"url\((?!\"#)|@import", sheet.read_text(encoding="utf-8")), sheet.name


def test_every_page_has_a_policy_that_forbids_inline_code(built: Path) -> None:
    for name, document in pages(built):
        (policy,) = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert "default-src 'none'" in policy, name
        assert "unsafe" not in policy, name


@pytest.mark.parametrize("url", ["javascript:alert(1)", "//x.org", "ftp://x", 'https://x"y', "x"])
def test_a_source_is_an_address_of_the_web(url: str, tmp_path: Path) -> None:
    more = f"sources:\n  - title: x\n    url: '{url}'"
    outcome = build(
        Options(small.write(tmp_path / "g", {"x": small.term(more=more)}), "g", tmp_path / "s")
    )
    assert [d.code for d in outcome.diagnostics] == ["L105"]
