"""`lemario vram`: the calculator on the command line."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli import vram_report
from lemario.cli.options import glossary_option
from lemario.cli.vram_inputs import asked_model, load, pick, pick_key

if TYPE_CHECKING:
    from lemario.calc.load_catalogue import Catalogue
    from lemario.calc.records import Backend, FileType

_BACKENDS = ("cuda", "rocm", "vulkan", "metal", "cpu")
_CACHE_TYPES = ("f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl")
_REFUSALS = {
    "values_need_flash_attention": "a quantized V cache needs flash attention: "
    "leave out --no-flash-attention, or set --kv-type-v f16",
    "latent_types_differ": "models with latent attention take one type for the whole cache: "
    "set --kv-type-v to the same as --kv-type",
    "head_is_no_whole_block": "the heads of this model are no whole number of blocks of this "
    "type: set --kv-type f16",
}


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    """The number given; refuses `inf` and `nan`, which are no amount of memory."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it must be a number of GiB, such as 1.5")
    return value


@click.command(
    epilog="Example: lemario vram --model llama-3.1-8b --quant Q4_K_M --context 8192 "
    "--device rtx-4060",
    short_help="Compute what a model takes in memory and how fast it is.",
)
@glossary_option
@click.option("--model", "model_id", metavar="ID", help="A model of the catalogue.")
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Instead of a model: a config.json as published on Hugging Face.",
)
@click.option(
    "--gguf",
    "gguf_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Instead of a model: a GGUF file, with the types that its tensors have.",
)
@click.option("--quant", metavar="TYPE", help="File type, such as Q4_K_M; not with --gguf.")
@click.option(
    "--context", "n_ctx", required=True, type=click.IntRange(1, 2**31 - 1), help="Tokens."
)
@click.option(
    "--kv-type",
    type=click.Choice(_CACHE_TYPES),
    default="f16",
    show_default=True,
    help="Type of the cache.",
)
@click.option("--kv-type-v", type=click.Choice(_CACHE_TYPES), help="If it is not that of the keys.")
@click.option(
    "--slots",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Requests that are served at once.",
)
@click.option("--unified/--no-unified", default=True, help="One cache for all slots.")
@click.option(
    "--ubatch",
    type=click.IntRange(1, 65_536),
    default=512,
    show_default=True,
    help="Tokens that are computed at once.",
)
@click.option("--swa-full", is_flag=True, help="Window layers keep the whole context.")
@click.option(
    "--logits-rows",
    type=click.IntRange(0),
    help="Rows of logits that the build reserves; 0: the whole micro-batch.  [default: one a slot, "
    "and one more for each token that is drafted]",
)
@click.option(
    "--flash-attention/--no-flash-attention", default=True, help="Flash attention.  [default: on]"
)
@click.option(
    "--device",
    "devices",
    multiple=True,
    metavar="ID",
    help="A device of the catalogue; repeatable.",
)
@click.option(
    "--reserved-gib",
    type=click.FloatRange(0),
    callback=_finite,
    default=0.0,
    help="Memory that others use on each device.",
)
@click.option(
    "--vram-gib",
    type=click.FloatRange(0, min_open=True),
    callback=_finite,
    help="Memory that the system gives the GPU, instead of the usual: a Mac's limit can be raised.",
)
@click.option(
    "--backend",
    type=click.Choice(_BACKENDS),
    help="What the overhead is that of.  [default: the device's own, or cuda]",
)
@click.option(
    "--mmproj-bytes",
    type=click.IntRange(0),
    default=0,
    help="Size of the mmproj file of a model that sees.",
)
@click.option(
    "--draft",
    "draft_id",
    metavar="ID",
    help="A model that drafts tokens, in the same file type; beside a GGUF file, in Q8_0.",
)
@click.option(
    "--mtp",
    "predicted",
    type=click.IntRange(1, 64),
    is_flag=False,
    flag_value=3,
    metavar="[N]",
    help="Tokens that the model's own block drafts at once (MTP).  [N: 3 if left out]",
)
@click.option("--json", "as_json", is_flag=True, help="One object on stdout, sizes in bytes.")
def vram(
    *,
    glossary: Path | None,
    model_id: str | None,
    config_file: Path | None,
    gguf_file: Path | None,
    quant: str | None,
    n_ctx: int,
    kv_type: str,
    kv_type_v: str | None,
    slots: int,
    unified: bool,
    ubatch: int,
    swa_full: bool,
    logits_rows: int | None,
    flash_attention: bool,
    devices: tuple[str, ...],
    reserved_gib: float,
    vram_gib: float | None,
    backend: Backend | None,
    mmproj_bytes: int,
    draft_id: str | None,
    predicted: int | None,
    as_json: bool,
) -> None:
    """Compute what a model takes in memory, whether it fits, and how fast it will be.

    The numbers are those of llama.cpp, all layers on the GPU; other engines and split placements
    cannot be modelled yet. `lemario catalogue list models` lists what there is.
    """
    from lemario.calc.answers import Question, answer, default_settings
    from lemario.calc.formulas import refusal
    from lemario.calc.predicting import PREDICTED, predicting_block

    catalogue = load(glossary)
    name, decoder = asked_model(catalogue, model_id, config_file, gguf_file, bool(predicted))
    file_type = _file_type(catalogue, quant, gguf_file)
    drafted = predicted or (PREDICTED if draft_id else 0)
    run = default_settings(n_ctx, slots, drafted)._replace(
        unified=unified,
        n_ubatch=float(ubatch),
        kv_type_k=kv_type,  # type: ignore[arg-type]
        kv_type_v=kv_type_v or kv_type,  # type: ignore[arg-type]
        flash_attention=flash_attention,
        swa_full=swa_full,
        predicted=float(predicted or 0),
    )
    if logits_rows is not None:
        run = run._replace(logits_rows=float(logits_rows))
    if (reason := refusal(decoder, run)) != "none":
        raise click.UsageError(f"llama.cpp does not start so: {_REFUSALS[reason]}")
    if len(set(devices)) > 1:
        raise click.UsageError("different devices together cannot be modelled yet")
    if not devices and (vram_gib is not None or reserved_gib):
        given_option = "--reserved-gib" if vram_gib is None else "--vram-gib"
        raise click.UsageError(f"{given_option} is about a device: name one with --device ID")
    device = pick(catalogue.devices, devices[0], "--device", "device") if devices else None
    draft = pick(catalogue.models, draft_id, "--draft", "model") if draft_id else None
    drafts = [(draft.architecture, _draft_type(file_type))] if draft else []
    if predicted:
        drafts.append((predicting_block(decoder), file_type))
    asked = Question(
        decoder,
        file_type,
        run,
        device,
        n_devices=max(1, len(devices)),
        reserved_gib=reserved_gib,
        available_gib=vram_gib,
        backend=backend,
        projector_file_bytes=float(mmproj_bytes),
        drafts=tuple(drafts),
    )
    given = answer(asked)
    if n_ctx > decoder.context:
        click.echo(
            f"note: {name} was trained on {int(decoder.context):,} tokens of context, not on "
            f"{n_ctx:,}; llama.cpp reserves the memory all the same",
            err=True,
        )
    if as_json:
        click.echo(json.dumps(vram_report.as_json(name, asked, given), indent=2))
        return
    where = f"{len(devices)} × {device.name}" if device and len(devices) > 1 else ""
    where = where or (device.name if device else "")
    kind = "its own types" if gguf_file else file_type
    heading = f"{name}, {kind}, {n_ctx:,} tokens of context, {vram_report.cache_of(run)} cache"
    click.echo("\n".join((heading, *vram_report.lines_of(asked, given, where))))


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
