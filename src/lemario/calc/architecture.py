"""From a model's config to the `Architecture` that the formulas compute with."""

from __future__ import annotations

from collections.abc import Iterable

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES, Family
from lemario.calc.records import Architecture, Layer, Matrix, Mixer, Role
from lemario.calc.tensors import (
    Tensor,
    expert_ffn,
    has_experts,
    head_dim,
    is_tied,
    layer_tensors,
    mtp_tensors,
    outside_tensors,
    sees_window,
    shared_ffn,
)


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
    kinds: dict[tuple[bool, bool], list[int]] = {}
    for layer in range(config.num_hidden_layers):
        kind = (sees_window(config, family, layer), has_experts(config, layer))
        kinds.setdefault(kind, []).append(layer)
    roles = _Roles(config, family)
    latent = float(config.kv_lora_rank or 0) if family.latent else 0.0
    rope = float(config.qk_rope_head_dim or 0) if family.latent else 0.0
    nope = float(config.qk_nope_head_dim or 0)
    return Architecture(
        width=float(config.hidden_size),
        vocabulary=float(config.vocab_size),
        context=float(config.max_position_embeddings),
        latent=latent,
        rope=rope,
        query_head=nope + rope if family.latent else 0.0,
        side_ffn=0.0,
        side_attention=0.0,
        layers=tuple(
            _layer(config, family, roles, blocks, windowed, experts)
            for (windowed, experts), blocks in kinds.items()
        ),
        outside=tuple(roles.outside()),
        skipped=tuple(
            roles.matrix(tensor, (float(config.num_hidden_layers),))
            for tensor in mtp_tensors(config, family)
        ),
    )


def _layer(
    config: ModelConfig,
    family: Family,
    roles: _Roles,
    blocks: list[int],
    windowed: bool,
    experts: bool,
) -> Layer:
    size = head_dim(config)
    key_row = config.num_key_value_heads * size
    value_row = key_row
    mixer: Mixer = "attention"
    if family.latent:
        mixer = "latent"
        key_row = (config.kv_lora_rank or 0) + (config.qk_rope_head_dim or 0)
        value_row = 0  # one row serves as key and value
    places = tuple(float(block) for block in blocks)
    tensors = layer_tensors(config, family, blocks[0])
    used = (config.num_experts_per_tok or 0) if experts else 0
    return Layer(
        blocks=places,
        mixer=mixer,
        heads=float(config.num_attention_heads),
        key_row=float(key_row),
        value_row=float(value_row),
        head=float(key_row if family.latent else size),
        window=float(config.sliding_window or 0) if windowed else 0.0,
        query=float(config.num_attention_heads * size),
        gated_query=False,
        post_norm=family.post_norm,
        fused_qkv=family.fused_qkv,
        conv=0.0,
        taps=0.0,
        state=0.0,
        inner=0.0,
        projection=0.0,
        ffn=0.0 if experts else float(config.intermediate_size or 0),
        gated=family.gated,
        experts_used=float(used),
        expert_ffn=float(expert_ffn(config)) if experts else 0.0,
        shared_ffn=float(shared_ffn(config)) if experts else 0.0,
        vectors=float(family.vectors[0]),
        vectors_quantised=float(family.vectors[1]),
        matrices=tuple(roles.matrix(tensor, places) for tensor in tensors),
    )


class _Roles:
    """Gives each tensor its role: what llama.cpp's quantiser tells tensors apart by."""

    def __init__(self, config: ModelConfig, family: Family) -> None:
        self.config = config
        self.family = family
        self.eight = config.num_experts == 8
        ratio = config.num_attention_heads // config.num_key_value_heads
        self.grouped = family.latent or ratio >= 4
        large = config.num_hidden_layers == 80 and ratio > 1
        self.is_70b = large and config.model_type in ("llama", "qwen2")

    def outside(self) -> Iterable[Matrix]:
        """The matrices outside the layers. A looked-up embedding is not read as a whole."""
        tied = is_tied(self.config, self.family)
        for tensor in outside_tensors(self.config, self.family):
            matrix = self.matrix(tensor, (0.0,))
            if tensor.name == "token_embd.weight":
                output: Role = "output_falcon" if self.family.falcon else "output"
                role: Role = output if tied else "plain"
                read = matrix.elements if tied else 0.0
                matrix = matrix._replace(role=role, read=read)
            yield matrix

    def matrix(self, tensor: Tensor, places: tuple[float, ...]) -> Matrix:
        """The tensor as a matrix of the formulas; `places` are the layers that have it."""
        elements = float(tensor.elements)
        read = elements
        if tensor.name.endswith(("_exps.weight", "_exps.bias")):
            used = self.config.num_experts_per_tok or 0
            read = elements / (self.config.num_experts or 1) * used
        of = float(self.config.num_hidden_layers)
        return Matrix(self._role(tensor), float(tensor.row), elements, read, places, of)

    def _role(self, tensor: Tensor) -> Role:
        name = tensor.name.removesuffix(".weight")
        if not tensor.is_matrix:
            return "f32"
        falcon = self.family.falcon
        special: dict[str, Role] = {
            "output": "output_falcon" if falcon else "output",
            "attn_v": self._value_role(),
            "attn_qkv": self._value_role(),
            "attn_output": "attn_output_falcon" if falcon else "attn_output",
            "ffn_down": "ffn_down_falcon" if falcon else "ffn_down",
            "ffn_down_shexp": "ffn_down",
            "ffn_down_exps": "ffn_down_stack",
        }
        if self.eight:
            special |= {"attn_k": "attn_k_8x", "attn_output": "attn_output_8x"}
        return special.get(name, "stack" if len(tensor.shape) > 2 else "plain")

    def _value_role(self) -> Role:
        if self.eight:
            return "attn_v_8x"
        if self.is_70b:
            return "attn_v_70b"
        return "attn_v_gqa" if self.grouped else "attn_v"
