"""Links that make themselves: the first mention of another term in a definition.

Names are matched word by word, longest first, in singular and plural. A name with capitals inside,
such as `GPU` or `LoRA`, must be written with them. Code, headings and links are left alone; a term
that a text links to by hand is not linked again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markdown_it.token import Token

from lemario.content.markup import TermLink, links_of, parsed
from lemario.content.models import Term
from lemario.content.names import NameIndex
from lemario.core.inflection import stems_of
from lemario.core.lang import LANGS, Lang
from lemario.core.text import fold

# A word may hold signs between letters or digits (llama.cpp, Q4_K_M, k-quants) and end in C++'s,
# but C++11 is a word of its own. Addresses are one word.
# The 's of an English possessive is no part of a word.
_WORD = re.compile(r"https?://\S+|\w+(?:[.\-+#&@]\w+|['’](?!s\b)\w+)*(?:(?:\+\+|#)\w*)?")
_CAPITALISED = re.compile(r"\s+[A-Z][a-z]")

_Written = tuple[int, int, str]
"""A word of a text: where it begins and ends, and how it is written."""

_Key = tuple[str, Lang, str]
"""A text, its language and the term that it belongs to."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a text that names a term."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a name, as written and folded; `strict`: its capitals matter."""

    written: str
    folded: str
    strict: bool


@dataclass(frozen=True, slots=True)
class _Name:
    words: tuple[_Word, ...]
    target: str


@dataclass(slots=True)
class Linker:
    """Finds mentions of terms in texts; one for a glossary."""

    names: NameIndex
    by_first: Mapping[Lang, Mapping[str, Sequence[_Name]]]
    _linked: dict[_Key, tuple[Token, ...]] = field(default_factory=dict)
    _before: Mapping[_Key, tuple[Token, ...]] = field(default_factory=dict)

    def tokens(self, text: str, lang: Lang, own_id: str) -> tuple[Token, ...]:
        """The tokens of a definition, with mentions made into links like those written by hand."""
        key = (text, lang, own_id)
        if key not in self._linked:
            self._linked[key] = self._before.get(key) or self._make(text, lang, own_id)
        return self._linked[key]

    def find(self, text: str, lang: Lang, used: set[str], before: str = "") -> list[Mention]:
        """Mentions in a run of plain text, of terms that are not `used` yet; adds them to it.

        `before` is what stands before the run in the same paragraph.
        """
        words = [(m.start(), m.end(), m[0]) for m in _WORD.finditer(text)]
        known = self.by_first[lang]
        found: list[Mention] = []
        place = 0
        while place < len(words):
            names = [n for stem in stems_of(words[place][2], lang) for n in known.get(stem, ())]
            match = _best(names, words, place, text, lang, before)
            if match is None:
                place += 1
                continue
            last = place + len(match.words) - 1
            if match.target not in used:
                used.add(match.target)
                found.append(Mention(words[place][0], words[last][1], match.target))
            place = last + 1
        return found

    def _make(self, text: str, lang: Lang, own_id: str) -> tuple[Token, ...]:
        used = {own_id}
        for link in links_of(parsed(text)):
            used.update(self.names.resolve(link.target).ids)
        made: list[Token] = []
        in_heading = False
        for token in parsed(text):
            in_heading = token.type == "heading_open" or (
                in_heading and token.type != "heading_close"
            )
            if token.children and not in_heading:
                children = list(self._inline(token.children, lang, used))
                made.append(token.copy(children=children))
            else:
                made.append(token)
        return tuple(made)

    def _inline(self, tokens: Iterable[Token], lang: Lang, used: set[str]) -> Iterator[Token]:
        depth = 0
        before = ""
        for token in _with_whole_lines(tokens):
            depth += (token.type == "link_open") - (token.type == "link_close")
            if token.type == "text" and not depth:
                yield from _split(token, self.find(token.content, lang, used, before))
            else:
                yield token
            before = token.content or ("x" if token.type == "term_link" else before)


def build_linker(terms: Mapping[str, Term], names: NameIndex) -> Linker:
    """The linker for some terms by id. Names that may mean several terms link to none."""
    by_first: dict[Lang, dict[str, list[_Name]]] = {}
    for lang in LANGS:
        firsts: dict[str, dict[tuple[_Word, ...], set[str]]] = {}
        for term_id, term in terms.items():
            for name in _linkable(term, lang) if term.autolink else ():
                words = tuple(_word(word) for word in _WORD.findall(name))
                if words:
                    firsts.setdefault(words[0].folded, {}).setdefault(words, set()).add(term_id)
        by_first[lang] = {
            stem: sorted(
                (_Name(words, next(iter(ids))) for words, ids in found.items() if len(ids) == 1),
                key=lambda name: (name.target, [word.written for word in name.words]),
            )
            for stem, found in firsts.items()
        }
    return _with_known(Linker(names, by_first))


_known: list[Linker] = []
"""The last linker that was made, if any."""


def _with_known(linker: Linker) -> Linker:
    """With the tokens that the last linker made, if it knew the same names: they are the same."""
    for last in _known:
        if (last.names, last.by_first) == (linker.names, linker.by_first):
            linker = replace(linker, _before=last._linked)
    _known[:] = [linker]
    return linker


def _linkable(term: Term, lang: Lang) -> set[str]:
    names = term.text(lang)
    found = {names.term, *names.aliases, *names.forms}
    found |= {name for name in (names.acronym, names.expansion) if name}
    if lang is Lang.ES and term.es.grammar and term.es.grammar.plural:
        found.add(term.es.grammar.plural)
    return found


def _word(word: str) -> _Word:
    strict = any(c.isupper() for c in word[1:])
    return _Word(word, fold(word), strict)


def _best(
    names: Sequence[_Name],
    words: Sequence[_Written],
    place: int,
    text: str,
    lang: Lang,
    before: str,
) -> _Name | None:
    """The longest name that stands at a place; of equal ones that which is written so exactly."""
    fitting = [name for name in names if _fits(name, words, place, text, lang, before)]
    return max(fitting, key=lambda n: (len(n.words), _is_exact(n, words, place)), default=None)


def _fits(
    name: _Name, words: Sequence[_Written], place: int, text: str, lang: Lang, before: str
) -> bool:
    last = place + len(name.words)
    if last > len(words):
        return False
    for offset, wanted in enumerate(name.words):
        start, _, written = words[place + offset]
        if wanted.folded not in stems_of(written, lang):
            return False
        if wanted.strict and written not in (wanted.written, wanted.written + "s"):
            return False
        if offset and not text[words[place + offset - 1][1] : start].isspace():
            return False
    end = words[last - 1][1]
    if name.words[0].strict and len(name.words) == 1 and _CAPITALISED.match(text, end):
        return False  # a part of a longer name (LLM Compressor)
    # A capital inside a sentence and another ending: the name of something else (Transformers).
    start, _, written = words[place]
    inside = bool(re.search(r"[\w,;)»”]\s*$", before + text[:start]))
    first = name.words[0]
    as_named = first.strict or (first.written[0].isupper() and _is_exact(name, words, place))
    return as_named or not (written[0].isupper() and inside)


def _is_exact(name: _Name, words: Sequence[_Written], place: int) -> bool:
    """Whether the words are those of the name, not another form of them."""
    return all(fold(words[place + n][2]) == word.folded for n, word in enumerate(name.words))


def _with_whole_lines(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens with text that goes on in the next line in one piece: names may be broken there."""
    held: Token | None = None
    for token in tokens:
        if token.type == "softbreak" and held is not None:
            held = held.copy(content=held.content + "\n")
        elif token.type == "text" and held is not None and held.content.endswith("\n"):
            held = held.copy(content=held.content + token.content)
        else:
            if held is not None:
                yield held
            held = token if token.type == "text" else None
            if held is None:
                yield token
    if held is not None:
        yield held


def _split(token: Token, mentions: Sequence[Mention]) -> Iterator[Token]:
    """A text token with links in the places of its mentions."""
    done = 0
    for mention in mentions:
        if mention.start > done:
            yield token.copy(content=token.content[done : mention.start])
        label = " ".join(token.content[mention.start : mention.end].split())
        link = TermLink(mention.target, label, label, 0)
        yield Token("term_link", "", 0, meta={"link": link})
        done = mention.end
    if done < len(token.content):
        yield token.copy(content=token.content[done:])
