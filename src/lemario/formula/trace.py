"""The trace: a formula with the reader's values put in, as MathML.

A template is made once from the checked tree: text with holes for values, the branch that is
taken, the terms of a sum. Python fills it when pages are built; `template_js` turns the same
template into JavaScript for the calculator. One template, so the two cannot differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lemario.formula import ir
from lemario.formula.builtins import ATOM, OPERATORS
from lemario.formula.emit_js import expression
from lemario.formula.evaluate import evaluate, numbers_below

_SUM = OPERATORS["+"].precedence
_ZERO = "<mn>0</mn>"


@dataclass(frozen=True, slots=True)
class Hole:
    """The value of a node, as a number."""

    node: ir.Node


@dataclass(frozen=True, slots=True)
class Branch:
    """One of two templates, by a condition."""

    condition: ir.Node
    then: Template
    other: Template


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a sum that are not zero, joined by plus signs."""

    fold: ir.Fold
    each: Template


@dataclass(frozen=True, slots=True)
class Bound:
    """A template in which a local is known."""

    name: str
    value: ir.Node
    body: Template


Part = str | Hole | Branch | Terms | Bound
Template = tuple[Part, ...]

FormatNumber = Callable[[float], str]


def trace_template(formula: ir.Formula) -> Template:
    """The right side of the formula, operators kept, quantities replaced by their values."""
    return _write(formula.body)[0]


def fill(
    template: Template,
    values: Mapping[str, Any],
    functions: Mapping[str, Callable[..., Any]],
    tables: Mapping[str, Any],
    number: FormatNumber,
) -> str:
    """The template with values: MathML text. `number` writes numbers in the reader's language."""

    def value(node: ir.Node, names: Mapping[str, Any]) -> Any:
        return evaluate(node, names, functions, tables)

    def parts(inner: Template, names: Mapping[str, Any]) -> str:
        return "".join(part_text(part, names) for part in inner)

    def part_text(part: Part, names: Mapping[str, Any]) -> str:
        match part:
            case str():
                return part
            case Hole(node=node):
                return f"<mn>{number(value(node, names))}</mn>"
            case Branch(condition=condition, then=then, other=other):
                return parts(then if value(condition, names) else other, names)
            case Bound(name=name, value=node, body=body):
                return parts(body, {**names, name: value(node, names)})
            case Terms(fold=fold, each=each):
                items = value(fold.over, names)
                if not isinstance(fold.over.type, ir.Sequence):
                    items = numbers_below(items)
                scopes = [{**names, fold.variable: item} for item in items]
                shown = [parts(each, scope) for scope in scopes if value(fold.body, scope) != 0]
                return "<mo>+</mo>".join(shown) or _ZERO

    return f"<mrow>{parts(template, values)}</mrow>"


def template_js(formula: ir.Formula) -> str:
    """A JavaScript function of the formula's parameters and of `$n`, which writes numbers."""
    params = ", ".join([*(name for name, _ in formula.params), "$n"])
    body = _js(trace_template(formula))
    return f"({params}) => `<mrow>${{{body}}}</mrow>`"


def _js(template: Template) -> str:
    return " + ".join(_part_js(part) for part in template) or '""'


def _part_js(part: Part) -> str:
    match part:
        case str():
            return json.dumps(part, ensure_ascii=False)
        case Hole(node=node):
            return f'"<mn>" + $n({expression(node)}) + "</mn>"'
        case Branch(condition=condition, then=then, other=other):
            return f"({expression(condition)} ? {_js(then)} : {_js(other)})"
        case Bound(name=name, value=value, body=body):
            return f"(({name}) => {_js(body)})({expression(value)})"
        case Terms(fold=fold, each=each):
            items = expression(fold.over)
            if not isinstance(fold.over.type, ir.Sequence):
                items = f"range({items})"
            kept = f"{items}.filter(({fold.variable}) => {expression(fold.body)} !== 0)"
            joined = f'.map(({fold.variable}) => {_js(each)}).join("<mo>+</mo>")'
            return f"({kept}{joined} || {json.dumps(_ZERO)})"


def _write(node: ir.Node) -> tuple[Template, int]:
    """The template of a node, and its precedence."""
    match node:
        case ir.Op(op="/", args=(top, bottom)):
            above, below = _write(top)[0], _write(bottom)[0]
            parts = ("<mfrac><mrow>", *above, "</mrow><mrow>", *below, "</mrow></mfrac>")
            return parts, ATOM
        case ir.Op(op="+" | "-" | "*", args=(left, right)):
            own = OPERATORS[node.op]
            after = own.precedence + (0 if node.op == "+" else 1)
            sign = f"<mo>{own.mathml}</mo>"
            return (*_inside(left, own.precedence), sign, *_inside(right, after)), own.precedence
        case ir.Call(name="floor", args=(arg,)):
            return ("<mo>⌊</mo>", *_write(arg)[0], "<mo>⌋</mo>"), ATOM
        case ir.Call(name="ceil", args=(arg,)):
            return ("<mo>⌈</mo>", *_write(arg)[0], "<mo>⌉</mo>"), ATOM
        case ir.Call(name="min" | "max", args=args):
            listed: list[Part] = [f"<mi>{node.name}</mi><mo>(</mo>"]
            for place, arg in enumerate(args):
                listed += ["<mo>,</mo>"] if place else []
                listed += _write(arg)[0]
            return (*listed, "<mo>)</mo>"), ATOM
        case ir.Choose(condition=condition, then=then, other=other):
            yes, low = _write(then)
            no, lower = _write(other)
            return (Branch(condition, yes, no),), min(low, lower)
        case ir.Let(name=name, value=value, body=body):
            inner, precedence = _write(body)
            return (Bound(name, value, inner),), precedence
        case ir.Fold(kind="total", body=body):
            return (Terms(node, _inside(body, _SUM + 1)),), _SUM
    return (Hole(node),), ATOM


def _inside(node: ir.Node, precedence: int) -> Template:
    parts, own = _write(node)
    return ("<mrow><mo>(</mo>", *parts, "<mo>)</mo></mrow>") if own < precedence else parts
