"""Shorter names for what is declared inside a script: the same program in fewer bytes.

A name is given anew with all its uses, as the scopes of JavaScript have it. What other scripts may
see keeps its name: whatever is declared at the top, and all properties. Two variables may get the
same name where neither is used in the other's scope.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

USES = frozenset(
    ("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern")
)
"""Nodes that stand for a variable; the last two for a property of the same name besides."""

_FUNCTIONS = frozenset(
    (
        *("arrow_function", "function_expression", "function_declaration", "method_definition"),
        *("generator_function", "generator_function_declaration"),
    )
)
_BLOCKS = frozenset(("statement_block", "for_statement", "for_in_statement", "switch_body"))
_SCOPES = _FUNCTIONS | _BLOCKS | {"catch_clause", "class_body"}
_WITH_PARAMETERS = _FUNCTIONS | {"catch_clause"}
# Whose names belong to a wider scope than the one they stand in, or may: these are left alone.
_HOISTED = frozenset(("variable_declaration", "function_declaration", "class_declaration"))
_RESERVED = frozenset(
    """
    arguments as async await break case catch class const continue debugger default delete do else
    enum eval export extends false finally for from function get if implements import in instanceof
    interface let new null of package private protected public return set static super switch this
    throw true try typeof undefined var void while with yield Infinity NaN
    """.split()  # noqa: SIM905 - a list of them would be a screen long
)
# The most frequent letters first: they stand in keywords and properties, too.
_LETTERS = "etanrisoludcmfphgbvyjkwxqzETANRISOLUDCMFPHGBVYJKWXQZ_$"


@dataclass(eq=False)
class _Scope:
    """What is declared in a scope, by its new name; what the scopes around it lend it."""

    parent: _Scope | None
    names: dict[str, str] = field(default_factory=dict)
    uses: Counter[str] = field(default_factory=Counter)
    inner: list[_Scope] = field(default_factory=list)
    lent: set[tuple[_Scope, str]] = field(default_factory=set)

    def holder(self, name: str) -> _Scope | None:
        """The scope that declares a name used here; None for what the script does not declare."""
        scope: _Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope

    def use(self, name: str, holder: _Scope) -> None:
        """Notes that a name of `holder` is used here."""
        holder.uses[name] += 1
        scope = self
        while scope is not holder:
            scope.lent.add((holder, name))
            assert scope.parent is not None
            scope = scope.parent


def short_names(root: Node) -> Mapping[int, str]:
    """The new name of each use of a variable, by the byte at which the use begins.

    Empty for a script that looks up names while it runs (`eval`, `with`).
    """
    top = _Scope(None)
    used = list(_uses(root, top))
    fixed = set(_RESERVED)
    held: list[tuple[int, str, _Scope]] = []
    for node, scope in used:
        name = _text(node)
        holder = scope.holder(name)
        if holder is None or holder is top:
            fixed.add(name)
        else:
            scope.use(name, holder)
            held.append((node.start_byte, name, holder))
    if any(_text(node) == "eval" for node, _ in used) or _has_with(root):
        return {}
    for scope in top.inner:
        _name(scope, fixed)
    return {at: holder.names[name] for at, name, holder in held}


def _name(scope: _Scope, fixed: set[str]) -> None:
    taken = fixed | {holder.names[name] for holder, name in scope.lent}
    fresh = (name for name in _all_names() if name not in taken)
    for name in sorted(scope.names, key=lambda name: (-scope.uses[name], name)):
        scope.names[name] = next(fresh)
    for inner in scope.inner:
        _name(inner, fixed)


def _uses(node: Node, scope: _Scope) -> Iterator[tuple[Node, _Scope]]:
    """All uses of variables below a node, each with its scope, which is complete only at the end."""
    if node.type in USES:
        yield node, scope
        return
    inner = scope
    # The body of a function or of a `catch` may not declare what its parameters do: one scope.
    is_body = node.parent is not None and node.parent.type in _WITH_PARAMETERS
    if node.type in _SCOPES and not (is_body and node.type == "statement_block"):
        inner = _Scope(scope)
        scope.inner.append(inner)
    inner.names.update((_text(name), "") for name in _declared(node))
    for child in node.named_children:
        yield from _uses(child, inner)


def _declared(node: Node) -> Iterator[Node]:
    """The names that a node declares in its own scope, or in the one that it stands in."""
    if node.type == "variable_declarator":
        if node.parent is None or node.parent.type not in _HOISTED:
            yield from _bound(node.child_by_field_name("name"))
    elif node.type == "for_in_statement":
        kind = node.child_by_field_name("kind")
        if kind is not None and _text(kind) != "var":
            yield from _bound(node.child_by_field_name("left"))
    elif node.type == "catch_clause":
        yield from _bound(node.child_by_field_name("parameter"))
    elif node.type in _FUNCTIONS:
        yield from _bound(node.child_by_field_name("parameter"))
        yield from _bound(node.child_by_field_name("parameters"))


def _bound(pattern: Node | None) -> Iterator[Node]:
    """The names that a pattern binds."""
    if pattern is None:
        return
    if pattern.type in USES:
        yield pattern
    elif pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        yield from _bound(pattern.child_by_field_name("left"))
    elif pattern.type == "pair_pattern":
        yield from _bound(pattern.child_by_field_name("value"))
    else:
        for child in pattern.named_children:
            yield from _bound(child)


def _has_with(root: Node) -> bool:
    nodes: list[Node] = [root]
    while nodes:
        node = nodes.pop()
        if node.type == "with_statement":
            return True
        nodes.extend(node.named_children)
    return False


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _all_names() -> Iterable[str]:
    for length in count(1):
        for letters in product(_LETTERS, repeat=length):
            yield "".join(letters)
