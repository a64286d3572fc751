"""Listens on this machine only, serves until interrupted, builds in a thread beside that."""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
from collections.abc import Sequence

import uvicorn

from lemario import pipeline
from lemario.preview.app import application
from lemario.preview.live import Live
from lemario.preview.rebuild import Report, first_state, keep_built

FIRST_PORT = 8000
_TRIED = 50
_LAST_WORDS_SECONDS = 0.3


def listen(port: int | None) -> list[socket.socket]:
    """Sockets on `port` of the loopback addresses, IPv4 and (where there is one) IPv6.

    Without a port, the first free one from `FIRST_PORT` on; 0 is any that is free.

    Raises:
        OSError: the port is taken, or may not be used.
    """
    if port is not None:
        return _open(port)
    for candidate in range(FIRST_PORT, FIRST_PORT + _TRIED):
        try:
            return _open(candidate)
        except OSError as problem:
            if problem.errno != errno.EADDRINUSE:
                raise
    return _open(0)


def port_of(sockets: Sequence[socket.socket]) -> int:
    """The port that the sockets share."""
    port: int = sockets[0].getsockname()[1]
    return port


def serve(options: pipeline.Options, sockets: Sequence[socket.socket], report: Report) -> None:
    """Builds and serves until Ctrl-C, then returns within a second.

    `report` is told about each build, in another thread.
    """
    live = Live(first_state(options.out))
    stop = threading.Event()
    # A daemon, since a build may be under way at the end: one that dies leaves the old site whole.
    builder = threading.Thread(
        target=keep_built, args=(options, live, report, stop), name="builder", daemon=True
    )
    config = uvicorn.Config(
        application(options.out, live, port_of(sockets)),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    builder.start()
    try:
        # Uvicorn stops in good order and then passes the interrupt on.
        with contextlib.suppress(KeyboardInterrupt):
            _Server(config, live).run(sockets=list(sockets))
    finally:
        stop.set()
        builder.join(_LAST_WORDS_SECONDS)


class _Server(uvicorn.Server):
    """Ends the streams of news first: an open one would keep the server alive."""

    def __init__(self, config: uvicorn.Config, live: Live) -> None:
        super().__init__(config)
        self.live = live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops in good order."""
        self.live.close()
        await super().shutdown(sockets)


def _open(port: int) -> list[socket.socket]:
    first = socket.create_server(("127.0.0.1", port))
    try:
        address = ("::1", port_of([first]))
        return [first, socket.create_server(address, family=socket.AF_INET6)]
    except OSError as problem:
        # `localhost` would lead some browsers to whoever listens there.
        if problem.errno == errno.EADDRINUSE:
            first.close()
            raise
        return [first]
