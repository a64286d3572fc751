"""Scripts as they are served: without comments and needless space, with short names inside.

A script is parsed, and its tokens are written again. Every line break on which a statement's end may
depend stays. A script that the parser does not understand is served as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lemario.render.script_names import USES, short_names
from lemario.site.files import OutputFile

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

# A script whose lines are longer, on average, is data.
_LONG_LINES = 500

_LICENCE = re.compile(rb"\s*(/\*![\s\S]*?\*/)")
# After and before these, a line break does not end a statement.
_GOES_ON = frozenset("+-*/%&|^~!<>=?:;,.([{")
_CONTINUES = frozenset("*%&|^<>=?:;,.)]}")
_STEPS = frozenset(("++", "--"))
# What is written as it stands, with all that is in it.
_WHOLE = frozenset(("string", "regex", "hash_bang_line"))
# Where a semicolon or a comma is more than an end: `if (a);`, `for (;;)`, `[,]`.
_SAYS_MORE = frozenset(("empty_statement", "for_statement"))
_BEFORE_HOLE = frozenset((",", "["))

ScriptMemo = Callable[[bytes, Callable[[], bytes]], bytes]
"""Computes the bytes that follow from others, or remembers them."""


class _Token(NamedTuple):
    """A token, and whether a line break came before it; "" where a declaration goes on.

    `closes`: a semicolon or comma that says nothing before a closing bracket.
    """

    text: str
    on_new_line: bool = False
    is_regex: bool = False
    closes: bool = False


def as_served(
    files: Iterable[OutputFile], memo: ScriptMemo = lambda _, make: make()
) -> tuple[OutputFile, ...]:
    """The files, with the scripts among them shortened; those of very long lines stay as they are."""
    return tuple(_served(file, memo) for file in files)


def _served(file: OutputFile, memo: ScriptMemo) -> OutputFile:
    data = file.data
    if not file.path.endswith(".js") or len(data) > _LONG_LINES * (data.count(b"\n") + 1):
        return file
    return replace(file, data=memo(data, lambda: shortened(data)))


def shortened(source: bytes) -> bytes:
    """The script in fewer bytes, with the same meaning.

    A comment at its beginning that is marked `/*!` is kept. What is no whole script, or no UTF-8, is
    returned as it is.
    """
    try:
        source.decode()
    except UnicodeDecodeError:
        return source
    root = _parser().parse(source).root_node
    if root.has_error:
        return source
    licence = _LICENCE.match(source)
    body = "".join(_pieces(_tokens(root, source, short_names(root)))).encode()
    return (licence[1] + b"\n" if licence else b"") + (body + b"\n" if body else b"")


@lru_cache(maxsize=1)
def _parser() -> Parser:
    # Loaded late: most builds change no script.
    import tree_sitter_javascript
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_javascript.language()))


def _tokens(root: Node, source: bytes, names: Mapping[int, str]) -> Iterator[_Token]:
    """The tokens in order. `names` has the new names of variables, by where they are used."""
    end = 0
    for node, first, last in _leaves(root):
        broken = b"\n" in source[end:first] or b"\r" in source[end:first]
        text = source[first:last].decode()
        name = names.get(first) if node.type in USES else None
        if name is not None:
            text = name if name == text or node.type == "identifier" else f"{text}:{name}"
        end = last
        yield _Token(text, broken, node.type == "regex", _closes(node))


def _closes(node: Node) -> bool:
    if node.type == ",":
        return node.prev_sibling is None or node.prev_sibling.type not in _BEFORE_HOLE
    return node.type == ";" and node.parent is not None and node.parent.type not in _SAYS_MORE


def _leaves(node: Node, *, goes_on: bool = False) -> Iterator[tuple[Node, int, int]]:
    """What a script is written of, with the bytes from and to which it goes; no comments.

    `goes_on` is for a declaration that is written as one with that before it: its keyword is empty.
    """
    if node.type == "template_string":
        at = node.start_byte
        for child in node.children:
            if child.type == "template_substitution":
                opening, *inside, closing = child.children
                yield node, at, opening.end_byte
                for part in inside:
                    yield from _leaves(part)
                at = closing.start_byte
        yield node, at, node.end_byte
    elif node.type == "program" and not node.children:
        return
    elif node.child_count == 0 or node.type in _WHOLE:
        yield node, node.start_byte, node.end_byte
    else:
        children = [child for child in node.children if child.type != "comment"]
        for at, child in enumerate(children):
            if goes_on and at == 0:
                yield child, child.start_byte, child.start_byte
                continue
            yield from _leaves(child, goes_on=at > 0 and _are_one(children[at - 1], child))


def _are_one(one: Node, other: Node) -> bool:
    """Whether a declaration goes on with the next: `const a = 1; const b = 2;`."""
    both = one.type == other.type == "lexical_declaration"
    return both and one.children[0].type == other.children[0].type and one.children[-1].type == ";"


def _pieces(tokens: Iterable[_Token]) -> Iterator[str]:
    """The tokens, and what has to stand between them."""
    left = _Token("")
    held = ""
    for right in tokens:
        if not right.text:
            held, left = ",", _Token(",")
            continue
        if held and right.text not in ("}" if held == ";" else "}])"):
            yield held
        held = ""
        if left.text:
            yield _between(left, right)
        if right.closes:
            held = right.text
        else:
            yield right.text
        left = right
    yield held


def _between(left: _Token, right: _Token) -> str:
    """What remains of the white space between two tokens."""
    last, first = left.text[-1], right.text[0]
    ends = last not in _GOES_ON or left.text in _STEPS or left.is_regex
    if right.on_new_line and ends and first not in _CONTINUES:
        return "\n"
    words = _in_word(last) and _in_word(first)
    # A number's point, a regular expression's flags, and signs that would become another sign.
    joined = (last.isdigit() and first == ".") or (left.is_regex and _in_word(first))
    signs = (last == first and last in "+-") or (last in "+-/<!" and first in "+-/!*")
    return " " if words or joined or signs else ""


def _in_word(char: str) -> bool:
    return char.isalnum() or char in "_$#@\\" or char > "\x7f"
