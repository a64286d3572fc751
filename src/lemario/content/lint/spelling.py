"""Names with capitals inside, spelled otherwise in a text: Pytorch, Vllm, Flash Attention."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lemario.content.glossary import Entry, Glossary
from lemario.content.lint.prose import Prose
from lemario.core.diagnostics import Diagnostic, Note, warning
from lemario.core.lang import LANGS

_WORD = re.compile(r"[^\W_]+")
# A capital after a small letter, or small letters after several capitals: FlashAttention, LLaMA.
_DISTINCTIVE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_SIGNS = re.compile(r"[\W_]+")
# Names are broken up by spaces and hyphens; other signs make something else of it.
_OTHER_SIGNS = re.compile(r"[^\w\s-]")
_MOST_WORDS = 3


_LEAST_LETTERS = 4


def spellings(glossary: Glossary, texts: Iterable[Prose]) -> Iterator[Diagnostic]:
    """L262 for each name that a text of another term spells in a way of its own, once a text.

    Without any capital it may be a common word (rope, zero), so that is let pass.
    """
    names = _names(glossary)
    if not names.owners:
        return
    for prose in texts:
        yield from _misspelled(prose, names)


@dataclass(frozen=True, slots=True)
class _Names:
    """The terms by their distinctive names, without signs and capitals; all spellings in use.

    `beginnings` are those of the names, three letters or more.
    """

    owners: Mapping[str, tuple[str, Entry]]
    accepted: frozenset[str]
    beginnings: frozenset[str]


def _names(glossary: Glossary) -> _Names:
    accepted: set[str] = set()
    owners: dict[str, tuple[str, Entry]] = {}
    plain: dict[str, set[str]] = {}
    for entry in (*glossary.entries, *glossary.drafts):
        for lang in LANGS:
            names = entry.term.text(lang)
            good = (names.term, names.acronym, names.expansion, *names.aliases)
            shown = [name for name in good if name]
            every = (*shown, *names.hidden, *(avoided.name for avoided in names.avoid))
            accepted.update(every)
            for name in every:
                if not _DISTINCTIVE.search(name):
                    plain.setdefault(_squashed(name), set()).add(entry.id)
            for name in filter(_is_distinctive, shown):
                owners.setdefault(_squashed(name), (name, entry))
    # What another term is called without such capitals is right in both ways.
    owners = {key: own for key, own in owners.items() if not plain.get(key, set()) - {own[1].id}}
    beginnings = {
        name[:length] for name in owners for length in range(_LEAST_LETTERS - 1, len(name) + 1)
    }
    return _Names(owners, frozenset(accepted), frozenset(beginnings))


def _is_distinctive(name: str) -> bool:
    long_enough = len(_squashed(name)) >= _LEAST_LETTERS
    return long_enough and " " not in name and bool(_DISTINCTIVE.search(name))


def _misspelled(prose: Prose, names: _Names) -> Iterator[Diagnostic]:
    text = prose.unquoted
    if names.beginnings.isdisjoint(_WORD.findall(text.lower())):
        return
    words = list(_WORD.finditer(text))
    told: set[str] = set()
    for place, word in enumerate(words):
        if word[0].lower() not in names.beginnings:
            continue
        for last in words[place : place + _MOST_WORDS]:
            written = text[word.start() : last.end()]
            found = names.owners.get(_squashed(written))
            if (
                found is not None
                and found[1] is not prose.entry
                and found[0] not in told
                and _is_faulty(written, names)
                and _stands_alone(text, word.start(), last.end())
            ):
                told.add(found[0])
                yield _advice(prose, found, word.start(), last.end())


def _is_faulty(written: str, names: _Names) -> bool:
    if written in names.accepted or not any(char.isupper() for char in written):
        return False
    return not _OTHER_SIGNS.search(written)


def _advice(prose: Prose, found: tuple[str, Entry], start: int, end: int) -> Diagnostic:
    name, owner = found
    return warning(
        "L262",
        prose.span(start, end),
        f'"{prose.words[start:end]}" is spelled "{name}" elsewhere in the glossary',
        f'write "{name}", or list this spelling in {owner.document.source.path} under `hidden:`',
        (Note(owner.document.value_span((prose.lang.value, "term")), "named here"),),
    )


def _squashed(name: str) -> str:
    return _SIGNS.sub("", name).lower()


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether what stands there is no part of an identifier, a file name or a longer compound."""
    before, after = text[max(0, start - 1) : start], text[end : end + 2]
    return not re.match(r"[\w./@:<-]", before) and not re.match(r"[-_/@:(<]|\.\w", after)
