def bytes_of(bits: float) -> float:
    """The bytes that hold `bits`."""
    return bit / 8
