"""The public logs of llama.cpp in `tests/data`, each with the decoder that it stands for.

The decoder of a log is made from the hyperparameters that it prints, the layers and types of its
file from our tables.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.load_catalogue import load_catalogue
from lemario.calc.records import Architecture, FileType, Settings

MIB = 2**20
ROOT = Path(__file__).resolve().parents[1]
Log = dict[str, Any]
LOGS: list[Log] = json.loads((ROOT / "tests/data/llamacpp_logs.json").read_text("utf-8"))["records"]

# The one log whose excerpt names no model. That it is this one in this type is shown by its
# weights and its embedding, which are those and no others to a hundredth of a MiB.
NAMELESS = "ll-e22fee92cf"
NAMELESS_MODEL: tuple[str, FileType] = ("command-r-v01", "Q4_K_S")

UNSLOTH = "own mix: a dynamic file of Unsloth, with types chosen tensor by tensor"
REASONS = {
    "ll-056f5d8727": "own mix: F16 in name, but the experts stay in MXFP4",
    "ll-08bd14a1b9": UNSLOTH,
    "ll-27b68f29c5": "older quantiser: fused query, key and value were Q5_K in Q4_K_M files",
    "ll-3e6fc557a6": UNSLOTH,
    "ll-41c4b3d7cc": UNSLOTH,
    "ll-4e32b2f8ed": UNSLOTH,
    "ll-4fb7f6933a": "older conversion: each expert a tensor of its own, routers in F16",
    "ll-5a973816de": UNSLOTH,
    "ll-5c497fc0f9": UNSLOTH,
    "ll-9cd5b63f32": UNSLOTH,
    "ll-a6d6fdd0c1": UNSLOTH,
    "ll-be5af74931": UNSLOTH,
    "ll-e20d747654": UNSLOTH,
    "ll-fe401ee8de": UNSLOTH,
}
"""Why the weights of a log are not what the tables give. Its cache and state are, nonetheless."""

FAMILY_OF = {
    "llama": "llama",
    "qwen2": "qwen2",
    "qwen3": "qwen3",
    "phi3": "phi3",
    "gpt-oss": "gpt_oss",
    "qwen3next": "qwen3_next",
    "qwen35moe": "qwen3_5_moe",
}
FILE_TYPE_OF: dict[str, FileType] = {
    "mostly F16": "F16",
    "F16": "F16",
    "Q8_0": "Q8_0",
    "Q6_K": "Q6_K",
    "Q5_K - Medium": "Q5_K_M",
    "Q4_K - Medium": "Q4_K_M",
    "Q4_K - Small": "Q4_K_S",
    "mostly Q4_0": "Q4_0",
    "Q4_0": "Q4_0",
    "Q3_K - Medium": "Q3_K_M",
}
# What logs do not print: whether the embedding is the output as well, and tables of position
# factors. The number of tensors, which they do print, shows that it is so.
NOT_PRINTED: dict[str, dict[str, Any]] = {
    "Llama 3.2 1B Instruct": {"tie_word_embeddings": True, "rope_table": "freqs"},
    "Llama 3.2 3B Instruct": {"tie_word_embeddings": True, "rope_table": "freqs"},
    "Llama-3.2-3B-Instruct": {"tie_word_embeddings": True, "rope_table": "freqs"},
    "Meta Llama 3.1 70B Instruct": {"rope_table": "freqs"},
    "Qwen2.5 3B Instruct": {"tie_word_embeddings": True},
    "Qwen3-4B-abliterated": {"tie_word_embeddings": True},
}


def config(log: Log) -> ModelConfig:
    """The config that the hyperparameters of a log stand for."""
    printed: dict[str, int] = log["hparams"]
    fields: dict[str, Any] = {
        "model_type": FAMILY_OF[log["arch"]],
        "hidden_size": printed["n_embd"],
        "num_hidden_layers": printed["n_layer"],
        "num_attention_heads": printed["n_head"],
        "num_key_value_heads": printed["n_head_kv"],
        "head_dim": printed.get("n_embd_head_k"),
        "intermediate_size": printed.get("n_ff"),
        "vocab_size": printed["n_vocab"],
        "max_position_embeddings": printed["n_ctx_train"],
        "sliding_window": printed.get("n_swa"),
        "attention_bias": log["arch"] in ("qwen2", "gpt-oss"),
        "num_experts": printed.get("n_expert"),
        "num_experts_per_tok": printed.get("n_expert_used"),
        "moe_intermediate_size": printed.get("expert_feed_forward_length"),
        "shared_expert_intermediate_size": printed.get("expert_shared_feed_forward_length"),
    }
    if "ssm_d_inner" in printed:
        fields |= {
            "linear_num_key_heads": printed["ssm_n_group"],
            "linear_num_value_heads": printed["ssm_dt_rank"],
            "linear_key_head_dim": printed["ssm_d_state"],
            "linear_value_head_dim": printed["ssm_d_inner"] // printed["ssm_dt_rank"],
            "linear_conv_kernel_dim": printed["ssm_d_conv"],
        }
    return ModelConfig.model_validate(fields | NOT_PRINTED.get(log["model"], {}))


@cache
def _decoder(log_id: str) -> Architecture:
    if log_id != NAMELESS:
        return architecture(next(config(log) for log in LOGS if log["id"] == log_id))
    catalogue = load_catalogue(ROOT / "glossary", "glossary").catalogue
    assert catalogue is not None
    return catalogue.models[NAMELESS_MODEL[0]].architecture


def decoder(log: Log) -> Architecture:
    """The decoder of a log; of the one that names none, the catalogue's."""
    return _decoder(log["id"])


def file_type(log: Log) -> FileType:
    """The type of a log's file."""
    return NAMELESS_MODEL[1] if log["id"] == NAMELESS else FILE_TYPE_OF[log["file_type"]]


def settings(log: Log) -> Settings:
    """How the log's llama.cpp was started. What old releases do not print they did not have."""
    slots = log.get("n_seq", 1)
    return Settings(
        n_ctx=float(log["n_ctx"]),
        slots=float(slots),
        unified=log.get("unified", True) or slots == 1,
        n_ubatch=float(log.get("n_ubatch", 512)),
        kv_type_k=log.get("kv_type_k", "f16"),
        kv_type_v=log.get("kv_type_v", "f16"),
        flash_attention=log.get("flash_attention", False),
        swa_full=False,
        logits_rows=0.0,
        predicted=0.0,
    )


def identify(log: Log) -> str:
    """What a test is called by."""
    return str(log["id"])


def near(mib: float, numbers: int = 1) -> Any:
    """MiB as printed: with two decimals, which many numbers have that were added up."""
    return pytest.approx(mib, abs=0.005001 * numbers, rel=0)


def in_ram(buffer: str) -> bool:
    """Whether a buffer lies in RAM. Releases of 2023 say how much of it they need."""
    return buffer.startswith("CPU") or buffer.endswith(("_Host", " required]", "memory used]"))


def placed(log: Log, kind: str) -> tuple[float, float]:
    """MiB on GPUs and in RAM that buffers of a kind take."""
    sizes = [(in_ram(buffer), mib) for what, buffer, mib in log["buffers"] if what == kind]
    return sum(mib for ram, mib in sizes if not ram), sum(mib for ram, mib in sizes if ram)
