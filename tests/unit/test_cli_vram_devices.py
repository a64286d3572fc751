"""`lemario vram` on several devices, partly in RAM."""

from __future__ import annotations

import re

from tests.vram_command import LLAMA, MIB, data, vram


def test_unequal_devices_share_by_their_memory() -> None:
    found = data(*LLAMA, "--device", "rtx-4090", "--device", "rtx-4060")
    assert found["device"] == "GeForce RTX 4090 + GeForce RTX 4060"
    large, small = (gpu["kv_cache_bytes"] for gpu in found["gpus"])
    assert (large, small) == (25 * 32 * MIB, 7 * 32 * MIB)
    shown = vram(*LLAMA, "--device", "rtx-4090", "--device", "rtx-4060").stdout
    assert re.search(
        r"on GPU 0 .*\n +on GPU 1 .*\n +in RAM .*\n +in all .* all layers, split by layer", shown
    )


def test_layers_and_experts_may_stay_in_ram() -> None:
    """What is on the GPU and in RAM is what there is, the embedding aside that is in both."""
    card = ("--device", "rtx-4060")
    whole, half = data(*LLAMA, *card), data(*LLAMA, *card, "--gpu-layers", "17")
    assert half["placement"] == {
        "gpu_layers": 17,
        "of_layers": 33,
        "cpu_moe_layers": 0,
        "split": "layer",
    }
    for found in (whole, half):
        held = found["gpus"][0]["weights_bytes"] + found["ram_weights_bytes"]
        assert held == found["weights_bytes"]
    assert half["gpus"][0]["kv_cache_bytes"] * 2 == whole["gpus"][0]["kv_cache_bytes"]
    assert whole["gpu_layers"] == 33
    assert whole["cpu_moe_layers"] is None
    moe = ("--model", "gpt-oss-120b", "--quant", "MXFP4", "--context", "8192", "--device")
    large = data(*moe, "rtx-4090", "--cpu-moe-layers", "30")
    assert large["fits"]
    fewest = large["cpu_moe_layers"]
    assert data(*moe, "rtx-4090", "--cpu-moe-layers", str(fewest))["fits"]
    assert not data(*moe, "rtx-4090", "--cpu-moe-layers", str(fewest - 1))["fits"]
    shown = vram(*moe, "rtx-4090", "--cpu-moe-layers", "30").stdout
    assert "all layers, without the experts of the first 30" in shown


def test_a_mac_with_more_memory_and_a_higher_limit() -> None:
    """Three quarters of 64 GiB, and all but 8 GiB when the limit is raised."""
    large = ("--model", "llama-3.3-70b", "--quant", "Q5_K_M", "--context", "8192")
    mac = (*large, "--device", "apple-m4-max-40c", "--memory-gib", "64")
    found = data(*mac)
    assert found["available_bytes"] == 48 * 2**30
    raised = next(it for it in found["changes"] if it["costs"] == "system")
    assert (raised["option"], raised["fits"]) == ("--vram-gib 56", True)
    shown = vram(*mac).stdout
    assert "to be had with: sudo sysctl iogpu.wired_limit_mb=57344" in shown
    amd = ("--model", "gpt-oss-120b", "--quant", "MXFP4", "--context", "8192")
    shown = vram(*amd, "--device", "strix-halo-395", "--memory-gib", "96").stdout
    assert "to be had with: kernel parameter ttm.pages_limit=23068672" in shown


def test_the_server_is_started_so() -> None:
    options = ("--device", "rtx-4090", "--gpu-layers", "12", "--kv-type", "q8_0", "--slots", "4")
    shown = vram(*LLAMA, *options, "--ubatch", "256").stdout
    said = "llama-server -m FILE -c 8192 -ngl 12 -np 4 -ctk q8_0 -ctv q8_0 -ub 256 --kv-unified"
    assert said in shown
    plain = vram(*LLAMA, "--no-flash-attention", "--swa-full").stdout
    assert "llama-server -m FILE -c 8192 -np 1 -fa off --swa-full" in plain


def test_a_speed_that_cannot_be_had_is_said_to_be_one() -> None:
    large = ("--model", "llama-3.1-70b", *LLAMA[2:], "--device", "rtx-4060")
    assert "if it fitted" in vram(*large).stdout
    assert "if it fitted" not in vram(*LLAMA, "--device", "rtx-4060").stdout


def test_the_best_file_type_is_told() -> None:
    found = data(*LLAMA, "--device", "rtx-4060")
    assert found["best_file_type"] == "Q6_K"
    assert re.search(r"best file type +Q6_K\n", vram(*LLAMA, "--device", "rtx-4060").stdout)


def test_too_little_ram_is_a_reason_not_to_fit() -> None:
    moe = ("--model", "gpt-oss-120b", "--quant", "MXFP4", "--context", "8192", "--device")
    options = (*moe, "rtx-4090", "--cpu-moe-layers", "36", "--ram-gib")
    for gib, fits in (("32", False), ("64", True)):
        found = data(*options, gib)
        assert found["fits"] is fits
        assert found["verdict"] == ("fits" if fits else "no")
        assert (found["max_context"] > 0) is fits
    assert "more than there is: 32.00" in vram(*options, "32").stdout
