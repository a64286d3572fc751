"""`lemario serve` as a person uses it: edit, look, break, mend, stop."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests import small
from tests.e2e.conftest import build
from tests.e2e.guard import Guard

PATIENCE = 30_000
"""Milliseconds after which what should have come will not come any more."""


@dataclass
class Preview:
    """A running preview of the glossary in `folder`, with its first site built."""

    folder: Path
    process: subprocess.Popen[str]
    url: str

    def write(self, text: str, term: str = "caso") -> None:
        (self.folder / f"glossary/terms/{term}.yaml").write_text(text, encoding="utf-8")

    def read_until(self, pattern: str) -> str:
        """The first line of its output that matches; its output so far must not end before."""
        assert self.process.stdout is not None
        seen = []
        for line in self.process.stdout:
            seen.append(line)
            if re.search(pattern, line):
                return line
        pytest.fail(f"no {pattern!r} in:\n{''.join(seen)}", pytrace=False)


@contextmanager
def previewing(folder: Path, *options: str) -> Iterator[Preview]:
    """Runs `lemario serve` in a folder; gives it once the first site is built."""
    lemario = str(Path(sys.executable).with_name("lemario"))
    command = [lemario, "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    running = Preview(folder, process, "")
    try:
        serving = re.search(r"http://\S+", running.read_until("^Serving "))
        assert serving is not None
        running.url = serving[0]
        running.read_until("^Built")
        yield running
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    small.write(tmp_path / "glossary", {"caso": small.term(), "gpu": small.term("GPU", "GPU")})
    with previewing(tmp_path) as running:
        yield running


@pytest.fixture
def term(page: Page, preview: Preview) -> Iterator[Page]:
    """The page of a term; left before the server goes."""
    page.goto(f"{preview.url}terminos/caso.html")
    yield page
    page.close()


def test_an_edit_is_shown(preview: Preview, term: Page) -> None:
    expect(term.locator("main")).to_contain_text("Una situación inventada.")
    preview.write(small.term(es_text="Una situación de verdad."))
    expect(term.locator("main")).to_contain_text("Una situación de verdad.", timeout=PATIENCE)
    preview.write(small.term(es_text="Y otra más."))
    expect(term.locator("main")).to_contain_text("Y otra más.", timeout=PATIENCE)
    preview.read_until(r"^Built: \d+ files? changed, 0 warnings, .* \(caso\.yaml\)")


def test_a_fault_is_shown_over_the_last_site_until_it_is_mended(
    preview: Preview, term: Page
) -> None:
    preview.write(small.term(more='relatd: ["<img src=x>"]'))
    panel = term.locator("lemario-problems")
    expect(panel).to_contain_text("glossary/terms/caso.yaml:12:1: error[L103]", timeout=PATIENCE)
    expect(panel).to_contain_text('relatd: ["<img src=x>"]')
    expect(panel).to_contain_text('did you mean "related"?')
    expect(panel.locator("img")).to_have_count(0)
    expect(term.locator("main")).to_contain_text("Una situación inventada.")
    box = panel.bounding_box()
    assert box is not None
    # Its style has come through the page's content security policy.
    assert term.viewport_size is not None
    assert box["width"] == term.viewport_size["width"]
    preview.read_until(r"^glossary/terms/caso\.yaml:12:1: error\[L103\]")
    preview.read_until(r"^Failed: 1 error, 0 warnings, ")

    # Another page shows it, too, and so does this one when it is loaded again.
    term.goto(f"{preview.url}index.html")
    expect(panel).to_contain_text("error[L103]")

    # Hidden, it stays away until there is something else to say.
    panel.get_by_role("button", name="Hide").click()
    expect(panel).to_have_count(0)
    preview.write(small.term(more="catgory: x"))
    expect(panel).to_contain_text('"catgory"', timeout=PATIENCE)

    term.goto(f"{preview.url}terminos/caso.html")
    expect(panel).to_be_visible()
    preview.write(small.term(es_text="Todo en orden."))
    expect(term.locator("main")).to_contain_text("Todo en orden.", timeout=PATIENCE)
    expect(panel).to_have_count(0)


def test_a_fault_mended_without_another_change_only_takes_the_panel_away(
    preview: Preview, term: Page
) -> None:
    term.evaluate("window.same = true")
    preview.write(small.term(more="relatd: [gpu]"))
    expect(term.locator("lemario-problems")).to_be_visible(timeout=PATIENCE)
    preview.write(small.term())
    expect(term.locator("lemario-problems")).to_have_count(0, timeout=PATIENCE)
    assert term.evaluate("window.same") is True


def test_a_new_term_and_one_that_goes(preview: Preview, term: Page, guard: Guard) -> None:
    guard.expect("404")
    term.goto(f"{preview.url}terminos/nuevo.html")
    expect(term.get_by_role("heading", level=1)).to_have_text("Esta página no existe")
    # Its links work at this depth, too: scripts and styles have come.
    assert term.evaluate("typeof LemarioUi") == "object"
    preview.write(small.term("Nuevo", "New"), "nuevo")
    expect(term.get_by_role("heading", level=1)).to_contain_text("Nuevo", timeout=PATIENCE)
    (preview.folder / "glossary/terms/nuevo.yaml").unlink()
    expect(term.get_by_role("heading", level=1)).to_have_text(
        "Esta página no existe", timeout=PATIENCE
    )


def test_a_style_sheet_is_exchanged_without_loading_the_page_again(
    tmp_path: Path, root: Path, page: Page
) -> None:
    small.write(tmp_path / "glossary", {"caso": small.term()})
    shutil.copytree(root / "templates", tmp_path / "theme")
    sheet = tmp_path / "theme/assets/css/base.css"
    with previewing(tmp_path, "--theme", "theme") as running:
        page.goto(running.url)
        page.evaluate("window.same = true")
        links = page.locator("link[rel=stylesheet]")
        count = links.count()
        for colour in ("rgb(1, 2, 3)", "rgb(3, 2, 1)"):
            text = sheet.read_text(encoding="utf-8")
            sheet.write_text(f"{text}\nbody {{ background: {colour} !important }}\n", "utf-8")
            expect(page.locator("body")).to_have_css("background-color", colour, timeout=PATIENCE)
            expect(links).to_have_count(count)
        assert page.evaluate("window.same") is True
        page.close()


def test_the_built_site_is_that_of_a_plain_build(preview: Preview, term: Page) -> None:
    preview.write(small.term(es_text="Una situación de verdad."))
    expect(term.locator("main")).to_contain_text("Una situación de verdad.", timeout=PATIENCE)
    build(preview.folder / "glossary", preview.folder / "plain", "--no-cache")
    served = small.snapshot(preview.folder / "build/site")
    assert served == small.snapshot(preview.folder / "plain")


def test_an_interrupt_ends_it_in_good_order(preview: Preview, term: Page) -> None:
    term.wait_for_load_state("networkidle", timeout=PATIENCE)
    preview.process.send_signal(signal.SIGINT)
    output, _ = preview.process.communicate(timeout=PATIENCE / 1000)
    assert preview.process.returncode == 0
    assert "Traceback" not in output
    assert "Aborted" not in output


def test_nobody_else_on_the_network_reaches_it(preview: Preview) -> None:
    port = urlsplit(preview.url).port
    assert port is not None
    socket.create_connection(("127.0.0.1", port), timeout=5).close()
    for address in other_addresses():
        with pytest.raises(OSError, match=r"refused|timed out|unreachable|assign"):
            socket.create_connection((address, port), timeout=2).close()


def other_addresses() -> set[str]:
    """Addresses of this machine besides those that mean itself; one of them always exists on Linux."""
    found = {"127.0.0.2"}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which address would be used on the way out.
            probe.connect(("192.0.2.1", 9))
            found.add(probe.getsockname()[0])
        except OSError:
            pass  # This machine is on no network.
    return found
