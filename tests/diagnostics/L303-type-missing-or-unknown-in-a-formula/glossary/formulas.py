def bytes_of(bits) -> float:
    """The bytes that hold `bits`."""
    return bits / 8
