"""From a parsed file to a model: Pydantic's findings become diagnostics at their place."""

from __future__ import annotations

import re
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from lemario.content.cut_texts import cut_texts, is_remark
from lemario.content.models import EnglishText, SpanishText
from lemario.content.schema_words import explained, meant
from lemario.content.yaml_faults import quoted
from lemario.content.yaml_source import Path, Raw, RawDocument, all_words
from lemario.core.diagnostics import Checked, Diagnostic, error
from lemario.core.guess import looks_like
from lemario.core.lang import LANGS, Lang
from lemario.core.text import fold

T = TypeVar("T")

_NAMES_OF_IDS = frozenset(["id", "slug", "identificador"])
_SHAPES = {"added": "YYYY-MM-DD", "updated": "YYYY-MM-DD"}
_LANGUAGE = {
    Lang.ES: re.compile(r"(es|esp|spa?|español|castellano|spanish)([-_ ].*)?"),
    Lang.EN: re.compile(r"(en|eng|ingles|english)([-_ ].*)?"),
}


def validate(adapter: TypeAdapter[T], document: RawDocument) -> Checked[T]:
    """The document as the adapter's type; None when a finding is an error (they all are).

    A missing field is not reported where it was left empty or misspelt, nor an empty one inside
    what is wrong as a whole: that has been said.
    """
    empty: list[Path] = []
    data = _without_empty(document.data, (), empty)
    found: list[Diagnostic] = []
    wrong: set[Path] = set()
    needed: set[Path] = set()
    value: T | None = None
    try:
        value = adapter.validate_python(data)
    except ValidationError as problem:
        located = [(_path_of(document, d), d) for d in problem.errors(include_url=False)]
        wrong = {path for path, d in located if d["type"].endswith("_type")}
        needed = {(*path, str(d["loc"][-1])) for path, d in located if d["type"] == "missing"}
        unknown = {path for path, d in located if d["type"] == "extra_forbidden"}
        meanings = {path: _meant(document, path, adapter) for path in unknown}
        said = set(empty) | {(*path[:-1], name) for path, name in meanings.items() if name}
        for path, details in located:
            if details["type"] == "missing" and (*path, str(details["loc"][-1])) in said:
                continue
            if path in unknown:
                found.append(_unknown(document, path, adapter, meanings[path]))
            else:
                found.append(_diagnostic(document, details, path))
    found += [_empty(document, path, path in needed) for path in empty if not _below(path, wrong)]
    return Checked(None if found else value, (*found, *cut_texts(document)))


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


def _empty(document: RawDocument, path: Path, needed: bool) -> Diagnostic:
    span = document.key_span(path)
    line = document.source.text.split("\n")[span.line - 1] if span.line else ""
    comment = line.partition("#")[2].rstrip()
    if comment and not comment[0].isspace():  # after a space it was meant as a comment
        return error(
            "L117",
            span,
            f"the field {_name(path)} is empty: YAML reads `#…` as a comment",
            f"put the text in quotes: {quoted('#' + comment)}",
        )
    help = "fill it in" if needed else "fill it in, or delete the line"
    if comment and not is_remark(f"#{comment}"):
        help += "; text that begins with `#` needs quotes"
    return error("L117", span, f"the field {_name(path)} is empty", help)


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


def _diagnostic(document: RawDocument, details: ErrorDetails, path: Path) -> Diagnostic:
    kind = details["type"]
    if kind == "missing":
        return _missing(document, path, str(details["loc"][-1]))
    if "[key]" in details["loc"]:
        message, help = explained(details, "")
        return error("L105", document.key_span(path), message, help)
    if kind == "string_too_short" or details["input"] == "":
        return _empty(document, path, needed=True)
    start, end = document.values[path]
    message, help = explained(details, document.source.text[start:end].strip())
    return error("L105", document.value_span(path), message, help)


def _missing(document: RawDocument, path: Path, name: str) -> Diagnostic:
    span = document.key_span(path)
    where, help = "", f"add a line `{name}: {_SHAPES.get(name, '…')}`"
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


def _unknown(
    document: RawDocument, path: Path, adapter: TypeAdapter[Any], meaning: str | None
) -> Diagnostic:
    name = str(path[-1])
    fields = _fields_at(adapter._type, path[:-1])
    help = f'did you mean "{meaning}"?' if meaning else ""
    if len(path) == 1 and name in {*SpanishText.model_fields, *EnglishText.model_fields}:
        help = f'put "{name}" under `es:` or `en:`, with two spaces before it'
    elif path[0] == "en" and name in SpanishText.model_fields:
        help = f'"{name}" belongs under `es:`'
    elif name in _NAMES_OF_IDS and "category" in fields:
        help = "delete it: the id of a term is the name of its file"
    elif len(path) == 1 and not help and (inner := meant(name, [*SpanishText.model_fields])):
        help = f'did you mean "{inner}"? It belongs under `es:` or `en:`'
    elif not help and fields:
        help = f"known here: {', '.join(fields)}"
    return error("L103", document.key_span(path), f'unknown field "{name}"', help)


def _meant(document: RawDocument, path: Path, adapter: TypeAdapter[Any]) -> str | None:
    """The field that was meant by an unknown one; None if none is near."""
    name, fields = str(path[-1]), _fields_at(adapter._type, path[:-1])
    parent = _at(document.data, path[:-1])
    if isinstance(parent, dict) and {*LANGS} <= {*fields}:
        missing = [lang for lang in LANGS if lang not in parent]
        if (lang := _meant_language(name, parent[name], missing)) is not None:
            return lang.value
    return meant(name, fields)


def _meant_language(name: str, value: Raw, missing: list[Lang]) -> Lang | None:
    """Which of the missing languages a block is in, by its name (`es-ES`, `inglés`) or its text."""
    found = next((lang for lang in missing if _LANGUAGE[lang].fullmatch(fold(name))), None)
    if found or not isinstance(value, dict) or value.keys().isdisjoint(SpanishText.model_fields):
        return found
    guess = looks_like(all_words(value))
    return missing[0] if len(missing) == 1 else guess if guess in missing else None


def _at(raw: Raw, path: Path) -> Raw:
    for part in path:
        if isinstance(raw, dict):
            raw = raw.get(str(part))
        elif isinstance(raw, list):
            raw = raw[int(part)]
    return raw


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
