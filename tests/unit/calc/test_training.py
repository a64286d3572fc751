"""The memory of fine-tuning, against the papers and against what Unsloth publishes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lemario.calc import training, weights
from lemario.calc.load_catalogue import load_catalogue
from lemario.calc.questions import default_training
from lemario.calc.records import Architecture, Training, TrainingMethod

ROOT = Path(__file__).resolve().parents[3]
PUBLISHED: dict[str, Any] = json.loads(
    (ROOT / "tests/data/unsloth_minima.json").read_text(encoding="utf-8")
)
MINIMA = PUBLISHED["minima"]["rows"]
CONTEXTS = PUBLISHED["longest_contexts"]["rows"]
# Unsloth writes GB for 2^30 bytes: its notebooks divide by 1024 three times.
GB = 2**30
LLAMA = "llama-3.1-8b"
METHODS: tuple[TrainingMethod, ...] = ("qlora", "lora")

# Figures of Llama 3.1 8B, from its config.
WIDTH, KEY_ROW, FFN, LAYERS, VOCABULARY, HEADS = 4096, 1024, 14336, 32, 128256, 32


@pytest.fixture(scope="module")
def decoders() -> dict[str, Architecture]:
    loaded = load_catalogue(ROOT / "glossary", "glossary").catalogue
    assert loaded is not None
    return {name: entry.architecture for name, entry in loaded.models.items()}


def run(method: TrainingMethod = "qlora", **settings: Any) -> Training:
    return default_training(method)._replace(**settings)


# --- Against what is published -------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("row", MINIMA, ids=lambda row: row["size"])
def test_the_minima_that_unsloth_publishes_are_met_within_a_fifth(
    row: dict[str, Any], method: TrainingMethod, decoders: dict[str, Architecture]
) -> None:
    found = training.training_total_bytes(decoders[row["model"]], run(method)) / GB
    assert found == pytest.approx(row[method], rel=0.2)


@pytest.mark.parametrize("row", CONTEXTS, ids=lambda row: f"{row['model']}-{row['gpu']}")
def test_the_longest_contexts_that_unsloth_publishes_fill_the_gpu(
    row: dict[str, Any], decoders: dict[str, Architecture]
) -> None:
    asked = run(rank=32.0, sequence=float(row["tokens"]))
    found = training.training_total_bytes(decoders[row["model"]], asked) / GB
    assert found == pytest.approx(row["gpu"], rel=0.08)


def bytes_per_token(rows: list[dict[str, Any]], model: str) -> float:
    """What one more token takes, by the smallest and the largest GPU."""
    own = [row for row in rows if row["model"] == model]
    first, last = own[0], own[-1]
    return float((last["gpu"] - first["gpu"]) * GB / (last["tokens"] - first["tokens"]))


@pytest.mark.parametrize("model", [LLAMA, "llama-3.3-70b"])
def test_a_token_takes_what_contexts_of_unsloth_imply(
    model: str, decoders: dict[str, Architecture]
) -> None:
    one = training.stage_bytes(decoders[model], run(sequence=1.0))
    assert one == pytest.approx(bytes_per_token(CONTEXTS, model), rel=0.03)


def test_a_token_takes_what_contexts_of_hugging_face_imply(
    decoders: dict[str, Architecture],
) -> None:
    asked = run(sequence=1.0, checkpointing="layers", chunked_logits=False)
    found = training.activation_bytes(decoders[LLAMA], asked)
    found += training.stage_bytes(decoders[LLAMA], asked)
    rows = PUBLISHED["longest_contexts_hugging_face"]["rows"]
    assert found == pytest.approx(bytes_per_token(rows, LLAMA), rel=0.04)


# --- What is trained -----------------------------------------------------------------------------


def test_llama_in_4_bits_and_its_adapter_are_as_large_as_in_the_notebook_of_unsloth(
    decoders: dict[str, Architecture],
) -> None:
    (row,) = PUBLISHED["notebook"]["rows"]
    decoder, asked = decoders[row["model"]], run(rank=float(row["rank"]))
    assert training.adapter_parameters(decoder, asked) == row["trained_parameters"]
    assert training.base_weights_bytes(decoder, asked) / 1e9 == pytest.approx(row["file"], abs=5e-3)


def test_rank_scales_the_adapter(decoders: dict[str, Architecture]) -> None:
    found = [training.adapter_parameters(decoders[LLAMA], run(rank=r)) for r in (0.0, 8.0, 16.0)]
    assert found[0] == 0
    assert found[2] == 2 * found[1]


def test_experts_get_adapters_of_their_own_only_if_asked(
    decoders: dict[str, Architecture],
) -> None:
    decoder = decoders["mixtral-8x7b"]
    without, given = (
        training.adapter_parameters(decoder, run(experts=experts)) for experts in (False, True)
    )
    # 32 layers, 8 experts, three matrices of 4096 by 14336 each.
    assert given - without == 32 * 8 * 3 * 16 * (4096 + 14336)


def test_latent_attention_has_adapters_of_its_true_shapes(
    decoders: dict[str, Architecture],
) -> None:
    decoder = decoders["deepseek-v2-lite"]
    layer = decoder.layers[0]
    found = {
        m.elements: training.matrix_adapter_parameters(decoder, layer, m, run(rank=1.0))
        for m in layer.matrices
        if m.role == "stack"
    }
    # From a latent of 512 to 16 heads of 128, for keys and for values alike.
    assert found == {512 * 16 * 128: 512 + 16 * 128}


def test_full_training_trains_everything(decoders: dict[str, Architecture]) -> None:
    decoder = decoders[LLAMA]
    assert training.trained_parameters(decoder, run("full")) == weights.parameters(decoder)


# --- What stays ----------------------------------------------------------------------------------


def test_full_training_in_mixed_precision_takes_16_bytes_a_parameter(
    decoders: dict[str, Architecture],
) -> None:
    decoder, asked = decoders[LLAMA], run("full", optimizer="adamw", master_weights=True)
    parts = (
        training.training_weights_bytes(decoder, asked),
        training.gradient_bytes(decoder, asked),
        training.optimizer_bytes(decoder, asked),
    )
    assert [part / weights.parameters(decoder) for part in parts] == [6, 2, 8]
    assert sum(parts) == training.training_bytes(weights.parameters(decoder))


def test_nf4_takes_4_127_bits() -> None:
    assert training.nf4_bytes(8.0) == pytest.approx(4.127, abs=0.0005)


def test_qlora_stores_only_the_layers_in_4_bits(decoders: dict[str, Architecture]) -> None:
    decoder = decoders[LLAMA]
    linear = LAYERS * (2 * WIDTH * WIDTH + 2 * WIDTH * KEY_ROW + 3 * WIDTH * FFN)
    others = 2 * VOCABULARY * WIDTH + (2 * LAYERS + 1) * WIDTH
    assert training.linear_parameters(decoder) == linear
    assert training.base_weights_bytes(decoder, run()) == training.nf4_bytes(linear) + 2 * others
    assert training.base_weights_bytes(decoder, run("lora")) == 2 * (linear + others)


def test_what_is_trained_of_an_adapter_takes_10_bytes_or_16(
    decoders: dict[str, Architecture],
) -> None:
    decoder = decoders[LLAMA]
    for optimizer, each in (("adamw_8bit", 10), ("adamw", 16)):
        asked = run(optimizer=optimizer)
        found = training.trained_weights_bytes(decoder, asked)
        found += training.gradient_bytes(decoder, asked) + training.optimizer_bytes(decoder, asked)
        assert found == each * training.adapter_parameters(decoder, asked)


# --- Activations and logits ----------------------------------------------------------------------


def test_a_plain_layer_keeps_six_widths_keys_values_and_the_ffn_twice(
    decoders: dict[str, Architecture],
) -> None:
    decoder = decoders[LLAMA]
    values = 6 * WIDTH + 2 * KEY_ROW + 2 * FFN + 2 * HEADS
    assert training.layer_activations(decoder, decoder.layers[0]) == values


def test_checkpoints_are_the_inputs_of_the_layers(decoders: dict[str, Architecture]) -> None:
    decoder = decoders[LLAMA]
    kept = [
        training.activation_bytes(decoder, run(sequence=1.0, checkpointing=how))
        for how in ("offloaded", "layers", "none")
    ]
    layer = training.layer_activations(decoder, decoder.layers[0])
    assert kept == [0, 2 * LAYERS * WIDTH, 2 * LAYERS * layer]


def test_without_checkpoints_the_values_of_a_layer_are_not_computed_again(
    decoders: dict[str, Architecture],
) -> None:
    again, once = (
        training.layer_bytes(decoders[LLAMA], run(checkpointing=how)) for how in ("layers", "none")
    )
    assert again == 2 * once


def test_chunks_of_logits_are_no_larger_than_their_inputs(
    decoders: dict[str, Architecture],
) -> None:
    whole, chunked = (
        training.logits_bytes(decoders[LLAMA], run(sequence=2048.0, chunked_logits=chunked))
        for chunked in (False, True)
    )
    assert whole == 18 * VOCABULARY * 2048
    assert chunked == pytest.approx(18 * WIDTH * 2048)


@pytest.mark.parametrize(
    "part",
    [
        training.activation_bytes,
        training.layer_bytes,
        training.logits_bytes,
        training.stage_bytes,
    ],
)
def test_a_batch_counts_as_tokens(part: Any, decoders: dict[str, Architecture]) -> None:
    long = run(sequence=4096.0, checkpointing="layers", chunked_logits=False)
    several = long._replace(batch=4.0, sequence=1024.0)
    assert part(decoders[LLAMA], several) == part(decoders[LLAMA], long) > 0


# --- In all --------------------------------------------------------------------------------------


def test_the_parts_make_the_total(decoders: dict[str, Architecture]) -> None:
    parts = (
        training.training_weights_bytes,
        training.gradient_bytes,
        training.optimizer_bytes,
        training.activation_bytes,
        training.stage_bytes,
        training.training_overhead_bytes,
    )
    for method in (*METHODS, "full"):
        asked = run(method, checkpointing="layers")
        found = training.training_total_bytes(decoders[LLAMA], asked)
        assert found == pytest.approx(sum(part(decoders[LLAMA], asked) for part in parts))


def test_each_saving_saves(decoders: dict[str, Architecture]) -> None:
    most = run(
        "full",
        sequence=2048.0,
        optimizer="adamw",
        master_weights=True,
        checkpointing="none",
        chunked_logits=False,
    )
    steps: tuple[dict[str, Any], ...] = (
        {"checkpointing": "layers"},
        {"checkpointing": "offloaded"},
        {"chunked_logits": True},
        {"master_weights": False},
        {"optimizer": "adamw_8bit"},
        {"method": "lora"},
        {"method": "qlora"},
        {"rank": 8.0},
        {"sequence": 512.0},
    )
    sizes = [training.training_total_bytes(decoders[LLAMA], most)]
    for step in steps:
        most = most._replace(**step)
        sizes.append(training.training_total_bytes(decoders[LLAMA], most))
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == len(sizes)


def test_every_model_of_the_catalogue_can_be_trained(decoders: dict[str, Architecture]) -> None:
    for name, decoder in decoders.items():
        qlora, lora, full = (
            training.training_total_bytes(decoder, run(method))
            for method in ("qlora", "lora", "full")
        )
        assert weights.parameters(decoder) / 2 < qlora < lora < full, name
