"""How terms hang together: sources, orphans, relations that only one side knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lemario.content.glossary import TEXT_FIELDS, Entry, Glossary
from lemario.content.markup import links_of
from lemario.content.models import RELATIONS
from lemario.core.diagnostics import Diagnostic, Note, Span, warning
from lemario.core.lang import LANGS

# What the other side must list this term under, "" where any relation will do.
_INVERSE: Final[Mapping[str, str]] = {
    "broader": "narrower",
    "narrower": "broader",
    "related": "",
    "contrast": "",
}

# What more terms than these call related is a notion that the whole field rests on (token, GPU): it
# need not list them all.
_MOST_RELATED: Final = 5

_Listed = Mapping[str, Mapping[str, tuple[str, Span]]]
"""By id of a term and id of another: the relation that the first lists the second under."""


def sources(glossary: Glossary) -> Iterator[Diagnostic]:
    """L258 for each term without a source, where at least half of the terms have one."""
    without = [entry for entry in glossary.entries if not entry.term.sources]
    if 2 * len(without) > len(glossary.entries):
        return
    for entry in without:
        yield warning(
            "L258",
            _headword(entry),
            "the term has no source",
            'add where its facts come from: `sources: [{title: "…", url: "https://…"}]`',
        )


def one_sided(glossary: Glossary) -> Iterator[Diagnostic]:
    """L264 for each term that others list and that does not list them, once a relation."""
    listed = _listed(glossary)
    published = glossary.published()
    missing: dict[tuple[str, str, str], list[tuple[str, Span]]] = {}
    for term_id, targets in listed.items():
        for target, (relation, span) in targets.items():
            if target not in published:
                continue
            back = listed[target][term_id][0] if term_id in listed[target] else ""
            wanted = _INVERSE[relation]
            if not back or (wanted and back != wanted):
                key = (target, wanted or relation, back)
                missing.setdefault(key, []).append((term_id, span))
    for (target, relation, back), others in missing.items():
        if _INVERSE[relation] or len(others) <= _MOST_RELATED:
            yield _missing(published[target], relation, back, others)


def _missing(
    entry: Entry, relation: str, back: str, others: Sequence[tuple[str, Span]]
) -> Diagnostic:
    """`back` is what the entry lists the others under instead of `relation`, "" for nothing."""
    ids = ", ".join(term_id for term_id, _ in others)
    named = ", ".join(f'"{term_id}"' for term_id, _ in others)
    lists, are = ("lists", "is") if len(others) == 1 else ("list", "are")
    has_field = bool(getattr(entry.term, relation))
    if back:
        here, help = f"here under `{back}` only", f"move {ids} from `{back}:` to `{relation}:`"
    elif has_field:
        here, help = "not listed here", f"add to `{relation}:` {ids}"
    else:
        here, help = "not listed here", f"add a line `{relation}: [{ids}]`"
    return warning(
        "L264",
        entry.document.key_span((relation,)) if has_field else _headword(entry),
        f"{named} {lists} this term, but {are} {here}",
        help,
        (Note(others[0][1], "listed here"),),
    )


def orphans(glossary: Glossary) -> Iterator[Diagnostic]:
    """L263 for each term that no other leads to and that leads to none."""
    listed = _listed(glossary)
    reached = {target for targets in listed.values() for target in targets}
    alone = [e for e in glossary.entries if e.id not in reached and not listed[e.id]]
    if not alone:
        return
    # Links in texts, those too that make themselves, are only looked at when it comes to that.
    linked = {entry.id: set(_linked(glossary, entry)) for entry in glossary.entries}
    for targets in linked.values():
        reached |= targets
    for entry in alone:
        if entry.id not in reached and not linked[entry.id]:
            yield warning(
                "L263",
                _headword(entry),
                "no term leads here, and this one leads to none",
                "name neighbours: `related: [id, …]`, or link them in the definition: `[[id]]`",
            )


def _linked(glossary: Glossary, entry: Entry) -> Iterator[str]:
    for lang in LANGS:
        for name in TEXT_FIELDS:
            for link in links_of(glossary.tokens(entry, lang, name)):
                if target := glossary.target(link):
                    yield target


def _listed(glossary: Glossary) -> _Listed:
    return {
        entry.id: {
            target: (relation, entry.document.value_span((relation, number)))
            for relation in RELATIONS
            for number, written in enumerate(getattr(entry.term, relation))
            if (target := glossary.target(written))
        }
        for entry in glossary.entries
    }


def _headword(entry: Entry) -> Span:
    return entry.document.value_span(("es", "term"))
