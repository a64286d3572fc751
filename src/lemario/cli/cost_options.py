"""The options of `lemario cost`, and what was given for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from lemario.cli.options import Count, Share, finite, glossary_option

LEAST, MOST = 1e-9, 1e12
"""No amount but zero is outside of these: whatever is computed of them stays a number."""


@dataclass(frozen=True, slots=True)
class CostOptions:
    """What was given, by the names of the options below; None for what was not."""

    tokens_per_second: float | None
    glossary: Path | None
    model_id: str | None
    quant: str | None
    n_ctx: int | None
    devices: tuple[str, ...]
    loaded_w: float | None
    idle_w: float
    utilisation: float
    price_per_kwh: float
    purchase_price: float
    years: float | None
    input_price: float | None
    output_price: float | None
    inputs_per_output: float | None
    currency: str | None
    as_json: bool


def _bounded(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """The number given; refuses what is no amount of anything, or too large or small for one."""
    number = finite(context, option, value)
    if number and not LEAST <= number <= MOST:
        raise click.BadParameter(f"{number:g} is not between {LEAST:g} and {MOST:g}")
    return number


def _amount(
    name: str, help: str, *, zero: bool = True, most: int | None = None, **more: Any
) -> Callable[[Any], Any]:
    """An option for a number above zero, or also for zero."""
    kind = (click.FloatRange if most is None else Share)(0, most, min_open=not zero)
    return click.option(name, type=kind, callback=_bounded, help=help, **more)


_OPTIONS = (
    _amount(
        "--tokens-per-second",
        "Tokens that it generates in a second. Instead: --model, --quant, --context and --device, "
        "for the speed that `lemario vram` expects.",
        zero=False,
    ),
    glossary_option,
    click.option("--model", "model_id", metavar="ID", help="A model of the catalogue."),
    click.option("--quant", metavar="TYPE", help="Its file type, such as Q4_K_M."),
    click.option("--context", "n_ctx", type=Count(1, 2**31 - 1), help="Tokens."),
    click.option(
        "--device",
        "devices",
        multiple=True,
        metavar="ID",
        help="A device of the catalogue; once for each GPU that there is.",
    ),
    _amount(
        "--loaded-w",
        "Power in watts while it generates.  [default: the TDP of the devices]",
        zero=False,
    ),
    _amount(
        "--idle-w",
        "Power in watts while it waits; 0: the time between is not counted.",
        default=0.0,
        show_default=True,
    ),
    _amount(
        "--utilisation",
        "Share of all hours in which it generates, such as 0.2.",
        zero=False,
        most=1,
        default=1.0,
        show_default=True,
    ),
    _amount("--price-per-kwh", "Price of the electricity.", required=True),
    _amount(
        "--purchase-price", "Price of the hardware; 0: it is there.", default=0.0, show_default=True
    ),
    _amount("--years", "Over which the purchase is spread.", zero=False),
    _amount("--input-price", "With an API: price of a million tokens of input."),
    _amount("--output-price", "With an API: price of a million tokens of output."),
    _amount("--inputs-per-output", "Tokens of input for each one of output."),
    click.option(
        "--currency", metavar="NAME", help="That of all prices, such as EUR: only as a label."
    ),
    click.option("--json", "as_json", is_flag=True, help="One object on stdout."),
)
"""In the order of `--help`."""


def cost_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command all the options of `lemario cost`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
