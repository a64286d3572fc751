"""Constants from measured times by least squares, and how far off they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from scripts.speed_fit.rows import Amounts, Row


def fit(rows: Sequence[Row]) -> Amounts:
    """The constants with the least sum of squared relative errors of the times."""
    names = sorted({name for row in rows for name in row.amounts})
    scaled = [[row.amounts.get(name, 0.0) / row.seconds for name in names] for row in rows]
    matrix = [
        [sum(one[i] * one[j] for one in scaled) for j in range(len(names))]
        + [sum(one[i] for one in scaled)]
        for i in range(len(names))
    ]
    return dict(zip(names, _solved(matrix), strict=True))


def _solved(matrix: list[list[float]]) -> list[float]:
    """Gauss-Jordan elimination; the last column is the right-hand side."""
    size = len(matrix)
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(matrix[k][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for k in range(size):
            if k != i:
                factor = matrix[k][i] / matrix[i][i]
                matrix[k] = [a - factor * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(matrix)]


def errors(rows: Iterable[Row], constants: Amounts) -> list[float]:
    """The relative errors of the speeds."""
    return [row.error(constants) for row in rows]


def median_error(found: Iterable[float]) -> float:
    """The median of the errors' sizes."""
    return median(abs(one) for one in found)


def left_out(rows: Sequence[Row]) -> list[tuple[Row, float]]:
    """Each row with its error if the constants are fitted without its device."""
    return [
        (row, row.error(constants))
        for device in sorted({row.device for row in rows})
        for constants in [fit([row for row in rows if row.device != device])]
        for row in rows
        if row.device == device
    ]
