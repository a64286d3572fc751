"""`python -m scripts.speed_fit`: fits the constants of `calc.speed`, and says how well they do.

The time of a token is a sum of known amounts, each times one constant, so the constants follow
from least squares of the relative errors. To see what they are worth elsewhere, each device is
left out in turn. The constants of RAM are fitted after the others, which they do not change.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from scripts.speed_fit.fitting import errors, fit, left_out, median_error
from scripts.speed_fit.rows import Amounts, Row, decode_rows, prefill_rows, ram_rows


def _say(line: str = "") -> None:
    sys.stdout.write(f"{line}\n")


def _say_constants(constants: Amounts) -> None:
    for name, value in constants.items():
        share = name.startswith(("reading", "products"))
        shown = f"share {1 / value:.3f}" if share else f"{value:.3f}"
        _say(f"  {name:<20}{shown}")


def _say_errors(label: str, found: Sequence[float]) -> None:
    ordered = sorted(found)
    low, high = ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10]
    _say(
        f"  {label:<34}{len(found):>4} rows   median {median_error(found):6.1%}"
        f"   8 in 10 within {low:+.0%} {high:+.0%}"
    )


def fit_ram(rows: Sequence[Row], known: Amounts) -> Amounts:
    """The constants of RAM, from what is left when the time on the GPU is taken off."""
    left = []
    for row in rows:
        gpu = sum(row.amounts[name] * known[name] for name in row.amounts if name in known)
        amounts = {name: value for name, value in row.amounts.items() if name not in known}
        left.append(Row(row.device, amounts, row.seconds - gpu, False, row.given))
    return fit(left)


def main() -> None:
    """Fits everything and writes it down."""
    rows, held_out = decode_rows("rows"), decode_rows("held_out")
    constants = fit(rows)
    _say("Decoding: share of the bandwidth; ms a layer; ms a device")
    _say_constants(constants)
    _say_errors("one device", errors([row for row in rows if row.lone], constants))
    _say_errors("all", errors(rows, constants))
    others = left_out(rows)
    _say_errors("one device, itself left out", [error for row, error in others if row.lone])
    _say_errors("all, their device left out", [error for _, error in others])
    _say_errors("held out: devices not fitted to", errors(held_out, constants))
    _say("In RAM: share of the bandwidth; ms a layer")
    in_ram = ram_rows()
    ram = fit_ram(in_ram, constants)
    _say_constants(ram)
    _say_errors("partly or wholly in RAM", errors(in_ram, {**constants, **ram}))
    _say("Prefill: share of the compute; µs a layer")
    prompts = prefill_rows()
    prefill = fit(prompts)
    _say_constants(prefill)
    _say_errors("one device", errors(prompts, prefill))
    _say_errors("one device, itself left out", [error for _, error in left_out(prompts)])


if __name__ == "__main__":
    main()
