"""The tensors of GGUF files by the part of the model that they belong to. A table; no code.

A row names a tensor (`.weight` unless it says otherwise), its shape in `sizes` of the
architecture, row length first, the quantiser's role, and the flags that must hold for it to be
there; `!` before a flag: must not hold. What the quantiser leaves alone has the role `f32`.
Source: llama.cpp, src/llama-arch.cpp and src/models/*.cpp; gguf 0.19.0, constants.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lemario.calc.records import Role


@dataclass(frozen=True, slots=True)
class TensorRow:
    """A tensor of the table."""

    name: str
    shape: tuple[str, ...]
    role: Role
    when: tuple[str, ...]


def _t(name: str, shape: str, role: Role = "f32", when: str = "") -> TensorRow:
    plain = name.endswith((".bias", ".scale", "ssm_a", "ssm_d"))
    return TensorRow(
        name if plain else f"{name}.weight", tuple(shape.split()), role, tuple(when.split())
    )


# fmt: off
PARTS: Mapping[str, tuple[TensorRow, ...]] = {
    "outside": (
        _t("token_embd", "width vocabulary", "embedding"),
        _t("output", "width vocabulary", "output", "!tied"),
        _t("output.bias", "vocabulary", when="output_bias"),
        _t("rope_freqs", "rope_half", "table", "rope_freqs"),
        _t("rope_factors_long", "rope_half", "table", "rope_factors"),
        _t("rope_factors_short", "rope_half", "table", "rope_factors"),
        _t("altup_proj", "width width altup_rest", when="altup"),
        _t("altup_unembd_proj", "width width altup_rest", when="altup"),
        _t("per_layer_token_embd", "inputs_all vocabulary", "embedding", "layer_inputs"),
        _t("per_layer_model_proj", "width inputs_all", when="layer_inputs"),
        _t("per_layer_proj_norm", "inputs", when="layer_inputs"),
    ),
    "attention": (
        _t("attn_qkv", "width qkv", "attn_v", "fused_qkv"),
        _t("attn_qkv.bias", "qkv", when="attention_bias fused_qkv"),
        _t("attn_q", "width query_gate", "attn_q", "!fused_qkv"),
        _t("attn_q.bias", "query", when="attention_bias !fused_qkv"),
        _t("attn_k", "width key", "attn_k", "!fused_qkv"),
        _t("attn_k.bias", "key", when="attention_bias !fused_qkv"),
        _t("attn_v", "width key", "attn_v", "!fused_qkv own_value"),
        _t("attn_v.bias", "key", when="attention_bias !fused_qkv"),
        _t("attn_output", "query width", "attn_output"),
        _t("attn_output.bias", "width", when="attention_output_bias"),
        _t("attn_q_norm", "head", when="qk_norm_head"),
        _t("attn_k_norm", "head", when="qk_norm_head"),
        _t("attn_q_norm", "query", when="qk_norm_all"),
        _t("attn_k_norm", "key", when="qk_norm_all"),
        _t("attn_q_norm", "head heads", when="qk_norm_each"),
        _t("attn_k_norm", "head key_heads", when="qk_norm_each"),
        _t("attn_sinks", "heads", when="sinks"),
    ),
    "latent": (
        _t("attn_q_a", "width query_rank", "plain", "query_rank"),
        _t("attn_q_a_norm", "query_rank", when="query_rank"),
        _t("attn_q_b", "query_rank latent_query", "plain", "query_rank"),
        _t("attn_q", "width latent_query", "attn_q", "!query_rank"),
        _t("attn_kv_a_mqa", "width latent_row", "plain"),
        _t("attn_kv_a_norm", "latent"),
        _t("attn_k_b", "nope latent heads", "stack"),
        _t("attn_v_b", "latent value heads", "stack"),
        _t("attn_output", "latent_value width", "attn_output"),
    ),
    "delta": (
        _t("attn_qkv", "width conv", "attn_v"),
        _t("attn_gate", "width inner", "plain"),
        _t("ssm_conv1d", "kernel conv"),
        _t("ssm_dt.bias", "state_heads"),
        _t("ssm_a", "state_heads"),
        _t("ssm_ba", "width state_heads2", "plain", "fused_ba"),
        _t("ssm_beta", "width state_heads", "plain", "!fused_ba"),
        _t("ssm_alpha", "width state_heads", "plain", "!fused_ba"),
        _t("ssm_norm", "state_head"),
        _t("ssm_out", "inner width", "plain"),
    ),
    "mamba": (
        _t("ssm_in", "width ssm_in", "plain"),
        _t("ssm_conv1d", "kernel conv"),
        _t("ssm_conv1d.bias", "conv"),
        _t("ssm_dt.bias", "state_heads"),
        _t("ssm_a", "one state_heads"),
        _t("ssm_d", "one state_heads"),
        _t("ssm_norm", "group_inner groups"),
        _t("ssm_out", "inner width", "plain"),
    ),
    "lightning": (
        _t("attn_norm_2", "query"),
        _t("attn_qkv", "width query3", "attn_v"),
        _t("attn_gate", "width query", "plain"),
        _t("attn_output", "query width", "attn_output"),
    ),
    "short_conv": (
        _t("shortconv.conv", "kernel width"),
        _t("shortconv.in_proj", "width width3", "plain"),
        _t("shortconv.out_proj", "width width", "plain"),
    ),
    "none": (),
    "dense": (
        _t("ffn_gate", "width ffn", "ffn_up", "gated !fused_ffn"),
        _t("ffn_up", "width ffn_up", "ffn_up"),
        _t("ffn_down", "ffn width", "ffn_down"),
        _t("ffn_up.bias", "ffn", when="ffn_bias"),
        _t("ffn_down.bias", "width", when="ffn_bias"),
    ),
    "experts": (
        _t("ffn_gate_inp", "width experts"),
        _t("ffn_latent_down", "width expert_row", "plain", "latent_experts"),
        _t("ffn_latent_up", "expert_row width", "plain", "latent_experts"),
        _t("ffn_gate_exps", "expert_row expert experts", "ffn_up_stack", "gated"),
        _t("ffn_gate_exps.bias", "expert experts", when="expert_bias"),
        _t("ffn_up_exps", "expert_row expert experts", "ffn_up_stack"),
        _t("ffn_up_exps.bias", "expert experts", when="expert_bias"),
        _t("ffn_down_exps", "expert expert_row experts", "ffn_down_stack"),
        _t("ffn_down_exps.bias", "width experts", when="expert_bias"),
        _t("ffn_gate_inp.bias", "experts", when="router_bias"),
        _t("exp_probs_b.bias", "experts", when="score_bias"),
        _t("ffn_gate_inp_shexp", "width", when="shared_gate"),
        _t("ffn_gate_shexp", "width shared", "ffn_up", "shared gated"),
        _t("ffn_up_shexp", "width shared", "ffn_up", "shared"),
        _t("ffn_down_shexp", "shared width", "ffn_down", "shared"),
    ),
    "every_layer": (
        _t("attn_norm_2", "width", when="second_norm"),
        _t("attn_norm_2.bias", "width", when="second_norm"),
        _t("layer_output_scale", "one", when="output_scale"),
        _t("inp_gate", "width inputs", "plain", "layer_inputs"),
        _t("proj", "inputs width", "plain", "layer_inputs"),
        _t("post_norm", "width", when="layer_inputs"),
        _t("altup_correct_coef", "altup altup", when="altup"),
        _t("altup_correct_scale", "width", when="altup"),
        _t("altup_predict_coef", "altup altup2", when="altup"),
        _t("altup_router", "width altup", when="altup"),
        _t("altup_router_norm", "width", when="altup"),
        _t("laurel_l", "width laurel", when="altup"),
        _t("laurel_r", "laurel width", when="altup"),
        _t("laurel_post_norm", "width", when="altup"),
        _t("ffn_gate_inp.scale", "width", when="expert_norms"),
        _t("pre_ffw_norm_2", "width", when="expert_norms"),
        _t("post_ffw_norm_1", "width", when="expert_norms"),
        _t("post_ffw_norm_2", "width", when="expert_norms"),
    ),
    "mtp": (
        _t("nextn.eh_proj", "width2 width", "plain"),
        _t("nextn.enorm", "width"),
        _t("nextn.hnorm", "width"),
        _t("nextn.shared_head_norm", "width"),
        _t("nextn.embed_tokens", "width vocabulary", "plain", "mtp_block"),
        _t("nextn.shared_head_head", "width vocabulary", "plain", "mtp_block"),
    ),
}
# fmt: on
