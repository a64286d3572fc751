"""Finds the browser that the tests drive; run as a module, prints its path or fails."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ELSEWHERE = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)

# Without a sandbox, since the tests may run as root in a container; without what a browser does
# over the network of its own accord.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_browser() -> Path | None:
    """The Chromium or Chrome to use, or None if there is none.

    `LEMARIO_BROWSER` wins, then what is installed on the system, then what Playwright downloaded.
    """
    named = os.environ.get("LEMARIO_BROWSER")
    if named:
        return Path(named) if Path(named).is_file() else None
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    candidates = [Path(path) for path in ELSEWHERE]
    candidates.append(_playwright_chromium())
    return next((path for path in candidates if path.is_file()), None)


def _playwright_chromium() -> Path:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


if __name__ == "__main__":
    browser = find_browser()
    if browser is None:
        sys.exit("no Chromium or Chrome found")
    sys.stdout.write(f"{browser}\n")
