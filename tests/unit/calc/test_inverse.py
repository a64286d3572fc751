"""The questions asked backwards: each answer holds, and the next one does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.calc import inverse, placement
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.questions import ALL_LAYERS, ENDLESS, default_settings
from lemario.calc.records import (
    Architecture,
    CacheType,
    FileType,
    Gpu,
    Placement,
    Settings,
    SplitMode,
)

GIB = 2.0**30
ROOT = Path(__file__).parents[3]
MODELS = (
    "llama-3.1-8b",
    "llama-3.2-1b",
    "gemma-3-27b",
    "gemma-3-4b",
    "gpt-oss-20b",
    "qwen3-30b-a3b",
    "qwen3.6-35b-a3b",
    "deepseek-v2-lite",
    "mixtral-8x7b",
    "granite-4.0-h-tiny",
)
CACHE_TYPES: tuple[CacheType, ...] = ("f16", "q8_0")
SPLITS: tuple[SplitMode, ...] = ("layer", "row", "tensor")
FILE_TYPES: tuple[FileType, ...] = ("F16", "Q8_0", "Q4_K_M", "IQ2_XS", "MXFP4")


def shipped() -> Catalogue:
    loaded = load_catalogue(ROOT / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


DECODERS = {key: entry.architecture for key, entry in shipped().models.items() if key in MODELS}
DRAFT = shipped().models["qwen3-0.6b"].architecture


def gpus(free_gib: list[float]) -> tuple[tuple[Gpu, ...], float]:
    """GPUs with so much left, each with a part of the model as large as that."""
    found: list[Gpu] = []
    end = 0.0
    for gib in free_gib:
        found.append(Gpu(end, end + gib, gib * GIB))
        end += gib
    return tuple(found), end


@st.composite
def cases(
    draw: st.DrawFn,
) -> tuple[Architecture, tuple[Architecture, ...], Settings, Any, Placement]:
    decoder = DECODERS[draw(st.sampled_from(sorted(DECODERS)))]
    run = default_settings(draw(st.sampled_from((256, 2048, 8192, 16384))))._replace(
        kv_type_k=(kind := draw(st.sampled_from(CACHE_TYPES))),
        kv_type_v=kind,
        n_ubatch=float(draw(st.sampled_from((64, 512, 2048)))),
        logits_rows=float(draw(st.sampled_from((0, 1)))),
    )
    room = st.floats(0.25, 30, allow_nan=False, allow_infinity=False)
    there, parts = gpus(draw(st.lists(room, min_size=1, max_size=3)))
    placed = Placement(
        gpu_layers=draw(st.sampled_from((ALL_LAYERS, 20.0, 1.0, 0.0))),
        cpu_moe_layers=float(draw(st.sampled_from((0, 3, 99)))),
        split=draw(st.sampled_from(SPLITS)),
        parts=parts,
        gpus=there,
        ram_free_bytes=draw(st.sampled_from((ENDLESS, 64 * GIB, 8 * GIB))),
        shares_ram=draw(st.booleans()),
    )
    drafts = draw(st.sampled_from(((), (DRAFT,))))
    return decoder, drafts, run, draw(st.sampled_from(FILE_TYPES)), placed


def test_all_models_of_these_tests_are_in_the_catalogue() -> None:
    assert len(DECODERS) == len(MODELS)


@settings(max_examples=60)
@given(cases())
def test_the_largest_context_fits_and_the_next_does_not(case: Any) -> None:
    """The next for which it is asked: contexts end with that of the model."""
    decoder, drafts, run, file_type, placed = case
    decoder = decoder._replace(context=min(decoder.context, 32768.0))
    room = beside_weights(decoder, file_type, placed)
    most = inverse.largest_context(decoder, drafts, run, file_type, room)

    def fits(n_ctx: float) -> bool:
        return inverse.fits(decoder, drafts, run._replace(n_ctx=n_ctx), file_type, placed)

    assert most == 0 or fits(most)
    larger = most + 256
    assert larger > decoder.context or not fits(larger)


@pytest.mark.parametrize("logits_rows", [0, 1])
@pytest.mark.parametrize("model", ["llama-3.1-8b", "gemma-3-4b", "deepseek-v2-lite"])
def test_no_larger_context_fits_at_all(model: str, logits_rows: int) -> None:
    """Also where memory does not grow with the context, as with all rows of logits."""
    decoder = DECODERS[model]._replace(context=32768.0)
    run = default_settings(256)._replace(logits_rows=float(logits_rows))
    weights = placement.offloaded_weights_bytes(decoder, "Q4_K_M", one_gpu(0))
    for room in (0.2, 0.6, 1.0, 2.0):
        placed = one_gpu(weights / GIB + room)
        most = inverse.largest_context(
            decoder, (), run, "Q4_K_M", beside_weights(decoder, "Q4_K_M", placed)
        )
        steps = [256.0 * i for i in range(1, 129)]
        fitting = (
            n for n in steps if inverse.fits(decoder, (), run._replace(n_ctx=n), "Q4_K_M", placed)
        )
        assert most == max(fitting, default=0), room


def beside_weights(decoder: Architecture, file_type: FileType, p: Placement) -> Placement:
    """What is left when the weights are taken, for the one question that wants it so."""

    def taken(gpu: Gpu) -> Gpu:
        held = placement.gpu_weights_bytes(decoder, file_type, p, gpu)
        return gpu._replace(free_bytes=gpu.free_bytes - held)

    in_ram = placement.ram_weights_bytes(decoder, file_type, p)
    on_gpus = sum(placement.gpu_weights_bytes(decoder, file_type, p, gpu) for gpu in p.gpus)
    ram_taken = in_ram + on_gpus if p.shares_ram else in_ram
    return p._replace(
        gpus=tuple(taken(gpu) for gpu in p.gpus), ram_free_bytes=p.ram_free_bytes - ram_taken
    )


def one_gpu(free_gib: float) -> Placement:
    """A GPU that takes all layers."""
    gpus = (Gpu(0.0, 1.0, free_gib * GIB),)
    return Placement(ALL_LAYERS, 0.0, "layer", 1.0, gpus, ENDLESS, shares_ram=False)


@settings(max_examples=60)
@given(cases())
def test_the_most_layers_fit_and_one_more_does_not(case: Any) -> None:
    decoder, drafts, run, file_type, placed = case
    most = inverse.most_gpu_layers(decoder, drafts, run, file_type, placed)

    def fits(layers: float) -> bool:
        changed = placed._replace(gpu_layers=layers)
        return inverse.fits(decoder, drafts, run, file_type, changed)

    every = placement.offloadable_layers(decoder)
    assert most == every or not fits(most + 1)
    assert most == 0 or fits(most)


@settings(max_examples=60)
@given(cases())
def test_the_fewest_experts_in_ram_fit_and_one_layer_less_does_not(case: Any) -> None:
    decoder, drafts, run, file_type, placed = case
    fewest = inverse.fewest_cpu_moe_layers(decoder, drafts, run, file_type, placed)

    def fits(layers: float) -> bool:
        changed = placed._replace(cpu_moe_layers=layers)
        return inverse.fits(decoder, drafts, run, file_type, changed)

    every = sum(len(layer.blocks) for layer in decoder.layers)
    assert fewest == every or fits(fewest)
    assert fewest == 0 or not fits(fewest - 1)
