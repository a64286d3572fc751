"""`lemario cost`: what tokens cost on one's own hardware, and with an API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from lemario.cli import cost_report
from lemario.cli.cost_options import CostOptions, cost_options
from lemario.cli.vram_inputs import load, pick, pick_key
from lemario.cli.vram_report import names_of

if TYPE_CHECKING:
    from lemario.calc.catalogue import Device
    from lemario.calc.load_catalogue import Catalogue


@click.command(
    epilog="Example: lemario cost --tokens-per-second 40 --loaded-w 350 --idle-w 50 "
    "--utilisation 0.2 --price-per-kwh 0.2 --purchase-price 1500 --years 4 --input-price 0.5 "
    "--output-price 1.5 --inputs-per-output 5 --currency EUR",
    short_help="Compute what tokens cost on one's own hardware.",
)
@cost_options
def cost(**given: Any) -> None:
    """Compute what tokens cost on one's own hardware, and when it has paid off against an API.

    Prices are all given, in one currency; without those of an API nothing is compared. Costs of
    one's own hardware are by the tokens that it generates: let the speed include the time that it
    takes to read the input, if that counts.
    """
    from lemario.calc.records import OwnHardware

    options = CostOptions(**given)
    api = _api(options)
    catalogue = load(options.glossary) if options.model_id or options.devices else None
    devices = _devices(options, catalogue)
    speed = _speed(options, catalogue, devices)
    power = _power(options, devices)
    hardware = OwnHardware(
        purchase_price=options.purchase_price,
        years=_years(options),
        utilisation=options.utilisation,
        idle_w=options.idle_w,
        loaded_w=power.watts,
        price_per_kwh=options.price_per_kwh,
        tokens_per_second=speed.tokens_per_second,
    )
    asked = cost_report.Asked(hardware, speed, power, api, options.currency)
    if options.as_json:
        click.echo(json.dumps(cost_report.as_json(asked), indent=2))
        return
    click.echo("\n".join(cost_report.lines_of(asked)))


def _years(options: CostOptions) -> float:
    """Over how many years the purchase is spread; without one it does not matter."""
    if options.years is not None:
        return options.years
    if options.purchase_price:
        raise click.UsageError("say with --years over how many the purchase is spread")
    return 1.0


def _api(options: CostOptions) -> cost_report.Api | None:
    """The prices of an API; None if none was given."""
    given = {
        "--input-price": options.input_price,
        "--output-price": options.output_price,
        "--inputs-per-output": options.inputs_per_output,
    }
    prices = [price for price in given.values() if price is not None]
    if not prices:
        return None
    if len(prices) < len(given):
        raise click.UsageError(f"to compare with an API, give {_missing(given)} too")
    return cost_report.Api(*prices)


def _devices(options: CostOptions, catalogue: Catalogue | None) -> tuple[Device, ...]:
    if catalogue is None:
        return ()
    known = catalogue.devices
    return tuple(pick(known, device, "--device", "device") for device in options.devices)


def _speed(
    options: CostOptions, catalogue: Catalogue | None, devices: tuple[Device, ...]
) -> cost_report.Speed:
    """The speed that was given, or the one to expect of the model that was."""
    about = {
        "--model": options.model_id or None,
        "--quant": options.quant or None,
        "--context": options.n_ctx,
    }
    named = [name for name, value in about.items() if value is not None]
    if options.tokens_per_second is not None:
        if named:
            message = f"--tokens-per-second and {named[0]} both say the speed: keep one of them"
            raise click.UsageError(message)
        return cost_report.Speed(options.tokens_per_second)
    if not named:
        raise click.UsageError(
            "say how fast it is: with --tokens-per-second, or with --model, --quant, --context "
            "and --device"
        )
    model_id, quant, n_ctx = options.model_id, options.quant, options.n_ctx
    if not (catalogue and model_id and quant and n_ctx and devices):
        missing = _missing(about | {"--device": devices or None})
        raise click.UsageError(f"to know the speed of a model, give {missing} too")
    return _expected_speed(catalogue, model_id, quant, n_ctx, devices)


def _expected_speed(
    catalogue: Catalogue, model_id: str, quant: str, n_ctx: int, devices: tuple[Device, ...]
) -> cost_report.Speed:
    """The speed to expect of a model on devices; refuses one that they have no room for."""
    from lemario.calc.answers import answer
    from lemario.calc.questions import Question, default_settings

    entry = pick(catalogue.models, model_id, "--model", "model")
    file_type = pick_key(catalogue.file_types, quant, "--quant", "file type")
    found = answer(Question(entry.architecture, file_type, default_settings(n_ctx), devices)).device
    assert found is not None, "there is a device"
    what = f"{entry.model.name}, {file_type}, {n_ctx:,} tokens of context"
    where = names_of(devices)
    if found.fit == "no":
        raise click.UsageError(
            f"{what} does not fit on {where}: `lemario vram` tells what does; if a part of it is "
            "in RAM, give --tokens-per-second"
        )
    if found.fit == "tight":
        click.echo(f"note: it may be that {what} just does not fit on {where}", err=True)
    rates = found.decode_tokens_per_second
    return cost_report.Speed(rates["expected"], rates, of=f"{what}, on {where}")


def _power(options: CostOptions, devices: tuple[Device, ...]) -> cost_report.Power:
    """The power that was given, or the TDP of all devices."""
    if options.loaded_w is not None:
        power = cost_report.Power(options.loaded_w)
    elif not devices:
        raise click.UsageError("say the power with --loaded-w, or name a device with --device ID")
    else:
        known = [device.tdp_w for device in devices if device.tdp_w is not None]
        if len(known) < len(devices):
            name = next(device.name for device in devices if device.tdp_w is None)
            raise click.UsageError(f"the catalogue has no TDP of {name}: give --loaded-w")
        power = cost_report.Power(sum(known), tdp_of=names_of(devices))
    if options.idle_w > power.watts:
        more = "" if power.tdp_of is None else ", the TDP of the devices alone: give --loaded-w"
        raise click.UsageError(
            f"--idle-w is more than the power while it generates, {power.watts:g} W{more}"
        )
    return power


def _missing(given: dict[str, Any]) -> str:
    """The options that were left out, as a list in words."""
    names = [name for name, value in given.items() if value is None]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
