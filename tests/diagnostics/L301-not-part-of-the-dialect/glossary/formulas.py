def cube(x: float) -> float:
    """The cube of `x`."""
    return x**3
