"""What can be wrong with a config, and the words for it.

A fault is data, so that the page's reader can find the same and say it in its reader's language.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from lemario.calc.readers.config_defaults import NOT_MODELLED_REASONS
from lemario.calc.readers.config_names import MOST_LAYERS
from lemario.calc.readers.json_source import PUBLISHED, JsonValue, Members

_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: its reason, the keys (`members`) to what is to blame, and what the message names."""

    reason: str
    members: Members
    facts: Mapping[str, JsonValue] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The code under which it is explained."""
        return CODES.get(self.reason, "L328")

    @property
    def message(self) -> str:
        """What is wrong, in one line."""
        return _filled(MESSAGES[self.reason][0], self.facts)

    @property
    def help(self) -> str:
        """What to do about it, if that is known."""
        return _filled(MESSAGES[self.reason][1], self.facts)


CODES: Final[Mapping[str, str]] = {"unknown_type": "L321", "not_modelled": "L321"}

# In braces: a fact as in the file; with `!` before it: a word or a list of words as it stands.
MESSAGES: Final[Mapping[str, tuple[str, str]]] = {
    "no_type": ('the config does not say its "model_type"', PUBLISHED),
    "unknown_type": ("nothing is known about models of the type {type}", "{!known}"),
    "not_modelled": ("models of the type {type} cannot be computed: {!why}", ""),
    "missing": ("the config does not say {!names}", PUBLISHED),
    "no_count": ('"{!name}" is {value}, which is no positive whole number', ""),
    "too_large": ('"{!name}" is {value}, more than any model has', ""),
    "no_flag": ('"{!name}" is {value}, which is neither true nor false', ""),
    "differs": ('"{!name}" differs from layer to layer, which cannot be computed', ""),
    "only": (
        '"{!name}" is {value}; only {allowed} can be computed',
        "for models of the type {!type}",
    ),
    "with_experts": ("models of the type {!type} with experts cannot be computed", ""),
    "dense_among_experts": (
        "layers without experts among those with experts cannot be computed",
        "",
    ),
    "most_layers": (f"more than {MOST_LAYERS} layers are not read", ""),
    "heads": ("{heads} attention heads cannot share {groups} key-value heads", ""),
    "no_head": ('"head_dim" is missing, and {width} is no multiple of {heads} heads', ""),
    "experts_used": ("more experts are used than there are", ""),
    "layer_kind": ("{kind} in a model of this type cannot be computed", ""),
    "layer_count": ("the list of kinds of layer has {count} of them, not one for each layer", ""),
    "layer_form": ('"{!name}" is {value}, which says no kinds of layer', ""),
    "turns": (
        "the layers do not take turns: {windowed} with a window, then one without",
        "only that can be computed for models of the type {!type}",
    ),
    "turns_linear": (
        "the layers do not take turns in one order: several without attention, then one with it",
        "only that can be computed for models of the type {!type}",
    ),
    "groups": ("{inner} elements of Mamba's state cannot be in {groups} groups", ""),
    "kept_by_none": ("no layer keeps keys and values of its own", ""),
    "tensor": ("the sizes give a tensor with more elements than any model has", ""),
}


def shown(value: JsonValue) -> str:
    """A value as in the file, characters that are not ASCII escaped, short enough for a line."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def _filled(template: str, facts: Mapping[str, JsonValue]) -> str:
    for name, value in facts.items():
        template = template.replace("{" + name + "}", shown(value))
        template = template.replace("{!" + name + "}", _words(name, value))
    return template


def _words(name: str, value: JsonValue) -> str:
    if name == "why":
        return NOT_MODELLED_REASONS[str(value)]
    if isinstance(value, list):
        return ", ".join(f'"{one}"' for one in value)
    return str(value)
