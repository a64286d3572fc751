"""What `lemario cost` says: one object for programs, a few lines for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lemario.calc.records import Estimate, OwnHardware


@dataclass(frozen=True, slots=True)
class Speed:
    """Tokens a second; if they are an estimate, with its bounds, and of what on what."""

    tokens_per_second: float
    estimates: Mapping[Estimate, float] | None = None
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Power:
    """Power while it generates; `tdp_of` names the devices if it is their TDP."""

    watts: float
    tdp_of: str | None = None


class Api(NamedTuple):
    """Prices for a million tokens, and tokens of input for each one of output."""

    input_price: float
    output_price: float
    inputs_per_output: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What the report is about, and where its speed and power are from."""

    hardware: OwnHardware
    speed: Speed
    power: Power
    api: Api | None
    currency: str | None


def as_json(asked: Asked) -> dict[str, Any]:
    """What was given and what follows, by the names of the formulas; prices in the one currency.

    `decode_tokens_per_second` is there if the speed is the expected one of a model, `tdp_of` if
    the power is a TDP. Break-even is null if it never pays off.
    """
    from lemario.calc import cost

    h = asked.hardware
    joules = cost.energy_per_token_joules(h.loaded_w, h.tokens_per_second)
    result: dict[str, Any] = {
        "currency": asked.currency,
        "own_hardware": h._asdict(),
        "speed_of": asked.speed.of,
        "decode_tokens_per_second": asked.speed.estimates and dict(asked.speed.estimates),
        "tdp_of": asked.power.tdp_of,
        "energy_per_token_joules": joules,
        "energy_per_million_tokens_kwh": cost.cost_per_million_tokens(joules, 1.0),
        "cost_per_million_tokens": cost.cost_per_million_tokens(joules, h.price_per_kwh),
        "average_power_w": cost.average_power_w(h),
        "tokens_per_month": cost.tokens_per_month(h),
        "power_cost_per_month": cost.power_cost_per_month(h),
        "purchase_cost_per_month": cost.purchase_cost_per_month(h),
        "own_cost_per_month": cost.own_cost_per_month(h),
        "own_cost_per_million_tokens": cost.own_cost_per_million_tokens(h),
        "api": asked.api and asked.api._asdict(),
    }
    if asked.api is None:
        return result
    price = cost.api_price_per_million_tokens(*asked.api)
    pays_off = cost.pays_off(h, price)
    return result | {
        "api_price_per_million_tokens": price,
        "saving_per_month": cost.saving_per_month(h, price),
        "pays_off": pays_off,
        "break_even_months": cost.break_even_months(h, price) if pays_off else None,
        "break_even_tokens": cost.break_even_tokens(h, price) if pays_off else None,
    }


def lines_of(asked: Asked) -> Sequence[str]:
    """The same for people."""
    from lemario.calc import cost

    h, unit = asked.hardware, f"{asked.currency} " if asked.currency else ""
    joules = cost.energy_per_token_joules(h.loaded_w, h.tokens_per_second)
    kwh = cost.cost_per_million_tokens(joules, 1.0)
    purchase, electricity = cost.purchase_cost_per_month(h), cost.power_cost_per_month(h)
    watts = f"{_number(cost.average_power_w(h))} W on average"
    tokens = cost.tokens_per_month(h)
    lines = [
        *([asked.speed.of] if asked.speed.of else []),
        _row("speed", h.tokens_per_second, "tokens/s", _about_speed(asked.speed)),
        _row("power", h.loaded_w, "W", _about_power(asked.power)),
        _row("energy", joules, "J a token", f"{_number(kwh)} kWh a million"),
        _row(
            "electricity",
            cost.cost_per_million_tokens(joules, h.price_per_kwh),
            f"{unit}a million tokens",
            "while it generates",
        ),
        _row("tokens", tokens, "a month", f"in {h.utilisation * 100:.3g} % of the hours"),
        _row(
            "own cost",
            cost.own_cost_per_month(h),
            f"{unit}a month",
            f"purchase {_number(purchase)}, electricity {_number(electricity)} at {watts}",
        ),
        _row(
            "", cost.own_cost_per_million_tokens(h), f"{unit}a million tokens", "that it generates"
        ),
    ]
    if asked.api is not None:
        price = cost.api_price_per_million_tokens(*asked.api)
        per_output = f"of output, with {asked.api.inputs_per_output:g} of input for each"
        lines.append(_row("API", price, f"{unit}a million tokens", per_output))
        lines.append(_break_even(h, price))
    return lines


def _break_even(h: OwnHardware, price: float) -> str:
    """When one's own hardware has cost as much as the API, or why it never will."""
    from lemario.calc import cost

    if not cost.pays_off(h, price):
        with_api = cost.tokens_per_month(h) * price / 1000000
        return (
            f"It never pays off: a month's tokens cost {_number(with_api)} with the API, and the "
            f"electricity alone {_number(cost.power_cost_per_month(h))}."
        )
    if h.purchase_price == 0:
        return "It pays off from the first token on: there is no purchase to pay for."
    months, tokens = cost.break_even_months(h, price), cost.break_even_tokens(h, price)
    when = f"after about {months:,.1f} months, {tokens / 1000000:,.0f} million tokens"
    if months > 12 * h.years:
        return f"It pays off {when}: later than {12 * h.years:g}, when its use ends."
    return f"It pays off {when}."


def _about_speed(speed: Speed) -> str:
    if speed.estimates is None:
        return ""
    low, high = speed.estimates["low"], speed.estimates["high"]
    return f"an estimate, {low:.1f} to {high:.1f}, for one user; input takes time besides"


def _about_power(power: Power) -> str:
    return f"TDP of {power.tdp_of}; the rest of the machine comes on top" if power.tdp_of else ""


def _row(label: str, value: float, unit: str, note: str = "") -> str:
    return f"  {label:<12}{_number(value):>14} {unit:<22} {note}".rstrip()


def _number(value: float) -> str:
    """Two decimals, more for what is below one, none for what is long."""
    if value >= 10000:
        return f"{value:,.0f}"
    return f"{value:,.2f}" if value >= 1 or value == 0 else f"{value:.3g}"
