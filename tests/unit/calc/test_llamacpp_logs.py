"""What llama.cpp printed on computers of others: 50 public logs of 2023 to 2026, CPU and GPU.

The decoder of a log is made from the hyperparameters that it prints, the layers and types of its
file from our tables. KV caches and states are equal to what is printed in all 50; weights, their
tensor types and where they lie in all but the files in `REASONS`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from lemario.calc import kv_cache, weights
from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.load_catalogue import load_catalogue
from lemario.calc.records import Architecture, FileType, Settings

MIB = 2**20
ROOT = Path(__file__).resolve().parents[3]
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


NAMED = [log for log in LOGS if log["id"] != NAMELESS]
WITH_CACHES = [log for log in LOGS if "kv_lines" in log]
WITH_RULE = [log for log in LOGS if log["id"] not in REASONS]
WITHOUT_RULE = [log for log in LOGS if log["id"] in REASONS]


def test_there_are_logs_of_many_backends_and_all_are_covered() -> None:
    """49 print their hyperparameters, one is told by its weights; 36 files are as the tables say."""
    assert len({log["id"] for log in LOGS}) == len(LOGS) == 50
    assert [log["id"] for log in LOGS if "hparams" not in log] == [NAMELESS]
    assert (len(WITH_RULE), len(WITHOUT_RULE)) == (50 - len(REASONS), len(REASONS)) == (36, 14)
    assert Counter(log["backend"] for log in LOGS) == {
        "CUDA": 23,
        "Vulkan": 11,
        "CPU": 7,
        "Metal": 6,
        "ROCm": 2,
        "SYCL": 1,
    }


# --- Caches and states ----------------------------------------------------------------------------


def near(mib: float, numbers: int = 1) -> Any:
    """MiB as printed: with two decimals, which many numbers have that were added up."""
    return pytest.approx(mib, abs=0.005001 * numbers, rel=0)


def printed_caches(log: Log) -> list[list[float]]:
    """The cache in MiB as often as a log prints it, and in as many parts.

    Newer releases print keys and values, older ones a sum, and most what each device holds.
    """
    halves = [mib for _, _, *both in log.get("kv_lines", []) for mib in both]
    whole = [log["kv_mib"]] if "kv_mib" in log else []
    devices = [mib for kind, _, mib in log["buffers"] if kind == "kv"]
    return [parts for parts in (halves, whole, devices) if parts]


@pytest.mark.parametrize("log", LOGS, ids=identify)
def test_caches_and_states_are_what_is_printed(log: Log) -> None:
    """No log needs an excuse: those of 2023, too, whose contexts need no rounding."""
    model, run = decoder(log), settings(log)
    assert printed_caches(log)
    for parts in printed_caches(log):
        assert kv_cache.kv_cache_bytes(model, run) / MIB == near(sum(parts), len(parts))
    assert kv_cache.state_bytes(model, run) / MIB == near(log.get("state_mib", 0))


@pytest.mark.parametrize("log", WITH_CACHES, ids=identify)
def test_each_cache_has_the_cells_layers_keys_and_values_that_are_printed(log: Log) -> None:
    """One cache for layers that see everything, and one for windows, where there are any."""
    model, run = decoder(log), settings(log)
    layers: Counter[float] = Counter()
    keys: dict[float, float] = defaultdict(float)
    values: dict[float, float] = defaultdict(float)
    for layer in model.layers:
        if layer.key_row > 0:
            cells = kv_cache.layer_cells(run, layer)
            rows = kv_cache.streams(run) * cells * len(layer.blocks)
            layers[cells] += len(layer.blocks)
            keys[cells] += rows * kv_cache.row_bytes(layer.key_row, run.kv_type_k) / MIB
            values[cells] += rows * kv_cache.row_bytes(layer.value_row, run.kv_type_v) / MIB
    assert layers == {cells: number for cells, number, _, _ in log["kv_lines"]}
    for cells, _, key_mib, value_mib in log["kv_lines"]:
        assert (keys[cells], values[cells]) == (near(key_mib), near(value_mib))


# --- Weights --------------------------------------------------------------------------------------


def rounded(printed: str) -> Any:
    """A number with its unit, as exact as it is printed."""
    number, unit = printed.split()
    factor = {"GiB": 2**30, "MiB": 2**20, "B": 10**9}[unit]
    decimals = len(number.partition(".")[2])
    half = 0.500001 * 10**-decimals
    return pytest.approx(float(number) * factor, abs=half * factor, rel=0)


def tensor_types(model: Architecture, kind: FileType) -> Counter[str]:
    """How many tensors of each type a file has."""
    parts = [layer.matrices for layer in model.layers] + [model.outside, model.skipped]
    matrices = [matrix for part in parts for matrix in part]
    return Counter(weights.copy_type(m, copy, kind) for m in matrices for copy in m.copies)


def printed_types(log: Log) -> Counter[str]:
    """How many tensors of each type a log names."""
    return Counter({name.upper(): number for name, number in log["tensor_types"].items()})


@pytest.mark.parametrize("log", NAMED, ids=identify)
def test_parameters_are_what_is_printed(log: Log) -> None:
    assert weights.parameters(decoder(log)) == rounded(log["parameters"])


@pytest.mark.parametrize("log", [log for log in WITH_RULE if log in NAMED], ids=identify)
def test_weights_and_their_types_are_what_is_printed(log: Log) -> None:
    model, kind = decoder(log), file_type(log)
    assert tensor_types(model, kind) == printed_types(log)
    assert weights.weights_bytes(model, kind) == rounded(log["size"])


@pytest.mark.parametrize("log", WITHOUT_RULE, ids=identify)
def test_a_file_with_a_reason_is_of_another_mix(log: Log) -> None:
    """So the list of reasons cannot rot. Most have the same tensors, in other types."""
    ours, printed = tensor_types(decoder(log), file_type(log)), printed_types(log)
    assert ours != printed
    one_each = REASONS[log["id"]].startswith("older conversion")
    assert (ours.total() == printed.total()) is not one_each


# --- Where the weights lie ------------------------------------------------------------------------


def in_ram(buffer: str) -> bool:
    """Whether a buffer lies in RAM. Releases of 2023 say how much of it they need."""
    return buffer.startswith("CPU") or buffer.endswith(("_Host", " required]", "memory used]"))


def placed(log: Log, kind: str) -> tuple[float, float]:
    """MiB on GPUs and in RAM that buffers of a kind take."""
    sizes = [(in_ram(buffer), mib) for what, buffer, mib in log["buffers"] if what == kind]
    return sum(mib for ram, mib in sizes if not ram), sum(mib for ram, mib in sizes if ram)


def placement(log: Log) -> str:
    """Where the layers are: all on GPUs, all in RAM, or on both. Their caches are with them."""
    gpu, ram = placed(log, "kv")
    if gpu and ram:
        return "both"
    return "gpu" if gpu else "ram"


def expected(log: Log) -> tuple[float, float]:
    """MiB of weights on GPUs and in RAM, where all layers are in one place.

    The embedding is looked up in RAM; if it is the output as well, it is on the GPU, too.
    """
    model, kind = decoder(log), file_type(log)
    all_mib = weights.weights_bytes(model, kind) / MIB
    if placement(log) == "ram":
        return 0, all_mib
    embedding = next(m for m in model.outside if m.elements == model.width * model.vocabulary)
    looked_up = weights.looked_up_bytes(model, kind) / MIB
    return all_mib - looked_up, weights.matrix_bytes(embedding, kind) / MIB


IN_ONE_PLACE = [log for log in LOGS if placement(log) != "both"]


def test_most_logs_have_all_layers_in_one_place() -> None:
    assert Counter(map(placement, LOGS)) == {"gpu": 34, "ram": 12, "both": 4}


@pytest.mark.parametrize("log", [log for log in IN_ONE_PLACE if log in WITH_RULE], ids=identify)
def test_model_buffers_are_what_is_printed(log: Log) -> None:
    """On GPUs to the printed rounding; in RAM, releases of 2023 count up to 0.3 MiB besides."""
    gpu, ram = expected(log)
    devices = sum(kind == "model" for kind, _, _ in log["buffers"])
    gpu_printed, ram_printed = placed(log, "model")
    assert gpu == near(gpu_printed, 2 * devices)
    assert -0.01 < ram_printed - ram < 0.3


def test_model_buffers_are_within_half_a_percent_at_the_median() -> None:
    """Over all logs with the layers in one place, files of other mixes among them."""
    off = [abs(sum(expected(log)) / sum(placed(log, "model")) - 1) for log in IN_ONE_PLACE]
    assert len(off) == 46
    assert median(off) <= 0.005
