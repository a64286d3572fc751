"""Where things lie: nothing is lost, nothing counted twice but what is there twice."""

from __future__ import annotations

import pytest

from lemario.calc import compute_buffer, gpu_buffer, inverse, kv_cache, placement, weights
from lemario.calc.answers import answer
from lemario.calc.catalogue import Device
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.questions import ALL_LAYERS, ENDLESS, Question, default_settings
from lemario.calc.records import FileType, Gpu, Placement, SplitMode

RUN = default_settings(8192)


def placed(
    n_gpus: int, gpu_layers: float = ALL_LAYERS, moe: float = 0, split: SplitMode = "layer"
) -> Placement:
    gpus = tuple(Gpu(float(n), n + 1.0, 0.0) for n in range(n_gpus))
    return Placement(gpu_layers, moe, split, float(n_gpus or 1), gpus, ENDLESS, shares_ram=False)


@pytest.mark.parametrize("split", ["layer", "row", "tensor"])
@pytest.mark.parametrize("gpu_layers", [ALL_LAYERS, 10, 1, 0])
@pytest.mark.parametrize("moe", [0, 5])
@pytest.mark.parametrize("file_type", ["Q4_K_M", "F16"])
def test_all_of_every_model_is_somewhere(
    catalogue: Catalogue, split: SplitMode, gpu_layers: float, moe: float, file_type: FileType
) -> None:
    """Weights, caches and states on GPUs and in RAM are all that there are."""
    for entry in list(catalogue.models.values())[::9]:
        decoder = entry.architecture
        p = placed(3, gpu_layers, moe, split)
        on_gpus = sum(placement.gpu_weights_bytes(decoder, file_type, p, g) for g in p.gpus)
        in_ram = placement.ram_weights_bytes(decoder, file_type, p)
        twice = placement.twice_bytes(decoder, file_type, p)
        assert on_gpus + in_ram - twice == pytest.approx(weights.loaded_bytes(decoder, file_type))
        if gpu_layers == ALL_LAYERS:
            caches = sum(placement.gpu_kv_cache_bytes(decoder, RUN, p, g) for g in p.gpus)
            states = sum(placement.gpu_state_bytes(decoder, RUN, p, g) for g in p.gpus)
            assert caches == pytest.approx(kv_cache.kv_cache_bytes(decoder, RUN))
            assert states == pytest.approx(kv_cache.state_bytes(decoder, RUN))


def test_without_a_gpu_all_is_in_ram_once(catalogue: Catalogue) -> None:
    decoder = catalogue.models["llama-3.2-1b"].architecture
    none = placed(0, 0)
    assert inverse.ram_bytes(decoder, RUN, "Q8_0", none) == (
        weights.loaded_bytes(decoder, "Q8_0")
        + kv_cache.kv_cache_bytes(decoder, RUN)
        + compute_buffer.compute_buffer_bytes(decoder, RUN)
    )


def test_an_embedding_that_is_the_output_too_is_in_both_places(catalogue: Catalogue) -> None:
    """Llama 3.2 1B in Q8_0: 266.16 MiB in RAM beside 1252.41 on the GPU, of a file of 1.22 GiB."""
    decoder = catalogue.models["llama-3.2-1b"].architecture
    p = placed(1)
    on_gpu = placement.gpu_weights_bytes(decoder, "Q8_0", p, p.gpus[0])
    assert on_gpu / 2**20 == pytest.approx(1252.41, abs=0.005)
    in_ram = placement.ram_weights_bytes(decoder, "Q8_0", p)
    assert in_ram / 2**20 == pytest.approx(266.16, abs=0.005)


def test_the_output_is_the_first_to_be_offloaded(catalogue: Catalogue) -> None:
    """`-ngl 1` is the output alone; each further one a layer, from the last to the first."""
    decoder = catalogue.models["llama-3.1-8b"].architecture
    assert placement.offloadable_layers(decoder) == 33
    output = placement.output_weights_bytes(decoder, "Q4_K_M")
    one, two = placed(1, 1), placed(1, 2)
    assert placement.offloaded_weights_bytes(decoder, "Q4_K_M", one) == output
    assert placement.gpu_kv_cache_bytes(decoder, RUN, one, one.gpus[0]) == 0
    whole = kv_cache.kv_cache_bytes(decoder, RUN)
    assert placement.gpu_kv_cache_bytes(decoder, RUN, two, two.gpus[0]) == whole / 32


def test_experts_stay_in_ram_from_the_first_layer_on(catalogue: Catalogue) -> None:
    """Layers without experts lose nothing by it: DeepSeek's first one is dense."""
    decoder = catalogue.models["deepseek-v2-lite"].architecture
    held = [
        placement.offloaded_weights_bytes(decoder, "Q4_K_M", placed(1, moe=moe))
        for moe in (0, 1, 2, 27, 99)
    ]
    assert held[0] == held[1] > held[2] > held[3] == held[4]
    assert placement.offloaded_read_bytes(decoder, "Q4_K_M", placed(1)) == pytest.approx(
        weights.active_weights_bytes(decoder, "Q4_K_M")
    )


def test_a_gpu_is_lent_the_largest_matrix_of_what_is_in_ram(catalogue: Catalogue) -> None:
    """Unless so few tokens are computed at once that the CPU does it."""
    decoder = catalogue.models["qwen3-30b-a3b"].architecture
    without, with_experts = placed(1), placed(1, moe=48)

    def buffer(p: Placement, n_ubatch: float) -> float:
        run = RUN._replace(n_ubatch=n_ubatch)
        return gpu_buffer.gpu_buffer_bytes(decoder, run, "Q8_0", p, p.gpus[0])

    expert_matrix = 128 * 2048 * 768 * 34 / 32
    assert buffer(with_experts, 512) > expert_matrix > buffer(without, 512)
    assert buffer(with_experts, 16) == buffer(without, 16)


@pytest.mark.parametrize(
    ("model", "n_ctx", "n_gpus", "mib"),
    [("llama-3-8b", 8192, 4, 640.01 - 560.0), ("command-r-v01", 4096, 2, 672.01 - 584.0)],
)
def test_a_pipeline_keeps_copies_of_its_inputs(
    catalogue: Catalogue, model: str, n_ctx: int, n_gpus: int, mib: float
) -> None:
    """What logs of 2024 without flash attention print beyond a single GPU's buffer, in MiB.

    The first from github.com/XiongjieDai/GPU-Benchmarks-on-LLM-Inference, the second from
    llama.cpp, pull request 6122. 560 and 584 MiB are scores, masks and four hidden vectors.
    """
    decoder = catalogue.models[model].architecture
    run = default_settings(n_ctx)._replace(flash_attention=False)
    kept = gpu_buffer.pipeline_bytes(decoder, run, placed(n_gpus))
    assert kept / 2**20 == pytest.approx(mib, abs=0.02)
    assert gpu_buffer.pipeline_bytes(decoder, run, placed(1)) == 0
    assert gpu_buffer.pipeline_bytes(decoder, run, placed(n_gpus, moe=1)) == 0


def question(catalogue: Catalogue, devices: tuple[Device, ...]) -> Question:
    return Question(catalogue.models["llama-3.1-8b"].architecture, "Q4_K_M", RUN, devices)


def test_unequal_gpus_share_by_their_memory(catalogue: Catalogue) -> None:
    small, large = catalogue.devices["rtx-4060"], catalogue.devices["rtx-4090"]
    found = question(catalogue, (large, small)).placement()
    assert [(g.end - g.begin) / found.parts for g in found.gpus] == [0.75, 0.25]
    same = question(catalogue, (small, small)).placement()
    assert [(g.begin, g.end) for g in same.gpus] == [(0, 1), (1, 2)]


@pytest.mark.parametrize(
    ("device", "gib"),
    [
        ("apple-m1", 16 * 2 / 3),
        ("apple-m4-max-32c", 27),
        ("apple-m4-pro", 48),
        ("strix-halo-395", 64),
        ("rtx-4090", 24),
    ],
)
def test_what_the_system_gives_the_gpu(catalogue: Catalogue, device: str, gib: float) -> None:
    """Metal reports 10,922 MiB of 16 GiB, and 28,991 MB of 36."""
    found = catalogue.devices[device]
    assert question(catalogue, (found,)).available_bytes(found) == pytest.approx(gib * 2**30)


def test_what_is_shared_is_not_counted_twice(catalogue: Catalogue) -> None:
    """Layers that are moved to the RAM of a Mac stay in the same memory."""
    decoder = catalogue.models["llama-3.1-70b"].architecture
    mac = (catalogue.devices["apple-m1"],)
    found = answer(Question(decoder, "Q4_K_M", RUN, mac, gpu_layers=15)).device
    assert found is not None
    assert found.gpus[0].total_bytes["high"] < found.gpus[0].available_bytes
    assert (found.fit, found.fits, found.max_context) == ("no", False, 0)


def test_only_the_first_gpu_is_lent_what_is_in_ram(catalogue: Catalogue) -> None:
    decoder = catalogue.models["deepseek-v3"].architecture
    p = placed(4, moe=61)
    buffers = [gpu_buffer.gpu_buffer_bytes(decoder, RUN, "Q8_0", p, g) for g in p.gpus]
    assert buffers[0] > buffers[1] + 3 * 2**30
    assert buffers[1] == buffers[2] <= buffers[3]
