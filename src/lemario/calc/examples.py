"""Checks what terms compute: their formula, their inputs and the placeholders of their examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lemario.calc.compiled import FormulaSet
from lemario.calc.live import OUTPUTS, UNITS, live_value
from lemario.calc.live_case import (
    CACHE_TYPES,
    INPUTS,
    NUMBERS,
    WHOLE,
    MissingInputError,
    read_case,
)
from lemario.calc.load_catalogue import Catalogue
from lemario.content.glossary import Entry, Glossary
from lemario.content.markup import Placeholder, placeholders
from lemario.core.diagnostics import Diagnostic, Span, error
from lemario.core.lang import LANGS
from lemario.core.suggest import did_you_mean


def check_examples(
    glossary: Glossary, catalogue: Catalogue | None, available: Mapping[str, FormulaSet]
) -> tuple[Diagnostic, ...]:
    """What is wrong with `formula`, `calculate` and placeholders of all terms.

    `available` are the formulas that terms may show, by name.
    """
    found: list[Diagnostic] = []
    for entry in (*glossary.entries, *glossary.drafts):
        found += _check_formula(entry, available)
        found += _check_case(entry, catalogue)
    return tuple(found)


def _check_formula(entry: Entry, available: Mapping[str, FormulaSet]) -> Iterator[Diagnostic]:
    name = entry.term.formula
    if name is not None and name not in available:
        yield error(
            "L320",
            entry.document.value_span(("formula",)),
            f"there is no formula called `{name}`",
            did_you_mean(name, available) or f"there are {', '.join(sorted(available))}",
        )


def _check_case(entry: Entry, catalogue: Catalogue | None) -> Iterator[Diagnostic]:
    inputs = entry.term.calculate
    if inputs and catalogue is None:
        message = "there is no catalogue to compute with"
        help = "add catalogue/ to the glossary, or delete `calculate`"
        yield error("L327", entry.document.key_span(("calculate",)), message, help)
        return
    if inputs and catalogue is not None:
        _, wrong = read_case(inputs, catalogue)
        for name, written in wrong.items():
            path = ("calculate", name)
            at_key, at_value = entry.document.key_span(path), entry.document.value_span(path)
            yield _wrong_input(name, written, catalogue, at_key, at_value)
        if wrong:
            return
    for lang in LANGS:
        text = entry.term.text(lang).example
        for placeholder in placeholders(text) if text else ():
            span = entry.document.text_span(
                (lang.value, "example"), placeholder.written, placeholder.nth
            )
            yield from _check_placeholder(placeholder, inputs, catalogue, span)


def _wrong_input(
    name: str, written: str, catalogue: Catalogue, at_key: Span, at_value: Span
) -> Diagnostic:
    known: Mapping[str, tuple[str, ...]] = {
        "model": tuple(catalogue.models),
        "quant": tuple(catalogue.file_types),
        "device": tuple(catalogue.devices),
        "kv": CACHE_TYPES,
        "kv_v": CACHE_TYPES,
    }
    if name in known:
        what = "no type of the cache" if name in ("kv", "kv_v") else "not in the catalogue"
        message = f'"{written}" is {what}'
        help = did_you_mean(written, known[name]) or f"choose one of: {', '.join(known[name][:12])}"
        return error("L322", at_value, message, help)
    if name in NUMBERS:
        low, high = (f"{bound:.10g}" for bound in NUMBERS[name])
        kind, help = "number", "write digits, with a point for decimals"
        if name in WHOLE:
            kind, help = "whole number", "write digits only"
        return error("L322", at_value, f'"{written}" is no {kind} from {low} to {high}', help)
    help = did_you_mean(name, INPUTS) or f"known are {', '.join(INPUTS)}"
    return error("L323", at_key, f'there is no input called "{name}"', help)


def _check_placeholder(
    placeholder: Placeholder, inputs: Mapping[str, str], catalogue: Catalogue | None, span: Span
) -> Iterator[Diagnostic]:
    name = placeholder.name
    if not inputs or catalogue is None:
        if name in OUTPUTS:
            message = f"`{placeholder.written}` needs inputs to be computed from"
            help = "add `calculate: {model: …, context: …}`; in code, backticks keep braces"
            yield error("L325", span, message, help)
        return
    if name not in OUTPUTS:
        help = did_you_mean(name, OUTPUTS) or f"known are {', '.join(OUTPUTS)}"
        yield error("L324", span, f"nothing is computed under the name `{name}`", help)
        return
    changes = dict(placeholder.changes)
    unit = changes.pop("unit", "GiB")
    _, wrong = read_case({**inputs, **changes}, catalogue)
    if unit not in UNITS:
        help = did_you_mean(unit, UNITS) or f"known are {', '.join(UNITS)}"
        yield error("L322", span, f'"{unit}" is no unit of memory', help)
    for key, written in wrong.items():
        yield _wrong_input(key, written, catalogue, span, span)
    if wrong:
        return
    try:
        live_value(inputs, placeholder, catalogue)
    except MissingInputError as missing:
        yield error(
            "L326",
            span,
            f"`{name}` cannot be computed without `{missing}`",
            f"add `{missing}: …` to `calculate`",
        )
