"""What terms are called, and which term a name means.

Names are compared folded: case, accents and typographic variants do not tell two names apart
(`GPT` and `gpt` are homonyms), ñ does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lemario.content.models import Term
from lemario.content.yaml_source import Path, RawDocument
from lemario.core.diagnostics import Diagnostic, Note, error
from lemario.core.lang import LANGS, Lang
from lemario.core.text import fold, nfc


@dataclass(frozen=True, slots=True)
class Resolution:
    """The ids that a name may mean; `retired` if it is an id that the term had formerly."""

    ids: tuple[str, ...]
    retired: bool = False


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Ids by name, in tiers: the first tier that knows a name decides."""

    ids: frozenset[str]
    tiers: tuple[Mapping[str, tuple[str, ...]], ...]
    retired: Mapping[str, tuple[str, ...]]
    unreadable: frozenset[str] = frozenset()

    def resolve(self, written: str) -> Resolution:
        """What `[[written]]` means: an id, else a headword, an alias, an acronym, an old id."""
        name = nfc(written).strip()
        if name in self.ids or name in self.unreadable:
            return Resolution((name,))
        folded = fold(name)
        for tier in self.tiers:
            if ids := tier.get(folded):
                return Resolution(ids)
        return Resolution(self.retired.get(name, ()), retired=name in self.retired)

    def candidates(self) -> tuple[str, ...]:
        """Everything that may stand in `[[…]]`, for suggestions."""
        return (*self.ids, *(name for tier in self.tiers for name in tier))


def index_names(terms: Mapping[str, Term], unreadable: Iterable[str] = ()) -> NameIndex:
    """The index over all terms by id; `unreadable` are ids of files that did not load.

    A link to one of those resolves, since the fault has been reported where it is.
    """
    headwords: dict[str, list[str]] = {}
    aliases: dict[str, list[str]] = {}
    acronyms: dict[str, list[str]] = {}
    retired: dict[str, list[str]] = {}
    for term_id in sorted(terms):
        term = terms[term_id]
        for lang in LANGS:
            names = term.text(lang)
            _add(headwords, names.term, term_id)
            for alias in names.aliases:
                _add(aliases, alias, term_id)
            for short in (names.acronym, names.expansion):
                if short:
                    _add(acronyms, short, term_id)
        for old in term.formerly:
            retired.setdefault(old, []).append(term_id)
    return NameIndex(
        frozenset(terms),
        tuple(_frozen(tier) for tier in (headwords, aliases, acronyms)),
        _frozen(retired),
        frozenset(unreadable),
    )


def _add(tier: dict[str, list[str]], name: str, term_id: str) -> None:
    ids = tier.setdefault(fold(name), [])
    if term_id not in ids:
        ids.append(term_id)


def _frozen(tier: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(ids) for name, ids in tier.items()}


@dataclass(frozen=True, slots=True)
class _Claim:
    """A term's claim to a name."""

    term_id: str
    path: Path
    qualifier: str | None

    @property
    def is_headword(self) -> bool:
        return self.path[-1] == "term"


def check_names(
    terms: Mapping[str, Term], documents: Mapping[str, RawDocument]
) -> tuple[Diagnostic, ...]:
    """Headwords without a qualifier to tell them apart, and aliases that are taken."""
    found: list[Diagnostic] = []
    reported: set[tuple[str, str]] = set()
    for lang in LANGS:
        claims: dict[str, list[_Claim]] = {}
        for term_id in sorted(terms):
            for claim, name in _claims(term_id, terms[term_id], lang):
                claims.setdefault(fold(name), []).append(claim)
        for name in sorted(claims):
            first, *others = sorted(claims[name], key=lambda c: (not c.is_headword, c.term_id))
            for claim in others:
                if _told_apart(first, claim) or (first.term_id, claim.term_id) in reported:
                    continue
                reported.add((first.term_id, claim.term_id))
                found.append(_collision(first, claim, lang, documents))
    found += _old_ids(terms, documents)
    return tuple(found)


def _claims(term_id: str, term: Term, lang: Lang) -> list[tuple[_Claim, str]]:
    names = term.text(lang)
    qualifier = term.qualifier[lang] if term.qualifier else None
    found = [(_Claim(term_id, (lang.value, "term"), qualifier), names.term)]
    for number, alias in enumerate(names.aliases):
        found.append((_Claim(term_id, (lang.value, "aliases", number), None), alias))
    return found


def _told_apart(a: _Claim, b: _Claim) -> bool:
    if a.term_id == b.term_id:
        return True  # spellings of one term's name, such as `LLM` and `llm`
    if not (a.is_headword and b.is_headword):
        return False
    return a.qualifier is not None and b.qualifier is not None and a.qualifier != b.qualifier


def _collision(
    first: _Claim, claim: _Claim, lang: Lang, documents: Mapping[str, RawDocument]
) -> Diagnostic:
    span = documents[claim.term_id].value_span(claim.path)
    note = Note(documents[first.term_id].value_span(first.path), "also here")
    if claim.is_headword:
        both = first.qualifier is not None and claim.qualifier is not None
        help = "if they are two concepts, give both a `qualifier: …`; else merge the files"
        return error(
            "L204",
            span,
            f'the headword is also that of "{first.term_id}" ({lang.value})',
            "give them different qualifiers" if both else help,
            (note,),
        )
    kind = "the headword" if first.is_headword else "an alias"
    return error(
        "L206",
        span,
        f'the alias is also {kind} of "{first.term_id}" ({lang.value})',
        "keep it where it is a true synonym; elsewhere move it to `hidden`",
        (note,),
    )


def _old_ids(terms: Mapping[str, Term], documents: Mapping[str, RawDocument]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    taken: dict[str, str] = {}
    for term_id in sorted(terms):
        for number, old in enumerate(terms[term_id].formerly):
            span = documents[term_id].value_span(("formerly", number))
            if old == term_id:
                found.append(error("L208", span, f'"{old}" is the id of this term', "delete it"))
            elif old in terms:
                message, help = (
                    f'"{old}" is the id of another term',
                    "delete it, or rename that term",
                )
                found.append(error("L208", span, message, help))
            elif (owner := taken.setdefault(old, term_id)) != term_id:
                message = f'the old id "{old}" already leads to "{owner}"'
                found.append(error("L208", span, message, f"delete it here or in {owner}.yaml"))
    return found
