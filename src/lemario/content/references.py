"""Links and relations between terms: each must lead somewhere, and not back to itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from lemario.content.glossary import Entry, Glossary, texts
from lemario.content.markup import Suspect, TermLink, suspects, term_links
from lemario.content.models import RELATIONS
from lemario.content.yaml_source import Path
from lemario.core.diagnostics import Diagnostic, Span, error, warning
from lemario.core.lang import LANGS, LANGUAGE_NAMES, Lang
from lemario.core.suggest import did_you_mean, nearest

_AFTER_NAME = re.compile(r"([#?].*|\.(html?|ya?ml|md))$")


def check_references(glossary: Glossary) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with categories, links, relations and texts of all terms."""
    everything = glossary.by_id
    found: list[Diagnostic] = []
    for entry in everything.values():
        found += _category(entry, glossary)
        found += _relations(entry, glossary, everything)
        found += _links(entry, glossary, everything)
        found += _suspects(entry, glossary)
    found += _cycles(glossary, everything)
    return tuple(found)


def _category(entry: Entry, glossary: Glossary) -> Iterator[Diagnostic]:
    name = entry.term.category
    if name not in glossary.categories:
        known = tuple(glossary.categories)
        partly = [known_id for known_id in known if name in known_id]
        yield error(
            "L201",
            entry.document.value_span(("category",)),
            f'there is no category "{name}"',
            (f'did you mean "{partly[0]}"?' if len(partly) == 1 else did_you_mean(name, known))
            or (f"choose one of: {', '.join(known)}" if known else "add it to categories.yaml"),
        )


def _relations(
    entry: Entry, glossary: Glossary, everything: Mapping[str, Entry]
) -> Iterator[Diagnostic]:
    seen: dict[str, str] = {}
    for kind in RELATIONS:
        for number, written in enumerate(getattr(entry.term, kind)):
            span = entry.document.value_span((kind, number))
            problem = _broken(entry, written, span, glossary)
            if problem:
                yield problem
                continue
            target = glossary.target(written)
            if target is None or target not in everything:
                continue
            if target in seen:
                yield error(
                    "L212",
                    span,
                    f'"{target}" is already listed under `{seen[target]}`',
                    "delete it",
                )
            seen.setdefault(target, kind)
            for lang in LANGS:
                if entry.has_text(lang):
                    yield from _readable(everything[target], lang, span)
            yield from _hidden_draft(entry, everything[target], span)
            yield from _retired(written, span, glossary)


def _links(
    entry: Entry, glossary: Glossary, everything: Mapping[str, Entry]
) -> Iterator[Diagnostic]:
    for lang, field, text in texts(entry.term):
        for link in term_links(text):
            span = _span_of(entry, (lang.value, field), link)
            problem = _broken(entry, link.target, span, glossary)
            if problem:
                yield problem
                continue
            target = everything.get(glossary.target(link) or "")
            if target is not None:
                yield from _readable(target, lang, span)
                yield from _hidden_draft(entry, target, span)
            yield from _retired(link.target, span, glossary)


def _span_of(entry: Entry, path: Path, link: TermLink) -> Span:
    return entry.document.text_span(path, link.written, link.nth)


def _broken(entry: Entry, written: str, span: Span, glossary: Glossary) -> Diagnostic | None:
    ids = glossary.names.resolve(written).ids
    if not ids:
        near = _near(written, glossary)
        help = "write the id of a term: the name of its file in terms/, without .yaml"
        help = f'did you mean "{near}"?' if near else help
        return error("L202", span, f'no term is called "{written}"', help)
    if len(ids) > 1:
        choices = " or ".join(f'"{term_id}"' for term_id in ids)
        return error("L207", span, f'"{written}" may mean several terms', f"write {choices}")
    if ids[0] == entry.id:
        return error("L203", span, "the term links to itself", "delete the link")
    return None


def _near(written: str, glossary: Glossary) -> str | None:
    """The name that was meant, also by an address such as `/terms/gpu/`; None if none is near."""
    last = _AFTER_NAME.sub("", written.rstrip("/").rpartition("/")[2])
    ids = glossary.names.resolve(last).ids
    return ids[0] if len(ids) == 1 else nearest(last or written, glossary.names.candidates())


def _readable(target: Entry, lang: Lang, span: Span) -> Iterator[Diagnostic]:
    if not target.has_text(lang):
        yield warning(
            "L241",
            span,
            f'"{target.id}" has no text in {LANGUAGE_NAMES[lang]}: '
            f"the link leads to the {LANGUAGE_NAMES[lang.other]} page, marked as such",
            f"write `{lang.value}: definition:` in {target.document.source.path}",
        )


def _hidden_draft(entry: Entry, target: Entry, span: Span) -> Iterator[Diagnostic]:
    if target.term.is_draft and not entry.term.is_draft:
        yield warning(
            "L243", span, f'"{target.id}" is a draft: its name is shown without a link', ""
        )


def _retired(written: str, span: Span, glossary: Glossary) -> Iterator[Diagnostic]:
    resolution = glossary.names.resolve(written)
    if resolution.retired:
        yield warning(
            "L242",
            span,
            f'"{written}" is an old id of "{resolution.ids[0]}"',
            f'write "{resolution.ids[0]}"',
        )


def _suspects(entry: Entry, glossary: Glossary) -> Iterator[Diagnostic]:
    for lang, field, text in texts(entry.term):
        for suspect in suspects(text):
            span = entry.document.text_span((lang.value, field), suspect.written, suspect.nth)
            yield warning(*_SUSPECTS[suspect.kind](suspect, span, glossary))


_Parts = tuple[str, Span, str, str]


def _tag(_suspect: Suspect, span: Span, _glossary: Glossary) -> _Parts:
    help = "put it between backticks if it is meant as code, or use Markdown"
    return "L245", span, "HTML is shown as text, not as markup", help


def _address(suspect: Suspect, span: Span, glossary: Glossary) -> _Parts:
    message = f'"{suspect.written}" is no web address, so this is shown as text'
    near = None if ":" in suspect.written else _near(suspect.written.lstrip("#"), glossary)
    help = f"to link to a term write [[{near or 'id'}]]; other links begin with https://"
    return "L246", span, message, help


def _brackets(suspect: Suspect, span: Span, _glossary: Glossary) -> _Parts:
    message = f"`{suspect.written}` belongs to no link here, so it is shown as text"
    help = (
        "a link is [[name]] or [[name|words to show]], in tables with `\\|`; "
        "put what is code between backticks"
    )
    return "L249", span, message, help


_SUSPECTS: Mapping[str, Callable[[Suspect, Span, Glossary], _Parts]] = {
    "html": _tag,
    "address": _address,
    "brackets": _brackets,
}


def _cycles(glossary: Glossary, everything: Mapping[str, Entry]) -> Iterator[Diagnostic]:
    """Each circle of `broader`/`narrower` once, at a relation that closes it."""
    edges: dict[str, list[tuple[str, Span]]] = {term_id: [] for term_id in everything}
    for entry in everything.values():
        listed: set[str] = set()  # a term under both fields is reported as listed twice
        for kind in ("broader", "narrower"):
            for number, written in enumerate(getattr(entry.term, kind)):
                target = glossary.target(written)
                if target is None or target not in everything or target == entry.id:
                    continue
                if target in listed:
                    continue
                listed.add(target)
                span = entry.document.value_span((kind, number))
                low, high = (entry.id, target) if kind == "broader" else (target, entry.id)
                edges[low].append((high, span))
    state: dict[str, int] = {}
    for start in edges:
        yield from _visit(start, edges, state)


def _visit(
    start: str, edges: Mapping[str, list[tuple[str, Span]]], state: dict[str, int]
) -> Iterator[Diagnostic]:
    """Depth first without recursion; `state` is 1 on the way, 2 when done."""
    if start in state:
        return
    state[start] = 1
    trail = [start]
    pending = [iter(edges[start])]
    while pending:
        step = next(pending[-1], None)
        if step is None:
            pending.pop()
            state[trail.pop()] = 2
            continue
        target, span = step
        if state.get(target) == 1:
            circle = " → ".join([*trail[trail.index(target) :], target])
            yield error(
                "L209", span, f"broader and narrower go in a circle: {circle}", "delete one of them"
            )
        elif target not in state:
            state[target] = 1
            trail.append(target)
            pending.append(iter(edges[target]))
