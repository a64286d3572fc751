"""`lemario vram`: the calculator on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lemario.cli.options import glossary_folder, glossary_option
from lemario.cli.printing import EXIT_CONTENT, fail, print_diagnostics, with_hint

if TYPE_CHECKING:
    from lemario.calc.answers import Answer
    from lemario.calc.config_reader import ConfigReading
    from lemario.calc.load_catalogue import Catalogue
    from lemario.calc.records import Architecture, Settings

_CACHE_TYPES = ("f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl")
_REFUSALS = {
    "values_need_flash_attention": "a quantized V cache needs flash attention: "
    "leave out --no-flash-attention, or set --kv-type-v f16",
    "latent_types_differ": "models with latent attention take one type for the whole cache: "
    "set --kv-type-v to the same as --kv-type",
    "head_is_no_whole_block": "the heads of this model are no whole number of blocks of this "
    "type: set --kv-type f16",
}


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
@click.option("--quant", required=True, metavar="TYPE", help="File type, such as Q4_K_M.")
@click.option("--context", "n_ctx", required=True, type=click.IntRange(1), help="Tokens.")
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
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="Requests that are served at once.",
)
@click.option("--unified/--no-unified", default=True, help="One cache for all slots.")
@click.option(
    "--ubatch",
    type=click.IntRange(1),
    default=512,
    show_default=True,
    help="Tokens that are computed at once.",
)
@click.option("--swa-full", is_flag=True, help="Window layers keep the whole context.")
@click.option(
    "--logits-rows",
    type=click.IntRange(0),
    help="Rows of logits that the build reserves; 0: the whole micro-batch.  [default: one a slot]",
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
    default=0.0,
    help="Memory that others use on each device.",
)
@click.option("--json", "as_json", is_flag=True, help="One object on stdout, sizes in bytes.")
def vram(
    *,
    glossary: Path | None,
    model_id: str | None,
    config_file: Path | None,
    quant: str,
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
    as_json: bool,
) -> None:
    """Compute what a model takes in memory, whether it fits, and how fast it will be.

    The numbers are those of llama.cpp, all layers on the GPU; other engines and split placements
    cannot be modelled yet. `lemario catalogue list models` lists what there is.
    """
    from lemario.calc.answers import answer, default_settings
    from lemario.calc.formulas import refusal

    catalogue = load(glossary)
    name, decoder = _decoder(catalogue, model_id, config_file)
    file_type = _pick(catalogue.file_types, quant, "--quant", "file type")
    run = default_settings(n_ctx, slots)._replace(
        unified=unified,
        n_ubatch=float(ubatch),
        kv_type_k=kv_type,  # type: ignore[arg-type]
        kv_type_v=kv_type_v or kv_type,  # type: ignore[arg-type]
        flash_attention=flash_attention,
        swa_full=swa_full,
        logits_rows=float(slots if logits_rows is None else logits_rows),
    )
    if (reason := refusal(decoder, run)) != "none":
        raise click.UsageError(f"llama.cpp does not start so: {_REFUSALS[reason]}")
    if len(set(devices)) > 1:
        raise click.UsageError("different devices together cannot be modelled yet")
    device = _pick(catalogue.devices, devices[0], "--device", "device") if devices else None
    given = answer(
        decoder,
        file_type,
        run,
        device,
        n_devices=max(1, len(devices)),
        reserved_gib=reserved_gib,
    )
    if as_json:
        click.echo(json.dumps(_as_json(given), indent=2))
        return
    label = f"{len(devices)} × {device.name}" if device and len(devices) > 1 else ""
    click.echo("\n".join(_lines(name, quant, run, given, label or (device.name if device else ""))))


def load(glossary: Path | None) -> Catalogue:
    """The glossary's catalogue if there is one, else the one that comes along."""
    from lemario.calc.load_catalogue import load_catalogue
    from lemario.core.places import shipped_glossary_folder

    here = Path("glossary") if glossary is None else glossary_folder(glossary)
    root = here if (here / "catalogue").is_dir() else shipped_glossary_folder()
    loaded = load_catalogue(root, root.as_posix())
    if loaded.catalogue is None:
        print_diagnostics("full", loaded.diagnostics, loaded.sources)
        sys.exit(EXIT_CONTENT)
    return loaded.catalogue


def _decoder(
    catalogue: Catalogue, model_id: str | None, config_file: Path | None
) -> tuple[str, Architecture]:
    """The name and the shape of the model that was asked for."""
    from lemario.calc.architecture import architecture

    if (model_id is None) == (config_file is None):
        raise click.UsageError("name a model with --model ID, or its config with --config FILE")
    if config_file is None:
        entry = _pick(catalogue.models, str(model_id), "--model", "model")
        return entry.model.name, entry.architecture
    reading = read_config_file(config_file)
    return config_file.name, architecture(reading.config)


def read_config_file(file: Path) -> ConfigReading:
    """A config.json; prints what is wrong with it and exits if it cannot be used."""
    from lemario.calc.config_reader import read_config_fields
    from lemario.content.source_text import read_source

    shown = file.as_posix()
    read = read_source(file, shown)
    found, sources, value = read.diagnostics, dict[str, str](), None
    if read.value is not None:
        reading = read_config_fields(read.value.text, shown)
        found, sources, value = reading.diagnostics, {shown: read.value.text}, reading.value
    if value is None:
        print_diagnostics("full", found, sources)
        fail(found)
    return value


def _pick(known: Any, wanted: str, option: str, noun: str) -> Any:
    if wanted in known:
        return known[wanted]
    folded = {str(key).casefold(): key for key in known}
    if wanted.casefold() in folded:
        return known[folded[wanted.casefold()]]
    from lemario.core.suggest import did_you_mean

    hint = did_you_mean(wanted, known) or f"There are {_listed(known)}"
    message = with_hint(f'the catalogue has no {noun} "{wanted}".', hint)
    raise click.BadParameter(message, param_hint=option)


def _listed(known: Iterable[str], most: int = 12) -> str:
    names = sorted(known)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _as_json(given: Answer) -> dict[str, Any]:
    from lemario.calc.answers import ENGINE, ENGINE_VERSION

    result: dict[str, Any] = {
        "engine": {"name": ENGINE, "version": ENGINE_VERSION},
        "parameters_total": int(given.parameters_total),
        "parameters_active": int(given.parameters_active),
        "bits_per_weight": given.bits_per_weight,
        "weights_bytes": round(given.weights_bytes),
        "kv_cache_bytes": round(given.kv_cache_bytes),
        "state_bytes": round(given.state_bytes),
        "compute_buffer_bytes": round(given.compute_buffer_bytes),
        "overhead_bytes": {key: round(size) for key, size in given.overhead_bytes.items()},
        "total_bytes": round(given.total_bytes),
    }
    if given.device:
        result |= {
            "available_bytes": round(given.device.available_bytes),
            "fits": given.device.fit != "no",
            "verdict": given.device.fit,
            "max_context": int(given.device.max_context),
            "decode_tokens_per_second": dict(given.device.decode_tokens_per_second),
            "pace": given.device.pace,
        }
    return result


def _lines(name: str, quant: str, run: Settings, given: Answer, device: str) -> Sequence[str]:
    from lemario.calc.answers import ENGINE, ENGINE_VERSION

    def row(label: str, size: float, note: str = "") -> str:
        return f"  {label:<16}{size / 2**30:>9.2f} GiB   {note}".rstrip()

    overhead = given.overhead_bytes
    billions = given.parameters_total / 1e9
    cache = run.kv_type_k if run.kv_type_k == run.kv_type_v else f"{run.kv_type_k}/{run.kv_type_v}"
    lines = [
        f"{name}, {quant}, {int(run.n_ctx):,} tokens of context, {cache} cache",
        row(
            "weights",
            given.weights_bytes,
            f"{billions:.2f} billion parameters at {given.bits_per_weight:.2f} bits",
        ),
        row("KV cache", given.kv_cache_bytes, f"{given.kv_cache_bytes / 2**20:,.2f} MiB"),
    ]
    if given.state_bytes:
        lines.append(row("state", given.state_bytes))
    lines += [
        row("compute buffer", given.compute_buffer_bytes),
        row(
            "overhead",
            overhead["expected"],
            f"an estimate, {overhead['low'] / 2**30:.2f} to {overhead['high'] / 2**30:.2f}",
        ),
        row("total", given.total_bytes),
    ]
    if given.device:
        verdict = {"fits": "fits", "tight": "just fits", "no": "does not fit"}[given.device.fit]
        speed = given.device.decode_tokens_per_second
        most = f"{int(given.device.max_context):,} tokens" if given.device.max_context else "none"
        lines += [
            f"On {device}, {given.device.available_bytes / 2**30:.2f} GiB: {verdict}",
            f"  {'largest context':<16}{most:>9}",
            f"  {'speed':<16}{speed['expected']:>9.1f} tokens/s   {speed['low']:.1f} to "
            f"{speed['high']:.1f}: {given.device.pace}",
        ]
    lines.append(f"By the rules of {ENGINE} {ENGINE_VERSION}.")
    return lines
