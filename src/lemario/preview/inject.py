"""Puts the preview's script into pages on their way to the browser; files stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from html.parser import HTMLParser

from lemario.preview.live import State

CLIENT = "/__lemario/client.js"
CLIENT_STYLES = "/__lemario/client.css"
EVENTS = "/__lemario/events"

# For each thing that the script needs from 'self': the directives that decide, the first one counts.
_NEEDS = (
    ("script-src-elem", "script-src", "default-src"),
    ("style-src-elem", "style-src", "default-src"),
    ("connect-src", "default-src"),
)
_BASE = ("base-uri",)
_PIECE = 4096


def with_client(html: str, state: State, *, anywhere: bool = False) -> str:
    """The page with the preview's script in its head.

    Its content security policies are widened where they would refuse the script, and only there.
    `state` must have been current before the page was read: the page compares it with later ones.
    `anywhere` is for 404.html, which is shown at any address: its links begin at the root.
    """
    head = _read_head(html)
    tag = f'<script src="{CLIENT}" data-pages="{state.pages}" data-styles="{state.styles}" defer>'
    edits = [(head.end, head.end, f"{tag}</script>\n")]
    if anywhere:
        edits.append((head.start, head.start, '<base href="/">'))
    for start, end, policy in head.policies:
        widened = widen(policy, *([_BASE] if anywhere else []))
        if widened != policy:
            meta = f'<meta http-equiv="Content-Security-Policy" content="{_quoted(widened)}">'
            edits.append((start, end, meta))
    for start, end, text in sorted(edits, reverse=True):
        html = html[:start] + text + html[end:]
    return html


def widen(policy: str, *more: Sequence[str]) -> str:
    """The policy with 'self' where the preview's script, its style and its stream need that.

    `more` are further directives that need it: for each, those that decide, the first one first.
    """
    directives: dict[str, list[str]] = {}
    for text in policy.split(";"):
        name, *sources = text.split() or [""]
        # Of two directives with one name, browsers take the first.
        directives.setdefault(name.lower(), sources)
    missing: dict[str, list[str]] = {}
    for names in (*_NEEDS, *more):
        decisive = next((name for name in names if name in directives), None)
        if decisive is None:
            continue
        sources = directives[decisive]
        if not {"'self'", "*"} & {source.lower() for source in sources}:
            # Not into `default-src`: that would open more than is needed.
            name = names[-2] if decisive == "default-src" else decisive
            kept = [source for source in sources if source.lower() != "'none'"]
            missing[name] = [*kept, "'self'"]
    if not missing:
        return policy
    merged = {name: s for name, s in directives.items() if name} | missing
    return "; ".join(" ".join([name, *sources]) for name, sources in merged.items())


def _quoted(text: str) -> str:
    """The text for an attribute in double quotes; policies are full of single ones."""
    return escape(text, quote=False).replace('"', "&quot;")


class _Head(HTMLParser):
    """Where the head begins and ends, and the policies in it, by their place in the text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.policies: list[tuple[int, int, str]] = []
        self.start = 0
        self.end = len(html)
        self.done = False
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.done:
            return
        if tag == "body":
            self._finish()
            return
        if tag == "head":
            self.start = self._offset() + len(self.get_starttag_text() or "")
        known = {name: value or "" for name, value in attrs}
        if tag == "meta" and known.get("http-equiv", "").lower() == "content-security-policy":
            start = self._offset()
            length = len(self.get_starttag_text() or "")
            self.policies.append((start, start + length, known.get("content", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "head" and not self.done:
            self._finish()

    def _finish(self) -> None:
        self.end = self._offset()
        self.done = True

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def _read_head(html: str) -> _Head:
    head = _Head(html)
    for start in range(0, len(html), _PIECE):
        head.feed(html[start : start + _PIECE])
        if head.done:
            break
    return head
