"""From a model's config to the `Architecture` that the formulas compute with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES, Family
from lemario.calc.layer_plans import (
    LayerPlan,
    expert_ffn,
    is_tied,
    layer_plans,
    layer_sizes,
    shared_ffn,
)
from lemario.calc.records import Architecture, Copy, Layer, Matrix, Role
from lemario.calc.tensors import Tensor, layer_tensors, mtp_blocks, mtp_tensors, outside_tensors


class UnknownFamilyError(ValueError):
    """The model's family is not in the table: its memory cannot be computed."""


def architecture(config: ModelConfig) -> Architecture:
    """The decoder of a config, its layers grouped by kind.

    Raises:
        UnknownFamilyError: nothing is known about `model_type`.
    """
    family = FAMILIES.get(config.model_type)
    if family is None:
        raise UnknownFamilyError(config.model_type)
    plans = layer_plans(config, family)
    kinds: dict[LayerPlan, list[int]] = {}
    for layer, plan in enumerate(plans):
        kinds.setdefault(plan, []).append(layer)
    roles = _Roles(config, family, plans)
    latent = float(config.kv_lora_rank or 0) if family.latent else 0.0
    rope = float(config.qk_rope_head_dim or 0) if family.latent else 0.0
    side = _side_values(config, family)
    return Architecture(
        width=float(config.hidden_size),
        vocabulary=float(config.vocab_size),
        context=float(config.max_position_embeddings),
        latent=latent,
        query_head=float(config.qk_nope_head_dim or 0) + rope if family.latent else 0.0,
        side_ffn=float(side[0]),
        side_attention=float(side[1]),
        side_logits=float(side[2]),
        predicts=False,
        layers=tuple(_layer(config, family, plan, blocks, roles) for plan, blocks in kinds.items()),
        outside=roles.outside(),
        skipped=roles.skipped(),
    )


def _side_values(config: ModelConfig, family: Family) -> tuple[int, int, int]:
    """Values a token beside feed-forward part, attention and logits: the inputs of all layers."""
    inputs = config.hidden_size_per_layer_input or 0
    every = inputs * config.num_hidden_layers
    if family.altup:
        return every + 3 * inputs, every + 3 * config.hidden_size, 0
    return every, every + config.hidden_size if every else 0, every


def _vectors(config: ModelConfig, family: Family) -> tuple[float, float]:
    """Hidden vectors alive in the feed-forward part, with a plain and with a quantized cache."""
    plain, quantised = family.vectors
    if family.falcon and config.num_key_value_heads > 1:
        return 5.0, 5.0  # two norms: attention and feed-forward part share none
    if family.altup or not config.hidden_size_per_layer_input:
        return float(plain), float(quantised)
    again = config.hidden_size_per_layer_input * config.num_hidden_layers / config.hidden_size
    return plain + again * config.use_double_wide_mlp, quantised + again


def _layer(
    config: ModelConfig, family: Family, plan: LayerPlan, blocks: list[int], roles: _Roles
) -> Layer:
    sizes = layer_sizes(config, family, plan)
    attends = plan.mixer == "attention"
    key_row = value_row = sizes["key"] if attends and plan.caches else 0
    heads = config.num_attention_heads if plan.mixer in ("attention", "latent", "lightning") else 0
    if plan.mixer == "latent":
        key_row = sizes["latent_row"]
        value_row = 0  # one row serves as key and value
    vectors = _vectors(config, family)
    state = heads * sizes["head"] ** 2 if plan.mixer == "lightning" else sizes.get("state", 0)
    return Layer(
        blocks=tuple(float(block) for block in blocks),
        mixer=plan.mixer,
        heads=float(heads),
        key_row=float(key_row),
        value_row=float(value_row),
        head=float(key_row if plan.mixer == "latent" else sizes["head"] if attends else 0),
        window=float(plan.window),
        query=float(sizes["query"] if heads else 0),
        gated_query=family.gated_query and attends,
        post_norm=family.post_norm,
        fused_qkv=family.fused_qkv,
        conv=float(sizes.get("conv", 0)),
        taps=float(max(0, sizes.get("kernel", 0) - 1)),
        state=float(state),
        inner=float(sizes.get("inner", 0)),
        ffn=float(sizes["ffn"] if plan.dense else 0),
        gated=family.gated,
        experts_used=float((config.num_experts_per_tok or 0) if plan.experts else 0),
        expert_ffn=float(expert_ffn(config) if plan.experts else 0),
        expert_row=float(sizes["expert_row"] if plan.experts else 0),
        shared_ffn=float(shared_ffn(config) if plan.experts else 0),
        vectors=vectors[0],
        vectors_quantised=vectors[1],
        matrices=roles.matrices(layer_tensors(config, family, plan), blocks),
    )


class _Roles:
    """Gives each tensor the role and the numbers that llama.cpp's quantiser tells it apart by."""

    def __init__(self, config: ModelConfig, family: Family, plans: Sequence[LayerPlan]) -> None:
        self.config = config
        self.family = family
        self.variants = self._variants(plans)
        self.blocks = config.num_hidden_layers + mtp_blocks(config, family)
        self.numbers = self._numbers(plans)

    def outside(self) -> tuple[Matrix, ...]:
        """The matrices outside the layers. A looked-up embedding is not read as a whole."""
        tied = is_tied(self.config, self.family)
        found = []
        for tensor in outside_tensors(self.config, self.family):
            matrix = self._matrix(tensor, (Copy(0.0, 0.0, 0.0),), 1)
            if tensor.role == "embedding":
                role = self._output(tensor) if tied else tensor.role
                shared = tied and tensor.name == "token_embd.weight"
                matrix = matrix._replace(role=role, read=matrix.elements if shared else 0.0)
            found.append(matrix)
        return tuple(found)

    def skipped(self) -> tuple[Matrix, ...]:
        """The matrices that are in the file, but not loaded."""
        tensors = mtp_tensors(self.config, self.family)
        return self.matrices(tensors, list(range(self.config.num_hidden_layers, self.blocks)))

    def matrices(self, tensors: tuple[Tensor, ...], blocks: list[int]) -> tuple[Matrix, ...]:
        """The tensors of a kind of layer as matrices of the formulas."""
        return tuple(
            self._matrix(
                tensor,
                tuple(
                    self.numbers.get((block, tensor.name), Copy(block, block, block))
                    for block in blocks
                ),
                self._of(tensor.role),
            )
            for tensor in tensors
        )

    def _of(self, role: Role) -> int:
        return max(1, self.values) if role.startswith("attn_v") else self.blocks

    def _matrix(self, tensor: Tensor, copies: tuple[Copy, ...], of: int) -> Matrix:
        elements = float(tensor.elements)
        read = elements
        if tensor.name.endswith(("_exps.weight", "_exps.bias")):
            used = self.config.num_experts_per_tok or 0
            read = elements / (self.config.num_experts or 1) * used
        floats = tuple(Copy(float(c.block), float(c.place), float(c.number)) for c in copies)
        role = (
            self._output(tensor)
            if tensor.role == "output"
            else self.variants.get(tensor.role, tensor.role)
        )
        return Matrix(role, float(tensor.row), elements, read, floats, float(of), "F32")

    def _output(self, tensor: Tensor) -> Role:
        """Falcon's output, and one whose rows are no whole number of blocks, is never cut down."""
        return "output_uneven" if self.family.falcon or tensor.row % 256 else "output"

    def _variants(self, plans: Sequence[LayerPlan]) -> Mapping[Role, Role]:
        """What stands for a role in this model: the quantiser asks for heads, experts, family."""
        config, experts = self.config, self.config.num_experts or 0
        first = plans[0].mixer
        ratio = config.num_attention_heads // config.num_key_value_heads
        ratio = config.num_attention_heads if first == "latent" else ratio
        ratio = 0 if first in ("mamba", "short_conv", "none") else ratio
        gguf = self.family.gguf
        large = config.num_hidden_layers == 80 and (
            gguf == "qwen2" or (gguf == "llama" and ratio > 1 and experts != 8)
        )
        found: dict[Role, Role] = {}
        if ratio >= 4:
            found["attn_v"] = "attn_v_gqa"
        elif experts >= 4:
            found["attn_v"] = "attn_v_moe"
        if large:
            found["attn_v"] = "attn_v_70b" if ratio >= 4 else "attn_v_72b"
        if experts == 8:
            found |= {
                "attn_v": "attn_v_8x",
                "attn_k": "attn_k_8x",
                "attn_output": "attn_output_8x",
                "ffn_down": "ffn_down_8x",
                "ffn_down_stack": "ffn_down_stack_8x",
            }
        if self.family.falcon:
            found |= {"attn_output": "attn_output_falcon", "ffn_down": "ffn_down_falcon"}
        return found

    def _numbers(self, plans: Sequence[LayerPlan]) -> Mapping[tuple[int, str], Copy]:
        """The numbers of values and of feed-forward parts, counted in the order of the file.

        With experts, parts are placed by their block; without, by their running number.
        """
        counted: Counter[str] = Counter()
        found: dict[tuple[int, str], Copy] = {}
        tensors_of = {plan: layer_tensors(self.config, self.family, plan) for plan in set(plans)}
        every = [tensors_of[plan] for plan in plans]
        every += [mtp_tensors(self.config, self.family)] * (self.blocks - len(plans))
        for block, tensors in enumerate(every):
            for tensor in sorted(tensors, key=lambda tensor: tensor.name):
                kind = tensor.role.removesuffix("_stack")
                if kind not in ("attn_v", "ffn_up", "ffn_down"):
                    continue
                counter = tensor.name[:8] if kind == "ffn_up" else kind
                number = counted[counter]
                counted[counter] += 1
                by_block = kind != "attn_v" and (self.config.num_experts or 0) > 1
                found[block, tensor.name] = Copy(block, block if by_block else number, number)
        self.values = counted["attn_v"]
        return found
