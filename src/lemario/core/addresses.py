"""Web addresses that may stand in files and pages."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_ADDRESS = re.compile(r"https?://[^\s\"<>\\^`{|}]+", re.IGNORECASE)


def is_web_address(text: str) -> bool:
    """Whether it begins with http:// or https:// and has no spaces, quotes or braces."""
    return _ADDRESS.fullmatch(text) is not None


def is_base_address(text: str) -> bool:
    """Whether addresses of pages can be made by adding to it: it has a host and no `?` or `#`."""
    if not is_web_address(text) or "?" in text or "#" in text:
        return False
    try:
        return bool(urlsplit(text).hostname)
    except ValueError:  # brackets that hold no address of IPv6
        return False
