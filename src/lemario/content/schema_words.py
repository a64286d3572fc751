"""What Pydantic says about a value, in words that a contributor can act on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from pydantic_core import ErrorDetails

from lemario.content.yaml_faults import quoted
from lemario.core.suggest import nearest
from lemario.core.text import fold, slug

Explained: TypeAlias = tuple[str, str]
"""What is wrong, and what to type instead (empty if that is not known)."""

IN_SPANISH = {
    **dict.fromkeys(("termino", "lema", "entrada", "voz"), "term"),
    "definicion": "definition",
    "ejemplo": "example",
    **dict.fromkeys(("sinonimos", "sinonimo", "alias"), "aliases"),
    **dict.fromkeys(("siglas", "sigla", "acronimo", "abreviatura"), "acronym"),
    **dict.fromkeys(("desarrollo", "expansion"), "expansion"),
    "ocultos": "hidden",
    "evitar": "avoid",
    **dict.fromkeys(("porque", "motivo", "razon"), "why"),
    "gramatica": "grammar",
    "genero": "gender",
    "numero": "number",
    "categoria": "category",
    **dict.fromkeys(("relacionados", "relacionado", "rel", "ver", "vease"), "related"),
    **dict.fromkeys(("general", "hiperonimo"), "broader"),
    **dict.fromkeys(("especificos", "hiponimos"), "narrower"),
    "contraste": "contrast",
    **dict.fromkeys(("fuentes", "fuente", "referencias"), "sources"),
    "autor": "author",
    "titulo": "title",
    **dict.fromkeys(("enlace", "direccion"), "url"),
    "fecha": "date",
    "idioma": "lang",
    "nombre": "name",
    **dict.fromkeys(("descripcion", "resumen"), "blurb"),
    **dict.fromkeys(("creado", "anadido", "alta"), "added"),
    "actualizado": "updated",
    "estado": "status",
    "borrador": "draft",
    "publicado": "published",
    "calificador": "qualifier",
    "ignorar": "ignore",
    "licencia": "licence",
    "repositorio": "repository",
    "femenino": "f",
    "masculino": "m",
    "singular": "singular",
    "plural": "plural",
    **dict.fromkeys(("si", "verdadero"), "true"),
    "falso": "false",
}
"""Names of fields and of choices as Spanish speakers may write them, without accents."""


_HOST = re.compile(r"[\w-]+(\.[\w-]+)*\.[a-z]{2,}(/\S*)?", re.ASCII)


def meant(written: str, known: tuple[str, ...] | list[str]) -> str | None:
    """The known name that was meant: in Spanish, or with a slip; None if none is near."""
    translated = IN_SPANISH.get(fold(written).replace("ñ", "n"))
    return translated if translated in known else nearest(written, known)


def explained(details: ErrorDetails, written: str) -> Explained:
    """What is wrong with a value and what to type; `written` is how it stands in the file."""
    if details["type"] == "string_type":
        return _expected_text(details, written)
    for prefix, explain in _EXPLAINED.items():
        if details["type"].startswith(prefix):
            return explain(details)
    return _said(details), ""


def _said(details: ErrorDetails) -> str:
    """Pydantic's own sentence, for kinds that need no better one."""
    return details["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")


def _expected_text(details: ErrorDetails, written: str) -> Explained:
    found = "a list" if isinstance(details["input"], list) else "fields"
    message = f"expected a text, found {found}"
    if "\n" in written:
        return message, "write `|` after the colon of the field, and the text on the lines below"
    return message, f"put the text in quotes: {quoted(written)}"


def _expected_list(details: ErrorDetails) -> Explained:
    given = details["input"]
    if isinstance(given, str):
        return "expected a list, found a text", f"put it in brackets: [{given}]"
    return "expected a list, found fields", "begin each entry with a dash: `- …`"


def _expected_fields(details: ErrorDetails) -> Explained:
    if bilingual := _bilingual(details):
        return bilingual
    found = "a list" if isinstance(details["input"], list) else "a text"
    return f"expected fields, found {found}", "write one `field: value` on each line below"


def _bilingual(details: ErrorDetails) -> Explained | None:
    if details.get("ctx", {}).get("class_name") != "BilingualLine":
        return None
    given = details["input"]
    shown = quoted(given) if isinstance(given, str) else "…"
    return "expected a text in each language", f"write {{es: {shown}, en: …}}"


def _value(details: ErrorDetails) -> Explained:
    host = str(details["input"])
    if "web address" in details["msg"] and _HOST.fullmatch(host):
        return _said(details), f"write https://{host}"
    return _said(details), ""


def _choice(details: ErrorDetails) -> Explained:
    expected = str(details.get("ctx", {}).get("expected", ""))
    choices = [part.strip("' ") for part in expected.replace(" or ", ",").split(",")]
    given = str(details["input"])
    hint = meant(given, choices)
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
    "string_pattern_mismatch": _pattern,
    "tuple_type": _expected_list,
    "model_type": _expected_fields,
    "model_attributes_type": _expected_fields,
    "mapping_type": _expected_fields,
    "dict_type": _expected_fields,
    "literal_error": _choice,
    "enum": _choice,
    "value_error": _value,
    "date_": _date,
    "bool_": _yes_or_no,
    "int_": _whole_number,
    "float_": _any_number,
    "greater_than": _too_small,
    "string_too_long": _too_long,
}
