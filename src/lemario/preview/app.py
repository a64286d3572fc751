"""The web application: the files of the site, the preview's own script, and the stream of news."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lemario.preview.inject import CLIENT, CLIENT_STYLES, EVENTS, with_client
from lemario.preview.live import Live, State
from lemario.preview.outputs import find, media_type

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_NO_SITE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>No site yet</title>
</head>
<body>
<p>There is no site yet: this page reloads as soon as a build succeeds.</p>
</body>
</html>
"""


def application(site: Path, live: Live, port: int) -> Starlette:
    """Serves the folder `site`, whether it exists yet or not, to this machine's own browsers.

    Requests that do not name this machine and `port` as their host are refused: a page of another
    site cannot read the preview by giving its own name this machine's address.
    """
    handlers = _Handlers(site, live)
    client = files("lemario.preview")
    return Starlette(
        routes=[
            Route(EVENTS, handlers.events),
            _fixed(CLIENT, (client / "client.js").read_bytes(), "text/javascript"),
            _fixed(CLIENT_STYLES, (client / "client.css").read_bytes(), "text/css"),
            Route("/{path:path}", handlers.file),
        ],
        middleware=[Middleware(_OnlyThisHost, hosts=hosts(port))],
        exception_handlers={404: handlers.not_found},
    )


def hosts(port: int) -> frozenset[str]:
    """The values of `Host` that name this machine and `port`."""
    names = ("127.0.0.1", "[::1]", "localhost")
    default = names if port == 80 else ()
    return frozenset([*(f"{name}:{port}" for name in names), *default])


class _OnlyThisHost:
    """Refuses requests for any other host."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = [value for name, value in scope["headers"] if name == b"host"]
            if len(given) != 1 or given[0].decode("latin-1").lower() not in self.hosts:
                refusal = PlainTextResponse("Wrong host\n", status_code=400, headers=HEADERS)
                await refusal(scope, receive, send)
                return
        await self.app(scope, receive, send)


class _Handlers:
    """Answers requests from the folder and the state."""

    def __init__(self, site: Path, live: Live) -> None:
        self.site = site
        self.live = live

    async def events(self, request: Request) -> Response:
        """A stream that tells the current state and each newer one."""
        return StreamingResponse(self._news(), media_type="text/event-stream", headers=HEADERS)

    async def _news(self) -> AsyncIterator[bytes]:
        yield b"retry: 500\n\n"
        async for state in self.live.follow():
            yield state.message() if state else b": nothing new\n\n"

    async def file(self, request: Request) -> Response:
        """The file that the address names; a folder's address gets its slash first.

        Raises:
            HTTPException: there is no such file.
        """
        path: str = request.scope["path"]
        state = self.live.state
        base = state.base.removesuffix("/")
        # The links of 404.html begin at the path that the site is published under.
        places = [path, *([path.removeprefix(base)] if base and path.startswith(base) else [])]
        for place in places:
            if file := find(self.site, place):
                return _response(file, state)
            if find(self.site, f"{place}/"):
                return RedirectResponse(f"{quote(path)}/", headers=HEADERS)
        raise HTTPException(404)

    async def not_found(self, request: Request, problem: Exception) -> Response:
        """The site's 404.html, or a word of our own where there is no site."""
        state = self.live.state
        if page := find(self.site, "/404.html"):
            return _response(page, state, 404)
        if find(self.site, "/"):
            return PlainTextResponse("Not found\n", status_code=404, headers=HEADERS)
        return Response(with_client(_NO_SITE, state), 503, HEADERS, "text/html; charset=utf-8")


def _response(file: Path, state: State, status: int = 200) -> Response:
    """The file with its type, pages with the preview's script.

    Raises:
        HTTPException: the file went away since it was found.
    """
    try:
        # Read as a whole: a build may put another file in its place at any moment.
        data = file.read_bytes()
    except OSError as problem:
        raise HTTPException(404) from problem
    if file.suffix == ".html":
        html = data.decode("utf-8", errors="surrogateescape")
        data = with_client(html, state, anywhere=status == 404).encode(
            "utf-8", errors="surrogateescape"
        )
    return Response(data, status, HEADERS, media_type(file))


def _fixed(address: str, content: bytes, kind: str) -> Route:
    response = Response(content, headers=HEADERS, media_type=f"{kind}; charset=utf-8")
    return Route(address, response, methods=["GET"])
