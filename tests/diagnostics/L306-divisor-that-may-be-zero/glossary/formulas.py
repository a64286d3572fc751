def rate(tokens: float, seconds: float) -> float:
    """Tokens per second."""
    return tokens / seconds
