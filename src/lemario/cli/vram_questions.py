"""From the options of `lemario vram` to the questions that are computed; refuses what has none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli.training_report import Room
from lemario.cli.vram_inputs import AskedModel, pick, pick_key

if TYPE_CHECKING:
    from lemario.calc.catalogue import Device
    from lemario.calc.load_catalogue import Catalogue
    from lemario.calc.questions import Question
    from lemario.calc.records import Architecture, FileType, Settings, Training
    from lemario.calc.vllm_answers import VllmQuestion
    from lemario.calc.weight_formats import WeightFormat
    from lemario.cli.vram_options import VramOptions

_REFUSALS = {
    "values_need_flash_attention": "a quantized V cache needs flash attention: "
    "leave out --no-flash-attention, or set --kv-type-v f16",
    "latent_types_differ": "models with latent attention take one type for the whole cache: "
    "set --kv-type-v to the same as --kv-type",
    "head_is_no_whole_block": "the heads of this model are no whole number of blocks of this "
    "type: set --kv-type f16",
}
_ABOUT_DEVICES = {
    "--memory-gib": "memory_gib",
    "--vram-gib": "vram_gib",
    "--reserved-gib": "reserved_gib",
    "--ram-gib": "ram_gib",
    "--ram-bandwidth": "ram_bandwidth",
    "--gpu-layers": "gpu_layers",
    "--cpu-moe-layers": "cpu_moe_layers",
    "--tensor-parallel": "tensor_parallel",
}
_OTHER_NAMES = {
    "f16": "bf16", "fp16": "bf16", "int4": "w4a16", "nf4": "bnb_nf4", "bitsandbytes": "bnb_nf4",
    "4bit": "mlx_4bit", "8bit": "mlx_8bit",
}  # fmt: skip
"""What formats are called besides."""


def question(options: VramOptions, catalogue: Catalogue, decoder: Architecture) -> Question:
    """What was asked about llama.cpp; refuses what it does not start with."""
    from lemario.calc.predicting import predicting_block
    from lemario.calc.questions import Question

    devices = _devices(options, catalogue)
    if options.cpu_moe_layers and not any(layer.experts_used for layer in decoder.layers):
        raise click.UsageError("this model has no experts: leave out --cpu-moe-layers")
    file_type = _file_type(catalogue, options.quant, options.gguf_file)
    drafts = []
    if options.draft_id:
        draft = pick(catalogue.models, options.draft_id, "--draft", "model")
        drafts.append((draft.architecture, _draft_type(file_type)))
    if options.predicted:
        drafts.append((predicting_block(decoder), file_type))
    return Question(
        decoder,
        file_type,
        _settings(options, decoder),
        devices,
        gpu_layers=options.gpu_layers,
        cpu_moe_layers=options.cpu_moe_layers,
        split=options.split,
        reserved_gib=options.reserved_gib,
        available_gib=options.vram_gib,
        ram_gib=options.ram_gib,
        ram_bandwidth_gb_s=options.ram_bandwidth,
        backend=options.backend,
        projector_file_bytes=float(options.mmproj_bytes),
        drafts=tuple(drafts),
    )


def _settings(options: VramOptions, decoder: Architecture) -> Settings:
    from lemario.calc.formulas import refusal
    from lemario.calc.predicting import PREDICTED
    from lemario.calc.questions import default_settings

    if options.kv_type == "fp8":
        raise click.UsageError("llama.cpp has no cache in fp8: set --kv-type q8_0")
    drafted = options.predicted or (PREDICTED if options.draft_id else 0)
    run = default_settings(options.n_ctx, options.slots, drafted)._replace(
        unified=options.unified,
        n_ubatch=float(options.ubatch),
        kv_type_k=options.kv_type,
        kv_type_v=options.kv_type_v or options.kv_type,
        flash_attention=options.flash_attention,
        swa_full=options.swa_full,
        predicted=float(options.predicted or 0),
    )
    if options.logits_rows is not None:
        run = run._replace(logits_rows=float(options.logits_rows))
    if (reason := refusal(decoder, run)) != "none":
        raise click.UsageError(f"llama.cpp does not start so: {_REFUSALS[reason]}")
    return run


def _devices(options: VramOptions, catalogue: Catalogue) -> tuple[Device, ...]:
    found = tuple(
        pick(catalogue.devices, device, "--device", "device") for device in options.devices
    )
    if options.memory_gib is not None:
        sized = {"memory_gib": options.memory_gib}
        found = tuple(device.model_copy(update=sized) for device in found)
    if options.vram_gib is not None:
        for device in found:
            if options.vram_gib > device.memory_gib:
                message = f"{device.name} has {device.memory_gib:g} GiB, less than --vram-gib"
                raise click.UsageError(f"{message}; if yours has more, say so with --memory-gib")
    if not found:
        for name, field in _ABOUT_DEVICES.items():
            value = getattr(options, field)
            if value not in (None, 0) or (field == "gpu_layers" and value is not None):
                raise click.UsageError(f"{name} is about a device: name one with --device ID")
    return found


def _equal_devices(options: VramOptions, catalogue: Catalogue) -> tuple[Device, ...]:
    found = _devices(options, catalogue)
    if len(set(options.devices)) > 1:
        raise click.UsageError("this is computed for equal devices only: name one of them")
    return found


def _draft_type(file_type: FileType) -> FileType:
    return "Q8_0" if file_type == "STORED" else file_type


def _file_type(catalogue: Catalogue, quant: str | None, gguf_file: Path | None) -> FileType:
    """The type of file that was asked for; that of a given file is what is stored in it."""
    if gguf_file is not None:
        if quant is not None:
            raise click.UsageError("a GGUF file has its types: leave out --quant")
        return "STORED"
    if quant is None:
        raise click.UsageError("say the file type with --quant, such as --quant Q4_K_M")
    found: FileType = pick_key(catalogue.file_types, quant, "--quant", "file type")
    return found


# --- Other engines -------------------------------------------------------------------------------


def format_of(options: VramOptions) -> tuple[WeightFormat, float]:
    """The format that was asked for, and its average bits; ExLlama's are written `exl3:4.25`."""
    from lemario.calc.vllm_answers import FORMATS
    from lemario.core.suggest import did_you_mean

    if options.gguf_file is not None:
        raise click.UsageError(f"--gguf is for llama.cpp: {options.engine} loads other files")
    known: dict[str, tuple[WeightFormat, ...]] = {
        "vllm": FORMATS,
        "mlx": ("bf16", "mlx_4bit", "mlx_8bit"),
        "exllama": ("exl2", "exl3"),
    }
    there = known[options.engine]
    if options.quant is None:
        raise click.UsageError(f"say the format with --quant: one of {', '.join(there)}")
    name, _, bits = options.quant.casefold().partition(":")
    name = _OTHER_NAMES.get(name, name)
    if name not in there:
        help = did_you_mean(name, there) or f"there are {', '.join(there)}"
        raise click.UsageError(f'{options.engine} has no format "{options.quant}": {help}')
    found = name
    if options.engine == "exllama":
        try:
            average = float(bits)
        except ValueError:
            average = 0.0
        if not 1 <= average <= 16:
            message = f"say the average bits with it, such as --quant {found}:4.0"
            raise click.UsageError(message)
        return found, average
    if bits:
        raise click.UsageError(f"{found} has its bits: leave out :{bits}")
    return found, 16.0


def vllm_question(options: VramOptions, catalogue: Catalogue, model: AskedModel) -> VllmQuestion:
    """What was asked about vLLM; refuses options that it does not have."""
    from lemario.calc.vllm_answers import STEP_TOKENS, VllmQuestion, step_tokens, vllm_settings

    weight_format, _ = format_of(options)
    if options.kv_type not in ("f16", "bf16", "fp8") or options.kv_type_v:
        raise click.UsageError("vLLM's cache is f16 or fp8: set --kv-type to one of them")
    devices = _equal_devices(options, catalogue)
    parallel = options.tensor_parallel or max(1, len(devices))
    _check_vllm(options, model, devices, parallel)
    run = vllm_settings(
        options.n_ctx,
        model.model_type,
        parallel,
        "fp8" if options.kv_type == "fp8" else "auto",
        step_tokens(devices[0]) if devices else STEP_TOKENS,
    )
    return VllmQuestion(
        model.decoder,
        weight_format,
        run,
        users=options.slots,
        device=devices[0] if devices else None,
        memory_utilization=options.memory_utilization,
        memory_gib=options.vram_gib,
    )


def _check_vllm(
    options: VramOptions, model: AskedModel, devices: tuple[Device, ...], parallel: int
) -> None:
    """Refuses what vLLM does not start with."""
    if any(device.vendor == "Apple" for device in devices):
        raise click.UsageError("vLLM does not run on Apple's GPUs: --engine mlx or llama.cpp do")
    if len(devices) > 1 and parallel != len(devices):
        message = f"{len(devices)} devices are named, but --tensor-parallel {parallel}"
        raise click.UsageError(f"{message}: they are one and the same")
    heads = {int(layer.heads) for layer in model.decoder.layers if layer.heads}
    if any(count % parallel for count in heads):
        message = f"the {max(heads)} heads of this model cannot be shared by {parallel} GPUs"
        raise click.UsageError(f"vLLM does not start so: {message}")
    if options.n_ctx > model.decoder.context:
        longest = int(model.decoder.context)
        raise click.UsageError(f"vLLM does not start so: the model's context is {longest}")


# --- Training ------------------------------------------------------------------------------------


def training_of(
    options: VramOptions, catalogue: Catalogue, decoder: Architecture
) -> tuple[Training, Room | None]:
    """How the model is to be trained, and on what."""
    from lemario.calc.formulas import available_bytes, gpu_memory_gib
    from lemario.calc.questions import default_training, memory_limit

    if options.gguf_file is not None:
        raise click.UsageError("--gguf is for running a model: train the one it was made of")
    assert options.train is not None
    asked = default_training(options.train)._replace(
        batch=float(options.batch),
        sequence=float(options.n_ctx),
        rank=float(options.rank),
        optimizer=options.optimizer,
        checkpointing=options.checkpointing,
        chunked_logits=not options.full_logits,
    )
    devices = _equal_devices(options, catalogue)
    if len(devices) > 1:
        raise click.UsageError("training is computed for one device: name it once")
    if not devices:
        return asked, None
    gib = options.vram_gib or gpu_memory_gib(devices[0].memory_gib, memory_limit(devices[0]))
    return asked, Room(devices[0].name, available_bytes(gib, options.reserved_gib))
