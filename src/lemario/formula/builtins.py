"""The operators and functions of the dialect: one row each.

`js` is how JavaScript writes it: an operator, or the name of a helper of `emit_js`. `precedence`
decides about parentheses: higher binds tighter, both in JavaScript and on paper.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lemario.formula import language


@dataclass(frozen=True, slots=True)
class Operator:
    """`python` computes it; `mathml` is the sign on paper; `kind` gives operand and result types."""

    python: Callable[..., Any]
    js: str
    mathml: str
    precedence: int
    kind: str


OPERATORS: Mapping[str, Operator] = {
    "or": Operator(lambda a, b: a or b, "||", "∨", 1, "logic"),
    "and": Operator(lambda a, b: a and b, "&&", "∧", 2, "logic"),
    "not": Operator(operator.not_, "!", "¬", 3, "logic"),
    "<": Operator(operator.lt, "<", "&lt;", 4, "order"),
    "<=": Operator(operator.le, "<=", "≤", 4, "order"),
    ">": Operator(operator.gt, ">", "&gt;", 4, "order"),
    ">=": Operator(operator.ge, ">=", "≥", 4, "order"),
    "==": Operator(operator.eq, "===", "=", 4, "equality"),
    "!=": Operator(operator.ne, "!==", "≠", 4, "equality"),
    "+": Operator(operator.add, "+", "+", 5, "arithmetic"),
    "-": Operator(operator.sub, "-", "−", 5, "arithmetic"),
    "*": Operator(operator.mul, "*", "·", 6, "arithmetic"),
    "/": Operator(operator.truediv, "/", "/", 6, "arithmetic"),
}

ATOM = 9
"""Precedence of what never needs parentheses."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of numbers. `positive` says which result is Positive: given all, any or never."""

    python: Callable[..., float]
    js: str
    arguments: tuple[int, int]
    positive: str


FUNCTIONS: Mapping[str, Function] = {
    "min": Function(min, "min", (2, 8), "all"),
    "max": Function(max, "max", (2, 8), "any"),
    "floor": Function(language.floor, "floor", (1, 1), "never"),
    "ceil": Function(language.ceil, "ceil", (1, 1), "all"),
}

FOLDS: Mapping[str, Callable[..., Any]] = {
    "total": language.total,
    "largest": language.largest,
    "any": any,
}
