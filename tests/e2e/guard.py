"""Watches a browser context: a console error or a request to elsewhere is a fault of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError


@dataclass
class Guard:
    """Collects the faults of every page of the contexts that it watches.

    `allowed` holds the beginnings of the addresses that pages may ask for.
    """

    allowed: tuple[str, ...]
    faults: list[str] = field(default_factory=list)
    _expected: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Says that a fault matching `pattern` (a regular expression) is part of the test."""
        self._expected.append(re.compile(pattern))

    def watch(self, context: BrowserContext) -> None:
        """Begins to collect the faults of the pages of `context`, present and future."""
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)

    def unexpected(self) -> list[str]:
        """The faults seen so far that no `expect` announced."""
        return [
            fault
            for fault in self.faults
            if not any(pattern.search(fault) for pattern in self._expected)
        ]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            place = message.location.get("url", "")
            self.faults.append(f"console {message.type}: {message.text} ({place})")

    def _on_error(self, error: WebError) -> None:
        self.faults.append(f"uncaught: {error.error}")

    def _on_request(self, request: Request) -> None:
        if urlsplit(request.url).scheme in ("data", "blob", "about"):
            return
        if not request.url.startswith(self.allowed):
            self.faults.append(f"request to elsewhere: {request.url}")
