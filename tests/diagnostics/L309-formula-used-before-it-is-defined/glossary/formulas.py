def double(x: float) -> float:
    """Twice `x`."""
    return add(x, x)


def add(x: float, y: float) -> float:
    """The sum."""
    return x + y
