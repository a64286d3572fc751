"""The JavaScript of formulas: what each construct becomes. That it computes alike is tested in Node."""

from __future__ import annotations

import re

import pytest

from lemario.formula.emit_js import emit_js, expression
from tests import formula_source
from tests.formula_source import HEADER, formula, function, parsed


@pytest.mark.parametrize(
    ("text", "script"),
    [
        # Parentheses: as few as keep the order of computing, since floats do not associate.
        ("x + y + z", "x + y + z"),
        ("x + (y + z)", "x + (y + z)"),
        ("x - (y - z)", "x - (y - z)"),
        ("(x - y) - z", "x - y - z"),
        ("x * (y * z)", "x * (y * z)"),
        ("x / (y / y)", "x / (y / y)"),
        ("x * z / y", "x * z / y"),
        ("x * (z / y)", "x * (z / y)"),
        ("(x + z) * y", "(x + z) * y"),
        ("x + z * y", "x + z * y"),
        ("x - z * (y + 1)", "x - z * (y + 1)"),
        # Numbers
        ("256", "256"),
        ("0.1", "0.1"),
        ("1073741824", "1073741824"),
        ("9007199254740992", "9007199254740992"),
        # Functions and formulas
        ("min(x, y, 1)", "min(x, y, 1)"),
        ("floor(x / 2) + ceil(z)", "floor(x / 2) + ceil(z)"),
        ("plain(x + 1)", "plain(x + 1)"),
        # Records and tables
        ("w.one.size", "w.one.size"),
        ("len(w.parts) * 2", "w.parts.length * 2"),
        ('TABLE[k] + TABLE["b"]', 'TABLE[k] + TABLE["b"]'),
        ("TABLE[w.one.kind]", "TABLE[w.one.kind]"),
        ("w._replace(n=x + 1).n", "({ ...w, n: x + 1 }).n"),
        (
            "w.one._replace(size=1, count=y).size",
            "({ ...w.one, size: 1, count: y }).size",
        ),
        # Folds and the search
        ("total(p.size for p in w.parts)", "total(w.parts, (p) => p.size)"),
        ("largest(p for p in w.sizes)", "largest(w.sizes, (p) => p)"),
        ("total(p * x for p in range(4))", "total(range(4), (p) => p * x)"),
        ("total(p for p in range(x + 1))", "total(range(x + 1), (p) => p)"),
        (
            "total(w._replace(n=p).n for p in w.sizes)",
            "total(w.sizes, (p) => ({ ...w, n: p }).n)",
        ),
        (
            "largest_where(256, x, 256, lambda n: n * 2 <= z)",
            "largest_where(256, x, 256, (n) => n * 2 <= z)",
        ),
        # Conditions
        ("x if b else z", "b ? x : z"),
        ("x if b else y if c else z", "b ? x : (c ? y : z)"),
        ("1 if (b or c) and b else 0", "(b || c) && b ? 1 : 0"),
        ("1 if b or c and b else 0", "b || c && b ? 1 : 0"),
        ("1 if b or (c or b) else 0", "b || (c || b) ? 1 : 0"),
        ("1 if not b else 0", "!b ? 1 : 0"),
        ("1 if not (b and c) else 0", "!(b && c) ? 1 : 0"),
        ("1 if not x < z else 0", "!(x < z) ? 1 : 0"),
        ("1 if x == z and k != 'a' else 0", 'x === z && k !== "a" ? 1 : 0'),
        ("1 if x + 1 <= z * 2 else 0", "x + 1 <= z * 2 ? 1 : 0"),
        ("1 if any(p > x for p in w.sizes) else 0", "any(w.sizes, (p) => p > x) ? 1 : 0"),
    ],
)
def test_expressions(text: str, script: str) -> None:
    assert expression(formula_source.expression(text)) == script


@pytest.mark.parametrize(
    ("body", "script"),
    [
        ("return x", ["return x;"]),
        ("p = x + 1\nreturn p * p", ["const p = x + 1;", "return p * p;"]),
        (
            "if b:\n    return x\nif c:\n    return y\nreturn z",
            ["if (b) return x;", "return c ? y : z;"],
        ),
        (
            "p = x\nif b:\n    return p\nq = p + 1\nreturn q",
            ["const p = x;", "if (b) return p;", "const q = p + 1;", "return q;"],
        ),
        ("if b:\n    return x if c else y\nreturn z", ["return b ? (c ? x : y) : z;"]),
    ],
)
def test_bodies(body: str, script: list[str]) -> None:
    made = emit_js(parsed(function(body)))
    inside = made.split("const f = (x, y, z, b, c, k, o, w) => {\n")[1].split("\n  };")[0]
    assert [line.strip() for line in inside.splitlines()] == script


def test_words_are_values() -> None:
    node = formula('if b:\n    return "a"\nreturn k', result="Kind").body
    assert expression(node) == 'b ? "a" : k'


def test_a_module_defines_one_global_with_the_formulas_in_order() -> None:
    made = emit_js(parsed(function("return x")), "Sums", {"more": "(a) => plain(a)"})
    assert re.findall(r"^\S.*", made, re.M) == [
        "// Made from Python by lemario: do not edit.",
        "const Sums = (() => {",
        "})();",
    ]
    assert "  return { plain, sure, f, more };\n})();" in made
    assert "  const more = (a) => plain(a);" in made
    assert '"use strict";' in made


def test_tables_hold_their_numbers() -> None:
    made = emit_js(parsed(HEADER))
    assert "/** @type {Record<Kind, number>} */" in made
    assert 'const TABLE = {\n    "a": 1.0,\n    "b": 2.5\n  };' in made


def test_docstrings_and_types_become_jsdoc() -> None:
    source = (
        HEADER
        + 'def g(w: Whole, k: Kind, ps: tuple[Part, ...], b: bool) -> Kind:\n    """What it gives.'
        + '\n\n    Source: a paper, 2021.\n    """\n    return k\n'
    )
    made = emit_js(parsed(source))
    assert (
        "  /**\n   * What it gives.\n   *\n   * Source: a paper, 2021.\n   *\n"
        "   * @param {Whole} w\n   * @param {Kind} k\n   * @param {ReadonlyArray<Part>} ps\n"
        "   * @param {boolean} b\n   * @returns {Kind}\n   */\n"
        "  const g = (w, k, ps, b) => {\n"
    ) in made
    assert '  /** @typedef {"a" | "b"} Kind */' in made
    assert (
        "  /**\n   * A part.\n   * @typedef {object} Part\n   * @property {number} size\n"
        "   * @property {number} count\n   * @property {Kind} kind\n   */"
    ) in made
