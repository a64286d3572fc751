def half(x: float) -> float:
    return x / 2
