"""Runs a checked tree in Python: for formulas that a glossary brings, which are never imported.

The same node gives the same bits as the Python function it was parsed from, and as its JavaScript.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lemario.formula import ir, language
from lemario.formula.builtins import FOLDS, FUNCTIONS, OPERATORS

Values = Mapping[str, Any]
Run = Callable[[dict[str, Any]], Any]


def compile_module(module: ir.Module) -> Mapping[str, Callable[..., Any]]:
    """Each formula as a Python function of its parameters, in order.

    Numbers must come as floats (see `bind`); records as objects with the fields as attributes and
    a `_replace` method, such as named tuples.
    """
    functions: dict[str, Callable[..., Any]] = {}
    tables = {name: cells for name, (_, cells) in module.tables.items()}
    for formula in module.formulas.values():
        functions[formula.name] = _function(formula, functions, tables)
    return functions


def constant(node: ir.Node) -> float | str | bool:
    """The value of an expression without names."""
    value: float | str | bool = _compile(node, {}, {})({})
    return value


def evaluate(
    node: ir.Node, values: Values, functions: Mapping[str, Callable[..., Any]], tables: Values
) -> Any:
    """The value of one node where names have the given values."""
    return _compile(node, functions, tables)(dict(values))


def _function(
    formula: ir.Formula, functions: Mapping[str, Callable[..., Any]], tables: Values
) -> Callable[..., Any]:
    run = _compile(formula.body, functions, tables)
    names = [name for name, _ in formula.params]

    def call(*args: Any) -> Any:
        return run(dict(zip(names, args, strict=True)))

    call.__name__ = formula.name
    call.__doc__ = formula.doc
    return call


def _compile(node: ir.Node, functions: Mapping[str, Callable[..., Any]], tables: Values) -> Run:
    def sub(child: ir.Node) -> Run:
        return _compile(child, functions, tables)

    match node:
        case ir.Const(value=value):
            return lambda env: value
        case ir.Ref(name=name) if name in tables:
            table = tables[name]
            return lambda env: table
        case ir.Ref(name=name):
            return lambda env: env[name]
        case ir.Field(record=record, name=name):
            of = sub(record)
            return lambda env: getattr(of(env), name)
        case ir.Item(table=table_node, key=key):
            where, what = sub(table_node), sub(key)
            return lambda env: where(env)[what(env)]
        case ir.Op(op="and", args=(a, b)):
            first, second = sub(a), sub(b)
            return lambda env: first(env) and second(env)
        case ir.Op(op="or", args=(a, b)):
            first, second = sub(a), sub(b)
            return lambda env: first(env) or second(env)
        case ir.Op(op=op, args=args):
            apply, operands = OPERATORS[op].python, [sub(arg) for arg in args]
            return lambda env: apply(*(operand(env) for operand in operands))
        case ir.Call(name="len", args=(arg,)):
            of = sub(arg)
            return lambda env: float(len(of(env)))
        case ir.Call(name=name, args=args):
            function = FUNCTIONS[name].python if name in FUNCTIONS else functions[name]
            operands = [sub(arg) for arg in args]
            return lambda env: function(*(operand(env) for operand in operands))
        case ir.Choose(condition=condition, then=then, other=other):
            test, yes, no = sub(condition), sub(then), sub(other)
            return lambda env: yes(env) if test(env) else no(env)
        case ir.Let(name=name, value=value_node, body=body):
            bound, rest = sub(value_node), sub(body)
            return lambda env: rest({**env, name: bound(env)})
        case ir.Fold(kind=kind, variable=variable, over=over, body=body):
            fold, items, each = FOLDS[kind], _items(over, sub(over)), sub(body)
            return lambda env: fold(each({**env, variable: item}) for item in items(env))
        case ir.With(record=record, changes=changes):
            of, new = sub(record), [(name, sub(value)) for name, value in changes]
            return lambda env: of(env)._replace(**{name: run(env) for name, run in new})
        case ir.Search(variable=variable):
            low, high, step = sub(node.low), sub(node.high), sub(node.step)
            holds = sub(node.holds)
            return lambda env: language.largest_where(
                low(env), high(env), step(env), lambda n: bool(holds({**env, variable: n}))
            )
    raise AssertionError(node)


def _items(over: ir.Node, run: Run) -> Run:
    """What a fold runs over: a tuple's items, or 0, 1, … below a number."""
    if isinstance(over.type, ir.Sequence):
        return run
    return lambda env: numbers_below(run(env))


def numbers_below(count: float) -> list[float]:
    """0, 1, 2 … below a number: what `range` means in the dialect."""
    return [float(number) for number in range(max(0, int(language.ceil(count))))]
