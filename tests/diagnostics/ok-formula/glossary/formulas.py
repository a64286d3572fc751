def half(x: float) -> float:
    """Half of `x`."""
    return x / 2
