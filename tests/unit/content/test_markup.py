"""The Markdown of texts: links to terms stay symbolic, HTML stays text."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from lemario.content.markup import TermLink, parsed, suspects, term_links, to_html, to_plain


def html(text: str) -> str:
    return to_html(
        parsed(text),
        lambda link: Markup('<a href="{}">{}</a>').format(link.target, link.label or "?"),
    )


def plain(text: str) -> str:
    return to_plain(text, lambda link: link.label or link.target.upper())


def test_links_are_found_in_order_with_their_labels() -> None:
    assert term_links("[[gpu]], **[[ GPU | una tarjeta ]]** y [[gpu]]") == (
        TermLink("gpu", "", "[[gpu]]", 0),
        TermLink("GPU", "una tarjeta", "[[ GPU | una tarjeta ]]", 0),
        TermLink("gpu", "", "[[gpu]]", 1),
    )


@pytest.mark.parametrize(
    "text",
    ["`[[gpu]]`", "```\n[[gpu]]\n```", "    [[gpu]]", r"\[[gpu]]", "[[]]", "[gpu]"],
)
def test_what_is_no_link(text: str) -> None:
    assert term_links(text) == ()


@pytest.mark.parametrize(
    "text", ["- uno\n- [[gpu]]", "> [[gpu]]", "| a |\n|---|\n| [[gpu]] |", "## [[gpu]]"]
)
def test_links_are_found_in_every_kind_of_block(text: str) -> None:
    assert [link.target for link in term_links(text)] == ["gpu"]


def test_whoever_renders_decides_what_a_link_becomes() -> None:
    assert html("Una [[gpu|tarjeta]].") == '<p class="lead">Una <a href="gpu">tarjeta</a>.</p>\n'


def test_only_the_first_paragraph_leads() -> None:
    assert html("Uno.\n\nDos.") == '<p class="lead">Uno.</p>\n<p>Dos.</p>\n'


def test_headings_begin_below_those_of_the_page() -> None:
    assert html("# Uno\n\n###### Seis") == "<h3>Uno</h3>\n<h6>Seis</h6>\n"


def test_a_table_can_be_scrolled_by_keyboard() -> None:
    made = html("| a |\n|---|\n| 1 |")
    assert '<div class="scroll" tabindex="0"><table>' in made
    assert made.count("<div") == made.count("</div>") == 1


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onclick=x>b</b>",
        "<!-- x -->",
        "<div>\n\nx\n\n</div>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,x)",
        "[x](vbscript:x)",
        "[x](//evil.example)",
        "[x](&#106;avascript:alert(1))",
        "<javascript:alert(1)>",
        "![x](https://example.org/x.png)",
        '[x](https://example.org/ "<b>")',
        "[x]: javascript:alert(1)\n\n[x]",
        "```html\n<script>alert(1)</script>\n```",
        "`<script>`",
    ],
)
def test_no_text_becomes_an_element_or_a_script(text: str) -> None:
    made = html(text).lower()
    for danger in ("<script", "<img", "<b", "<div", "<!--", 'href="j', 'href="d', 'href="v'):
        assert danger not in made
    assert 'href="/' not in made


@pytest.mark.parametrize("url", ["https://example.org/a?b=1&c=2", "http://x.org", "mailto:a@b.org"])
def test_links_of_the_web_work(url: str) -> None:
    assert f'<a href="{url.replace("&", "&amp;")}">x</a>' in html(f"[x]({url})")
    assert suspects(f"[x]({url})") == ()


def test_words_without_markup() -> None:
    text = "Una **[[gpu|tarjeta]]** con `código`\ny [[ram]].\n\n- uno\n- dos\n\n```sh\nls\n```"
    assert plain(text) == "Una tarjeta con código y RAM.\n\nuno\n\ndos\n\nls"


def test_plain_words_are_not_escaped() -> None:
    assert plain("a < b & c") == "a < b & c"


@pytest.mark.parametrize("text", ["3 < 4 y 5 > 4", "`<b>`", "a <- b", "[[gpu]] (x)", "f(x) [y]"])
def test_what_is_not_suspect(text: str) -> None:
    assert suspects(text) == ()


def test_suspects_are_named_as_written() -> None:
    found = suspects("un <b> y [x](gpu) y <!-- z -->")
    assert [(s.kind, s.written) for s in found] == [
        ("html", "<b>"),
        ("html", "<!--"),
        ("address", "gpu"),
    ]


def test_equal_links_in_code_count_for_the_place_of_a_link() -> None:
    assert term_links("`[[gpu]]` y [[gpu]]") == (TermLink("gpu", "", "[[gpu]]", 1),)
