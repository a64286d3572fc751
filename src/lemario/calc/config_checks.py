"""What a config means beyond its single fields: rules of families, and what cannot be computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from typing import Final

from lemario.calc.catalogue import ModelConfig
from lemario.calc.config_defaults import SYNONYMS, Flag
from lemario.calc.config_raw import RawConfig, shown
from lemario.calc.families import FAMILIES
from lemario.calc.tensors import sees_window
from lemario.core.diagnostics import Diagnostic

# No published model comes near; more would only cost time and memory.
MOST_LAYERS: Final = 1000

Values = dict[str, Flag]
Rule = Callable[[RawConfig, Values], Set[str]]


def _falcon(raw: RawConfig, values: Values) -> Set[str]:
    """Key-value heads by two switches. The large models have an output matrix of their own."""
    new = raw.fields.get("new_decoder_architecture")
    if new is None:
        new = raw.row.defaults.get("new_decoder_architecture", False)
    if not new and raw.fields.get("multi_query", True):
        values["num_key_value_heads"] = 1
    if values["intermediate_size"] is None:
        values["intermediate_size"] = 4 * int(values["hidden_size"] or 0)
    if new and raw.name("tie_word_embeddings") is None:
        values["tie_word_embeddings"] = False
        return {"tie_word_embeddings"}
    return set()


def _gemma3(raw: RawConfig, values: Values) -> Set[str]:
    """With a vision part it has 64 rows of the embedding for tokens that its tokenizer lacks.

    The conversion to GGUF leaves them out: 262208 in the config, 262144 in the file.
    """
    values["vocab_size"] = min(int(values["vocab_size"] or 0), 262144)
    return set()


_RULES: Final[Mapping[str, Rule]] = {"falcon": _falcon, "gemma3": _gemma3}


def complete(raw: RawConfig, values: Values) -> Set[str]:
    """Sets what follows from other fields; returns the fields whose default does not hold then.

    `values` has all fields that a config has to state.
    """
    rule = _RULES.get(raw.row.family)
    decided = rule(raw, values) if rule else set()
    if raw.fields.get("use_sliding_window") is False:
        values["sliding_window"] = None
    if values["num_key_value_heads"] is None:
        values["num_key_value_heads"] = values["num_attention_heads"]
    if FAMILIES[raw.row.family].latent:
        # Heads have their sizes by part; some files state one of them under this name too.
        values["head_dim"] = None
    return decided


def not_modelled(raw: RawConfig) -> Iterator[Diagnostic]:
    """Fields whose value makes another model of it than the family's."""
    for name, allowed in raw.row.only.items():
        value = raw.fields.get(name)
        if value is None:
            value = raw.row.defaults.get(name, allowed)
        if value is None:
            yield raw.missing([name])
        elif value != allowed:
            message = f'"{name}" is {shown(value)}; only {shown(allowed)} can be computed'
            yield raw.error(name, message, f"for models of the type {raw.type_name}")
    for name in () if raw.row.has_experts else SYNONYMS["num_experts"]:
        if raw.fields.get(name) and name not in raw.row.only:
            message = f"models of the type {raw.type_name} with experts cannot be computed"
            yield raw.error(name, message)
    if raw.fields.get("mlp_only_layers"):
        message = "layers without experts among those with experts cannot be computed"
        yield raw.error("mlp_only_layers", message)


def contradictions(raw: RawConfig, config: ModelConfig) -> Iterator[Diagnostic]:
    """Fields that cannot go together, or that cannot be computed together."""
    if config.num_hidden_layers > MOST_LAYERS:
        yield _about(raw, "num_hidden_layers", f"more than {MOST_LAYERS} layers are not read")
        return
    heads, groups = config.num_attention_heads, config.num_key_value_heads
    if heads % groups:
        message = f"{heads} attention heads cannot share {groups} key-value heads"
        yield _about(raw, "num_key_value_heads", message)
    if not config.head_dim and config.hidden_size % heads:
        message = f'"head_dim" is missing, and {config.hidden_size} is no multiple of {heads} heads'
        yield _about(raw, "hidden_size", message)
    if (config.num_experts_per_tok or 0) > (config.num_experts or 0):
        yield _about(raw, "num_experts_per_tok", "more experts are used than there are")
    yield from _layers(raw, config)


def _about(raw: RawConfig, field: str, message: str, help: str = "") -> Diagnostic:
    return raw.error(raw.name(field) or field, message, help)


_ATTENTION: Final = ("full_attention", "sliding_attention", "attention")


def _layers(raw: RawConfig, config: ModelConfig) -> Iterator[Diagnostic]:
    """Layers that see a window elsewhere than the family's do, or that are of another kind."""
    name = next((n for n in ("layer_types", "layers_block_type") if raw.fields.get(n)), "")
    kinds = raw.fields.get(name)
    if not isinstance(kinds, list):
        if raw.type_name in _TELLS_LAYERS:
            yield raw.missing(["layer_types"])
        windows = _pattern(raw, config)
        name = "sliding_window_pattern"
    else:
        other = [kind for kind in kinds if kind not in _ATTENTION]
        if other or len(kinds) != config.num_hidden_layers:
            what = shown(other[0]) if other else f"{len(kinds)} kinds of layer"
            yield raw.error(name, f"{what} in a model of this type cannot be computed")
            return
        windows = [kind == "sliding_attention" for kind in kinds]
    family = FAMILIES[raw.row.family]
    if not (family.window_every and windows and config.sliding_window):
        return  # llama.cpp lets all layers of other families see everything
    if windows != [sees_window(config, family, n) for n in range(config.num_hidden_layers)]:
        windowed = family.window_every - 1
        message = f"the layers do not take turns: {windowed} with a window, then one without"
        help = f"only that can be computed for models of the type {raw.type_name}"
        yield raw.error(name, message, help)


# Types whose layers are not all attention unless the config says so.
_TELLS_LAYERS: Final = ("granitemoehybrid",)


def _pattern(raw: RawConfig, config: ModelConfig) -> list[bool]:
    """Which layers see a window by `sliding_window_pattern`: 6, or "LLLG". Empty if not said."""
    pattern = raw.fields.get("sliding_window_pattern")
    layers = range(config.num_hidden_layers)
    if isinstance(pattern, str) and pattern:
        return [pattern[n % len(pattern)] == "L" for n in layers]
    if isinstance(pattern, int) and pattern > 0:
        return [(n + 1) % pattern != 0 for n in layers]
    return []
