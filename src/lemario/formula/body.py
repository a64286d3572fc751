"""Checks the body of a formula: locals, guards and a final return, as one expression."""

from __future__ import annotations

import ast

from lemario.formula import ir
from lemario.formula.expressions import check_expression
from lemario.formula.scope import Scope, new_name
from lemario.formula.typing_rules import join


def check_body(node: ast.FunctionDef, scope: Scope, result: ir.Type) -> ir.Node:
    """The body of a function as one expression: locals, guards and a final return."""
    statements = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return _block(statements, scope, result, node)


def _block(
    statements: list[ast.stmt], scope: Scope, result: ir.Type, function: ast.FunctionDef
) -> ir.Node:
    if not statements:
        raise scope.place.refuse_name(
            function,
            "L304",
            f"`{function.name}` may end without a value",
            "end it with `return …`",
        )
    first, *rest = statements
    span = scope.place.span(first)
    match first:
        case ast.Return(value=ast.expr() as value):
            if rest:
                raise scope.place.refuse(
                    rest[0], "L304", "nothing may follow `return`", "delete it"
                )
            return check_expression(value, scope, result)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            new_name(first, name, scope)
            local = check_expression(value, scope, None)
            body = _block(rest, scope.and_(name, local.type), result, function)
            return ir.Let(name, local, body, body.type, span)
        case ast.If(test=test, body=[ast.Return(value=ast.expr() as value)], orelse=[]):
            condition = check_expression(test, scope, ir.BOOL)
            then = check_expression(value, scope, result)
            other = _block(rest, scope, result, function)
            return ir.Choose(condition, then, other, join(then.type, other.type), span)
        case ast.If():
            raise scope.place.refuse(
                first,
                "L301",
                "only `if …: return …` is allowed",
                "or write `a if condition else b`",
            )
        case ast.While():
            raise scope.place.refuse(
                first, "L301", "`while` is not part of the dialect", "use `total(… for x in …)`"
            )
        case ast.For():
            raise scope.place.refuse(
                first, "L301", "`for` is not part of the dialect", "use `total(… for x in …)`"
            )
        case ast.AugAssign() | ast.AnnAssign():
            raise scope.place.refuse(
                first, "L301", "a local is assigned once, without a type", "write `name = …`"
            )
    raise scope.place.refuse(
        first,
        "L301",
        "this statement is not part of the dialect",
        "a body has `name = …`, `if …: return …` and a final `return …`",
    )
