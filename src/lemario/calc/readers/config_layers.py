"""What follows from lists and objects of a config: the kinds of its layers, its position table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from lemario.calc.families import FAMILIES
from lemario.calc.layer_plans import layer_letters, repeated
from lemario.calc.readers.config_faults import Fault
from lemario.calc.readers.config_names import (
    KINDS,
    LAYER_SOURCES,
    MOST_LAYERS,
    SIGNS,
    WINDOW_SIGNS,
    Flag,
)
from lemario.calc.readers.config_raw import RawConfig
from lemario.calc.readers.json_source import JsonValue

Values = dict[str, Flag | str]


def whole(value: JsonValue) -> int | None:
    """A whole number, also one written with a point; None if it is none."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def shortest(letters: str) -> str:
    """The shortest pattern that repeats to these letters."""
    count = len(letters)
    return next(
        letters[:size] for size in range(1, count + 1) if repeated(letters[:size], count) == letters
    )


# --- The kinds of layer --------------------------------------------------------------------------


def stated_layers(raw: RawConfig, count: int) -> tuple[str, str] | Fault | None:
    """The name of the field that says the kinds of the layers, and a letter for each of them.

    None if no field does, a fault if what it says makes no sense.
    """
    for name, form in LAYER_SOURCES:
        value = raw.fields.get(name)
        if value is None or value in ([], "") or (form == "interval" and not raw.row.linear):
            continue
        found = _read(form, value, count, raw)
        if found is None:
            return raw.fault("layer_form", name, name=name, value=value)
        for letter, item in zip(found, _items(form, value, found), strict=True):
            if letter not in raw.row.letters:
                return raw.fault("layer_kind", name, kind=item)
        if len(found) != count:
            return raw.fault("layer_count", name, count=len(found))
        return name, found
    return None


def counted(raw: RawConfig) -> int | None:
    """How many layers a list or a text of their kinds has, None if there is none."""
    for name, form in LAYER_SOURCES:
        value = raw.fields.get(name)
        if form in ("words", "signs") and isinstance(value, list | str) and value:
            return len(value)
    return None


_UNKNOWN: Final = "?"


def _read(form: str, value: JsonValue, count: int, raw: RawConfig) -> str | None:
    """The letters, `?` for what is no kind of layer; None if the value is not of the form."""
    number = whole(value)
    if form in ("interval", "windows") and number is not None:
        other = raw.row.linear if form == "interval" else "W"
        return repeated(other * (number - 1) + "F", count) if 0 < number <= MOST_LAYERS else None
    if isinstance(value, str) and form in ("signs", "windows"):
        signs = SIGNS if form == "signs" else WINDOW_SIGNS
        letters = "".join(signs.get(sign, _UNKNOWN) for sign in value)
        return repeated(letters, count) if form == "windows" else letters
    if not isinstance(value, list):
        return None
    if form == "words":
        return "".join(_letter(word, raw.row.linear) for word in value)
    if form == "numbers":
        letters_of = {0: "L", 1: "F"}
        return "".join(letters_of.get(_key(item), _UNKNOWN) for item in value)
    if form == "attending":
        attending = [whole(item) for item in value]
        return "".join("F" if layer in attending else "C" for layer in range(count))
    return None


def _key(item: JsonValue) -> int:
    found = whole(item)
    return -1 if found is None else found


def _letter(word: JsonValue, linear: str) -> str:
    if word == "linear_attention":
        return linear or _UNKNOWN
    return KINDS.get(word, _UNKNOWN) if isinstance(word, str) else _UNKNOWN


def _items(form: str, value: JsonValue, letters: str) -> Sequence[JsonValue]:
    """What the file calls each layer."""
    if isinstance(value, list) and form in ("words", "numbers"):
        return value
    if isinstance(value, str):
        return repeated(value, len(letters))
    return letters


def layer_pattern(raw: RawConfig, values: Values, count: int) -> str | Fault | None:
    """The pattern of the layers, None if it is the family's.

    llama.cpp lets all layers see everything in families that have no windows. `values` has the
    window.
    """
    found = stated_layers(raw, count)
    if isinstance(found, Fault):
        return found
    if found is None:
        return raw.missing([LAYER_SOURCES[0][0]]) if raw.row.tells_layers else None
    name, letters = found
    family = FAMILIES[raw.row.family]
    expected = layer_letters(family.pattern, family.last_full, count)
    if "W" not in family.pattern or not (values["sliding_window"] or family.window):
        letters, expected = letters.replace("W", "F"), expected.replace("W", "F")
    if family.last_full and letters[-1] == "W":
        letters = letters[:-1] + "F"
    if letters == expected:
        return None
    pattern = shortest(letters)
    if raw.row.turns == "family":
        windowed = len(family.pattern) - 1
        return raw.fault("turns", name, windowed=windowed, type=raw.type_name)
    if raw.row.turns == "every" and not _in_turns(pattern):
        return raw.fault("turns_linear", name, type=raw.type_name)
    return pattern


def _in_turns(pattern: str) -> bool:
    """Whether all layers but the last of the pattern are of one kind, and the last attends."""
    return pattern[-1] == "F" and len(set(pattern[:-1])) <= 1 and "F" not in pattern[:-1]


# --- The table of position factors ---------------------------------------------------------------


def rope_fields(raw: RawConfig, head: int) -> Mapping[str, int | str | None]:
    """Which table of position factors the GGUF file holds, and for how many elements of a head.

    All of the head where the table is that of Llama 3.1; else those that are rotated.
    """
    stated = [raw.fields.get(name) for name in ("rope_parameters", "rope_scaling")]
    scaling: dict[str, JsonValue] = next((s for s in stated if isinstance(s, dict)), {})
    inner = scaling.get("full_attention")
    scaling = inner if isinstance(inner, dict) else scaling
    kind = next((k for n in ("rope_type", "type") if isinstance(k := scaling.get(n), str)), "")
    if isinstance(scaling.get("long_factor"), list):
        kind = "longrope"
    table = raw.row.rope.get(kind.lower() or raw.row.rope_default)
    part = raw.fields.get("partial_rotary_factor", scaling.get("partial_rotary_factor"))
    dim = None
    if table == "factors" and isinstance(part, float) and 0 < part < 1:
        dim = int(head * part)
    return {"rope_table": table, "rope_dim": dim if dim and dim > 1 else None}
