"""How energy and cost are written and called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.symbol import symbol as _s
from lemario.formula.notation import Symbol

COST_SYMBOLS: Mapping[str, Symbol] = {
    "energy_per_token_joules": _s("E", "energía por token", "energy per token", unit="J"),
    "power_w": _s("P", "potencia", "power", unit="W"),
    "joules_per_token": _s("E", "energía por token", "energy per token", unit="J"),
    "price_per_kwh": _s("p", "precio del kWh", "price per kWh"),
    "cost_per_million_tokens": _s("C", "coste por millón de tokens", "cost per million tokens"),
    # With an API
    "api_cost": _s("C", "coste con la API", "cost with the API", "API"),
    "input_tokens": _s("n", "tokens de entrada", "input tokens", "in"),
    "output_tokens": _s("n", "tokens de salida", "output tokens", "out"),
    "input_price": _s("p", "precio de un millón de entrada", "price of a million of input", "in"),
    "output_price": _s("p", "precio de un millón de salida", "price of a million of output", "out"),
    "inputs_per_output": _s("ρ", "tokens de entrada por cada uno de salida", "input per output"),
    "api_price_per_million_tokens": _s(
        "p", "precio de un millón de tokens con la API", "price of a million with the API", "API"
    ),
    "api_price": _s(
        "p", "precio de un millón de tokens con la API", "price of a million with the API", "API"
    ),
    # On one's own hardware
    "OwnHardware.purchase_price": _s("C", "precio de compra", "price of purchase", "0"),
    "OwnHardware.years": _s("a", "años de uso", "years of use"),
    "OwnHardware.utilisation": _s("u", "parte del tiempo en que genera", "share of time in use"),
    "OwnHardware.idle_w": _s("P", "potencia en espera", "power when idle", "0", "W"),
    "OwnHardware.loaded_w": _s("P", "potencia al generar", "power when generating", "1", "W"),
    "OwnHardware.price_per_kwh": _s("p", "precio del kWh", "price per kWh", "kWh"),
    "OwnHardware.tokens_per_second": _s(
        "v", "tokens por segundo", "tokens per second", unit="tokens/s"
    ),
    "average_power_w": _s("P", "potencia media", "average power", "m", "W"),
    "power_cost_per_month": _s("C", "electricidad de un mes", "electricity of a month", "E"),
    "purchase_cost_per_month": _s(
        "C", "parte mensual de la compra", "a month's share of the purchase", "H"
    ),
    "own_cost_per_month": _s("C", "coste de un mes", "cost of a month", "1"),
    "tokens_per_month": _s("n", "tokens de un mes", "tokens of a month", "1"),
    "own_cost_per_million_tokens": _s(
        "C", "coste propio por millón de tokens", "own cost per million tokens", "H"
    ),
    # Which is cheaper
    "saving_per_month": _s("Δ", "ahorro de un mes", "saving of a month"),
    "pays_off": _s("Z", "se amortiza", "pays off"),
    "saving": _s("Δ", "ahorro de un mes", "saving of a month", "+"),
    "break_even_months": _s("t", "meses hasta amortizarse", "months to break even"),
    "break_even_tokens": _s("n", "tokens hasta amortizarse", "tokens to break even", "0"),
}
"""Symbols of `calc.cost`."""
