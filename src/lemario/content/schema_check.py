"""From a parsed file to a model: Pydantic's findings become diagnostics at their place."""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from lemario.content.models import EnglishText, SpanishText
from lemario.content.yaml_source import Path, Raw, RawDocument
from lemario.core.diagnostics import Checked, Diagnostic, error
from lemario.core.suggest import did_you_mean, nearest
from lemario.core.text import slug

T = TypeVar("T")


def validate(adapter: TypeAdapter[T], document: RawDocument) -> Checked[T]:
    """The document as the adapter's type; None when a finding is an error (they all are).

    A missing field is not reported where it was left empty or misspelt: that has been said.
    """
    found: list[Diagnostic] = []
    empty: set[Path] = set()
    data = _without_empty(document, document.data, (), found, empty)
    try:
        value = adapter.validate_python(data)
    except ValidationError as problem:
        located = [(_path_of(document, d), d) for d in problem.errors(include_url=False)]
        explained = empty | {
            (*path[:-1], meant)
            for path, d in located
            if d["type"] == "extra_forbidden"
            and (meant := nearest(str(path[-1]), _fields_at(adapter._type, path[:-1])))
        }
        for path, details in located:
            if details["type"] == "missing" and (*path, str(details["loc"][-1])) in explained:
                continue
            found.append(_diagnostic(document, details, path, adapter))
        return Checked(None, tuple(found))
    return Checked(None if found else value, tuple(found))


def _without_empty(
    document: RawDocument, raw: Raw, path: Path, found: list[Diagnostic], empty: set[Path]
) -> Raw:
    """The data without values that were left empty, each of which is reported."""
    items: list[tuple[str | int, Raw]]
    if isinstance(raw, dict):
        items = list(raw.items())
    elif isinstance(raw, list):
        items = list(enumerate(raw))
    else:
        return raw
    kept: list[tuple[str | int, Raw]] = []
    for key, value in items:
        here = (*path, key)
        if value is None:
            empty.add(here)
            found.append(_empty(document, here))
        else:
            kept.append((key, _without_empty(document, value, here, found, empty)))
    if isinstance(raw, dict):
        return {str(key): value for key, value in kept}
    return [value for _, value in kept]


def _empty(document: RawDocument, path: Path) -> Diagnostic:
    span = document.key_span(path)
    line = document.source.text.split("\n")[span.line - 1] if span.line else ""
    comment = line.partition("#")[2].strip()
    if comment:
        return error(
            "L117",
            span,
            f"the field {_name(path)} is empty: YAML reads `#…` as a comment",
            f'put the text in quotes: "#{comment}"',
        )
    return error(
        "L117", span, f"the field {_name(path)} is empty", "fill it in, or delete the line"
    )


def _name(path: Path) -> str:
    return f'"{path[-1]}"' if isinstance(path[-1], str) else f"number {int(path[-1]) + 1}"


def _path_of(document: RawDocument, details: ErrorDetails) -> Path:
    """Pydantic's location as a path of the file: parts that are not in the file are left out."""
    path: Path = ()
    # What is missing may still stand in the file, left empty; its place is then its parent's.
    parts = details["loc"][:-1] if details["type"] == "missing" else details["loc"]
    for part in parts:
        if (*path, part) in document.values:
            path = (*path, part)
    return path


def _diagnostic(
    document: RawDocument, details: ErrorDetails, path: Path, adapter: TypeAdapter[Any]
) -> Diagnostic:
    kind = details["type"]
    if kind == "missing":
        return _missing(document, path, str(details["loc"][-1]))
    if kind == "extra_forbidden":
        return _unknown(document, path, adapter)
    if "[key]" in details["loc"]:
        message, help = _explained(details)
        return error("L105", document.key_span(path), message, help)
    if kind == "string_too_short":
        return _empty(document, path)
    message, help = _explained(details)
    return error("L105", document.value_span(path), message, help)


def _missing(document: RawDocument, path: Path, name: str) -> Diagnostic:
    span = document.key_span(path)
    where, help = "", f"add a line `{name}: …`"
    if path and isinstance(path[-1], str):
        where = f' under "{path[-1]}"'
        help = f"add `{name}: …` below `{path[-1]}:`, with two more spaces before it"
    elif path:
        where = f' in entry {int(path[-1]) + 1} of "{path[-2]}"'
        help = f"add `{name}: …` to the entry"
    if not path:
        span = document.value_span(next(((k,) for k in document.data), ()))
        first = next(iter(document.data), None)
        span = document.key_span((first,)) if first is not None else span
    return error("L104", span, f'missing field "{name}"{where}', help)


def _unknown(document: RawDocument, path: Path, adapter: TypeAdapter[Any]) -> Diagnostic:
    name = str(path[-1])
    fields = _fields_at(adapter._type, path[:-1])
    help = did_you_mean(name, fields)
    if len(path) == 1 and name in {*SpanishText.model_fields, *EnglishText.model_fields}:
        help = f'put "{name}" under `es:` or `en:`, with two spaces before it'
    elif path[0] == "en" and name in SpanishText.model_fields:
        help = f'"{name}" belongs under `es:`'
    elif not help and fields:
        help = f"known here: {', '.join(fields)}"
    return error("L103", document.key_span(path), f'unknown field "{name}"', help)


def _fields_at(annotation: Any, path: Path) -> tuple[str, ...]:
    """The names of the fields of the model that stands at `path` below `annotation`."""
    for model in _models_in(annotation):
        if not path:
            return tuple(model.model_fields)
        head, rest = path[0], path[1:]
        if isinstance(head, str) and head in model.model_fields:
            return _fields_at(model.model_fields[head].annotation, rest)
    if path and get_origin(annotation) is not None:
        # A list element or the value of a free key: one level down in the type as well.
        for argument in get_args(annotation):
            if found := _fields_at(argument, path[1:]):
                return found
    return ()


def _models_in(annotation: Any) -> tuple[type[BaseModel], ...]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return (annotation,)
    if get_origin(annotation) in (Union, UnionType):
        return tuple(m for part in get_args(annotation) for m in _models_in(part))
    return ()


def _explained(details: ErrorDetails) -> tuple[str, str]:
    for prefix, explain in _EXPLAINED.items():
        if details["type"].startswith(prefix):
            return explain(details)
    return _said(details), ""


def _said(details: ErrorDetails) -> str:
    """Pydantic's own sentence, for kinds that need no better one."""
    return details["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")


Explained = tuple[str, str]


def _expected_text(details: ErrorDetails) -> Explained:
    given = details["input"]
    if isinstance(given, list):
        inside = ", ".join(str(part) for part in given)
        return "expected a text, found a list", f'put the text in quotes: "[{inside}]"'
    return "expected a text, found fields", "put the text in quotes"


def _expected_list(details: ErrorDetails) -> Explained:
    given = details["input"]
    if isinstance(given, str):
        return "expected a list, found a text", f"put it in brackets: [{given}]"
    return "expected a list, found fields", "begin each entry with a dash: `- …`"


def _expected_fields(details: ErrorDetails) -> Explained:
    found = "a list" if isinstance(details["input"], list) else "a text"
    return f"expected fields, found {found}", "write one `field: value` on each line below"


def _choice(details: ErrorDetails) -> Explained:
    expected = str(details.get("ctx", {}).get("expected", ""))
    choices = [part.strip("' ") for part in expected.replace(" or ", ",").split(",")]
    given = str(details["input"])
    hint = nearest(given, choices)
    return f"{given!r} is not one of {expected}", f'did you mean "{hint}"?' if hint else ""


def _date(details: ErrorDetails) -> Explained:
    return f"{details['input']!r} is not a date", "write year, month and day: 2026-12-01"


def _pattern(details: ErrorDetails) -> Explained:
    given = str(details["input"])
    pattern = str(details.get("ctx", {}).get("pattern", ""))
    if "a-z0-9" in pattern and "-" in pattern:
        message = f'"{given}" is not an id: only a–z, digits and hyphens between them'
        return message, f'write "{slug(given)}"' if slug(given) else ""
    if pattern.startswith(r"^\d{4}"):
        return f"{given!r} is not a date", "write 2026, 2026-12 or 2026-12-01"
    if pattern.startswith("^L"):
        return f"{given!r} is not the code of a diagnostic", "write it as printed: L241"
    return f"{given!r} is not written as expected here", ""


def _yes_or_no(details: ErrorDetails) -> Explained:
    return f"{details['input']!r} is neither true nor false", "write true or false"


_EXPLAINED: dict[str, Callable[[ErrorDetails], Explained]] = {
    "string_type": _expected_text,
    "string_pattern_mismatch": _pattern,
    "tuple_type": _expected_list,
    "model_type": _expected_fields,
    "model_attributes_type": _expected_fields,
    "mapping_type": _expected_fields,
    "dict_type": _expected_fields,
    "literal_error": _choice,
    "enum": _choice,
    "date_": _date,
    "bool_": _yes_or_no,
}
