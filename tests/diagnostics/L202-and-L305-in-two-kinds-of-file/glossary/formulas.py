def half(x: float) -> float:
    """Half of `x`, found in ñandú."""
    return x > 2
