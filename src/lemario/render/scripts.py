"""Scripts as they are served: without comments and needless white space.

A script is cut into tokens, and only what lies between two tokens is changed. Names stay, and so
does every line break on which it may depend where a statement ends. Where the text alone does not
say what it means, or is no whole script, it is served as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from lemario.site.files import OutputFile

_SPACE = "\t\n\v\f\r \xa0\ufeff\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_LINE_END = "\n\r\u2028\u2029"
_WORD = rf"(?:[A-Za-z0-9_$#@\\]|[^\x00-\x7f{_SPACE}])"

_LICENCE = re.compile(rf"[{_SPACE}]*+(/\*![\s\S]*?\*/)")
_TOKEN = re.compile(
    rf"(?P<gap>(?:[{_SPACE}]|//[^{_LINE_END}]*+|/\*(?>[\s\S]*?\*/))*+)"
    r"(?:(?P<number>\.?[0-9](?:[eE][+-](?=[0-9])|[\w.])*+)"
    rf"|(?P<name>{_WORD}++)"
    r"""|(?P<string>"(?:[^"\\\n\r]++|\\[\s\S])*+"|'(?:[^'\\\n\r]++|\\[\s\S])*+')"""
    r"|(?P<sign>\+\+|--|\.{3}|[-+*/%&|^~!<>=?:;,.()\[\]{}`]))?"
)
_REGEX = re.compile(
    rf"/(?!\*)(?:[^/\\\[{_LINE_END}]|\\[^{_LINE_END}]|\[(?:[^\]\\{_LINE_END}]|\\[^{_LINE_END}])*+\])++/"
    r"\w*+"
)
# From a backtick, or from the end of what is filled in, to the next of either.
_TEMPLATE = re.compile(r"[`}](?:[^`\\$]++|\\[\s\S]|\$(?!\{))*+(?:`|\$\{)")
_BREAK = re.compile(f"[{_LINE_END}]")
_IN_WORD = re.compile(_WORD)

# A script whose lines are longer, on average, is data or stripped already.
_LONG_LINES = 500

_OPERATORS = frozenset("+-*/%&|^~!<>=?:.")
_STEPS = frozenset(["++", "--"])
# Signs that say nothing by themselves.
_TELLING = frozenset(["/", "`", "(", ")", "[", "]", "{", "}", "<", "--"])
_CLOSING = {")": "(", "]": "[", "}": "{"}
# What no statement ends with, and what none begins with: a line break there says nothing.
_GOES_ON = frozenset("+-*/%&|^~!<>=?:;,.([{")
_CONTINUES = frozenset("%&|^<>=?:;,.)]}")

_HEADS = frozenset(["if", "while", "for", "with"])
_BEFORE_VALUE = frozenset(
    ("case", "delete", "do", "else", "in", "instanceof", "new", "return", "throw", "typeof", "void")
)
_NAME_OR_NOT = frozenset(["yield", "await"])


class _UnsureError(Exception):
    """The text alone does not say what it means."""


class _Kind(Enum):
    """What a token is, as far as it matters for what may follow it."""

    NAME = "name"
    NUMBER = "number"
    VALUE = "value"
    REGEX = "regex"
    SIGN = "sign"
    HEAD = "head"


_KINDS = {
    "name": _Kind.NAME,
    "number": _Kind.NUMBER,
    "string": _Kind.VALUE,
    "sign": _Kind.SIGN,
}


class _Token(NamedTuple):
    """A token, and the white space and comments before it."""

    gap: str
    text: str
    kind: _Kind


ScriptMemo = Callable[[bytes, Callable[[], bytes]], bytes]
"""Computes the bytes that follow from others, or remembers them."""


def without_comments(
    files: Iterable[OutputFile], memo: ScriptMemo = lambda _, make: make()
) -> tuple[OutputFile, ...]:
    """The files, with the scripts among them stripped; those of very long lines stay as they are."""
    return tuple(_stripped_file(file, memo) for file in files)


def _stripped_file(file: OutputFile, memo: ScriptMemo) -> OutputFile:
    data = file.data
    if not file.path.endswith(".js") or len(data) > _LONG_LINES * (data.count(b"\n") + 1):
        return file
    return replace(file, data=memo(data, lambda: _stripped_bytes(data)))


def _stripped_bytes(data: bytes) -> bytes:
    try:
        return stripped(data.decode()).encode()
    except UnicodeDecodeError:
        return data


def stripped(source: str) -> str:
    """The script without comments and needless white space, with the same meaning.

    A comment at its beginning that is marked `/*!` is kept. A script that cannot be read for
    certain is returned as it is.
    """
    licence = _LICENCE.match(source)
    try:
        body = "".join(_pieces(source, licence.end() if licence else 0))
    except _UnsureError:
        return source
    return (f"{licence[1]}\n" if licence else "") + (f"{body}\n" if body else "")


def _pieces(source: str, at: int) -> Iterator[str]:
    """The tokens from `at` on, and what has to stand between them."""
    left = _Token("", "", _Kind.SIGN)
    for right in _tokens(source, at):
        if right.gap and left.text:
            yield _between(left, right)
        yield right.text
        left = right


def _between(left: _Token, right: _Token) -> str:
    """What remains of the white space and the comments between two tokens."""
    if _BREAK.search(right.gap) and not (
        (left.kind is _Kind.SIGN and left.text[-1] in _GOES_ON and left.text not in _STEPS)
        or (right.kind is _Kind.SIGN and right.text[0] in _CONTINUES)
    ):
        return "\n"
    last, first = left.text[-1], right.text[0]
    if _IN_WORD.match(first):
        apart = left.kind is _Kind.REGEX or _IN_WORD.match(last) is not None
    elif left.kind is _Kind.NUMBER:
        apart = first == "."
    else:
        apart = first in _OPERATORS and last in _OPERATORS
    return " " if apart else ""


def _tokens(source: str, at: int) -> Iterator[_Token]:
    """All tokens from `at` on."""
    # Open brackets: "${" inside a template, "if" for that of a statement's head.
    opened: list[str] = []
    before = left = _Token("", "", _Kind.SIGN)
    while True:
        found = _TOKEN.match(source, at)
        assert found is not None
        start = found.end("gap")
        text, kind = source[start : found.end()], _KINDS.get(found.lastgroup or "")
        if kind is None:
            if start < len(source) or opened:
                raise _UnsureError
            return
        if text in _TELLING:
            text, kind = _sign(source, start, text, opened, (before, left))
        at = start + len(text)
        before, left = left, _Token(found["gap"], text, kind)
        yield left


def _sign(
    source: str, at: int, sign: str, opened: list[str], known: tuple[_Token, _Token]
) -> tuple[str, _Kind]:
    """The token that begins with a sign, by the two before it; notes which brackets are open."""
    if source.startswith(("<!--", "-->", "/*"), at):
        raise _UnsureError  # Comments in some places, or left open; operators in others.
    if sign == "`" or (sign == "}" and opened[-1:] == ["${"]):
        if sign == "}":
            opened.pop()
        return _template(source, at, opened)
    if sign == "/" and _is_regex(*known):
        found = _REGEX.match(source, at)
        if found is None:
            raise _UnsureError
        return found[0], _Kind.REGEX
    if sign in "([{":
        opened.append("if" if sign == "(" and _is_head(*known) else sign)
    elif sign in _CLOSING:
        last = opened.pop() if opened else ""
        if last == "if" and sign == ")":
            return sign, _Kind.HEAD
        if last != _CLOSING[sign]:
            raise _UnsureError
    return sign, _Kind.SIGN


def _template(source: str, at: int, opened: list[str]) -> tuple[str, _Kind]:
    """A template as far as its end or the next place to be filled in."""
    found = _TEMPLATE.match(source, at)
    if found is None:
        raise _UnsureError
    if found[0].endswith("${"):
        opened.append("${")
        return found[0], _Kind.SIGN
    return found[0], _Kind.VALUE


def _is_regex(before: _Token, left: _Token) -> bool:
    """Whether a slash begins a regular expression; else it divides."""
    if left.kind is _Kind.NAME and before.text != ".":
        if left.text in _NAME_OR_NOT or (left.text == "of" and _ends_value(before)):
            raise _UnsureError
        return left.text in _BEFORE_VALUE
    if left.text == "}":
        raise _UnsureError  # The end of a block, or of a value.
    return left.kind is _Kind.HEAD or (
        left.kind is _Kind.SIGN and left.text not in {")", "]", *_STEPS}
    )


def _ends_value(token: _Token) -> bool:
    """Whether a value may end with the token, so that a name after it would be a keyword."""
    if token.kind is _Kind.NAME:
        return token.text not in _BEFORE_VALUE
    return token.kind is not _Kind.SIGN or token.text in {"]", "}", ")"}


def _is_head(before: _Token, left: _Token) -> bool:
    """Whether a bracket opens the head of a statement, such as that of `if`."""
    if left.text == "await":
        return before.text == "for"
    return left.kind is _Kind.NAME and left.text in _HEADS and before.text != "."
