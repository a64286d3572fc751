"""A static web server as a host of pages would be: below a path, with a page for what is not there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

PREFIX = "/un/sitio/"


class _Handler(SimpleHTTPRequestHandler):
    """Serves one folder below `PREFIX`; elsewhere and for missing files, the folder's 404.html."""

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        target = Path(self.translate_path(path))
        if path.startswith(PREFIX) and (target.is_file() or (target / "index.html").is_file()):
            super().do_GET()
        else:
            self._not_found()

    def _not_found(self) -> None:
        page = Path(self.directory, "404.html")
        body = page.read_bytes() if page.is_file() else b"not found"
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(PREFIX))

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: a test reports what went wrong, not each request."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serves `folder` on a free port of this machine; gives the address of its front page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
