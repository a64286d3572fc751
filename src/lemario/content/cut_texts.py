"""Texts that lose their end to a comment: YAML reads `F # x` as `F`.

Only fields of free text are looked at; beside an id or a date a comment is meant as one. So are
remarks such as `# TODO`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lemario.content.yaml_faults import quoted
from lemario.content.yaml_source import Path, RawDocument, span_of
from lemario.core.diagnostics import Diagnostic, warning
from lemario.core.lang import LANGS

_TEXTS = frozenset(
    [
        *("term", "acronym", "expansion", "aliases", "forms", "hidden", "name"),
        *("why", "plural", "definition", "example", "author", "title"),
        *("blurb", "qualifier", "subtitle", "tagline", "description"),
    ]
)
_COMMENT = re.compile(r"[ \t]+(?P<comment>#[^\n]*)")
_REMARK = re.compile(r"#\W*(todo|fixme|xxx|tbd|pendiente|falta)\b", re.IGNORECASE)


def cut_texts(document: RawDocument) -> Iterator[Diagnostic]:
    """L248 for each text without quotes that a comment follows, or stands before, in its field."""
    text = document.source.text
    for path, (start, end) in document.values.items():
        if start == end or text[start] in "\"'|>[{" or _field(path) not in _TEXTS:
            continue
        key_end = document.keys[path][1] if path in document.keys else start
        before = _COMMENT.match(text, text.find(":", key_end, start) + 1, start)
        after = _COMMENT.match(text, end)
        comment = before or after
        if comment is None or is_remark(comment["comment"]):
            continue
        written = text[start : comment.end()].rstrip()
        if before or "\n" in written:
            help = f"write `{_field(path)}: |` and all of the text below"
        else:
            help = f"put all of it in quotes: {quoted(written)}"
        yield warning(
            "L248",
            span_of(document.source, *comment.span("comment")),
            "the text is cut at `#`: YAML reads the rest of the line as a comment",
            f"{help}; if it is a comment, put it on a line of its own",
        )


def is_remark(comment: str) -> bool:
    """Whether a comment, from its `#` on, is a note to oneself such as `# TODO`."""
    return _REMARK.match(comment) is not None


def _field(path: Path) -> str:
    """The name of the field that a value belongs to; languages and places in lists are none."""
    return next((str(p) for p in reversed(path) if isinstance(p, str) and p not in LANGS), "")
