"""What an expression may name, and how new names may be called."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from lemario.formula import ir
from lemario.formula.builtins import FOLDS, FUNCTIONS
from lemario.formula.refusal import Place

RESERVED = frozenset(
    [
        "arguments",
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "debugger",
        "default",
        "delete",
        "do",
        "else",
        "enum",
        "eval",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "function",
        "if",
        "implements",
        "import",
        "in",
        "instanceof",
        "interface",
        "let",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "undefined",
        "var",
        "void",
        "while",
        "with",
        "yield",
        "NaN",
        "Infinity",
        "Math",
        "Object",
        "Array",
        "Number",
        "String",
        "Boolean",
        "Symbol",
        "JSON",
        "globalThis",
        "len",
        "range",
        "table",
    ]
) | {*FUNCTIONS, *FOLDS, "largest_where"}
"""Words of JavaScript and names of the dialect: nothing may be called so."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may name. `later` stand below in the file, `broken` were refused.

    `own` is the formula that the expression is part of, "" for none.
    `types` are the names of records and enumerations, which no local may take.
    """

    place: Place
    names: Mapping[str, ir.Type]
    tables: Mapping[str, tuple[ir.Table, Mapping[str, object]]]
    formulas: Mapping[str, ir.Formula]
    later: Set[str] = field(default_factory=frozenset)
    broken: Set[str] = field(default_factory=frozenset)
    types: Set[str] = field(default_factory=frozenset)
    own: str = ""

    def and_(self, name: str, kind: ir.Type) -> Scope:
        """The scope with one more name."""
        return replace(self, names={**self.names, name: kind})


def new_name(node: ast.AST, name: str, scope: Scope) -> None:
    """Refuses a name for a local or loop variable that is reserved or has a value already."""
    taken = {*scope.names, *scope.tables, *scope.formulas, *scope.later, *scope.types}
    if name in RESERVED or name.startswith("_"):
        raise scope.place.refuse(node, "L310", f"`{name}` cannot be used as a name", "")
    if name in taken:
        raise scope.place.refuse(
            node, "L310", f"`{name}` has a value already", "give the new value a name of its own"
        )
