"""Finds the browsers that the tests drive.

Run as a module, prints the path of Chromium, or of Firefox if asked for `firefox`; or fails.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ELSEWHERE = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)
FIREFOX_NAMES = ("firefox-esr", "firefox")
FIREFOX_ELSEWHERE = ("/Applications/Firefox.app/Contents/MacOS/firefox",)

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
    return _installed(NAMES, ELSEWHERE) or _playwright_chromium()


def find_firefox() -> Path | None:
    """The Firefox to use, or None if there is none.

    `LEMARIO_FIREFOX` wins, then what is installed on the system.
    """
    named = os.environ.get("LEMARIO_FIREFOX")
    if named:
        return Path(named) if Path(named).is_file() else None
    return _installed(FIREFOX_NAMES, FIREFOX_ELSEWHERE)


def _installed(names: Iterable[str], elsewhere: Iterable[str]) -> Path | None:
    for name in names:
        if found := shutil.which(name):
            return Path(found)
    return next((path for path in map(Path, elsewhere) if path.is_file()), None)


def _playwright_chromium() -> Path | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.is_file() else None


if __name__ == "__main__":
    firefox = sys.argv[1:] == ["firefox"]
    browser = find_firefox() if firefox else find_browser()
    if browser is None:
        sys.exit("no Firefox found" if firefox else "no Chromium or Chrome found")
    sys.stdout.write(f"{browser}\n")
