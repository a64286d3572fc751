def price(hours: float, night: bool) -> float:
    """What `hours` cost."""
    return hours * (2 if night else 3)
