def share(x: float, parts: float = 2) -> float:
    """`x` times `parts`."""
    return x * parts
