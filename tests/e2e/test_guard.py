"""The guard sees what a page does wrong: the other tests of pages rest on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page

from tests.e2e.guard import Guard


def write_page(folder: Path, script: str) -> str:
    """Writes a page that runs `script`; gives its address."""
    (folder / "page.js").write_text(script, encoding="utf-8")
    page = folder / "page.html"
    page.write_text(
        '<!doctype html><html lang="es"><title>t</title><script src="page.js"></script></html>',
        encoding="utf-8",
    )
    return page.as_uri()


def test_a_page_that_does_nothing_wrong(page: Page, guard: Guard, tmp_path: Path) -> None:
    page.goto(write_page(tmp_path, "console.log('fine'); document.title = 'ran';"))
    assert page.title() == "ran"
    assert guard.faults == []


def test_errors_are_seen_in_every_context(
    new_context: Callable[..., BrowserContext], guard: Guard, tmp_path: Path
) -> None:
    page = new_context(color_scheme="dark").new_page()
    page.goto(write_page(tmp_path, "console.error('said'); null.thrown;"))
    guard.expect("^console error: said")
    assert [fault for fault in guard.faults if "said" in fault]
    assert [fault for fault in guard.unexpected() if "null" in fault] == guard.unexpected()
    guard.expect("^uncaught: .*null")
    assert guard.unexpected() == []


def test_requests_to_elsewhere_are_seen(page: Page, guard: Guard, tmp_path: Path) -> None:
    page.goto(write_page(tmp_path, "new Image().src = 'file:///etc/hostname.png';"))
    assert [fault for fault in guard.unexpected() if fault.startswith("request to elsewhere")]
    guard.expect("hostname.png")


def test_a_file_that_is_missing_is_seen(page: Page, guard: Guard, tmp_path: Path) -> None:
    address = write_page(tmp_path, "")
    (tmp_path / "page.js").unlink()
    page.goto(address)
    assert guard.unexpected() != []
    guard.expect("page.js")
