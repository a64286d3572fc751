"""What open pages are told: which site there is now, and what keeps a newer one from being built."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass

PULSE_SECONDS = 15.0
"""After so long without news a listener is told that there are none: who has gone is noticed."""


@dataclass(frozen=True, slots=True)
class State:
    """The site as it stands.

    `pages` and `styles` are marks (see `outputs.marks`) that a page compares with those it was
    served with. `problems` is what the last build reported if it failed, else "". `base` is the
    path that the site is published under.
    """

    pages: str
    styles: str
    problems: str = ""
    base: str = "/"

    def message(self) -> bytes:
        """The state as a server-sent event."""
        told = {"pages": self.pages, "styles": self.styles, "problems": self.problems}
        # JSON has no bare line ends, so that the event is one line.
        return f"data: {json.dumps(told)}\n\n".encode()


class Live:
    """Holds the current state and passes each new one on, from any thread to any event loop."""

    def __init__(self, state: State) -> None:
        self._lock = threading.Lock()
        self._state = state
        self._closed = False
        self._listeners: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    @property
    def state(self) -> State:
        """The current state."""
        with self._lock:
            return self._state

    def publish(self, state: State) -> None:
        """Makes `state` the current one and tells all who follow."""
        with self._lock:
            self._state = state
        self._wake()

    def close(self) -> None:
        """Ends what `follow` gives, now and in future."""
        with self._lock:
            self._closed = True
        self._wake()

    async def follow(self) -> AsyncIterator[State | None]:
        """The current state, then each newer one, until `close`; None now and then if none comes.

        Of several that come at once only the last is given: each says all there is to know.
        """
        news = asyncio.Event()
        listener = (asyncio.get_running_loop(), news)
        with self._lock:
            self._listeners.add(listener)
        told: State | None = None
        try:
            while True:
                # Cleared before looking: what is published from here on is seen in the next round.
                news.clear()
                with self._lock:
                    state, closed = self._state, self._closed
                if state != told:
                    told = state
                    yield state
                if closed:
                    return
                try:
                    await asyncio.wait_for(news.wait(), PULSE_SECONDS)
                except TimeoutError:
                    yield None
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def _wake(self) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for loop, news in listeners:
            # A loop that has ended has nobody left to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(news.set)
