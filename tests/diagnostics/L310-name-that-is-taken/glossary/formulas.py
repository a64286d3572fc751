def scaled(x: float) -> float:
    """Ten times `x`, and one."""
    y = x * 10
    y = y + 1
    return y
