"""What `lemario vram` says of llama.cpp for people: a few lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lemario.cli.amounts import amount, estimated, row
from lemario.cli.vram_report import device_names, fewest_cpu_moe_layers

if TYPE_CHECKING:
    from lemario.calc.answers import Answer
    from lemario.calc.elsewhere import Elsewhere
    from lemario.calc.on_devices import OnDevices, OnGpu
    from lemario.calc.questions import Question

GIB = 2**30
_VERDICTS = {
    "fits": "fits",
    "tight": "just fits, or just does not: it depends on the estimates",
    "no": "does not fit",
}
_MOST_CHANGES = 5


def lines_of(
    asked: Question, given: Answer, other: Sequence[Elsewhere], prompt_tokens: int
) -> Sequence[str]:
    """The answer for people."""
    from lemario.calc.questions import ENGINE, ENGINE_VERSION

    lines = _part_lines(asked, given)
    if given.device:
        lines += _device_lines(asked, given.device)
        lines += _inverse_lines(asked, given.device)
        lines += _speed_lines(asked, given, given.device, prompt_tokens)
        if given.device.fit != "fits":
            lines += _change_lines(asked)
    else:
        lines.append(row("total", given.total_bytes))
    if other:
        lines.append("Caches of this context elsewhere:")
        lines += [f"  {it.engine:<26}{it.cached_bytes / GIB:>9.2f} GiB   {it.why}" for it in other]
    lines.append(f"llama-server {server_arguments(asked)}")
    lines.append(f"By the rules of {ENGINE} {ENGINE_VERSION}.")
    return lines


def _part_lines(asked: Question, given: Answer) -> list[str]:
    """What there is, wherever it lies; buffers and overhead those of all devices."""
    billions = given.parameters_total / 1e9
    predicts = asked.run.predicted > 0
    left_out = 0 if predicts else given.weights_bytes - given.loaded_bytes
    weights = f"{billions:.2f} billion parameters at {given.bits_per_weight:.2f} bits"
    lines = [row("weights", given.loaded_bytes, weights)]
    if left_out:
        lines.append(row("(not loaded)", left_out, "in the file, for predicting several tokens"))
    lines.append(row("KV cache", given.kv_cache_bytes, f"{given.kv_cache_bytes / 2**20:,.2f} MiB"))
    if given.state_bytes:
        lines.append(row("state", given.state_bytes, f"{given.state_bytes / 2**20:,.2f} MiB"))
    buffer = given.device.parts["compute"] if given.device else given.compute_buffer_bytes
    lines.append(row("compute buffer", buffer))
    if given.projector_bytes["low"]:
        lines.append(estimated("projector", given.projector_bytes))
    if given.draft_bytes:
        drafting = "drafts" if len(asked.drafts) > 1 else "MTP block" if predicts else "draft model"
        lines.append(row(drafting, given.draft_bytes, "weights and a context of its own"))
    lines.append(estimated("overhead", given.overhead_bytes, f"for {asked.driver}"))
    return lines


def _device_lines(asked: Question, given: OnDevices) -> list[str]:
    from lemario.calc.placement import offloadable_layers, offloaded_layers

    every = int(offloadable_layers(asked.decoder))
    on_gpus = int(offloaded_layers(asked.decoder, asked.placement()))
    layers = sum(len(layer.blocks) for layer in asked.decoder.layers)
    available, whole = given.available_bytes / GIB, sum(d.memory_gib for d in asked.devices)
    room = (
        f"{available:.2f} GiB"
        if abs(available - whole) < 0.005
        else (f"{available:.2f} of {whole:.2f} GiB")
    )
    lines = [f"On {device_names(asked)}, {room}: {_VERDICTS[given.fit]}"]
    placed = "all layers" if on_gpus == every else f"{on_gpus} of {every} layers"
    if asked.cpu_moe_layers:
        placed += f", without the experts of the first {min(asked.cpu_moe_layers, layers)}"
    many = len(given.gpus) > 1
    for number, gpu in enumerate(given.gpus):
        label, about = (f"on GPU {number}", _about(gpu)) if many else ("on the GPU", placed)
        note = f"of {gpu.available_bytes / GIB:.2f}: {about}"
        lines.append(row(label, gpu.total_bytes["expected"], note))
    lines.append(row("in RAM", given.ram.total_bytes, _about_ram(asked, given)))
    if many:
        in_all = given.total_bytes + given.ram.total_bytes
        lines.append(row("in all", in_all, f"{placed}, split by {asked.split}"))
    return lines


def _about(gpu: OnGpu) -> str:
    """What the most of a GPU's memory is for."""
    return f"weights {gpu.weights_bytes / GIB:.2f}, KV cache {gpu.kv_cache_bytes / GIB:.2f}"


def _about_ram(asked: Question, given: OnDevices) -> str:
    """How much of it there is, and what is missing; "" where that is not known."""
    if asked.ram_gib is None and not asked.shares_ram:
        return ""
    there, needed = given.ram.available_bytes / GIB, given.ram.needed_bytes["expected"] / GIB
    shared = "with what is on the GPU " if asked.shares_ram else ""
    if needed > there:
        return f"{shared}{needed - there:.2f} more than there is: {there:.2f}"
    return f"of {there:.2f}" if not shared else "of the same memory"


def _inverse_lines(asked: Question, given: OnDevices) -> list[str]:
    """What is the most that fits, with the expected overhead."""
    from lemario.calc.changes import FILE_TYPES, best_file_type
    from lemario.calc.placement import offloadable_layers

    every = int(offloadable_layers(asked.decoder))
    whole = given.max_context + 256 > asked.decoder.context
    most = f"{int(given.max_context):,}" if given.max_context else "none"
    about = "all of it" if whole else "with the expected overhead"
    lines = [amount("largest context", most, *(("tokens", about) if given.max_context else ()))]
    if asked.file_type != "STORED":
        lines.append(amount("best file type", best_file_type(asked, FILE_TYPES) or "none"))
    if given.most_gpu_layers < every:
        lines.append(amount("most layers", f"{int(given.most_gpu_layers)}", f"of {every}"))
        fewest = fewest_cpu_moe_layers(asked, given)
        if fewest is not None and asked.gpu_layers is None:
            lines.append(amount("experts in RAM", f"{fewest}", "layers at the least"))
    return lines


def _speed_lines(asked: Question, whole: Answer, given: OnDevices, prompt_tokens: int) -> list[str]:
    from lemario.calc.placed_speed import batch_rate, prefill_rate, ram_bandwidth
    from lemario.calc.placement import is_whole

    speed = given.decode_tokens_per_second
    about = f"{speed['low']:.1f} to {speed['high']:.1f}, cache half full: {given.pace}"
    about += " if it fitted" if given.fit == "no" else ""
    lines = [amount("speed", f"{speed['expected']:.1f}", "tokens/s", about)]
    all_on_gpus = is_whole(asked.decoder, asked.placement())
    if not all_on_gpus:
        ask = "" if asked.ram_bandwidth_gb_s else "give yours with --ram-bandwidth"
        lines.append(amount("with RAM at", f"{ram_bandwidth(asked):g}", "GB/s", ask))
    if asked.drafts:
        lines.append(amount("", "", "", "without what drafting gains: that is not computed"))
    if prefill := prefill_rate(asked, float(prompt_tokens)):
        seconds = prompt_tokens / prefill["expected"]
        lines.append(
            amount(
                "prompts",
                f"{prefill['expected']:,.0f}",
                "tokens/s",
                f"{prefill['low']:,.0f} to {prefill['high']:,.0f}: {seconds:.1f} s until the first "
                f"token after {prompt_tokens:,}",
            )
        )
    elif all_on_gpus:
        lines.append(amount("prompts", "unknown", "", "the devices' compute is not known"))
    together = batch_rate(asked, whole.kv_cache_bytes)
    if together and asked.run.slots > 1:
        label = f"{int(asked.run.slots)} at once"
        lines.append(amount(label, f"{together:,.0f}", "tokens/s", "in all, at the most"))
    return lines


def _change_lines(asked: Question) -> list[str]:
    """What to change: each with what it frees, the speed after it, and what it costs."""
    from lemario.calc.changes import WORDS, effects
    from lemario.calc.questions import how_to_raise

    found = effects(asked)
    enough = [it for it in found if it.fit == "fits"]
    title = "What would make it fit:" if enough else "Nothing alone makes it fit; what helps most:"
    lines = [title]
    for it in (enough or list(found))[:_MOST_CHANGES]:
        freed = f"frees {it.freed_bytes / GIB:>6.2f} GiB"
        rate = f"{it.decode_tokens_per_second:>7.1f} tokens/s"
        if it.change.option == "without drafts":
            rate = " " * len(rate)
        lines.append(f"  {it.change.option:<22}{freed}  {rate}   {WORDS[it.change.cost]}")
        if it.change.cost == "system" and it.change.question.available_gib:
            typed = how_to_raise(asked.devices[0], it.change.question.available_gib)
            lines.append(f"    to be had with: {typed}")
    return lines


def server_arguments(asked: Question) -> str:
    """What `llama-server` is to be given for this; its defaults are left out.

    Source: llama.cpp, common/arg.cpp, October 2026.
    """
    run = asked.run
    pairs: Mapping[str, str] = {
        "-c": f"{run.n_ctx:.0f}",
        "-ngl": ("999" if asked.gpu_layers is None else f"{asked.gpu_layers}")
        if asked.devices
        else "",
        "-ncmoe": f"{asked.cpu_moe_layers}" if asked.cpu_moe_layers else "",
        "-sm": asked.split if len(asked.devices) > 1 and asked.split != "layer" else "",
        "-np": f"{run.slots:.0f}",
        "-ctk": run.kv_type_k if run.kv_type_k != "f16" else "",
        "-ctv": run.kv_type_v if run.kv_type_v != "f16" else "",
        "-ub": f"{run.n_ubatch:.0f}" if run.n_ubatch != 512 else "",
        "-fa": "" if run.flash_attention else "off",
    }
    flags = (
        "--kv-unified" if run.slots > 1 and run.unified else "",
        "--swa-full" if run.swa_full else "",
    )
    words = [f"{name} {value}" for name, value in pairs.items() if value]
    return " ".join(["-m FILE", *words, *filter(None, flags)])
