def at_least_one(x: float) -> float:
    """`x`, or 1 if that is more."""
    if x > 1:
        return x
