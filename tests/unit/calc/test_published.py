"""The formulas against the world: published counts, and what llama.cpp was seen to reserve."""

from __future__ import annotations

from typing import Any

import pytest

from lemario.calc import compute_buffer, formulas, kv_cache, weights
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.questions import default_settings
from lemario.calc.records import Architecture, FileType, Layer, Settings

MIB = 2**20

# Parameters as published: the totals of the safetensors files on Hugging Face.
PUBLISHED = {
    "alia-40b": 40_433_885_184,
    "command-r-v01": 34_980_831_232,
    "deepseek-v2-lite": 15_706_484_224,
    "deepseek-v2": 235_741_434_880,
    "falcon-40b": 41_835_970_560,
    "gemma-2-27b": 27_227_128_320,
    "gemma-2-9b": 9_241_705_984,
    "gemma-3-1b": 999_885_952,
    "gpt-oss-20b": 20_914_757_184,
    "gpt-oss-120b": 116_829_156_672,
    "granite-3.1-3b-a800m": 3_298_793_472,
    "llama-3.1-405b": 405_853_388_800,
    "llama-3.1-70b": 70_553_706_496,
    "llama-3.1-8b": 8_030_261_248,
    "llama-3.2-1b": 1_235_814_400,
    "llama-3.2-3b": 3_212_749_824,
    "minimax-m2": 228_689_764_864,
    "mistral-7b-v0.1": 7_241_732_096,
    "mistral-nemo-12b": 12_247_782_400,
    "mixtral-8x7b": 46_702_792_704,
    "olmo-2-32b": 32_234_279_936,
    "olmoe-1b-7b": 6_919_161_856,
    "phi-2": 2_779_683_840,
    "phi-3.5-moe": 41_873_153_344,
    "phi-4": 14_659_507_200,
    "qwen2.5-7b": 7_615_616_512,
    "qwen3-235b-a22b": 235_093_634_560,
    "qwen3-30b-a3b": 30_532_122_624,
    "qwen3-32b": 32_762_123_264,
    "salamandra-7b": 7_768_117_248,
    "smollm2-135m": 134_515_008,
    "starcoder2-7b": 7_173_923_840,
}


def run(n_ctx: int, **changes: Any) -> Settings:
    """The default settings with changes."""
    settings = default_settings(n_ctx, changes.pop("slots", 1))
    fields: Any = {key: float(v) if type(v) is int else v for key, v in changes.items()}
    changed: Settings = settings._replace(**fields)
    return changed


def cache_mib(catalogue: Catalogue, model: str, n_ctx: int, **changes: Any) -> float:
    """MiB of the KV cache."""
    decoder = catalogue.models[model].architecture
    return kv_cache.kv_cache_bytes(decoder, run(n_ctx, **changes)) / MIB


Q8 = {"kv_type_k": "q8_0", "kv_type_v": "q8_0"}
Q4 = {"kv_type_k": "q4_0", "kv_type_v": "q4_0"}


@pytest.mark.parametrize(
    ("model", "n_ctx", "changes", "mib"),
    [
        # 2 · 32 layers · 8 heads · 128 · 8192 tokens · 2 bytes
        ("llama-3.1-8b", 8192, {}, 1024),
        # A block of 32 takes 34 bytes in q8_0, 18 in q4_0: 8.5 and 4.5 bits, not 8 and 4.
        ("llama-3.1-8b", 8192, Q8, 544),
        ("llama-3.1-8b", 131072, Q8, 8704),
        ("llama-3.1-8b", 131072, Q4, 4608),
        ("llama-3.1-8b", 8192, {"kv_type_k": "q8_0"}, 784),
        # Tokens are reserved in steps of 256.
        ("llama-3.1-8b", 8200, {}, 1056),
        ("llama-3.1-8b", 8193, {}, 1056),
        ("llama-3.1-8b", 8448, {}, 1056),
        # Five of six layers see a window of 1024, and keep the micro-batch, too.
        ("gemma-3-27b", 32768, {}, 3184),
        ("gemma-3-27b", 131072, {}, 10864),
        ("gemma-3-27b", 32768, {"slots": 4}, 4432),
        ("gemma-3-27b", 32768, {"slots": 4, "unified": False}, 5056),
        ("gemma-3-27b", 32768, {"swa_full": True}, 15872),
        ("gemma-3-27b", 32768, {"n_ubatch": 2048}, 3808),
        # Every other layer sees a window of 4096, of 128.
        ("gemma-2-27b", 8192, {}, 2300),
        ("gpt-oss-20b", 131072, {}, 3090),
        # Latent attention keeps one row of 512 + 64, and no values.
        ("deepseek-v3", 4096, {}, 274.5),
        ("deepseek-v3", 131072, {}, 8784),
        ("deepseek-v3", 32768, Q8, 1166.625),
        # The head is 128 wide, which is not the width over the number of heads.
        ("qwen3-0.6b", 40960, {}, 4480),
        ("qwen3-32b", 32768, {}, 8192),
        # llama.cpp ignores the window in the config of these two.
        ("mistral-7b-v0.1", 32768, {}, 4096),
        ("phi-3-mini-4k", 4096, {}, 1536),
        # Separate slots have a stream each, padded each: 4 · 2304 cells for 8200 tokens.
        ("llama-3.1-8b", 8200, {"slots": 4, "unified": False}, 1152),
        ("llama-3.1-8b", 8200, {"slots": 4}, 1056),
    ],
)
def test_kv_caches(
    catalogue: Catalogue, model: str, n_ctx: int, changes: dict[str, Any], mib: float
) -> None:
    assert cache_mib(catalogue, model, n_ctx, **changes) == mib


def test_without_flash_attention_the_scores_are_the_buffer(catalogue: Catalogue) -> None:
    """gpt-oss-20b at 131,072 tokens: 224 MiB with flash attention, 16,690 MiB without."""
    decoder = catalogue.models["gpt-oss-20b"].architecture
    with_, without = (
        compute_buffer.compute_buffer_bytes(decoder, run(131072, flash_attention=on)) / MIB
        for on in (True, False)
    )
    assert with_ == pytest.approx(224, rel=0.01)
    assert without == pytest.approx(16_690, rel=0.01)


def test_no_more_logits_are_kept_than_tokens_are_computed(catalogue: Catalogue) -> None:
    decoder = catalogue.models["llama-3.1-8b"].architecture
    whole, more = (
        compute_buffer.compute_buffer_bytes(decoder, run(8192)._replace(logits_rows=rows))
        for rows in (0, 4096)
    )
    assert more == whole


def test_a_decoder_without_layers_has_no_cache() -> None:
    empty = Architecture(1, 1, 256, 0, 0, 0, 0, 0, False, (), (), ())
    assert kv_cache.kv_cache_bytes(empty, run(8192)) == 0
    assert weights.parameters(empty) == 0
    assert formulas.refusal(empty, run(8192)) == "none"


@pytest.mark.parametrize("model", PUBLISHED)
def test_parameters_equal_the_published_count(catalogue: Catalogue, model: str) -> None:
    assert weights.parameters(catalogue.models[model].architecture) == PUBLISHED[model]


@pytest.mark.parametrize(
    ("model", "billions"),
    [
        ("mixtral-8x7b", 12.7),
        ("qwen3-235b-a22b", 21.6),
        ("qwen3-30b-a3b", 3.0),
        ("deepseek-v3", 36.6),
        ("gpt-oss-20b", 3.6),
    ],
)
def test_of_the_experts_only_those_in_use_are_read(
    catalogue: Catalogue, model: str, billions: float
) -> None:
    """As the developers say, without the embedding, which is looked up."""
    active = weights.active_parameters(catalogue.models[model].architecture)
    assert round(active / 1e9, 1) == billions


@pytest.mark.parametrize("quant", ["Q4_K_M", "IQ2_XS", "MXFP4", "F16"])
def test_one_token_reads_all_that_is_not_looked_up(catalogue: Catalogue, quant: FileType) -> None:
    """Of a dense model; of a mixture, only the experts in use."""
    for entry in catalogue.models.values():
        decoder = entry.architecture
        read = weights.active_weights_bytes(decoder, quant)
        rest = weights.loaded_bytes(decoder, quant) - weights.looked_up_bytes(decoder, quant)
        if all(layer.experts_used == 0 for layer in decoder.layers):
            assert read == pytest.approx(rest, rel=1e-12), entry.id
        else:
            assert read < rest, entry.id


def test_a_given_file_has_the_types_that_it_has(catalogue: Catalogue) -> None:
    """Where types are stored, no rule is asked."""
    decoder = catalogue.models["llama-3.1-8b"].architecture
    matrices = tuple(m._replace(stored="Q8_0", row=32.0) for m in decoder.layers[0].matrices)
    layer = decoder.layers[0]._replace(matrices=matrices)
    whole = decoder._replace(layers=(layer,), outside=())
    n_elements = sum(len(m.copies) * m.elements for m in matrices)
    assert weights.weights_bytes(whole, "STORED") == n_elements / 32 * 34


@pytest.mark.parametrize("n_ctx", [256, 8192, 131072])
def test_the_plain_cache_is_the_exact_one_where_nothing_is_padded(
    catalogue: Catalogue, n_ctx: int
) -> None:
    """For every model whose layers all see the whole context."""
    compared = 0
    for entry in catalogue.models.values():
        (layer, *others) = entry.architecture.layers
        config = entry.model.config
        if others or layer.window or layer.mixer != "attention":
            continue
        compared += 1
        plain = kv_cache.kv_cache_plain_bytes(
            config.num_hidden_layers, config.num_key_value_heads, layer.head, n_ctx, 2
        )
        assert plain == kv_cache.kv_cache_bytes(entry.architecture, run(n_ctx)), entry.id
    assert compared > 80


# --- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "changes", "reason"),
    [
        ("llama-3.1-8b", {"flash_attention": False, **Q8}, "values_need_flash_attention"),
        ("llama-3.1-8b", {"flash_attention": False, "kv_type_k": "q8_0"}, "none"),
        ("deepseek-v3", {"kv_type_k": "q8_0"}, "latent_types_differ"),
        ("deepseek-v3", Q8, "none"),
        # Heads of 80 are two and a half blocks.
        ("phi-2", Q8, "head_is_no_whole_block"),
        ("phi-2", {"kv_type_k": "bf16", "kv_type_v": "bf16"}, "none"),
    ],
)
def test_refusals(catalogue: Catalogue, model: str, changes: dict[str, Any], reason: str) -> None:
    decoder = catalogue.models[model].architecture
    assert formulas.refusal(decoder, run(8192, **changes)) == reason


# --- Kinds of layer ----------------------------------------------------------------------------------


def test_layers_are_of_the_kinds_that_the_config_says(catalogue: Catalogue) -> None:
    def kinds(model: str) -> list[tuple[int, float]]:
        layers: tuple[Layer, ...] = catalogue.models[model].architecture.layers
        return [(len(layer.blocks), layer.window) for layer in layers]

    assert kinds("llama-3.1-8b") == [(32, 0)]
    assert kinds("gemma-3-27b") == [(52, 1024), (10, 0)]
    assert kinds("gpt-oss-20b") == [(12, 128), (12, 0)]
    assert kinds("deepseek-v3") == [(3, 0), (58, 0)]
