"""The tensors of a model's GGUF file, from its config and its family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import Family


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor: its name without the layer's prefix, and its shape with the row length first."""

    name: str
    shape: tuple[int, ...]

    @property
    def row(self) -> int:
        """Elements in a row."""
        return self.shape[0]

    @property
    def elements(self) -> int:
        """Elements in all."""
        return prod(self.shape)

    @property
    def is_matrix(self) -> bool:
        """Whether the quantiser may touch it: two dimensions or more, and no special purpose."""
        kept = ("_norm", "ffn_gate_inp")
        plain = self.name.endswith(".weight") and not any(part in self.name for part in kept)
        return len(self.shape) > 1 and plain


def head_dim(config: ModelConfig) -> int:
    """Elements of a head: stated, or the width over the number of heads."""
    return config.head_dim or config.hidden_size // config.num_attention_heads


def sees_window(config: ModelConfig, family: Family, layer: int) -> bool:
    """Whether llama.cpp lets this layer see only a window. Some families' windows it ignores."""
    every = family.window_every
    return bool(config.sliding_window and every and layer % every < every - 1)


def is_tied(config: ModelConfig, family: Family) -> bool:
    """Whether the embedding is the output matrix too."""
    return config.tie_word_embeddings or family.tied


def outside_tensors(config: ModelConfig, family: Family) -> tuple[Tensor, ...]:
    """The tensors outside the layers."""
    d, v = config.hidden_size, config.vocab_size
    found = [Tensor("token_embd.weight", (d, v)), *_norm("output_norm", d, family)]
    if not is_tied(config, family):
        found.append(Tensor("output.weight", (d, v)))
    if family.output_bias:
        found.append(Tensor("output.bias", (v,)))
    return tuple(found)


def layer_tensors(config: ModelConfig, family: Family, layer: int) -> tuple[Tensor, ...]:
    """The tensors of one layer."""
    return (
        *(t for name in family.norms for t in _norm(name, config.hidden_size, family)),
        *_second_norm(config, family),
        *(_latent(config) if family.latent else _attention(config, family)),
        *(_experts(config, family) if has_experts(config, layer) else _ffn(config, family)),
    )


def mtp_tensors(config: ModelConfig, family: Family) -> tuple[Tensor, ...]:
    """The tensors of the block for predicting several tokens, if the file carries one."""
    if not family.mtp_block:
        return ()
    d, v = config.hidden_size, config.vocab_size
    return (
        *layer_tensors(config, family, config.num_hidden_layers),
        Tensor("nextn.eh_proj.weight", (2 * d, d)),
        *(Tensor(f"nextn.{n}.weight", (d,)) for n in ("enorm", "hnorm", "shared_head_norm")),
        Tensor("nextn.embed_tokens.weight", (d, v)),
        Tensor("nextn.shared_head_head.weight", (d, v)),
    )


def has_experts(config: ModelConfig, layer: int) -> bool:
    """Whether the feed-forward part of this layer is a mixture of experts."""
    return bool(config.num_experts) and layer >= (config.first_k_dense_replace or 0)


def _norm(name: str, size: int, family: Family) -> Iterator[Tensor]:
    yield Tensor(f"{name}.weight", (size,))
    if family.norm_bias:
        yield Tensor(f"{name}.bias", (size,))


def _second_norm(config: ModelConfig, family: Family) -> Iterator[Tensor]:
    """Large Falcon models have a norm of their own for the feed-forward part."""
    if family.falcon and config.num_key_value_heads > 1:
        yield from _norm("attn_norm_2", config.hidden_size, family)


def _attention(config: ModelConfig, family: Family) -> Iterator[Tensor]:
    d, size = config.hidden_size, head_dim(config)
    heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
    if family.fused_qkv:
        yield Tensor("attn_qkv.weight", (d, (heads + 2 * kv_heads) * size))
    else:
        for name, count in (("q", heads), ("k", kv_heads), ("v", kv_heads)):
            yield Tensor(f"attn_{name}.weight", (d, count * size))
            if config.attention_bias:
                yield Tensor(f"attn_{name}.bias", (count * size,))
    yield Tensor("attn_output.weight", (heads * size, d))
    if family.attention_output_bias:
        yield Tensor("attn_output.bias", (d,))
    normed = config.use_qk_norm or not family.qk_norm_if_stated
    for name, count in (("q", heads), ("k", kv_heads)) if normed else ():
        match family.qk_norm:
            case "head":
                yield Tensor(f"attn_{name}_norm.weight", (size,))
            case "all":
                yield Tensor(f"attn_{name}_norm.weight", (count * size,))
            case "each":
                yield Tensor(f"attn_{name}_norm.weight", (size, count))
    if family.sinks:
        yield Tensor("attn_sinks.weight", (heads,))


def _latent(config: ModelConfig) -> Iterator[Tensor]:
    d, heads = config.hidden_size, config.num_attention_heads
    rank, rope = config.kv_lora_rank or 0, config.qk_rope_head_dim or 0
    nope, value = config.qk_nope_head_dim or 0, config.v_head_dim or 0
    query = heads * (nope + rope)
    if config.q_lora_rank:
        yield Tensor("attn_q_a.weight", (d, config.q_lora_rank))
        yield Tensor("attn_q_a_norm.weight", (config.q_lora_rank,))
        yield Tensor("attn_q_b.weight", (config.q_lora_rank, query))
    else:
        yield Tensor("attn_q.weight", (d, query))
    yield Tensor("attn_kv_a_mqa.weight", (d, rank + rope))
    yield Tensor("attn_kv_a_norm.weight", (rank,))
    yield Tensor("attn_k_b.weight", (nope, rank, heads))
    yield Tensor("attn_v_b.weight", (rank, value, heads))
    yield Tensor("attn_output.weight", (heads * value, d))


def _ffn(config: ModelConfig, family: Family) -> Iterator[Tensor]:
    d, ff = config.hidden_size, config.intermediate_size or config.moe_intermediate_size or 0
    if family.gated and not family.fused_ffn:
        yield Tensor("ffn_gate.weight", (d, ff))
    yield Tensor("ffn_up.weight", (d, 2 * ff if family.fused_ffn else ff))
    yield Tensor("ffn_down.weight", (ff, d))
    if family.ffn_bias:
        yield Tensor("ffn_up.bias", (ff,))
        yield Tensor("ffn_down.bias", (d,))


def _experts(config: ModelConfig, family: Family) -> Iterator[Tensor]:
    d, count = config.hidden_size, config.num_experts or 0
    ff = expert_ffn(config)
    yield Tensor("ffn_gate_inp.weight", (d, count))
    for name, row, rows in (("gate", d, ff), ("up", d, ff), ("down", ff, d)):
        yield Tensor(f"ffn_{name}_exps.weight", (row, rows, count))
        if family.expert_bias:
            yield Tensor(f"ffn_{name}_exps.bias", (rows, count))
    if family.router_bias:
        yield Tensor("ffn_gate_inp.bias", (count,))
    if family.score_bias:
        yield Tensor("exp_probs_b.bias", (count,))
    if shared := shared_ffn(config):
        yield Tensor("ffn_gate_shexp.weight", (d, shared))
        yield Tensor("ffn_up_shexp.weight", (d, shared))
        yield Tensor("ffn_down_shexp.weight", (shared, d))


def expert_ffn(config: ModelConfig) -> int:
    """Width of an expert's feed-forward part."""
    return config.moe_intermediate_size or config.intermediate_size or 0


def shared_ffn(config: ModelConfig) -> int:
    """Width of the feed-forward part that all tokens share, 0 if there is none."""
    own = config.shared_expert_intermediate_size
    return own or (config.n_shared_experts or 0) * expert_ffn(config)
