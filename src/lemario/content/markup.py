"""The Markdown of definitions and examples: CommonMark and tables, plus `[[links]]` to terms.

Raw HTML and images are off: what looks like a tag is shown as text. Links to terms stay symbolic
here; whoever renders says what they lead to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup, escape

# A link may go on in the next line, and its bar may be escaped, as cells of tables need it.
_LINK = re.compile(r"\[\[([^\[\]|]+?)(?:\\?\|([^\[\]|]+))?\]\]")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)((?: +[a-z_]+=[^\s{}=]+)*) *\}")
_TAG_LIKE = re.compile(r"(<[a-zA-Z][^<>]*>|<!--)")
_REFUSED_LINK = re.compile(r"\]\(\s*<?([^)\s>]*)")
_STRAY_BRACKETS = re.compile(r"(\[\[(?:[^\[\]]*\]\])?|\]\])")
_SUSPECTS = (("html", _TAG_LIKE), ("address", _REFUSED_LINK), ("brackets", _STRAY_BRACKETS))
_WEB_ADDRESS = re.compile(r"(https?://|mailto:)", re.IGNORECASE)
_FIRST_HEADING_LEVEL = 3


@dataclass(frozen=True, slots=True)
class TermLink:
    """A `[[target]]` or `[[target|label]]`; `label` is "" when none is written.

    `written` is the link as it stands in the text, `nth` how many equal ones stand before it.
    """

    target: str
    label: str
    written: str
    nth: int


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A `{name}` or `{name key=value}` that stands for a computed value."""

    name: str
    changes: tuple[tuple[str, str], ...]
    written: str
    nth: int


RenderLink = Callable[[TermLink], Markup]
RenderPlaceholder = Callable[[Placeholder], Markup]


@dataclass(frozen=True, slots=True)
class Suspect:
    """Something that will be shown as text although it was hardly meant so.

    `nth` counts equal ones before it in the text, those inside code too.
    """

    kind: str
    written: str
    nth: int


def parsed(text: str) -> Sequence[Token]:
    """The tokens of a text; shared by all who ask, so nobody may change them."""
    return _parsed(text)


def links_of(tokens: Sequence[Token]) -> tuple[TermLink, ...]:
    """The links to terms among tokens, in order; those inside code are none."""
    return tuple(t.meta["link"] for t in _inline(tokens) if t.type == "term_link")


def term_links(text: str) -> tuple[TermLink, ...]:
    """The links to terms that are written in a text."""
    return links_of(_parsed(text))


def placeholders(text: str) -> tuple[Placeholder, ...]:
    """The placeholders in a text, in order; those inside code are none."""
    tokens = _inline(_parsed(text))
    return tuple(t.meta["placeholder"] for t in tokens if t.type == "placeholder")


@lru_cache(maxsize=8192)
def suspects(text: str) -> tuple[Suspect, ...]:
    r"""What is shown as text in a text, though it was hardly meant so.

    Tags (`html`), addresses of links that are not of the web (`address`), and double brackets that
    make no link (`brackets`). What is escaped (`&lt;`, `\[[`) was meant so.
    """
    found: list[Suspect] = []
    before = ""
    for block in _parsed(text):
        run = ""
        for token in [*(block.children or [block]), None]:
            if token is not None and token.type == "text":
                run += token.content
                continue
            for kind, pattern in _SUSPECTS:
                for match in pattern.finditer(run):
                    written = match[1]
                    if written not in text or (kind == "brackets" and "\\[" in text):
                        continue
                    found.append(
                        Suspect(kind, written, (before + run[: match.start(1)]).count(written))
                    )
            before += run + (token.content if token is not None else "")
            run = ""
    return tuple(found)


def to_html(
    tokens: Sequence[Token],
    render_link: RenderLink,
    render_placeholder: RenderPlaceholder | None = None,
) -> Markup:
    """Tokens as HTML; `render_link` makes the HTML of each link to a term.

    `render_placeholder` makes that of each computed value; without it they stay as written.
    The first paragraph gets the class `lead`. Headings begin at level 3.
    """
    env = {"render_link": render_link, "render_placeholder": render_placeholder}
    html = _markdown().renderer.render(tokens, _markdown().options, env)
    return Markup(html)


def to_plain(text: str, label_of: Callable[[TermLink], str]) -> str:
    """The words of a text without markup, paragraphs separated by an empty line."""
    blocks: list[str] = []
    for token in _parsed(text):
        if token.type == "inline":
            words = "".join(_plain(t, label_of) for t in token.children or ())
            blocks.append(" ".join(words.split()))
        elif token.type in ("fence", "code_block"):
            blocks.append(token.content.rstrip())
    return "\n\n".join(blocks)


def _plain(token: Token, label_of: Callable[[TermLink], str]) -> str:
    if token.type == "term_link":
        return label_of(token.meta["link"])
    if token.type == "placeholder":
        return str(token.meta["placeholder"].written)
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content


def _inline(tokens: Sequence[Token]) -> Iterator[Token]:
    for block in tokens:
        yield from block.children or ()


@lru_cache(maxsize=8192)
def _parsed(text: str) -> list[Token]:
    return _markdown().parse(text)


@cache
def _markdown() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    md.validateLink = lambda url: bool(_WEB_ADDRESS.match(url.strip()))  # type: ignore[method-assign]
    md.inline.ruler.before("link", "term_link", _term_link_rule)
    md.inline.ruler.before("link", "placeholder", _placeholder_rule)
    md.core.ruler.push("count_equals", _count_equals)
    md.core.ruler.push("table_alignment", _align_by_attribute)
    md.core.ruler.push("levels", _mark_lead_and_lower_headings)
    md.add_render_rule("term_link", _render_term_link)
    md.add_render_rule("placeholder", _render_placeholder)
    md.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
    md.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return md


def _term_link_rule(state: StateInline, silent: bool) -> bool:
    match = _LINK.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        token = state.push("term_link", "", 0)
        target, label = " ".join(match[1].split()), " ".join((match[2] or "").split())
        token.meta = {"link": TermLink(target, label, match[0], 0)}
    state.pos = match.end()
    return True


def _placeholder_rule(state: StateInline, silent: bool) -> bool:
    match = _PLACEHOLDER.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        token = state.push("placeholder", "", 0)
        parts = (change.partition("=") for change in match[2].split())
        changes = tuple((key, value) for key, _, value in parts)
        token.meta = {"placeholder": Placeholder(match[1], changes, match[0], 0)}
    state.pos = match.end()
    return True


def _count_equals(state: Any) -> None:
    """Numbers links and placeholders that are written alike, for their places in the file.

    Those in code are none, but stand in the file all the same.
    """
    seen: dict[str, int] = {}
    for token in (part for block in state.tokens for part in (block.children or [block])):
        if token.type in ("term_link", "placeholder"):
            key = "link" if token.type == "term_link" else "placeholder"
            nth = seen.get(token.meta[key].written, 0)
            seen[token.meta[key].written] = nth + 1
            token.meta[key] = replace(token.meta[key], nth=nth)
        elif token.type in ("code_inline", "code_block", "fence"):
            for pattern in (_LINK, _PLACEHOLDER):
                for match in pattern.finditer(token.content):
                    seen[match[0]] = seen.get(match[0], 0) + 1


def _mark_lead_and_lower_headings(state: Any) -> None:
    if state.tokens and state.tokens[0].type == "paragraph_open":
        state.tokens[0].attrSet("class", "lead")
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            level = min(6, int(token.tag[1]) + _FIRST_HEADING_LEVEL - 1)
            token.tag = f"h{level}"


def _align_by_attribute(state: Any) -> None:
    """Alignment of table cells as `data-lm-align`: the pages' policy forbids style attributes."""
    for token in state.tokens:
        style = token.attrs.pop("style", None) if token.type in ("th_open", "td_open") else None
        if style:
            token.attrs["data-lm-align"] = str(style).removeprefix("text-align:")


def _render_term_link(
    _renderer: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    _options: Any,
    env: MutableMapping[str, Any],
) -> str:
    render: RenderLink = env["render_link"]
    return str(render(tokens[index].meta["link"]))


def _render_placeholder(
    _renderer: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    _options: Any,
    env: MutableMapping[str, Any],
) -> str:
    placeholder: Placeholder = tokens[index].meta["placeholder"]
    render: RenderPlaceholder | None = env["render_placeholder"]
    return str(render(placeholder) if render else escape(placeholder.written))
