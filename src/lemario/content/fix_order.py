"""Puts the fields of a term file into the order of the schema, each with what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lemario.content.fix_text import Mended
from lemario.content.models import EnglishText, Grammar, Source, SpanishText, Term
from lemario.content.yaml_layout import Fields, mapping_at, value_at
from lemario.content.yaml_source import Path, RawDocument, parse
from lemario.core.source import SourceText


def in_schema_order(document: RawDocument) -> Mended:
    """The text of a term file with its fields in order.

    Comments directly above a field and what is indented below it move along; blank lines stay
    between the fields where they are. A mapping in braces is left alone, and so is one that has
    unknown fields or comments of which it cannot be told what they are about.
    """
    ordered, before = document, None
    while ordered is not before:  # what follows a field decides whether it can be moved
        before = ordered
        for path, order in _ordered_places(document):
            ordered = _ordered(ordered, path, order) or ordered
    if ordered is document:
        return Mended(document.source.text)
    return Mended(ordered.source.text, ("order of the fields",))


def order_at(path: Path) -> tuple[str, ...]:
    """The names of the fields of the mapping at `path` of a term file, in the schema's order."""
    match path:
        case ():
            return tuple(Term.model_fields)
        case ("es",):
            return tuple(SpanishText.model_fields)
        case ("en",):
            return tuple(EnglishText.model_fields)
        case ("es", "grammar"):
            return tuple(Grammar.model_fields)
        case ("sources", int()):
            return tuple(Source.model_fields)
        case _:
            return ()


def _ordered_places(document: RawDocument) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The places of mappings that are to be put in order, inner ones first."""
    sources = value_at(document, ("sources",))
    entries = range(len(sources)) if isinstance(sources, list) else ()
    inner: list[Path] = [("es", "grammar"), ("es",), ("en",), *(("sources", n) for n in entries)]
    for path in (*inner, ()):
        yield path, order_at(path)


def _ordered(document: RawDocument, path: Path, order: Sequence[str]) -> RawDocument | None:
    """The document with one mapping in order; None if it is, or is to be left alone."""
    value = value_at(document, path)
    if not isinstance(value, dict) or not set(value) <= set(order):
        return None
    wanted = sorted(value, key=order.index)
    if wanted == list(value):
        return None
    mapping = mapping_at(document, path)
    text = mapping and _rearranged(document.source.text, mapping, wanted)
    if not text:
        return None
    checked = parse(SourceText(document.source.path, text))
    same = checked.value is not None and checked.value.data == document.data
    return checked.value if same and not checked.diagnostics else None


def _rearranged(text: str, mapping: Fields, wanted: Sequence[str]) -> str | None:
    lines = text.split("\n")
    blocks = mapping.blocks
    by_key = {block.key: block for block in blocks}
    old, new = blocks[0], by_key[wanted[0]]
    after_dash = bool(mapping.lead.strip())
    if after_dash:
        if new.first != new.key_line:
            return None  # its comments have no place between the dash and the field
        spaces = " " * mapping.column
        lines[old.key_line] = spaces + lines[old.key_line][mapping.column :]
        lines[new.key_line] = mapping.lead + lines[new.key_line][mapping.column :]
    made = lines[: old.first]
    for place, key in enumerate(wanted):
        block = by_key[key]
        made += lines[block.first : block.end]
        if place + 1 < len(blocks):
            made += lines[blocks[place].end : blocks[place + 1].first]
    return "\n".join(made + lines[blocks[-1].end :])
