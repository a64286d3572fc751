"""Which type fits where, and what types are called in messages."""

from __future__ import annotations

from lemario.formula import ir


def is_positive(node: ir.Node) -> bool:
    """Whether the node is known to be greater than zero."""
    return isinstance(node.type, ir.Number) and node.type.positive


def fits(actual: ir.Type, expected: ir.Type) -> bool:
    """Whether a value of the one type may stand where the other is expected."""
    match actual, expected:
        case ir.Number(positive=has), ir.Number(positive=needs):
            return has or not needs
        case ir.Sequence(item=a), ir.Sequence(item=b):
            return fits(a, b)
    return actual == expected


def join(a: ir.Type, b: ir.Type) -> ir.Type:
    """The type of what is either of the one or of the other."""
    if isinstance(a, ir.Number) and isinstance(b, ir.Number):
        return ir.Number(positive=a.positive and b.positive)
    return a


def said(kind: ir.Type) -> str:
    """The type in words."""
    match kind:
        case ir.Number():
            return "a number"
        case ir.Bool():
            return "true or false"
        case ir.Enum(name=name):
            return f"a word of `{name}`"
        case ir.Record(name=name):
            return f"a `{name}`"
        case ir.Sequence():
            return "a tuple"
        case ir.Table():
            return "a table"
