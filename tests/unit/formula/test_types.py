"""What is known to be greater than zero, and so may be divided by."""

from __future__ import annotations

import pytest

from lemario.formula import ir
from lemario.formula.typing_rules import fits, join
from tests.formula_source import diagnostics, expression, function


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "0.25",
        "y",
        "w.one.count",
        "TABLE[k]",
        'TABLE["b"]',
        "sure(y)",
        "y + 1",
        "y * y",
        "y / 3",
        "1 / y",
        "min(y, 2)",
        "max(x, 1)",
        "max(x, z, y)",
        "ceil(y)",
        "ceil(y / 256) * 256",
        "w.one._replace(size=0).count",
    ],
)
def test_greater_than_zero(text: str) -> None:
    assert expression(text).type == ir.POSITIVE
    assert diagnostics(function(f"return x / ({text})")) == ()
    assert diagnostics(function(f"return {text}", result="Positive")) == ()


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "0.0",
        "x",
        "w.n",
        "SHARES[k]",
        "plain(y)",
        "y + x",
        "x * y",
        "x / y",
        "y - 1",
        "y - y",
        "min(y, x)",
        "max(x, z)",
        "floor(y)",
        "ceil(x)",
        "len(w.parts)",
        "total(p for p in w.counts)",
        "total(y for p in range(3))",
        "largest(p for p in w.counts)",
        "largest_where(1, 9, 1, lambda n: b)",
    ],
)
def test_may_be_zero(text: str) -> None:
    assert expression(text).type == ir.NUMBER
    assert [it.code for it in diagnostics(function(f"return x / ({text})"))] == ["L306"]
    assert [it.code for it in diagnostics(function(f"return {text}", result="Positive"))] == [
        "L306"
    ]


@pytest.mark.parametrize(
    ("body", "positive"),
    [
        ("return y if b else 1", True),
        ("if b:\n    return y\nreturn 2", True),
        ("p = y * 2\nreturn p", True),
        ("p = y if b else 3\nreturn p + 1", True),
        ("return y if b else x", False),
        ("if b:\n    return x\nreturn y", False),
        ("p = y - 1\nreturn p", False),
    ],
)
def test_branches_and_locals(body: str, positive: bool) -> None:
    codes = [it.code for it in diagnostics(function(body, result="Positive"))]
    assert codes == ([] if positive else ["L306"])


def test_loop_variables_have_the_type_of_the_items() -> None:
    assert diagnostics(function("return total(1 / p for p in w.counts)")) == ()
    found = diagnostics(function("return total(1 / p for p in w.sizes)"))
    assert [it.code for it in found] == ["L306"]
    found = diagnostics(function("return total(1 / p for p in range(3))"))
    assert [it.code for it in found] == ["L306"]


def test_words_take_their_enumeration_from_where_they_stand() -> None:
    assert expression('"a" if b else k', result="Kind").type == expression("k", result="Kind").type
    both = [diagnostics(function(f"return {text}", result="Kind")) for text in ('"b"', '"c"')]
    assert [[it.code for it in found] for found in both] == [[], ["L307"]]


def test_a_positive_fits_where_a_number_does_and_not_the_other_way() -> None:
    pairs: list[tuple[ir.Type, ir.Type]] = [
        (ir.POSITIVE, ir.NUMBER),
        (ir.Sequence(ir.POSITIVE), ir.Sequence(ir.NUMBER)),
    ]
    for narrow, wide in pairs:
        assert fits(narrow, wide)
        assert not fits(wide, narrow)
    assert not fits(ir.BOOL, ir.NUMBER)
    assert join(ir.POSITIVE, ir.POSITIVE) == ir.POSITIVE
    assert join(ir.POSITIVE, ir.NUMBER) == ir.NUMBER
