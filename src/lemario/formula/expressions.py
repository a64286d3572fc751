"""Checks expressions and their types."""

from __future__ import annotations

import ast
import math

from lemario.core.suggest import did_you_mean
from lemario.formula import ir
from lemario.formula.builtins import OPERATORS
from lemario.formula.refusal import Refused
from lemario.formula.scope import Scope
from lemario.formula.typing_rules import fits, is_positive, join, said

_LARGEST_INTEGER = 2**53

_BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_COMPARISON = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_INSTEAD = {
    ast.Mod: ("`%`", "write `a - b * floor(a / b)`"),
    ast.FloorDiv: ("`//`", "write `floor(a / b)`"),
    ast.Pow: ("`**`", "write the product: `x * x`"),
}


def check_expression(node: ast.expr, scope: Scope, expected: ir.Type | None) -> ir.Node:
    """The checked expression; refused if its type is not the expected one."""
    checked = infer(node, scope, expected)
    if expected is not None and not fits(checked.type, expected):
        if expected == ir.POSITIVE and isinstance(checked.type, ir.Number):
            raise scope.place.refuse(
                node,
                "L306",
                "this may be zero, where a number greater than zero is needed",
                "write `max(1, …)`, or give the parameter or field the type Positive",
            )
        raise scope.place.refuse(
            node, "L305", f"expected {said(expected)}, found {said(checked.type)}", ""
        )
    return checked


def infer(node: ast.expr, scope: Scope, expected: ir.Type | None) -> ir.Node:
    """The checked expression, whatever its type; `expected` only gives words their enumeration."""
    span = scope.place.span(node)
    match node:
        case ast.Constant(value=value):
            return _constant(node, value, scope, expected)
        case ast.Name(id=name):
            return _name(node, name, scope)
        case ast.Attribute(value=value, attr=attr):
            record = infer(value, scope, None)
            return ir.Field(record, attr, field_type(node, record, attr, scope), span)
        case ast.Subscript(value=value, slice=key):
            table = infer(value, scope, None)
            if not isinstance(table.type, ir.Table):
                raise scope.place.refuse(node, "L305", "only tables can be looked up in", "")
            return ir.Item(
                table, check_expression(key, scope, table.type.key), table.type.value, span
            )
        case ast.BinOp(left=left, op=op, right=right):
            return _arithmetic(node, left, op, right, scope)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            return _comparison(node, left, ops, comparators, scope)
        case ast.BoolOp(op=op, values=values):
            word = "and" if isinstance(op, ast.And) else "or"
            checked = [check_expression(value, scope, ir.BOOL) for value in values]
            result = checked[0]
            for operand in checked[1:]:
                result = ir.Op(word, (result, operand), ir.BOOL, span)
            return result
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ir.Op("not", (check_expression(operand, scope, ir.BOOL),), ir.BOOL, span)
        case ast.UnaryOp(op=sign):
            help = "write `0 - x`" if isinstance(sign, ast.USub) else "delete it"
            raise scope.place.refuse(node, "L301", "a sign is not allowed here", help)
        case ast.IfExp(test=test, body=then, orelse=other):
            condition = check_expression(test, scope, ir.BOOL)
            yes = check_expression(then, scope, expected)
            no = check_expression(other, scope, expected)
            if not (fits(yes.type, no.type) or fits(no.type, yes.type)):
                raise scope.place.refuse(node, "L305", "both branches must be of one type", "")
            return ir.Choose(condition, yes, no, join(yes.type, no.type), span)
        case ast.Call():
            from lemario.formula.calls import check_call

            return check_call(node, scope)
    raise scope.place.refuse(
        node,
        "L301",
        f"{_NAMES.get(type(node), 'this expression')} is not part of the dialect",
        _HELP.get(type(node), ""),
    )


_NAMES = {
    ast.JoinedStr: "a text",
    ast.Lambda: "`lambda`",
    ast.ListComp: "a list",
    ast.List: "a list",
    ast.Dict: "a dictionary",
    ast.Tuple: "a tuple",
    ast.GeneratorExp: "a generator",
    ast.NamedExpr: "`:=`",
}
_HELP = {
    ast.Lambda: "only `largest_where` takes one",
    ast.ListComp: "write `total(… for x in …)`",
    ast.GeneratorExp: "write it inside `total(…)`, `largest(…)` or `any(…)`",
    ast.NamedExpr: "write `name = …` on a line of its own",
}


def _constant(node: ast.Constant, value: object, scope: Scope, expected: ir.Type | None) -> ir.Node:
    span = scope.place.span(node)
    if isinstance(value, bool):
        return ir.Const(value, ir.BOOL, span)
    if isinstance(value, int | float):
        if isinstance(value, int) and value > _LARGEST_INTEGER:
            raise scope.place.refuse(
                node, "L314", "the number is too large to be exact", f"at most {_LARGEST_INTEGER}"
            )
        if not math.isfinite(value):
            raise scope.place.refuse(node, "L314", "the number is not finite", "")
        return ir.Const(float(value), ir.Number(positive=value > 0), span)
    if isinstance(value, str) and isinstance(expected, ir.Enum):
        if value not in expected.values:
            raise scope.place.refuse(
                node,
                "L307",
                f"{value!r} is no word of `{expected.name}`",
                did_you_mean(value, expected.values) or f"it has {', '.join(expected.values)}",
            )
        return ir.Const(value, expected, span)
    kind = "a text" if isinstance(value, str) else "this value"
    raise scope.place.refuse(
        node,
        "L301",
        f"{kind} is not part of the dialect here",
        "words stand only where a parameter, field or table has an enumeration",
    )


def _name(node: ast.expr, name: str, scope: Scope) -> ir.Node:
    span = scope.place.span(node)
    if name in scope.names:
        return ir.Ref(name, scope.names[name], span)
    if name in scope.tables:
        return ir.Ref(name, scope.tables[name][0], span)
    if name in scope.broken:
        raise Refused.silent()
    known = (*scope.names, *scope.tables)
    raise scope.place.refuse(
        node,
        "L302",
        f"there is nothing called `{name}` here",
        did_you_mean(name, known) or (f"there are {', '.join(known)}" if known else ""),
    )


def field_type(node: ast.expr, record: ir.Node, name: str, scope: Scope) -> ir.Type:
    """The type of a record's field; refused if it has none of that name."""
    kind = record.type
    if not isinstance(kind, ir.Record):
        raise scope.place.refuse(node, "L305", f"{said(kind)} has no fields", "")
    if name not in kind.fields:
        raise scope.place.refuse(
            node,
            "L302",
            f"`{kind.name}` has no field `{name}`",
            did_you_mean(name, kind.fields) or f"it has {', '.join(kind.fields)}",
        )
    return kind.fields[name]


def _arithmetic(
    node: ast.BinOp, left: ast.expr, op: ast.operator, right: ast.expr, scope: Scope
) -> ir.Node:
    if type(op) in _INSTEAD:
        sign, instead = _INSTEAD[type(op)]
        raise scope.place.refuse(node, "L301", f"{sign} is not part of the dialect", instead)
    if type(op) not in _BINARY:
        raise scope.place.refuse(node, "L301", "this operator is not part of the dialect", "")
    sign = _BINARY[type(op)]
    a = operand(left, scope, ir.NUMBER)
    b = operand(right, scope, ir.POSITIVE if sign == "/" else ir.NUMBER)
    both = is_positive(a) and is_positive(b)
    kind = ir.Number(positive=both and sign != "-")
    return ir.Op(sign, (a, b), kind, scope.place.span(node))


def _comparison(
    node: ast.Compare,
    left: ast.expr,
    ops: list[ast.cmpop],
    comparators: list[ast.expr],
    scope: Scope,
) -> ir.Node:
    if len(ops) > 1:
        raise scope.place.refuse(
            node, "L301", "one comparison at a time", "write `a < b and b < c`"
        )
    sign, right = _COMPARISON.get(type(ops[0])), comparators[0]
    if sign is None:
        raise scope.place.refuse(
            node, "L301", "`in` and `is` are not part of the dialect", 'write `x == "a" or …`'
        )
    if OPERATORS[sign].kind == "order":
        a = operand(left, scope, ir.NUMBER)
        b = operand(right, scope, ir.NUMBER)
    elif isinstance(left, ast.Constant):
        b = check_expression(right, scope, None)
        a = check_expression(left, scope, _comparable(b.type))
    else:
        a = check_expression(left, scope, None)
        b = check_expression(right, scope, _comparable(a.type))
    if not isinstance(a.type, ir.Number | ir.Enum):
        raise scope.place.refuse(node, "L305", "only numbers and words can be compared", "")
    return ir.Op(sign, (a, b), ir.BOOL, scope.place.span(node))


def operand(node: ast.expr, scope: Scope, expected: ir.Type) -> ir.Node:
    """A checked operand or argument; refused if it is a condition, which has no place there."""
    checked = check_expression(node, scope, expected)
    if isinstance(checked, ir.Choose):
        raise scope.place.refuse(
            node,
            "L308",
            "a condition inside a sum, product or argument cannot be read on paper",
            "give it a name on a line above: `name = … if … else …`",
        )
    return checked


def _comparable(kind: ir.Type) -> ir.Type:
    return ir.NUMBER if isinstance(kind, ir.Number) else kind
