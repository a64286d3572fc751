"""The options of `lemario vram`, and what was given for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from click.core import ParameterSource

from lemario.cli.options import Count, Share, finite, glossary_option

if TYPE_CHECKING:
    from lemario.calc.records import (
        Backend,
        CacheType,
        Checkpointing,
        Optimizer,
        SplitMode,
        TrainingMethod,
    )

MOST = 1_000_000
"""No amount of GiB or GB/s, and no number of layers, is larger than this."""

_BACKENDS = ("cuda", "rocm", "vulkan", "metal", "cpu")
_CACHE_TYPES = ("f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl")
_ENGINES = ("llama.cpp", "vllm", "mlx", "exllama")
_SPLITS = ("layer", "row", "tensor")


@dataclass(frozen=True, slots=True)
class VramOptions:
    """What was given, by the names of the options below; None for what was not."""

    glossary: Path | None
    model_id: str | None
    config_file: Path | None
    gguf_file: Path | None
    quant: str | None
    n_ctx: int
    kv_type: CacheType | Literal["fp8"]
    kv_type_v: CacheType | None
    slots: int
    unified: bool
    ubatch: int
    swa_full: bool
    logits_rows: int | None
    flash_attention: bool
    engine: str
    devices: tuple[str, ...]
    reserved_gib: float
    memory_gib: float | None
    vram_gib: float | None
    ram_gib: float | None
    ram_bandwidth: float | None
    gpu_layers: int | None
    cpu_moe_layers: int
    split: SplitMode
    backend: Backend | None
    mmproj_bytes: int
    draft_id: str | None
    predicted: int | None
    tensor_parallel: int | None
    memory_utilization: float
    prompt_tokens: int
    train: TrainingMethod | None
    batch: int
    rank: int
    optimizer: Optimizer
    checkpointing: Checkpointing
    full_logits: bool
    as_json: bool


def _file(name: str, into: str, help: str) -> Callable[[Any], Any]:
    kind = click.Path(path_type=Path, exists=True, dir_okay=False)
    return click.option(name, into, type=kind, metavar="FILE", help=help)


def _amount(name: str, help: str, **more: Any) -> Callable[[Any], Any]:
    """An option for a number above zero, or for one from zero on where there is a default."""
    least = click.FloatRange(0, MOST, min_open="default" not in more)
    return click.option(name, type=least, callback=finite, help=help, **more)


_OPTIONS = (
    glossary_option,
    click.option("--model", "model_id", metavar="ID", help="A model of the catalogue."),
    _file("--config", "config_file", "Instead: a config.json as published on Hugging Face."),
    _file("--gguf", "gguf_file", "Instead: a GGUF file, with the types that its tensors have."),
    click.option(
        "--quant",
        metavar="TYPE",
        help="File type, such as Q4_K_M; not with --gguf. vLLM: bf16, fp8, fp8_block, awq, gptq, "
        "w4a16, nvfp4, mxfp4, bnb_nf4. MLX: bf16, 4bit, 8bit. ExLlama: exl2:BITS, exl3:BITS.",
    ),
    click.option(
        "--engine",
        type=click.Choice(_ENGINES),
        default="llama.cpp",
        show_default=True,
        help="What runs the model; of mlx and exllama only the weights are computed.",
    ),
    click.option("--context", "n_ctx", required=True, type=Count(1, 2**31 - 1), help="Tokens."),
    click.option(
        "--kv-type",
        type=click.Choice((*_CACHE_TYPES, "fp8")),
        default="f16",
        show_default=True,
        help="Type of the cache; of vLLM's f16 or fp8.",
    ),
    click.option(
        "--kv-type-v", type=click.Choice(_CACHE_TYPES), help="If it is not that of the keys."
    ),
    click.option(
        "--slots",
        type=click.IntRange(1, 256),
        default=1,
        show_default=True,
        help="Requests that are served at once.",
    ),
    click.option("--unified/--no-unified", default=True, help="One cache for all slots."),
    click.option(
        "--ubatch",
        type=click.IntRange(1, 65_536),
        default=512,
        show_default=True,
        help="Tokens that are computed at once.",
    ),
    click.option("--swa-full", is_flag=True, help="Window layers keep the whole context."),
    click.option(
        "--logits-rows",
        type=click.IntRange(0, MOST),
        help="Rows of logits that the build reserves; 0: the whole micro-batch.  [default: one a "
        "slot, and one more for each token that is drafted]",
    ),
    click.option(
        "--flash-attention/--no-flash-attention",
        default=True,
        help="Flash attention.  [default: on]",
    ),
    click.option(
        "--device",
        "devices",
        multiple=True,
        metavar="ID",
        help="A device of the catalogue; once for each GPU that there is.",
    ),
    _amount("--memory-gib", "Memory of the device, where it is sold with several sizes."),
    _amount("--reserved-gib", "Memory that others use on each GPU.", default=0.0),
    _amount(
        "--vram-gib",
        "Memory that the system gives each GPU, instead of the usual: a Mac's limit can be raised.",
    ),
    _amount("--ram-gib", "RAM that there is for what is not on GPUs."),
    _amount("--ram-bandwidth", "Bandwidth of the RAM in GB/s: for the speed of what lies there."),
    click.option(
        "--gpu-layers",
        type=click.IntRange(0, MOST),
        help="Layers on GPUs, the output counted as one (-ngl).  [default: all]",
    ),
    click.option(
        "--cpu-moe-layers",
        type=click.IntRange(0, MOST),
        default=0,
        show_default=True,
        help="First layers whose experts stay in RAM (--n-cpu-moe).",
    ),
    click.option(
        "--split",
        type=click.Choice(_SPLITS),
        default="layer",
        show_default=True,
        help="How several GPUs share the model.",
    ),
    click.option(
        "--backend",
        type=click.Choice(_BACKENDS),
        help="What the overhead is that of.  [default: the device's own, or cuda]",
    ),
    click.option(
        "--mmproj-bytes",
        type=click.IntRange(0, 2**40),
        default=0,
        help="Size of the mmproj file of a model that sees.",
    ),
    click.option(
        "--draft",
        "draft_id",
        metavar="ID",
        help="A model that drafts tokens, in the same file type; beside a GGUF file, in Q8_0.",
    ),
    click.option(
        "--mtp",
        "predicted",
        type=click.IntRange(1, 64),
        is_flag=False,
        flag_value=3,
        metavar="[N]",
        help="Tokens that the model's own block drafts at once (MTP).  [N: 3 if left out]",
    ),
    click.option(
        "--tensor-parallel",
        type=click.IntRange(1, 64),
        help="vLLM: GPUs that share each matrix.  [default: as many as devices]",
    ),
    click.option(
        "--memory-utilization",
        type=Share(0, 1, min_open=True),
        default=0.9,
        show_default=True,
        help="vLLM: share of the memory that it may take.",
    ),
    click.option(
        "--prompt-tokens",
        type=click.IntRange(1, 2**31 - 1),
        default=1024,
        show_default=True,
        help="Length of the prompt that the time to the first token is for.",
    ),
    click.option(
        "--train",
        type=click.Choice(("full", "lora", "qlora")),
        help="Instead of running it: what fine-tuning takes, with sequences of --context tokens.",
    ),
    click.option(
        "--batch",
        type=click.IntRange(1, 4096),
        default=1,
        show_default=True,
        help="Training: sequences that are computed at once.",
    ),
    click.option(
        "--rank",
        type=click.IntRange(1, 65_536),
        default=16,
        show_default=True,
        help="Training: rank of the adapters.",
    ),
    click.option(
        "--optimizer",
        type=click.Choice(("adamw", "adamw_8bit")),
        default="adamw_8bit",
        show_default=True,
        help="Training: Adam's state in 32 or in 8 bits.",
    ),
    click.option(
        "--checkpointing",
        type=click.Choice(("none", "layers", "offloaded")),
        default="offloaded",
        show_default=True,
        help="Training: which activations are kept: all, the layers' inputs, or those in RAM.",
    ),
    click.option(
        "--full-logits", is_flag=True, help="Training: logits of all tokens at once, not in chunks."
    ),
    click.option("--json", "as_json", is_flag=True, help="One object on stdout, sizes in bytes."),
)
"""In the order of `--help`."""


_ANYWAY = frozenset(["glossary", "model_id", "config_file", "n_ctx", "engine", "as_json"])
_ON_A_DEVICE = frozenset(["devices", "memory_gib", "vram_gib"])
_ONLY_TRAINING = frozenset(["train", "batch", "rank", "optimizer", "checkpointing", "full_logits"])
_ONLY_VLLM = frozenset(["tensor_parallel", "memory_utilization"])
_HEEDED: Mapping[str, frozenset[str]] = {
    "--train": _ANYWAY | _ON_A_DEVICE | _ONLY_TRAINING | {"reserved_gib"},
    "--engine vllm": _ANYWAY | _ON_A_DEVICE | _ONLY_VLLM | {"quant", "kv_type", "slots"},
    "--engine mlx": _ANYWAY | {"quant"},
    "--engine exllama": _ANYWAY | {"quant"},
}
"""The options that count for each way of asking; for llama.cpp all that are not of another only."""


def refuse_unused(context: click.Context, options: VramOptions) -> None:
    """Refuses options that were given and would not count: none is swallowed in silence."""
    way = "--train" if options.train else f"--engine {options.engine}"
    every = frozenset(str(option.name) for option in context.command.params)
    heeded = _HEEDED.get(way, every - _ONLY_TRAINING - _ONLY_VLLM)
    for option in context.command.params:
        given = context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
        if given and option.name not in heeded:
            raise click.UsageError(f"{option.opts[0]} does not count with {way}: leave it out")


def vram_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command all the options of `lemario vram`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
