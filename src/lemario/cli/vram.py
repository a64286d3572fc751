"""`lemario vram`: the calculator on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lemario.cli import vram_report
from lemario.cli.vram_inputs import asked_model, load, pick, pick_key
from lemario.cli.vram_options import VramOptions, vram_options

if TYPE_CHECKING:
    from lemario.calc.catalogue import Device
    from lemario.calc.load_catalogue import Catalogue
    from lemario.calc.questions import Question
    from lemario.calc.records import Architecture, FileType, Settings

_REFUSALS = {
    "values_need_flash_attention": "a quantized V cache needs flash attention: "
    "leave out --no-flash-attention, or set --kv-type-v f16",
    "latent_types_differ": "models with latent attention take one type for the whole cache: "
    "set --kv-type-v to the same as --kv-type",
    "head_is_no_whole_block": "the heads of this model are no whole number of blocks of this "
    "type: set --kv-type f16",
}
_ABOUT_DEVICES = {
    "--vram-gib": "vram_gib",
    "--reserved-gib": "reserved_gib",
    "--ram-gib": "ram_gib",
    "--ram-bandwidth": "ram_bandwidth",
    "--gpu-layers": "gpu_layers",
    "--cpu-moe-layers": "cpu_moe_layers",
}


@click.command(
    epilog="Example: lemario vram --model llama-3.1-8b --quant Q4_K_M --context 8192 "
    "--device rtx-4060",
    short_help="Compute what a model takes in memory and how fast it is.",
)
@vram_options
def vram(**given: Any) -> None:
    """Compute what a model takes in memory, whether it fits, and how fast it will be.

    The numbers are those of llama.cpp. `lemario catalogue list models` lists what there is.
    """
    from lemario.calc.answers import answer

    options = VramOptions(**given)
    catalogue = load(options.glossary)
    name, decoder = asked_model(
        catalogue,
        options.model_id,
        options.config_file,
        options.gguf_file,
        bool(options.predicted),
    )
    asked = _question(options, catalogue, decoder)
    found = answer(asked)
    if options.n_ctx > decoder.context:
        click.echo(
            f"note: {name} was trained on {int(decoder.context):,} tokens of context, not on "
            f"{options.n_ctx:,}; llama.cpp reserves the memory all the same",
            err=True,
        )
    if options.as_json:
        click.echo(json.dumps(vram_report.as_json(name, asked, found), indent=2))
        return
    kind = "its own types" if options.gguf_file else asked.file_type
    cache = vram_report.cache_of(asked.run)
    heading = f"{name}, {kind}, {options.n_ctx:,} tokens of context, {cache} cache"
    click.echo("\n".join((heading, *vram_report.lines_of(asked, found))))


def _question(options: VramOptions, catalogue: Catalogue, decoder: Architecture) -> Question:
    """What was asked about llama.cpp; refuses what it does not start with."""
    from lemario.calc.predicting import predicting_block
    from lemario.calc.questions import Question

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
        _devices(options, catalogue),
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
    if not found:
        for name, field in _ABOUT_DEVICES.items():
            if getattr(options, field) not in (None, 0):
                raise click.UsageError(f"{name} is about a device: name one with --device ID")
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
