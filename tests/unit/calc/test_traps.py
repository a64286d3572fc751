"""Cases in which most calculators are wrong, by name. The right answers were printed by llama.cpp.

Unless said otherwise: October 2026, cache in f16, one slot, micro-batch 512, flash attention.
"""

from __future__ import annotations

from typing import Any

import pytest

from lemario.calc import compute_buffer, formulas, kv_cache, weights
from lemario.calc.answers import answer
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.questions import Question, default_settings
from lemario.calc.records import Settings

MIB, GIB = 2**20, 2**30
Q8: dict[str, Any] = {"kv_type_k": "q8_0", "kv_type_v": "q8_0"}
Q4: dict[str, Any] = {"kv_type_k": "q4_0", "kv_type_v": "q4_0"}


def run(n_ctx: int, slots: int = 1, **changes: Any) -> Settings:
    """The default settings with changes."""
    return default_settings(n_ctx, slots)._replace(**changes)


def cache(catalogue: Catalogue, model: str, settings: Settings) -> float:
    """MiB of the KV cache."""
    return kv_cache.kv_cache_bytes(catalogue.models[model].architecture, settings) / MIB


def test_a_window_keeps_the_micro_batch_too(catalogue: Catalogue) -> None:
    """Not 15872 (all full), 20832 (head of 5376/32) or 2976 (without the micro-batch)."""
    assert cache(catalogue, "gemma-3-27b", run(32768)) == 3184


def test_windows_do_not_grow_with_the_context(catalogue: Catalogue) -> None:
    assert cache(catalogue, "gemma-3-27b", run(131072)) == 10864


def test_every_other_layer_of_gemma_2_is_full(catalogue: Catalogue) -> None:
    assert cache(catalogue, "gemma-2-27b", run(8192)) == 2300


def test_half_the_layers_of_gpt_oss_have_a_window(catalogue: Catalogue) -> None:
    assert cache(catalogue, "gpt-oss-20b", run(131072)) == 3090


def test_without_flash_attention_the_scores_are_the_buffer(catalogue: Catalogue) -> None:
    decoder = catalogue.models["gpt-oss-20b"].architecture
    buffers = [
        compute_buffer.compute_buffer_bytes(decoder, run(131072, flash_attention=on)) / MIB
        for on in (True, False)
    ]
    assert buffers == pytest.approx([224, 16_690], rel=0.005)


def test_latent_attention_keeps_one_row_and_no_values(catalogue: Catalogue) -> None:
    assert cache(catalogue, "deepseek-v3", run(4096)) == 274.5
    assert cache(catalogue, "deepseek-v3", run(131072)) == 8784


def test_a_latent_row_in_q8_0_takes_eight_and_a_half_bits(catalogue: Catalogue) -> None:
    assert cache(catalogue, "deepseek-v3", run(32768, **Q8)) == 1166.625


def test_an_old_file_of_a_latent_model_keeps_full_keys_and_values(catalogue: Catalogue) -> None:
    """The same model has two truths: before, 24576 and 16384 elements a layer."""
    decoder = catalogue.models["deepseek-v3"].architecture
    old = decoder._replace(
        layers=tuple(
            layer._replace(mixer="attention", key_row=24576.0, value_row=16384.0)
            for layer in decoder.layers
        )
    )
    assert kv_cache.kv_cache_bytes(old, run(4096)) / MIB == 19_520


def test_the_head_is_not_the_width_over_the_heads(catalogue: Catalogue) -> None:
    assert cache(catalogue, "qwen3-0.6b", run(40960)) == 4480
    assert cache(catalogue, "qwen3-32b", run(32768)) == 8192


def test_llama_cpp_ignores_the_window_of_mistral(catalogue: Catalogue) -> None:
    assert cache(catalogue, "mistral-7b-v0.1", run(32768)) == 4096


def test_llama_cpp_ignores_the_window_of_phi_3(catalogue: Catalogue) -> None:
    assert cache(catalogue, "phi-3-mini-4k", run(4096)) == 1536


def test_windows_scale_with_slots_and_the_micro_batch(catalogue: Catalogue) -> None:
    assert cache(catalogue, "gemma-3-27b", run(32768, 4)) == 4432
    assert cache(catalogue, "gemma-3-27b", run(32768, 4, unified=False)) == 5056
    assert cache(catalogue, "gemma-3-27b", run(32768, swa_full=True)) == 15872
    assert cache(catalogue, "gemma-3-27b", run(32768, n_ubatch=2048.0)) == 3808


def test_blocks_of_the_cache_carry_a_scale(catalogue: Catalogue) -> None:
    assert cache(catalogue, "llama-3.1-8b", run(131072, **Q8)) == 8704
    assert cache(catalogue, "llama-3.1-8b", run(131072, **Q4)) == 4608
    decoder = catalogue.models["llama-3.1-8b"].architecture
    refused = formulas.refusal(decoder, run(131072, flash_attention=False, **Q8))
    assert refused == "values_need_flash_attention"


def test_contexts_are_padded(catalogue: Catalogue) -> None:
    assert cache(catalogue, "llama-3.1-8b", run(8200)) == 1056


def test_recurrent_layers_keep_a_state_and_no_cache(catalogue: Catalogue) -> None:
    decoder = catalogue.models["qwen3.6-27b"].architecture
    assert cache(catalogue, "qwen3.6-27b", run(262144, 4)) == 16_384
    assert kv_cache.state_bytes(decoder, run(262144, 4)) / MIB == 598.5
    assert kv_cache.state_bytes(decoder, run(256, 4)) / MIB == 598.5


def test_convolution_layers_keep_no_cache(catalogue: Catalogue) -> None:
    assert cache(catalogue, "lfm2-1.2b", run(32768)) == 384


def test_all_experts_take_memory(catalogue: Catalogue) -> None:
    decoder = catalogue.models["mixtral-8x7b"].architecture
    assert weights.loaded_bytes(decoder, "Q4_K_M") / GIB == pytest.approx(26.49, abs=0.005)
    assert weights.active_weights_bytes(decoder, "Q4_K_M") / GIB < 7.5


@pytest.mark.parametrize(
    ("model", "bits"),
    [
        ("qwen3-0.6b", 5.25),
        ("llama-3.2-3b", 5.01),
        ("gemma-3-27b", 4.90),
        ("llama-3.1-8b", 4.89),
        ("llama-3.1-70b", 4.82),
    ],
)
def test_q4_k_m_is_no_constant(catalogue: Catalogue, model: str, bits: float) -> None:
    decoder = catalogue.models[model].architecture
    size = weights.weights_bytes(decoder, "Q4_K_M")
    average = weights.bits_per_weight(size, weights.parameters(decoder))
    assert average == pytest.approx(bits, abs=0.006)


def test_a_file_in_mxfp4_has_more_than_its_four_and_a_quarter_bits(catalogue: Catalogue) -> None:
    decoder = catalogue.models["gpt-oss-20b"].architecture
    size = weights.weights_bytes(decoder, "MXFP4")
    assert weights.bits_per_weight(size, weights.parameters(decoder)) == pytest.approx(
        4.63, abs=0.005
    )


def test_a_tied_embedding_is_one_matrix_that_is_used_twice(catalogue: Catalogue) -> None:
    """15.40 GiB on the GPU, of which 1.08 lie in RAM again; not twice in the parameters."""
    decoder = catalogue.models["gemma-3-27b"].architecture
    assert weights.loaded_bytes(decoder, "Q4_K_M") / GIB == pytest.approx(15.40, abs=0.005)
    (embedding,) = (m for m in decoder.outside if m.role == "output")
    assert weights.matrix_bytes(embedding, "Q4_K_M") / GIB == pytest.approx(1.08, abs=0.005)


def test_gb_are_not_gib(catalogue: Catalogue) -> None:
    size = weights.weights_bytes(catalogue.models["llama-3.1-8b"].architecture, "Q4_K_M")
    assert (size / 1e9, size / GIB) == pytest.approx((4.92, 4.58), abs=0.01)
    assert catalogue.devices["rtx-4090"].memory_gib == pytest.approx(24, abs=0.1)
    assert catalogue.devices["b200"].memory_gib == pytest.approx(179, abs=1)


def test_gpt_oss_takes_36864_bytes_a_token(catalogue: Catalogue) -> None:
    """And a constant for the windows; vLLM without its hybrid manager takes twice that."""
    decoder = catalogue.models["gpt-oss-120b"].architecture
    longer, shorter = (kv_cache.kv_cache_bytes(decoder, run(n)) for n in (65536, 32768))
    assert (longer - shorter) / 32768 == 36_864


def test_two_devices_have_two_overheads(catalogue: Catalogue) -> None:
    """As a range: the context of the driver is there once a device."""
    decoder, device = catalogue.models["llama-3.1-8b"].architecture, catalogue.devices["rtx-4090"]
    one, two = (answer(Question(decoder, "Q4_K_M", run(8192), (device,) * n)) for n in (1, 2))
    assert all(two.overhead_bytes[e] == 2 * one.overhead_bytes[e] for e in two.overhead_bytes)
    assert one.overhead_bytes["low"] < 330 * MIB < one.overhead_bytes["high"]


def test_the_part_for_pictures_comes_on_top(catalogue: Catalogue) -> None:
    """As a range: Qwen2.5-Omni-3B took 2447.8 MiB for a file of 1466.8 MiB."""
    decoder = catalogue.models["qwen2.5-3b"].architecture
    blind = answer(Question(decoder, "Q8_0", run(8192)))
    seeing = answer(Question(decoder, "Q8_0", run(8192), projector_file_bytes=1_538_031_328.0))
    low, high = (seeing.projector_bytes[e] / MIB for e in ("low", "high"))
    assert low < 2447.8
    assert high == pytest.approx(2447.8, rel=0.01)
    added = seeing.total_bytes - blind.total_bytes
    assert added == seeing.projector_bytes["expected"]


def test_a_mac_gives_its_gpu_two_thirds_unless_told_otherwise(catalogue: Catalogue) -> None:
    """10922 MiB of 16 GiB; the limit can be raised, so it is an input."""
    assert formulas.gpu_memory_gib(16, "macos") * 1024 == pytest.approx(10_922, abs=1)
    decoder = catalogue.models["llama-3.1-8b"].architecture
    mac = next(d for d in catalogue.devices.values() if d.vendor == "Apple")
    raised = answer(Question(decoder, "Q4_K_M", run(8192), (mac,), available_gib=14.0))
    assert raised.device is not None
    assert raised.device.available_bytes == 14 * GIB
