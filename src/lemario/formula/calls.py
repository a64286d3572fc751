"""Checks what looks like a call: functions, formulas, folds, the search, record updates."""

from __future__ import annotations

import ast

from lemario.core.suggest import did_you_mean
from lemario.formula import ir
from lemario.formula.builtins import FOLDS, FUNCTIONS
from lemario.formula.expressions import check_expression, field_type, infer, operand
from lemario.formula.refusal import Refused
from lemario.formula.scope import Scope, new_name
from lemario.formula.typing_rules import is_positive


def check_call(node: ast.Call, scope: Scope) -> ir.Node:
    """The checked call; refused if it is of nothing that the dialect knows."""
    span = scope.place.span(node)
    match node.func:
        case ast.Attribute(value=value, attr="_replace") if not node.args:
            return _replaced(node, value, scope)
        case ast.Name(id=name):
            pass
        case _:
            raise scope.place.refuse(node, "L301", "only functions by their name can be called", "")
    if node.keywords:
        raise scope.place.refuse(
            node.keywords[0].value, "L301", "arguments are given by position", "delete `name=`"
        )
    if name in FOLDS:
        return _fold(node, name, scope)
    if name == "largest_where":
        return _search(node, scope)
    if name == "len":
        argument = _only(node, scope)
        if not isinstance(argument.type, ir.Sequence):
            raise scope.place.refuse(node, "L305", "`len` takes a tuple", "")
        return ir.Call("len", (argument,), ir.NUMBER, span)
    if name in FUNCTIONS:
        function = FUNCTIONS[name]
        args = tuple(operand(arg, scope, ir.NUMBER) for arg in node.args)
        low, high = function.arguments
        if not low <= len(args) <= high:
            raise scope.place.refuse(
                node,
                "L305",
                f"`{name}` takes {low if low == high else f'{low} to {high}'} numbers",
                "",
            )
        signs = [is_positive(arg) for arg in args]
        positive = {"all": all(signs), "any": any(signs), "never": False}[function.positive]
        return ir.Call(name, args, ir.Number(positive), span)
    return _formula_call(node, name, scope)


def _formula_call(node: ast.Call, name: str, scope: Scope) -> ir.Node:
    if name in scope.broken:
        raise Refused.silent()
    if name == scope.own:
        raise scope.place.refuse(
            node, "L309", "a formula cannot call itself", "write `total(… for x in …)` instead"
        )
    if name in scope.later:
        raise scope.place.refuse(
            node,
            "L309",
            f"`{name}` stands below: a formula calls only those above it",
            f"move `{name}` up",
        )
    if name not in scope.formulas:
        instead = {
            "round": "write `floor(x + 0.5)`",
            "sum": "write `total(… for x in …)`",
            "abs": "write `max(x, 0 - x)`",
            "int": "write `floor(x)`",
            "sqrt": "a root is not part of the dialect",
        }
        known = (*scope.formulas, *FUNCTIONS, *FOLDS)
        raise scope.place.refuse(
            node,
            "L302",
            f"there is no formula called `{name}`",
            instead.get(name) or did_you_mean(name, known),
        )
    formula = scope.formulas[name]
    if len(node.args) != len(formula.params):
        raise scope.place.refuse(
            node,
            "L305",
            f"`{name}` takes {len(formula.params)} arguments, not {len(node.args)}",
            "",
        )
    args = tuple(
        operand(arg, scope, kind) for arg, (_, kind) in zip(node.args, formula.params, strict=True)
    )
    return ir.Call(name, args, formula.result, scope.place.span(node))


def _only(node: ast.Call, scope: Scope) -> ir.Node:
    if len(node.args) != 1:
        raise scope.place.refuse(node, "L305", "one argument is expected", "")
    return infer(node.args[0], scope, None)


def _fold(node: ast.Call, kind: str, scope: Scope) -> ir.Node:
    match node.args:
        case [
            ast.GeneratorExp(
                elt=body,
                generators=[ast.comprehension(target=ast.Name(id=name), iter=over, ifs=[])],
            )
        ]:
            pass
        case _:
            raise scope.place.refuse(
                node,
                "L301",
                f"`{kind}` takes one loop without `if`",
                f"write `{kind}(… for x in …)`",
            )
    new_name(node, name, scope)
    sequence, item = _folded(over, scope)
    expected = ir.BOOL if kind == "any" else ir.NUMBER
    checked = check_expression(body, scope.and_(name, item), expected)
    if isinstance(checked, ir.Choose):
        raise scope.place.refuse(
            body,
            "L308",
            "a condition inside a sum cannot be read on paper",
            "put it into a formula of its own and call that",
        )
    return ir.Fold(kind, name, sequence, checked, expected, scope.place.span(node))


def _folded(over: ast.expr, scope: Scope) -> tuple[ir.Node, ir.Type]:
    """What a loop runs over, and the type of its items: a tuple's, or numbers for `range(n)`."""
    match over:
        case ast.Call(func=ast.Name(id="range"), args=[count], keywords=[]):
            return check_expression(count, scope, ir.NUMBER), ir.NUMBER
        case ast.Attribute() | ast.Name():
            sequence = infer(over, scope, None)
            if isinstance(sequence.type, ir.Sequence):
                return sequence, sequence.type.item
    raise scope.place.refuse(over, "L301", "a loop runs over a tuple or over `range(n)` only", "")


def _search(node: ast.Call, scope: Scope) -> ir.Node:
    match node.args:
        case [
            low,
            high,
            step,
            ast.Lambda(
                args=ast.arguments(
                    posonlyargs=[],
                    args=[ast.arg(arg=name)],
                    vararg=None,
                    kwonlyargs=[],
                    kwarg=None,
                    defaults=[],
                ),
                body=body,
            ),
        ]:
            pass
        case _:
            raise scope.place.refuse(
                node,
                "L301",
                "`largest_where` takes low, high, step and a lambda",
                "write `largest_where(256, limit, 256, lambda n: …)`",
            )
    new_name(node, name, scope)
    return ir.Search(
        check_expression(low, scope, ir.NUMBER),
        check_expression(high, scope, ir.NUMBER),
        check_expression(step, scope, ir.POSITIVE),
        name,
        check_expression(body, scope.and_(name, ir.NUMBER), ir.BOOL),
        ir.NUMBER,
        scope.place.span(node),
    )


def _replaced(node: ast.Call, value: ast.expr, scope: Scope) -> ir.Node:
    record = infer(value, scope, None)
    changes: list[tuple[str, ir.Node]] = []
    if not node.keywords or any(keyword.arg is None for keyword in node.keywords):
        raise scope.place.refuse(
            node, "L301", "`_replace` takes the fields to change", "write `r._replace(field=…)`"
        )
    for keyword in node.keywords:
        name = keyword.arg or ""
        kind = field_type(node, record, name, scope)
        changes.append((name, check_expression(keyword.value, scope, kind)))
    return ir.With(record, tuple(changes), record.type, scope.place.span(node))
