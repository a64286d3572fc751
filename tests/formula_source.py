"""Short files of formulas for tests: what stands around an expression or a body."""

from __future__ import annotations

from lemario.core.diagnostics import Diagnostic
from lemario.core.source import SourceText
from lemario.formula import ir
from lemario.formula.dialect import parse_formulas

HEADER = '''\
from collections.abc import Mapping
from typing import Literal, NamedTuple
from lemario.formula.language import Positive, ceil, floor, largest, largest_where, total

Kind = Literal["a", "b"]
Other = Literal["a", "c"]
TABLE: Mapping[Kind, Positive] = {"a": 1, "b": 2.5}
SHARES: Mapping[Kind, float] = {"a": 0, "b": 1}


class Part(NamedTuple):
    """A part."""

    size: float
    count: Positive
    kind: Kind


class Whole(NamedTuple):
    """Parts."""

    n: float
    one: Part
    parts: tuple[Part, ...]
    sizes: tuple[float, ...]
    counts: tuple[Positive, ...]


def plain(p: float) -> float:
    """A formula."""
    return p


def sure(p: Positive) -> Positive:
    """A formula of what is greater than zero."""
    return p


'''
PARAMETERS = "x: float, y: Positive, z: float, b: bool, c: bool, k: Kind, o: Other, w: Whole"


def function(body: str, *, result: str = "float") -> str:
    """A file with the formula `f` of PARAMETERS; `body` are its lines."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f'{HEADER}def f({PARAMETERS}) -> {result}:\n    """The result."""\n{lines}'


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """What is said about a file."""
    return parse_formulas(SourceText("formulas.py", text)).diagnostics


def parsed(text: str) -> ir.Module:
    """A file that must be right."""
    checked = parse_formulas(SourceText("formulas.py", text))
    assert checked.value is not None, checked.diagnostics
    return checked.value


def formula(body: str, *, result: str = "float") -> ir.Formula:
    """The formula `f` with this body."""
    return parsed(function(body, result=result)).formulas["f"]


def expression(text: str, *, result: str = "float") -> ir.Node:
    """The checked expression."""
    return formula(f"return {text}", result=result).body
