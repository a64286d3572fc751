"""Energy and cost: figures worked out by hand, and what holds for all prices."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lemario.calc import cost
from lemario.calc.records import OwnHardware

# A card of 700 that takes 350 W, at 100 tokens a second for a tenth of three years.
CARD = OwnHardware(
    purchase_price=700.0,
    years=3.0,
    utilisation=0.1,
    idle_w=50.0,
    loaded_w=350.0,
    price_per_kwh=0.2,
    tokens_per_second=100.0,
)

PRICES = st.floats(0, 1e5)
HARDWARE = st.builds(
    OwnHardware,
    purchase_price=PRICES,
    years=st.floats(0.1, 20),
    utilisation=st.floats(0.001, 1),
    idle_w=st.floats(0, 500),
    loaded_w=st.floats(0, 5000),
    price_per_kwh=st.floats(0, 2),
    tokens_per_second=st.floats(0.1, 1e5),
)
API_PRICES = st.floats(0.001, 1000)


def test_energy_and_its_price() -> None:
    joules = cost.energy_per_token_joules(350.0, 100.0)
    assert joules == 3.5
    assert cost.cost_per_million_tokens(joules, 0.2) == pytest.approx(3.5e6 / 3.6e6 * 0.2)


def test_the_price_of_an_api_is_by_the_million() -> None:
    assert cost.api_cost(3000.0, 500.0, 0.27, 1.1) == pytest.approx(0.00136)
    assert cost.api_price_per_million_tokens(0.27, 1.1, 6.0) == pytest.approx(2.72)


def test_a_month_of_ones_own_hardware() -> None:
    # 80 W for 730.5 hours are 58.44 kWh; 700 over 36 months; 73.05 hours at 360,000 tokens.
    assert cost.average_power_w(CARD) == pytest.approx(80)
    assert cost.power_cost_per_month(CARD) == pytest.approx(11.688)
    assert cost.purchase_cost_per_month(CARD) == pytest.approx(19.4444, rel=1e-5)
    assert cost.own_cost_per_month(CARD) == pytest.approx(31.1324, rel=1e-5)
    assert cost.tokens_per_month(CARD) == pytest.approx(26_298_000)
    assert cost.own_cost_per_million_tokens(CARD) == pytest.approx(1.18383, rel=1e-5)


def test_it_breaks_even_when_what_was_saved_is_what_was_paid() -> None:
    # At 1 a million, a month's tokens would cost 26.298: 14.61 more than the electricity.
    assert cost.saving_per_month(CARD, 1.0) == pytest.approx(14.61)
    assert cost.break_even_months(CARD, 1.0) == pytest.approx(47.9124, rel=1e-5)
    assert cost.break_even_tokens(CARD, 1.0) == pytest.approx(1.26e9)


def test_where_electricity_costs_more_than_the_api_it_never_pays_off() -> None:
    assert not cost.pays_off(CARD, 0.4)
    assert cost.break_even_months(CARD, 0.4) == 0
    assert cost.break_even_tokens(CARD, 0.4) == 0


def test_hardware_that_never_waits_pays_for_the_energy_of_its_tokens() -> None:
    busy = CARD._replace(purchase_price=0.0, utilisation=1.0)
    joules = cost.energy_per_token_joules(busy.loaded_w, busy.tokens_per_second)
    assert cost.own_cost_per_million_tokens(busy) == pytest.approx(
        cost.cost_per_million_tokens(joules, busy.price_per_kwh)
    )


@given(HARDWARE, API_PRICES)
def test_at_break_even_both_have_cost_the_same(h: OwnHardware, api_price: float) -> None:
    # A saving far below what it is the difference of is lost in rounding.
    assume(cost.saving_per_month(h, api_price) > 1e-3 * cost.power_cost_per_month(h) + 1e-6)
    months = cost.break_even_months(h, api_price)
    own = h.purchase_price + months * cost.power_cost_per_month(h)
    api = cost.api_cost(0.0, cost.break_even_tokens(h, api_price), 0.0, api_price)
    assert own == pytest.approx(api, rel=1e-6)


@given(HARDWARE, API_PRICES)
def test_spread_to_the_break_even_a_million_tokens_cost_the_same(
    h: OwnHardware, api_price: float
) -> None:
    assume(cost.saving_per_month(h, api_price) > 1e-3 * cost.power_cost_per_month(h) + 1e-6)
    # From a cent on: of less, a month's share is lost in rounding.
    assume(h.purchase_price >= 0.01)
    spread = h._replace(years=cost.break_even_months(h, api_price) / 12)
    assert cost.own_cost_per_million_tokens(spread) == pytest.approx(api_price, rel=1e-6)


@given(HARDWARE, API_PRICES)
def test_it_pays_off_exactly_if_there_is_something_to_save(
    h: OwnHardware, api_price: float
) -> None:
    pays = cost.pays_off(h, api_price)
    assert pays == (cost.saving_per_month(h, api_price) > 0)
    assert pays or cost.break_even_months(h, api_price) == 0


@pytest.mark.parametrize("field", ["purchase_price", "idle_w", "loaded_w", "price_per_kwh"])
@given(h=HARDWARE, more=st.floats(0, 1e4))
def test_what_is_dearer_never_costs_less(field: str, h: OwnHardware, more: float) -> None:
    changed: dict[str, Any] = {field: getattr(h, field) + more}
    dearer = h._replace(**changed)
    assert cost.own_cost_per_million_tokens(dearer) >= cost.own_cost_per_million_tokens(h)


@given(h=HARDWARE, more=st.floats(0, 20))
def test_more_years_never_cost_more(h: OwnHardware, more: float) -> None:
    longer = h._replace(years=h.years + more)
    assert cost.own_cost_per_million_tokens(longer) <= cost.own_cost_per_million_tokens(h)


@given(h=HARDWARE, price=API_PRICES, more=st.floats(0, 1000))
def test_a_dearer_api_is_reached_sooner(h: OwnHardware, price: float, more: float) -> None:
    assume(cost.pays_off(h, price))
    assert cost.break_even_months(h, price + more) <= cost.break_even_months(h, price)


@given(h=HARDWARE, price=API_PRICES, more=PRICES)
def test_a_dearer_purchase_is_reached_later(h: OwnHardware, price: float, more: float) -> None:
    dearer = h._replace(purchase_price=h.purchase_price + more)
    assert cost.break_even_tokens(dearer, price) >= cost.break_even_tokens(h, price)


TOKENS = st.floats(0, 1e12)


@given(TOKENS, TOKENS, API_PRICES, API_PRICES, st.floats(0, 100))
def test_the_api_costs_more_with_each_price(
    input_tokens: float, output_tokens: float, input_price: float, output_price: float, more: float
) -> None:
    plain = cost.api_cost(input_tokens, output_tokens, input_price, output_price)
    assert cost.api_cost(input_tokens, output_tokens, input_price + more, output_price) >= plain
    assert cost.api_cost(input_tokens, output_tokens, input_price, output_price + more) >= plain
