"""Energy and cost of tokens, with an API or on one's own hardware. Written in the dialect.

Prices are given, never built in, all in one currency. A month is a twelfth of 365.25 days: 730.5
hours. Tokens of one's own hardware are those that it generates.
"""

from __future__ import annotations

from lemario.calc.records import OwnHardware
from lemario.formula.language import Positive

# --- Energy --------------------------------------------------------------------------------------


def energy_per_token_joules(power_w: float, tokens_per_second: Positive) -> float:
    """Energy of one token."""
    return power_w / tokens_per_second


def cost_per_million_tokens(joules_per_token: float, price_per_kwh: float) -> float:
    """Price of the electricity for a million tokens: a kWh is 3.6 million joules."""
    return joules_per_token * 1000000 / 3600000 * price_per_kwh


# --- With an API ---------------------------------------------------------------------------------


def api_cost(
    input_tokens: float, output_tokens: float, input_price: float, output_price: float
) -> float:
    """Price of some tokens of input and of output, at prices for a million of each."""
    return (input_tokens * input_price + output_tokens * output_price) / 1000000


def api_price_per_million_tokens(
    input_price: float, output_price: float, inputs_per_output: float
) -> float:
    """Price of a million tokens of output together with the input that they go with."""
    return output_price + input_price * inputs_per_output


# --- On one's own hardware -----------------------------------------------------------------------


def average_power_w(h: OwnHardware) -> float:
    """Power over all hours, in those that it generates and those that it waits."""
    return h.loaded_w * h.utilisation + h.idle_w * (1 - h.utilisation)


def power_cost_per_month(h: OwnHardware) -> float:
    """Price of a month's electricity: average power times hours."""
    return average_power_w(h) / 1000 * 730.5 * h.price_per_kwh


def purchase_cost_per_month(h: OwnHardware) -> float:
    """A month's share of the price of purchase."""
    return h.purchase_price / (12 * h.years)


def own_cost_per_month(h: OwnHardware) -> float:
    """Price of a month: the share of the purchase, and the electricity."""
    return purchase_cost_per_month(h) + power_cost_per_month(h)


def tokens_per_month(h: OwnHardware) -> Positive:
    """Tokens generated in a month."""
    return h.tokens_per_second * h.utilisation * 3600 * 730.5


def own_cost_per_million_tokens(h: OwnHardware) -> float:
    """Price of a million tokens: that of a month over the tokens of a month."""
    return own_cost_per_month(h) / tokens_per_month(h) * 1000000


# --- Which is cheaper ----------------------------------------------------------------------------


def saving_per_month(h: OwnHardware, api_price: float) -> float:
    """What a month's tokens would cost with an API, less the electricity.

    `api_price` is for a million tokens of output (`api_price_per_million_tokens`).
    """
    return tokens_per_month(h) * api_price / 1000000 - power_cost_per_month(h)


def pays_off(h: OwnHardware, api_price: float) -> bool:
    """Whether one's own hardware ever costs less than the API: each month has to save something."""
    return saving_per_month(h, api_price) > 0


def break_even_months(h: OwnHardware, api_price: float) -> float:
    """Months after which purchase and electricity have cost as much as the API; 0 if never."""
    if not pays_off(h, api_price):
        return 0
    # Positive here; the bound only says so where a divisor must be.
    saving = max(0.000000001, saving_per_month(h, api_price))
    return h.purchase_price / saving


def break_even_tokens(h: OwnHardware, api_price: float) -> float:
    """Tokens after which purchase and electricity have cost as much as the API; 0 if never."""
    return break_even_months(h, api_price) * tokens_per_month(h)
