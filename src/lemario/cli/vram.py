"""`lemario vram`: the calculator on the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from lemario.cli import training_report, vllm_report, vram_lines, vram_report
from lemario.cli.vram_inputs import AskedModel, asked_model, load
from lemario.cli.vram_options import VramOptions, refuse_unused, vram_options
from lemario.cli.vram_questions import format_of, question, training_of, vllm_question

if TYPE_CHECKING:
    from lemario.calc.load_catalogue import Catalogue


_EXPERTS_IN_MXFP4 = frozenset(["gpt_oss"])
"""Types of models that are published with experts in MXFP4, which nobody quantizes again."""

_Said = tuple[dict[str, Any], Sequence[str]]


@click.command(
    epilog="Example: lemario vram --model llama-3.1-8b --quant Q4_K_M --context 8192 "
    "--device rtx-4060",
    short_help="Compute what a model takes in memory and how fast it is.",
)
@vram_options
def vram(**given: Any) -> None:
    """Compute what a model takes in memory, whether it fits, and how fast it will be.

    The numbers are those of llama.cpp, or of vLLM with --engine vllm; with --train they are those
    of fine-tuning. `lemario catalogue list models` lists what there is.
    """
    options = VramOptions(**given)
    refuse_unused(click.get_current_context(), options)
    catalogue = load(options.glossary)
    asked = asked_model(
        catalogue,
        options.model_id,
        options.config_file,
        options.gguf_file,
        bool(options.predicted),
    )
    if options.train:
        found, lines = _training(options, catalogue, asked)
    elif options.engine == "llama.cpp":
        found, lines = _llama_cpp(options, catalogue, asked)
    elif options.engine == "vllm":
        found, lines = _vllm(options, catalogue, asked)
    else:
        kind = format_of(options)
        found = vllm_report.stored_json(asked.name, asked.decoder, options.engine, *kind)
        lines = vllm_report.stored_lines(asked.name, asked.decoder, options.engine, *kind)
    click.echo(json.dumps(found, indent=2) if options.as_json else "\n".join(lines))


def _llama_cpp(options: VramOptions, catalogue: Catalogue, model: AskedModel) -> _Said:
    from lemario.calc.answers import answer
    from lemario.calc.elsewhere import elsewhere

    asked = question(options, catalogue, model.decoder)
    given = answer(asked)
    other = elsewhere(asked.decoder, asked.run, model.model_type)
    _note_long_context(options, model, "llama.cpp reserves the memory all the same")
    if model.model_type in _EXPERTS_IN_MXFP4 and asked.file_type not in ("MXFP4", "STORED"):
        click.echo(
            f"note: published files of {model.name} keep the experts in MXFP4 whatever their name "
            "says, and are as large as with --quant MXFP4",
            err=True,
        )
    if options.as_json:
        return vram_report.as_json(model.name, asked, given, other, options.prompt_tokens), ()
    kind = "its own types" if options.gguf_file else asked.file_type
    cache = vram_report.cache_of(asked.run)
    heading = f"{model.name}, {kind}, {options.n_ctx:,} tokens of context, {cache} cache"
    return {}, (heading, *vram_lines.lines_of(asked, given, other, options.prompt_tokens))


def _vllm(options: VramOptions, catalogue: Catalogue, model: AskedModel) -> _Said:
    from lemario.calc.vllm_answers import vllm_answer

    asked = vllm_question(options, catalogue, model)
    given = vllm_answer(asked)
    if options.as_json:
        return vllm_report.as_json(model.name, asked, given), ()
    return {}, vllm_report.lines_of(model.name, asked, given)


def _training(options: VramOptions, catalogue: Catalogue, model: AskedModel) -> _Said:
    asked, room = training_of(options, catalogue, model.decoder)
    _note_long_context(options, model, "memory is computed all the same")
    if options.as_json:
        return training_report.as_json(model.name, model.decoder, asked, room), ()
    return {}, training_report.lines_of(model.name, model.decoder, asked, room)


def _note_long_context(options: VramOptions, model: AskedModel, but: str) -> None:
    trained = model.decoder.context
    if options.n_ctx > trained:
        click.echo(
            f"note: {model.name} was trained on {int(trained):,} tokens of context, not on "
            f"{options.n_ctx:,}; {but}",
            err=True,
        )
