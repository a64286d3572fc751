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
    assert re.search(r"on GPU 0 .*\n +on GPU 1 .*\n +\(layers\) +all layers, split by layer", shown)


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


def test_too_little_ram_is_a_reason_not_to_fit() -> None:
    moe = ("--model", "gpt-oss-120b", "--quant", "MXFP4", "--context", "8192", "--device")
    options = (*moe, "rtx-4090", "--cpu-moe-layers", "36", "--ram-gib")
    for gib, fits in (("32", False), ("64", True)):
        found = data(*options, gib)
        assert found["fits"] is fits
        assert found["verdict"] == ("fits" if fits else "no")
