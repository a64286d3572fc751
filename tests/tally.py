"""What the long tests count, so that the end of a run can say how much was tried."""

from __future__ import annotations

import os
from collections import Counter

COUNTS: Counter[str] = Counter()
"""Faults, kills, steps … of this run, by name."""

TORTURE = bool(os.environ.get("LEMARIO_TORTURE"))
"""Set by `make torture`: try everything, not a part of it."""
