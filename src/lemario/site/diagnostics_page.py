"""The page that explains every diagnostic."""

from __future__ import annotations

from functools import cache

from markupsafe import escape

from lemario.content.markup import parsed, to_html
from lemario.core.messages import explanations, title_of
from lemario.site.views import DiagnosticItem, DiagnosticsView


@cache
def diagnostics_view() -> DiagnosticsView:
    """All explanations in the order of their codes."""
    return DiagnosticsView(tuple(_item(code, text) for code, text in explanations().items()))


def _item(code: str, text: str) -> DiagnosticItem:
    body = text.partition("\n")[2].replace("\n## ", "\n# ")  # one level below the item's heading
    html = to_html(parsed(body), lambda link: escape(link.written))
    return DiagnosticItem(code, title_of(text).removeprefix(f"{code}: "), html)
