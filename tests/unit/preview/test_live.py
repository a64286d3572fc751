"""What open pages are told, from any thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from lemario.preview.live import Live, State

STATE = State("p1", "s1")


def told(live: Live, between: Callable[[], None], count: int) -> list[State | None]:
    """The first `count` things that `live` tells; after the first, `between` runs in a thread."""

    async def listen() -> list[State | None]:
        heard: list[State | None] = []
        async for state in live.follow():
            heard.append(state)
            if len(heard) == 1:
                threading.Thread(target=between).start()
            if len(heard) == count:
                break
        return heard

    return asyncio.run(asyncio.wait_for(listen(), 10))


def test_who_follows_hears_the_state_and_the_news() -> None:
    live = Live(STATE)
    news = State("p2", "s1", "problem")
    assert told(live, lambda: live.publish(news), 2) == [STATE, news]


def test_who_follows_hears_the_end() -> None:
    live = Live(STATE)
    assert told(live, live.close, 9) == [STATE]
    assert told(live, lambda: None, 9) == [STATE]


def test_silence_is_broken_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemario.preview.live.PULSE_SECONDS", 0.01)
    assert told(Live(STATE), lambda: None, 3) == [STATE, None, None]
