"""A real browser on the shipped glossary: opened from disk, and served below a path.

`site` is a folder to open by its `as_uri()`; `published` is the same glossary built with a base URL
and served there. Whichever context a test opens, `guard` fails the test on a console error, an
uncaught exception, or a request for anything outside these two.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.browser import FLAGS, find_browser
from tests.e2e.guard import Guard
from tests.e2e.server import serving


@dataclass(frozen=True)
class Published:
    """A built site and the address that it is served at, which ends in a slash."""

    folder: Path
    url: str


def build(glossary: Path, out: Path, *options: str) -> None:
    """Builds `glossary` into `out` by the command line."""
    lemario = Path(sys.executable).with_name("lemario")
    command = [str(lemario), "build", "--glossary", str(glossary), "--out", str(out)]
    command += ["--quiet", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


@pytest.fixture(scope="session")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped glossary, built without a base URL."""
    out = tmp_path_factory.mktemp("site") / "site"
    build(root / "glossary", out)
    return out


@pytest.fixture(scope="session")
def published(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    """The shipped glossary, built for the address that it is served at."""
    out = tmp_path_factory.mktemp("published") / "site"
    with serving(out) as url:
        build(root / "glossary", out, "--base-url", url)
        yield Published(out, url)


@pytest.fixture(params=["file", "http"])
def address(request: pytest.FixtureRequest) -> str:
    """The front of the site, ending in a slash: once from disk, once from a web server."""
    if request.param == "file":
        folder: Path = request.getfixturevalue("site")
        return f"{folder.as_uri()}/"
    served: Published = request.getfixturevalue("published")
    return served.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's browser in place of one that Playwright would download."""
    browser = find_browser()
    if browser is None:
        pytest.fail("no Chromium or Chrome found: run `make test`, which installs one")
    return {**browser_type_launch_args, "executable_path": str(browser), "args": list(FLAGS)}


@pytest.fixture
def guard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guard]:
    """Fails the test at its end if a page did what it should not; `guard.expect` makes exceptions."""
    guard = Guard((f"{tmp_path_factory.getbasetemp().as_uri()}/", "http://127.0.0.1:"))
    yield guard
    faults = guard.unexpected()
    if faults:
        pytest.fail("\n".join(["The page misbehaved:", *faults]), pytrace=False)


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], guard: Guard
) -> Callable[..., BrowserContext]:
    """Opens browser contexts that the guard watches; `context` and `page` come from here, too."""

    def watched(**options: Any) -> BrowserContext:
        context = new_context(**options)
        guard.watch(context)
        return context

    return watched
