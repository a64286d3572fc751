"""The tensors of a model's GGUF file, from its config and its family, by the table of tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import Family
from lemario.calc.layer_plans import LayerPlan, layer_flags, layer_plans, layer_sizes
from lemario.calc.records import Role
from lemario.calc.tensor_table import PARTS


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor: its name without the layer's prefix, its shape with the row length first, its role."""

    name: str
    shape: tuple[int, ...]
    role: Role = "f32"

    @property
    def row(self) -> int:
        """Elements in a row."""
        return self.shape[0]

    @property
    def elements(self) -> int:
        """Elements in all."""
        return prod(self.shape)


_OUTSIDE = LayerPlan("attention", 0, True, False, False)


def outside_tensors(config: ModelConfig, family: Family) -> tuple[Tensor, ...]:
    """The tensors outside the layers."""
    return (
        *_part("outside", config, family, _OUTSIDE),
        *_norms(("output_norm",), config, family),
    )


def layer_tensors(config: ModelConfig, family: Family, plan: LayerPlan) -> tuple[Tensor, ...]:
    """The tensors of one layer."""
    parts = (plan.mixer, *("dense",) * plan.dense, *("experts",) * plan.experts, "every_layer")
    return (
        *_norms(family.norms, config, family),
        *(tensor for part in parts for tensor in _part(part, config, family, plan)),
    )


def mtp_blocks(config: ModelConfig, family: Family) -> int:
    """How many blocks for predicting several tokens the file carries after its layers.

    All files of some families have one; of others only those whose config says so.
    """
    stated = config.num_nextn_predict_layers
    if family.mtp_block:
        return 1 if stated is None else stated
    return (stated or 0) if family.mtp_files else 0


def mtp_tensors(config: ModelConfig, family: Family) -> tuple[Tensor, ...]:
    """The tensors of one block for predicting several tokens, if the file carries any."""
    if not mtp_blocks(config, family):
        return ()
    last = layer_plans(config, family)[-1]
    return (*layer_tensors(config, family, last), *_part("mtp", config, family, last))


def _part(part: str, config: ModelConfig, family: Family, plan: LayerPlan) -> Iterator[Tensor]:
    """The tensors of a part of the table that are there."""
    sizes, flags = layer_sizes(config, family, plan), layer_flags(config, family, plan)
    for row in PARTS[part]:
        if all((flag.lstrip("!") in flags) != flag.startswith("!") for flag in row.when):
            yield Tensor(row.name, tuple(sizes[name] for name in row.shape), row.role)


def _norms(names: tuple[str, ...], config: ModelConfig, family: Family) -> Iterator[Tensor]:
    for name in names:
        yield Tensor(f"{name}.weight", (config.hidden_size,))
        if family.norm_bias:
            yield Tensor(f"{name}.bias", (config.hidden_size,))
