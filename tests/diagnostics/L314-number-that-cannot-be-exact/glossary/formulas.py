def far(x: float) -> float:
    """Far from `x`."""
    return x + 9007199254740993
