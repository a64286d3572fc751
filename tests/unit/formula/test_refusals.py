"""What the dialect does not have is refused: with its code, and at its place."""

from __future__ import annotations

import pytest

from lemario.core.lang import Lang
from lemario.formula.emit_js import emit_js
from lemario.formula.emit_mathml import emit_mathml
from lemario.formula.evaluate import compile_module
from lemario.formula.trace import template_js
from tests.formula_source import HEADER, diagnostics, function, parsed

# What `f` returns, the code, and the text that is underlined (all of it if not said).
EXPRESSIONS = [
    ("x % y", "L301", "x % y"),
    ("x // y", "L301", "x // y"),
    ("x ** 2", "L301", "x ** 2"),
    ("x @ y", "L301", "x @ y"),
    ("x << 1", "L301", "x << 1"),
    ("-x", "L301", "-x"),
    ("+x", "L301", "+x"),
    ("~x", "L301", "~x"),
    ("1 + -1", "L301", "-1"),
    ("round(x)", "L302", "round(x)"),
    ("abs(x)", "L302", "abs(x)"),
    ("sum(p for p in w.sizes)", "L302", "sum(p for p in w.sizes)"),
    ("xx", "L302", "xx"),
    ("plaim(x)", "L302", "plaim(x)"),
    ("w.parst", "L302", "w.parst"),
    ("w._replace(m=1).n", "L302", "w._replace(m=1)"),
    ('"a"', "L301", '"a"'),
    ('f"{x}"', "L301", 'f"{x}"'),
    ("None", "L301", "None"),
    ("1j", "L301", "1j"),
    ("...", "L301", "..."),
    ("[1]", "L301", "[1]"),
    ("{1: 2}", "L301", "{1: 2}"),
    ("{1}", "L301", "{1}"),
    ("(1, 2)", "L301", "(1, 2)"),
    ("(lambda: x)", "L301", "lambda: x"),
    ("(p := x)", "L301", "p := x"),
    ("max(*w.sizes)", "L301", "*w.sizes"),
    ("max(x, default=y)", "L301", "y"),
    ("math.floor(x)", "L301", "math.floor(x)"),
    ("x.real", "L305", "x.real"),
    ("w.sizes[0]", "L305", "w.sizes[0]"),
    ("TABLE[x]", "L305", "x"),
    ('TABLE["c"]', "L307", '"c"'),
    ("TABLE[o]", "L305", "o"),
    ("TABLE", "L305", "TABLE"),
    ("w", "L305", "w"),
    ("b", "L305", "b"),
    ("b + 1", "L305", "b"),
    ("k + 1", "L305", "k"),
    ("True", "L305", "True"),
    ("x and z", "L305", "x"),
    ("1 if x else 0", "L305", "x"),
    ("1 if 0 < x < 1 else 0", "L301", "0 < x < 1"),
    ("1 if x is z else 0", "L301", "x is z"),
    ('1 if k in ("a", "b") else 0', "L301", 'k in ("a", "b")'),
    ('1 if k == "c" else 0', "L307", '"c"'),
    ('1 if "c" != k else 0', "L307", '"c"'),
    ("1 if k == o else 0", "L305", "o"),
    ("1 if k < k else 0", "L305", "k"),
    ("1 if b == c else 0", "L305", "b == c"),
    ("1 if w == w else 0", "L305", "w == w"),
    ("x if b else w", "L305", "w"),
    ("x / z", "L306", "z"),
    ("x / 0", "L306", "0"),
    ("x / (y - 1)", "L306", "y - 1"),
    ("sure(x)", "L306", "x"),
    ("sure(0)", "L306", "0"),
    ("w.one._replace(count=x).size", "L306", "x"),
    ("plain(x, z)", "L305", "plain(x, z)"),
    ("max(x)", "L305", "max(x)"),
    ("floor(x, z)", "L305", "floor(x, z)"),
    ("len(x)", "L305", "len(x)"),
    ("1 + (x if b else z)", "L308", "x if b else z"),
    ("(x if b else z) * 2", "L308", "x if b else z"),
    ("total(x if b else p for p in w.sizes)", "L308", "x if b else p"),
    ("total(1 for p in w.parts if b)", "L301", "total(1 for p in w.parts if b)"),
    ("total([p for p in w.sizes])", "L301", "total([p for p in w.sizes])"),
    ("total(1 for p in w.parts for q in w.parts)", "L301", ""),
    ("total(p for p in [1, 2])", "L301", "[1, 2]"),
    ("total(p for p in range(1, 3))", "L301", "range(1, 3)"),
    ("total(p for p in plain(x))", "L301", "plain(x)"),
    ("total(p for p in x)", "L301", "x"),
    ("total(w for p in w.parts)", "L305", "w"),
    ("total(b for p in w.parts)", "L305", "b"),
    ("max(p for p in w.sizes)", "L301", "(p for p in w.sizes)"),
    ("total(x for x in w.sizes)", "L310", "total(x for x in w.sizes)"),
    ("total(1 for let in w.parts)", "L310", "total(1 for let in w.parts)"),
    ("1 if any(p for p in w.sizes) else 0", "L305", "p"),
    ("largest_where(0, 9, z, lambda n: b)", "L306", "z"),
    ("largest_where(0, 9, 1, b)", "L301", "largest_where(0, 9, 1, b)"),
    ("largest_where(0, 9, 1, lambda n: n)", "L305", "n"),
    ("largest_where(0, 9, 1, lambda n, m: b)", "L301", ""),
    ("largest_where(0, 9, 1, lambda n=1: b)", "L301", ""),
    ("largest_where(0, 9, 1, lambda n, *m: b)", "L301", ""),
    ("w._replace().n", "L301", "w._replace()"),
    ("w._replace(**w).n", "L301", ""),
    ("1e999", "L314", "1e999"),
    ("9007199254740993", "L314", "9007199254740993"),
]

# The lines of `f`, the code, and the text that is underlined.
BODIES = [
    ("while b:\n    p = 1\nreturn x", "L301", ""),
    ("for p in w.sizes:\n    q = p\nreturn x", "L301", ""),
    ("if b:\n    return x\nelse:\n    return z", "L301", ""),
    ("if b:\n    p = 1\nreturn x", "L301", ""),
    ("def g(p: float) -> float:\n    return p\nreturn x", "L301", ""),
    ("p, q = 1, 2\nreturn p", "L301", "p, q = 1, 2"),
    ("p = q = 1\nreturn p", "L301", "p = q = 1"),
    ("p: float = 1\nreturn p", "L301", "p: float = 1"),
    ("x += 1\nreturn x", "L301", "x += 1"),
    ("assert b\nreturn x", "L301", "assert b"),
    ("print(x)\nreturn x", "L301", "print(x)"),
    ("import os\nreturn x", "L301", "import os"),
    ("pass", "L301", "pass"),
    ("yield x", "L301", "yield x"),
    ("return", "L301", "return"),
    ("p = x", "L304", "f"),
    ("if b:\n    return x", "L304", "f"),
    ("return x\nreturn z", "L304", "return z"),
    ("p = 1\np = 2\nreturn p", "L310", "p = 2"),
    ("x = 1\nreturn x", "L310", "x = 1"),
    ("TABLE = 1\nreturn x", "L310", "TABLE = 1"),
    ("plain = 1\nreturn x", "L310", "plain = 1"),
    ("let = 1\nreturn let", "L310", "let = 1"),
    ("floor = 1\nreturn floor", "L310", "floor = 1"),
    ("_p = 1\nreturn x", "L310", "_p = 1"),
    ("return f(x, y, z, b, c, k, o, w)", "L309", "f(x, y, z, b, c, k, o, w)"),
]

# A whole file after the usual beginning, the code, and the text that is underlined.
DOC = '    """The result."""\n'
FILES = [
    ("import os\n", "L301", "import os"),
    ("from os import path\n", "L301", "path"),
    ("from . import records\n", "L301", "from . import records"),
    ("from lemario.formula.language import *\n", "L301", ""),
    ("from lemario.formula.language import ceil as up\n", "L301", ""),
    ("N = 5\n", "L301", "N = 5"),
    ("N: float = 5\n", "L303", "N: float = 5"),
    ("raise SystemExit\n", "L301", "raise SystemExit"),
    ("print(1)\n", "L301", "print(1)"),
    ("if True:\n    N = 5\n", "L301", ""),
    ("class A:\n    x: float\n", "L301", ""),
    ("@cache\nclass A(NamedTuple):\n    x: float\n", "L301", ""),
    ("class A(NamedTuple):\n    x: float = 1\n", "L301", "x: float = 1"),
    ("class A(NamedTuple):\n    def f(self) -> float:\n        return 1\n", "L301", ""),
    ("class A(NamedTuple):\n    x: float\n    x: float\n", "L310", "x: float"),
    ('class A(NamedTuple):\n    """Ends */ here."""\n\n    x: float\n', "L313", ""),
    ("async def g(p: float) -> float:\n" + DOC + "    return p\n", "L301", ""),
    ("@cache\ndef g(p: float) -> float:\n" + DOC + "    return p\n", "L312", "cache"),
    ("def g(*p: float) -> float:\n" + DOC + "    return 1\n", "L312", "p: float"),
    ("def g(**p: float) -> float:\n" + DOC + "    return 1\n", "L312", "p: float"),
    ("def g(*, p: float) -> float:\n" + DOC + "    return p\n", "L312", "p: float"),
    ("def g(p: float, /) -> float:\n" + DOC + "    return p\n", "L312", "p: float"),
    ("def g(p: float = 1) -> float:\n" + DOC + "    return p\n", "L312", "1"),
    ("def g(p) -> float:\n" + DOC + "    return p\n", "L303", "p"),
    ("def g(p: float):\n" + DOC + "    return p\n", "L303", "g"),
    ("def g(p: int) -> float:\n" + DOC + "    return p\n", "L303", "int"),
    ("def g(p: float | None) -> float:\n" + DOC + "    return 1\n", "L303", "float | None"),
    ("def g(p: list[float]) -> float:\n" + DOC + "    return 1\n", "L303", "list[float]"),
    ("def g(p: tuple[float, float]) -> float:\n" + DOC + "    return 1\n", "L303", ""),
    ("def g(p: Mapping[str, float]) -> float:\n" + DOC + "    return 1\n", "L303", "str"),
    ("def g(p: float, p: float) -> float:\n" + DOC + "    return p\n", "L310", ""),
    ("def g(plain: float) -> float:\n" + DOC + "    return plain\n", "L310", ""),
    ("def g(TABLE: float) -> float:\n" + DOC + "    return TABLE\n", "L310", ""),
    ("def g(function: float) -> float:\n" + DOC + "    return function\n", "L310", ""),
    ("def g(Math: float) -> float:\n" + DOC + "    return Math\n", "L310", ""),
    ("def new(p: float) -> float:\n" + DOC + "    return p\n", "L310", ""),
    ("def Array(p: float) -> float:\n" + DOC + "    return p\n", "L310", ""),
    ("def ceil(p: float) -> float:\n" + DOC + "    return p\n", "L310", ""),
    ("def plain(p: float) -> float:\n" + DOC + "    return p\n", "L310", ""),
    ("def g(p: float) -> float:\n    return p\n", "L313", "g"),
    ('def g(p: float) -> float:\n    """Ends */ here."""\n    return p\n', "L313", "g"),
    ("def g(p: float) -> float:\n" + DOC, "L304", "g"),
    ("def g(p: float) -> float\n" + DOC + "    return p\n", "L311", ""),
    ("def g(p: float) -> float:\n" + DOC + "    return p\x00\n", "L311", ""),
    ('T: Mapping[Kind, float] = {"a": 1}\n', "L307", '{"a": 1}'),
    ('T: Mapping[Kind, float] = {"a": 1, "b": 2, "c": 3}\n', "L307", '"c"'),
    ('T: Mapping[Kind, float] = {"a": 1, "a": 1, "b": 2}\n', "L307", '"a"'),
    ("T: Mapping[Kind, float] = {**TABLE}\n", "L307", ""),
    ('T: Mapping[Kind, Positive] = {"a": 0, "b": 1}\n', "L306", "0"),
    ('T: Mapping[Kind, float] = {"a": x, "b": 1}\n', "L302", "x"),
    ("T: Mapping[Kind, float]\n", "L303", ""),
    ('K = Literal["p", "p"]\n', "L307", ""),
    ("K = Literal[()]\n", "L307", ""),
    ('K = Literal["*/"]\n', "L307", ""),
    ('K = Literal["__proto__"]\n', "L307", ""),
    ('K = Literal["<b>"]\n', "L307", ""),
]

DEEP = [
    pytest.param("return " + " + ".join(["x"] * 3000), id="sum"),
    pytest.param("return 1 if " + "not " * 600 + "b else 0", id="not"),
    pytest.param("return " + "".join(f"x if x > {i} else " for i in range(500)) + "z", id="else"),
    pytest.param("return " + "(" * 190 + "x" + ")" * 190, id="parentheses"),
    pytest.param("\n".join(f"if x > {i}: return {i}" for i in range(900)) + "\nreturn x", id="if"),
]


def check(text: str, code: str, underlined: str) -> None:
    found = diagnostics(text)
    assert [it.code for it in found] == [code], found
    if underlined:
        span = found[0].span
        line = text.split("\n")[span.line - 1]
        assert line[span.column - 1 : span.end_column - 1] == underlined


@pytest.mark.parametrize(("text", "code", "underlined"), EXPRESSIONS)
def test_expressions(text: str, code: str, underlined: str) -> None:
    check(function(f"return {text}"), code, underlined)


@pytest.mark.parametrize(("text", "code", "underlined"), BODIES)
def test_bodies(text: str, code: str, underlined: str) -> None:
    check(function(text), code, underlined)


@pytest.mark.parametrize(("text", "code", "underlined"), FILES)
def test_files(text: str, code: str, underlined: str) -> None:
    check(HEADER + text, code, underlined)


@pytest.mark.parametrize("body", DEEP)
def test_what_is_nested_too_deep_is_refused_or_works(body: str) -> None:
    """No depth ends in a traceback, neither while reading nor in what is made of it."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f'def f(x: float, z: float, b: bool) -> float:\n    """Deep."""\n{lines}'
    found = diagnostics(text)
    if found:
        assert [it.code for it in found] == ["L311"]
        return
    module = parsed(text)
    emit_js(module)
    emit_mathml(module.formulas["f"], {}, Lang.ES)
    template_js(module.formulas["f"])
    compile_module(module)["f"](-1.0, 0.0, True)


def test_a_formula_may_not_call_one_below_it() -> None:
    first = "def g(p: float) -> float:\n" + DOC + "    return h(p)\n\n\n"
    second = "def h(p: float) -> float:\n" + DOC + "    return p\n"
    check(HEADER + first + second, "L309", "h(p)")
    assert "h" in parsed(HEADER + second + "\n\n" + first).formulas


def test_a_fault_costs_only_the_formula_that_it_is_in() -> None:
    """What calls a refused formula is not reported again; other faults are."""
    text = HEADER + "\n\n".join(
        f"def {name}(p: float) -> float:\n{DOC}    return {result}\n"
        for name, result in (("g", "p % 2"), ("h", "g(p) + 1"), ("i", "p // 2"))
    )
    assert [(it.code, it.span.line) for it in diagnostics(text)] == [
        ("L301", text[: text.index("p % 2")].count("\n") + 1),
        ("L301", text[: text.index("p // 2")].count("\n") + 1),
    ]


def test_columns_count_characters() -> None:
    text = 'def g(p: float) -> float:\n    """Ñandú."""\n    return max(p, "ñandú")\n'
    span = diagnostics(text)[0].span
    assert (span.line, span.column, span.end_column) == (3, 19, 26)


def test_help_says_what_to_write_instead() -> None:
    for text, instead in (
        ("x // y", "floor(a / b)"),
        ("x ** 2", "x * x"),
        ("round(x)", "floor(x + 0.5)"),
        ("abs(x)", "max(x, 0 - x)"),
        ("-x", "0 - x"),
        ("x / z", "max(1, …)"),
        ("1 if 0 < x < 1 else 0", "a < b and b < c"),
        ("plaim(x)", "plain"),
        ('1 if k == "c" else 0', "a, b"),
    ):
        assert instead in diagnostics(function(f"return {text}"))[0].help
