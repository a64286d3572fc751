"""The checked tree of a formula: a dozen frozen nodes, each with its type and its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lemario.core.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Number:
    """A float; `positive` if it is known to be greater than zero."""

    positive: bool = False


@dataclass(frozen=True, slots=True)
class Bool:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Enum:
    """One of a closed set of words."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A named tuple. `fields` are filled in after creation of the type, in order."""

    name: str
    fields: Mapping[str, Type] = field(hash=False, compare=False, repr=False)
    doc: str = field(default="", hash=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A tuple of any length of one type."""

    item: Type


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping with one value for each word of an enumeration."""

    key: Enum
    value: Type


Type = Number | Bool | Enum | Record | Sequence | Table

NUMBER = Number()
POSITIVE = Number(positive=True)
BOOL = Bool()


@dataclass(frozen=True, slots=True)
class Const:
    """A number, a word of an enumeration, or true/false."""

    value: float | str | bool
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Ref:
    """A parameter, a local, a loop variable or a table."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    record: Node
    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Item:
    """The value of a table for a word."""

    table: Node
    key: Node
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Op:
    """An operator of `builtins.OPERATORS` on one or two operands."""

    op: str
    args: tuple[Node, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a formula above, or of a function of `builtins.FUNCTIONS`."""

    name: str
    args: tuple[Node, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """`then` if the condition holds, else `other`."""

    condition: Node
    then: Node
    other: Node
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """A local with the rest of the body in which it is known."""

    name: str
    value: Node
    body: Node
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Fold:
    """`total`, `largest` or `any` of `body` for each `variable` of a tuple or of 0 … count−1."""

    kind: str
    variable: str
    over: Node
    body: Node
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class With:
    """A record with some fields changed."""

    record: Node
    changes: tuple[tuple[str, Node], ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Search:
    """`largest_where(low, high, step, lambda variable: holds)`."""

    low: Node
    high: Node
    step: Node
    variable: str
    holds: Node
    type: Type
    span: Span


Node = Const | Ref | Field | Item | Op | Call | Choose | Let | Fold | With | Search


@dataclass(frozen=True, slots=True)
class Formula:
    """A checked function. `doc` is its docstring, the first line a sentence, sources below."""

    name: str
    params: tuple[tuple[str, Type], ...]
    result: Type
    body: Node
    doc: str
    span: Span


@dataclass(frozen=True, slots=True)
class Module:
    """A checked file: everything by name, in the order of the file."""

    doc: str
    enums: Mapping[str, Enum]
    records: Mapping[str, Record]
    tables: Mapping[str, tuple[Table, Mapping[str, object]]]
    formulas: Mapping[str, Formula]
