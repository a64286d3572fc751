"""What a config means beyond its single fields, and what of it cannot be computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES
from lemario.calc.layer_plans import layer_plans
from lemario.calc.readers.config_faults import Fault
from lemario.calc.readers.config_layers import Values, layer_pattern, rope_fields, whole
from lemario.calc.readers.config_names import MOST_ELEMENTS, MOST_LAYERS, SYNONYMS
from lemario.calc.readers.config_raw import RawConfig
from lemario.calc.readers.config_rules import RULES, number
from lemario.calc.readers.json_source import JsonValue
from lemario.calc.tensors import layer_tensors, outside_tensors


def not_modelled(raw: RawConfig) -> Iterator[Fault]:
    """Fields whose value makes another model of it than the family's."""
    for name, allowed in raw.row.only.items():
        value = raw.fields.get(name)
        if value is None:
            value = raw.row.defaults.get(name, allowed)
        if value is None:
            yield raw.missing([name])
        elif not _same(value, allowed):
            facts: dict[str, JsonValue] = {"value": value, "allowed": allowed}
            yield raw.fault("only", name, name=name, **facts, type=raw.type_name)
    for name in () if raw.row.has_experts else SYNONYMS["num_experts"]:
        if (whole(raw.fields.get(name)) or 0) > 1:
            yield raw.fault("with_experts", name, type=raw.type_name)
    listed = raw.fields.get("mlp_only_layers")
    if isinstance(listed, list) and listed:
        yield raw.fault("dense_among_experts", "mlp_only_layers")


def _same(value: JsonValue, allowed: JsonValue) -> bool:
    """Equal, and both numbers or both not: true is not 1."""
    return isinstance(value, bool) == isinstance(allowed, bool) and value == allowed


def complete(raw: RawConfig, values: Values) -> tuple[Sequence[str], Sequence[Fault]]:
    """Sets what follows from other fields.

    Returns the fields whose default does not hold then, and what is wrong. `values` has all
    fields that a config has to state.
    """
    count = number(values, "num_hidden_layers")
    if count > MOST_LAYERS:
        return (), [raw.about("most_layers", "num_hidden_layers")]
    if raw.fields.get("use_sliding_window") is False:
        values["sliding_window"] = None
    fault = _dense_first(raw, values, count)
    if fault:
        return (), [fault]
    pattern = layer_pattern(raw, values, count)
    if isinstance(pattern, Fault):
        return (), [pattern]
    values["layer_pattern"] = pattern
    decided: list[str] = []
    for rule in raw.row.rules:
        outcome = RULES[rule](raw, values)
        if isinstance(outcome, Fault):
            return (), [outcome]
        decided += sorted(outcome)
    for field, most in raw.row.most.items():
        values[field] = min(number(values, field), most)
    if values["num_key_value_heads"] is None:
        values["num_key_value_heads"] = values["num_attention_heads"]
    if FAMILIES[raw.row.family].latent:
        # Heads have their sizes by part; some files state one of them under this name too.
        values["head_dim"] = None
    heads = number(values, "num_attention_heads")
    head = number(values, "head_dim") or number(values, "hidden_size") // heads
    values |= rope_fields(raw, head)
    wanted = ("num_experts_per_tok", "moe_intermediate_size") if values.get("num_experts") else ()
    missing = [raw.names(field)[0] for field in wanted if values.get(field) is None]
    return decided, [raw.missing(missing)] if missing else []


def _dense_first(raw: RawConfig, values: Values, count: int) -> Fault | None:
    """How many layers are dense before those with experts, where each layer is said to be one."""
    kinds = raw.fields.get("mlp_layer_types")
    if "first_k_dense_replace" not in raw.row.fields or not isinstance(kinds, list) or not kinds:
        return None
    first = next((n for n, kind in enumerate(kinds) if kind != "dense"), len(kinds))
    if len(kinds) != count or any(kind != "sparse" for kind in kinds[first:]):
        return raw.fault("dense_among_experts", "mlp_layer_types")
    values["first_k_dense_replace"] = first
    return None


def contradictions(raw: RawConfig, config: ModelConfig) -> Iterator[Fault]:
    """Fields that cannot go together, or that cannot be computed together."""
    family = FAMILIES[config.model_type]
    heads = config.num_attention_heads
    for field in ("num_key_value_heads", "num_global_key_value_heads"):
        groups = getattr(config, field)
        if groups and heads % groups:
            yield raw.about("heads", field, heads=heads, groups=groups)
    if not config.head_dim and not family.latent and config.hidden_size % heads:
        yield raw.about("no_head", "hidden_size", width=config.hidden_size, heads=heads)
    if (config.num_experts_per_tok or 0) > (config.num_experts or 0):
        yield raw.about("experts_used", "num_experts_per_tok")
    if (config.num_kv_shared_layers or 0) >= config.num_hidden_layers:
        yield raw.about("kept_by_none", "num_kv_shared_layers")
    inner = (config.mamba_n_heads or 0) * (config.mamba_d_head or 0)
    if config.mamba_n_groups and inner % config.mamba_n_groups:
        facts = {"inner": inner, "groups": config.mamba_n_groups}
        yield raw.about("groups", "mamba_n_groups", **facts)
        return
    plans = set(layer_plans(config, family))
    tensors = [*outside_tensors(config, family)]
    tensors += [tensor for plan in plans for tensor in layer_tensors(config, family, plan)]
    if any(tensor.elements >= MOST_ELEMENTS for tensor in tensors):
        yield raw.fault("tensor", "")


def is_by_layer(value: JsonValue, count: int) -> TypeGuard[list[int | float]]:
    """Whether it is a list of a whole number for each of the layers."""
    return (
        isinstance(value, list)
        and len(value) == count > 0
        and all(whole(one) is not None for one in value)
    )
