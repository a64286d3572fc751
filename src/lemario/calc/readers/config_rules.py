"""Rules by name: what follows from other fields of a config. Each is that of a type or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Final

from lemario.calc.readers.config_faults import Fault
from lemario.calc.readers.config_layers import Values, whole
from lemario.calc.readers.config_raw import RawConfig

NOTHING: Final[Set[str]] = frozenset()
Outcome = Set[str] | Fault
"""The fields whose default does not hold, or what is wrong."""
Rule = Callable[[RawConfig, Values], Outcome]

_MAMBA: Final = (
    *("mamba_n_heads", "mamba_d_head", "mamba_n_groups", "mamba_d_state", "mamba_d_conv"),
)


def number(values: Values, field: str) -> int:
    """The value as a number, 0 where there is none."""
    value = values.get(field)
    return value if isinstance(value, int) else 0


def _falcon(raw: RawConfig, values: Values) -> Outcome:
    """Key-value heads by two switches. The large models have an output matrix of their own."""
    new = _switch(raw, "new_decoder_architecture", otherwise=False)
    if not new and _switch(raw, "multi_query", otherwise=True):
        values["num_key_value_heads"] = 1
    if values["intermediate_size"] is None:
        values["intermediate_size"] = 4 * number(values, "hidden_size")
    if new and raw.name("tie_word_embeddings") is None:
        values["tie_word_embeddings"] = False
        return {"tie_word_embeddings"}
    return NOTHING


def _switch(raw: RawConfig, name: str, *, otherwise: bool) -> bool:
    """A switch of the file: on if it is true."""
    value = raw.fields.get(name)
    return (raw.row.defaults.get(name, otherwise) if value is None else value) is True


def _gemma4(raw: RawConfig, values: Values) -> Outcome:
    """Experts and the heads of layers that see everything, where a switch says so."""
    if not _switch(raw, "enable_moe_block", otherwise=False):
        for field in ("num_experts", "num_experts_per_tok", "moe_intermediate_size"):
            values[field] = None
    if not values["attention_k_eq_v"]:
        values["num_global_key_value_heads"] = None
    return NOTHING


def _granite_hybrid(raw: RawConfig, values: Values) -> Outcome:
    """Without a Mamba layer it is a Granite. Without experts, all tokens pass the shared part."""
    hybrid = "M" in str(values["layer_pattern"] or "")
    if not hybrid:
        for field in (*_MAMBA, "layer_pattern"):
            values[field] = None
    if number(values, "num_experts"):
        values["shared_expert_intermediate_size"] = values["intermediate_size"]
        values["intermediate_size"] = None
    else:
        values["num_experts_per_tok"] = values["moe_intermediate_size"] = None
    if not hybrid:
        values["model_type"] = "granitemoe" if number(values, "num_experts") else "granite"
    return NOTHING


def _mamba_heads(raw: RawConfig, values: Values) -> Outcome:
    """A Mamba head is as wide as the heads together have to be, if the file does not say it."""
    if values["mamba_d_head"] is None and number(values, "mamba_n_heads"):
        expand = whole(raw.fields.get("mamba_expand", 2))
        if expand is None or not 0 < expand <= _MOST_EXPANSION:
            return raw.fault("no_count", "mamba_expand", name="mamba_expand", value=expand)
        inner = expand * number(values, "hidden_size")
        values["mamba_d_head"] = inner // number(values, "mamba_n_heads") or None
        if values["mamba_d_head"] is None:
            return raw.missing(["mamba_d_head"])
    return NOTHING


_MOST_EXPANSION: Final = 64


def _nemotron_h(raw: RawConfig, values: Values) -> Outcome:
    """With layers of experts it is another family; without, what is said about experts is void."""
    if "E" in str(values["layer_pattern"] or ""):
        if not number(values, "num_experts"):
            return raw.missing(["n_routed_experts"])
        values["model_type"] = "nemotron_h_moe"
        return NOTHING
    for field in (
        *("num_experts", "num_experts_per_tok", "moe_intermediate_size", "moe_latent_size"),
        *("n_shared_experts", "shared_expert_intermediate_size"),
    ):
        values[field] = None
    return NOTHING


def _adjusted_ffn(raw: RawConfig, values: Values) -> Outcome:
    """Of the stated width two thirds are used, rounded up to a multiple."""
    if not _switch(raw, "block_auto_adjust_ff_dim", otherwise=True):
        return NOTHING
    factor = raw.fields.get("block_ffn_dim_multiplier", 1.0)
    multiple = whole(raw.fields.get("block_multiple_of", 256))
    if factor is not None and whole(factor) != 1:
        return raw.fault(
            "only",
            "block_ffn_dim_multiplier",
            name="block_ffn_dim_multiplier",
            value=factor,
            allowed=1.0,
            type=raw.type_name,
        )
    if multiple is None or not 0 < multiple <= number(values, "intermediate_size"):
        name = "block_multiple_of"
        return raw.fault("no_count", name, name=name, value=raw.fields.get(name))
    width = 2 * number(values, "intermediate_size") // 3
    values["intermediate_size"] = multiple * ((width + multiple - 1) // multiple)
    return NOTHING


def _interleaved_experts(raw: RawConfig, values: Values) -> Outcome:
    """Where layers with experts are listed, they have to be the last of every so many."""
    listed = raw.fields.get("moe_layers")
    if isinstance(listed, list) and listed:
        step = number(values, "interleave_moe_layer_step") or 1
        layers = range(step - 1, number(values, "num_hidden_layers"), step)
        if [whole(layer) for layer in listed] != list(layers):
            return raw.fault("dense_among_experts", "moe_layers")
    return NOTHING


def _experts_to_the_end(raw: RawConfig, values: Values) -> Outcome:
    """The last layer with experts has to be the last of all, also where that is called -1."""
    name = "moe_layer_end_index"
    last = raw.fields.get(name)
    if last is not None and whole(last) not in (-1, number(values, "num_hidden_layers") - 1):
        return raw.fault("dense_among_experts", name)
    return NOTHING


RULES: Final[Mapping[str, Rule]] = {
    "falcon": _falcon,
    "gemma4": _gemma4,
    "mamba_heads": _mamba_heads,
    "granite_hybrid": _granite_hybrid,
    "nemotron_h": _nemotron_h,
    "adjusted_ffn": _adjusted_ffn,
    "interleaved_experts": _interleaved_experts,
    "experts_to_the_end": _experts_to_the_end,
}
