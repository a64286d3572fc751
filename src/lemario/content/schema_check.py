"""From a parsed file to a model: Pydantic's findings become diagnostics at their place."""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

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

    A missing field is not reported where it was left empty or misspelt, nor an empty one inside
    what is wrong as a whole: that has been said.
    """
    empty: list[Path] = []
    data = _without_empty(document.data, (), empty)
    found: list[Diagnostic] = []
    wrong: set[Path] = set()
    value: T | None = None
    try:
        value = adapter.validate_python(data)
    except ValidationError as problem:
        located = [(_path_of(document, d), d) for d in problem.errors(include_url=False)]
        wrong = {path for path, d in located if d["type"].endswith("_type")}
        explained = set(empty) | {
            (*path[:-1], meant)
            for path, d in located
            if d["type"] == "extra_forbidden"
            and (meant := nearest(str(path[-1]), _fields_at(adapter._type, path[:-1])))
        }
        for path, details in located:
            if details["type"] == "missing" and (*path, str(details["loc"][-1])) in explained:
                continue
            found.append(_diagnostic(document, details, path, adapter))
    found += [_empty(document, path) for path in empty if not _below(path, wrong)]
    return Checked(None if found else value, tuple(found))


def _below(path: Path, places: set[Path]) -> bool:
    return any(path[:length] in places for length in range(len(path)))


def _without_empty(raw: Raw, path: Path, empty: list[Path]) -> Raw:
    """The data without values that were left empty; their places are added to `empty`."""
    if isinstance(raw, dict):
        empty += [(*path, key) for key, value in raw.items() if value is None]
        kept = {key: value for key, value in raw.items() if value is not None}
        return {key: _without_empty(value, (*path, key), empty) for key, value in kept.items()}
    if isinstance(raw, list):
        empty += [(*path, place) for place, value in enumerate(raw) if value is None]
        return [
            _without_empty(value, (*path, place), empty)
            for place, value in enumerate(raw)
            if value is not None
        ]
    return raw


def _empty(document: RawDocument, path: Path) -> Diagnostic:
    span = document.key_span(path)
    line = document.source.text.split("\n")[span.line - 1] if span.line else ""
    comment = line.partition("#")[2].rstrip()
    if comment and not comment[0].isspace():  # after a space it was meant as a comment
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
    if kind == "string_too_short" or details["input"] == "":
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
    if get_origin(annotation) is Annotated:
        return _models_in(get_args(annotation)[0])
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


def _whole_number(details: ErrorDetails) -> Explained:
    return f"{details['input']!r} is no whole number", "write digits only"


def _any_number(details: ErrorDetails) -> Explained:
    return f"{details['input']!r} is no number", "write digits, with a point for decimals"


def _too_long(details: ErrorDetails) -> Explained:
    most = details.get("ctx", {}).get("max_length")
    return f"this is too long: at most {most} characters", "shorten it"


def _too_small(details: ErrorDetails) -> Explained:
    context = details.get("ctx", {})
    words = f"above {context['gt']}" if "gt" in context else f"{context.get('ge')} or more"
    return f"{details['input']} is too small", f"a number {words} is expected here"


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
    "int_": _whole_number,
    "float_": _any_number,
    "greater_than": _too_small,
    "string_too_long": _too_long,
}
