"""`lemario vram` for vLLM, MLX and ExLlama, and for training."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vram_command import GIB, data, vram

LLAMA = ("--model", "llama-3.1-8b", "--context", "8192")
VLLM = (*LLAMA, "--engine", "vllm")


# --- vLLM ----------------------------------------------------------------------------------------


def test_vllm_answers_in_the_same_words() -> None:
    """Weights of 16 bits are two bytes a parameter; a request of 8,192 tokens takes 1 GiB."""
    found = data(*VLLM, "--quant", "bf16", "--slots", "3")
    assert found["engine"]["name"] == "vLLM"
    assert found["parameters_total"] == 8_030_261_248
    assert found["weights_bytes"] == pytest.approx(2 * found["parameters_total"], rel=1e-6)
    assert found["kv_cache_bytes"] == 3 * GIB
    low, expected, high = (found["overhead_bytes"][e] for e in ("low", "expected", "high"))
    assert low < expected < high
    assert found["total_bytes"] == found["weights_bytes"] + found["kv_cache_bytes"] + expected


def test_vllm_on_a_gpu_makes_cache_of_what_is_left() -> None:
    found = data(*VLLM, "--quant", "fp8", "--device", "rtx-4090")
    left = 0.9 * 24 * GIB - found["gpu_weights_bytes"] - found["overhead_bytes"]["expected"]
    assert found["gpu_kv_memory_bytes"]["expected"] == pytest.approx(left, abs=2)
    assert found["kv_cache_tokens"] == pytest.approx(left / (128 * 1024), rel=0.01)
    assert found["max_users"] == int(found["max_concurrency"]) == 9
    assert (found["fits"], found["verdict"]) == (True, "fits")
    more = data(*VLLM, "--quant", "fp8", "--device", "rtx-4090", "--memory-utilization", "0.95")
    assert more["kv_cache_tokens"] > found["kv_cache_tokens"]
    half = data(*VLLM, "--quant", "fp8", "--device", "rtx-4090", "--kv-type", "fp8")
    assert half["kv_cache_tokens"] == pytest.approx(2 * found["kv_cache_tokens"], rel=0.01)


def test_vllm_on_several_gpus_splits_each_matrix() -> None:
    one = data(*VLLM, "--quant", "bf16", "--device", "rtx-4090")
    two = data(*VLLM, "--quant", "bf16", *("--device", "rtx-4090") * 2)
    assert two["n_devices"] == two["settings"]["tensor_parallel"] == 2
    assert two["gpu_weights_bytes"] == pytest.approx(one["gpu_weights_bytes"] / 2, rel=0.01)
    assert two["gpu_kv_cache_bytes"] * 2 == one["gpu_kv_cache_bytes"]
    assert two["kv_cache_tokens"] > 2 * one["kv_cache_tokens"]
    assert one["decode_tokens_per_second"]["expected"] > 20
    assert two["decode_tokens_per_second"] is None


def test_too_many_users_and_too_large_models_are_told_apart() -> None:
    few = data(*VLLM, "--quant", "fp8", "--device", "rtx-4090", "--slots", "64")
    assert (few["fits"], few["verdict"]) == (False, "few")
    said = vram(*VLLM, "--quant", "fp8", "--device", "rtx-4090", "--slots", "64").stdout
    assert "starts, but not for so many users at once" in said
    large = data(*VLLM, "--quant", "bf16", "--device", "rtx-4060")
    assert (large["fits"], large["verdict"], large["max_context"]) == (False, "no", 0)
    missing = large["missing_bytes"] / GIB
    shown = vram(*VLLM, "--quant", "bf16", "--device", "rtx-4060").stdout
    assert f"{missing:.2f} GiB" in shown
    assert "if it started" in shown


def test_what_people_read_of_vllm() -> None:
    lines = vram(*VLLM, "--quant", "awq", *("--device", "rtx-3090") * 2).stdout.splitlines()
    assert lines[0] == "Llama 3.1 8B, awq, 8,192 tokens of context, 16-bit cache"
    assert lines[2] == "On each of 2 GPUs:"
    assert lines[6] == "On 2 × GeForce RTX 3090, each 90% of 24.00 GiB for vLLM: starts"
    assert not any("speed" in line for line in lines)
    assert lines[-1] == "By the rules of vLLM 0.25."


def test_caches_that_are_of_another_size_elsewhere_are_shown_with_the_reason() -> None:
    """gpt-oss-120b takes twice as much in vLLM without its hybrid manager: 73,728 bytes a token."""
    moe = ("--model", "gpt-oss-120b", "--quant", "MXFP4", "--context", "131072")
    found = {it["engine"]: it for it in data(*moe)["elsewhere"]}
    off = found["vLLM 0.25, manager off"]
    assert off["cached_bytes"] == 73_728 * 131_072
    assert "hybrid manager" in off["why"]
    assert found["llama.cpp before May 2025"]["cached_bytes"] == 73_728 * 131_072
    assert "Caches of this context elsewhere:" in vram(*moe).stdout
    assert data(*LLAMA, "--quant", "Q4_K_M")["elsewhere"] == []


# --- Only weights --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "quant", "bits"),
    [
        ("mlx", "4bit", 4.5),
        ("mlx", "mlx_8bit", 8.5),
        ("exllama", "exl3:4.0", 4.9),
        ("exllama", "exl2:6.0", 6.63),
    ],
)
def test_weights_of_other_engines(engine: str, quant: str, bits: float) -> None:
    found = data(*LLAMA, "--engine", engine, "--quant", quant)
    assert found["bits_per_weight"] == pytest.approx(bits, abs=0.05)
    assert found["kv_cache_bytes"] is found["total_bytes"] is None
    assert "not modelled" in vram(*LLAMA, "--engine", engine, "--quant", quant).stdout


# --- Training ------------------------------------------------------------------------------------


def test_training_says_its_parts() -> None:
    found = data(*LLAMA, "--train", "qlora")
    assert found["parameters_trained"] == 41_943_040
    parts = ("weights", "gradient", "optimizer", "activation", "stage", "overhead")
    assert found["total_bytes"] == pytest.approx(
        sum(found[f"{part}_bytes"] for part in parts), abs=4
    )
    assert found["training"]["sequence"] == 8192
    assert found["activation_bytes"] == 0
    kept = data(*LLAMA, "--train", "qlora", "--checkpointing", "layers")
    assert kept["activation_bytes"] == 2 * 8192 * 4096 * 32


def test_training_grows_with_what_is_asked_of_it() -> None:
    totals = [
        data(*LLAMA, "--train", *more)["total_bytes"]
        for more in (
            ("qlora",),
            ("qlora", "--rank", "64"),
            ("qlora", "--rank", "64", "--batch", "2"),
            ("lora",),
            ("full",),
            ("full", "--optimizer", "adamw"),
            ("full", "--optimizer", "adamw", "--checkpointing", "none", "--full-logits"),
        )
    ]
    assert totals == sorted(totals)
    assert len(set(totals)) == len(totals)


def test_training_on_a_device() -> None:
    short = (*LLAMA[:3], "1024", "--train", "qlora", "--device")
    assert data(*short, "rtx-4060")["fits"]
    assert not data(*LLAMA[:3], "65536", "--train", "qlora", "--device", "rtx-4060")["fits"]
    said = vram(*short, "rtx-4060").stdout
    assert "On GeForce RTX 4060, 8.00 GiB: fits" in said
    longest = data(*short, "rtx-4060")["max_sequence"]
    assert f"largest sequence {longest:>8,} tokens" in said
    for n_ctx, fits in ((longest, True), (longest + 256, False)):
        found = data(*LLAMA[:3], str(n_ctx), "--train", "qlora", "--device", "rtx-4060")
        assert found["fits"] is fits
    assert "of 41.9 million parameters, 0.52% of all" in said


# --- What cannot be computed ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (VLLM, "--quant"),
        ((*VLLM, "--quant", "Q4_K_M"), "there are bf16"),
        ((*VLLM, "--quant", "fp9"), "fp8"),
        ((*VLLM, "--quant", "fp8", "--kv-type", "q8_0"), "f16 or fp8"),
        ((*VLLM, "--quant", "fp8", "--memory-utilization", "1.5"), "--memory-utilization"),
        ((*VLLM, "--quant", "fp8", "--tensor-parallel", "2"), "--device"),
        (
            (*VLLM, "--quant", "fp8", "--device", "rtx-4090", "--device", "rtx-4060"),
            "equal devices only",
        ),
        ((*VLLM, "--quant", "fp8:4"), "leave out :4"),
        ((*LLAMA, "--engine", "exllama", "--quant", "exl3"), "exl3:4.0"),
        ((*LLAMA, "--engine", "exllama", "--quant", "exl3:99"), "exl3:4.0"),
        ((*LLAMA, "--engine", "tgi", "--quant", "fp8"), "vllm"),
        ((*LLAMA, "--quant", "Q4_K_M", "--kv-type", "fp8"), "--kv-type q8_0"),
        ((*LLAMA, "--train", "prefix"), "qlora"),
        ((*LLAMA, "--train", "lora", "--device", "rtx-4060", "--vram-gib", "9"), "--memory-gib"),
        ((*VLLM, "--quant", "fp8", *("--device", "rtx-4090") * 3), "cannot be shared by 3"),
        (
            (*VLLM, "--quant", "fp8", *("--device", "rtx-4090") * 4, "--tensor-parallel", "2"),
            "4 devices",
        ),
        ((*VLLM, "--quant", "fp8", "--device", "apple-m4-pro"), "Apple"),
        ((*VLLM, "--quant", "fp8", "--context", "200000"), "131072"),
        ((*VLLM, "--quant", "fp8", "--cpu-moe-layers", "3"), "--cpu-moe-layers does not count"),
        ((*LLAMA, "--train", "lora", "--quant", "Q8_0"), "--quant does not count with --train"),
        ((*LLAMA, "--quant", "Q4_K_M", "--rank", "8"), "--rank does not count"),
        ((*LLAMA, "--quant", "Q4_K_M", "--tensor-parallel", "2"), "does not count"),
        ((*LLAMA, "--engine", "mlx", "--quant", "4bit", "--device", "rtx-4060"), "--device"),
        ((*LLAMA, "--train", "lora", *("--device", "rtx-4090") * 2), "one device"),
        ((*LLAMA, "--train", "lora", "--rank", "0"), "--rank"),
    ],
)
def test_usage_errors(options: tuple[str, ...], said: str) -> None:
    """Exit code 2, nothing on stdout, and what to write instead."""
    done = vram(*options, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_experts_that_stay_in_mxfp4_are_told_of() -> None:
    moe = ("--model", "gpt-oss-20b", "--context", "8192", "--quant")
    assert "keep the experts in MXFP4" in vram(*moe, "F16").stderr
    assert vram(*moe, "MXFP4").stderr == ""


def test_a_gguf_file_is_for_llama_cpp(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF")
    for more in (("--engine", "vllm"), ("--train", "lora")):
        done = vram("--gguf", str(file), "--context", "8192", *more)
        assert done.exit_code != 0
        assert "Traceback" not in done.output
