"""Building whenever a source changes."""

from __future__ import annotations

import errno
import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from lemario.pipeline import Options
from lemario.preview import rebuild
from lemario.preview.live import Live, State
from lemario.preview.rebuild import Rebuilt, keep_built
from tests import small


class Watched:
    """Runs `keep_built` on a small glossary, one build at a time."""

    def __init__(self, folder: Path) -> None:
        self.glossary = small.write(folder / "glossary", {"caso": small.term()})
        self.out = folder / "build/site"
        self.live = Live(rebuild.first_state(self.out))
        self.stop = threading.Event()
        self.builds: list[Rebuilt] = []
        self.done = threading.Condition()
        options = Options(self.glossary, "glossary", self.out)
        self.thread = threading.Thread(
            target=keep_built, args=(options, self.live, self.report, self.stop)
        )

    def report(self, build: Rebuilt) -> None:
        with self.done:
            self.builds.append(build)
            self.done.notify_all()

    def after(self, change: Callable[[], object], until: Callable[[State], bool]) -> State:
        """Makes a change and waits until what was built of it is as it should be."""
        with self.done:
            change()
            assert self.done.wait_for(lambda: until(self.live.state), 30), self.live.state
            return self.live.state

    def shows(self, term: str, text: str = "") -> Callable[[State], bool]:
        """Whether there is no problem, and the term's page holds the text."""
        page = self.out / f"terminos/{term}.html"
        return lambda state: (
            not state.problems and page.is_file() and text in page.read_text(encoding="utf-8")
        )

    def write(self, text: str) -> None:
        (self.glossary / "terms/caso.yaml").write_text(text, encoding="utf-8")


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(tmp_path)
    yield watched
    watched.stop.set()
    watched.thread.join(10)
    assert not watched.thread.is_alive()


def failed(state: State) -> bool:
    return state.problems != ""


def test_an_edit_is_built_a_fault_is_told_and_the_last_site_stays(watched: Watched) -> None:
    first = watched.after(watched.thread.start, watched.shows("caso"))
    other = small.term(es_text="Otra cosa.")
    second = watched.after(lambda: watched.write(other), watched.shows("caso", "Otra cosa."))
    assert second.pages != first.pages
    assert second.styles == first.styles

    fault = small.term(more="relatd: [gpu]")
    broken = watched.after(lambda: watched.write(fault), lambda state: "L103" in state.problems)
    assert broken.problems.startswith("glossary/terms/caso.yaml:12:1: error[L103]")
    assert "\x1b" not in broken.problems
    assert broken.pages == second.pages
    assert watched.shows("caso", "Otra cosa.")(second)

    mended = watched.after(lambda: watched.write(other), lambda state: not failed(state))
    assert mended == second


def test_the_folder_may_be_replaced_by_another(watched: Watched, tmp_path: Path) -> None:
    watched.after(watched.thread.start, watched.shows("caso"))
    watched.after(lambda: watched.glossary.rename(tmp_path / "aside"), failed)
    new = {"nuevo": small.term()}
    watched.after(lambda: small.write(watched.glossary, new), watched.shows("nuevo"))
    other = small.term(es="Otro caso", en="Other case")
    watched.after(lambda: watched.write(other), watched.shows("caso"))


def test_a_bug_is_told_and_does_not_end_the_preview(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bug(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("lemario.pipeline.build", bug)
        assert "ZeroDivisionError" in watched.after(watched.thread.start, failed).problems
    other = small.term(es_text="Otra cosa.")
    watched.after(lambda: watched.write(other), watched.shows("caso", "Otra cosa."))


def test_without_watches_to_be_had_the_files_are_looked_at(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    polled = []

    def watch(*folders: Path, force_polling: bool | None, **options: Any) -> Iterator[Any]:
        if not force_polling:
            raise OSError(errno.ENOSPC, "OS file watch limit reached")
        polled.append(folders)
        yield from watchfiles.watch(*folders, force_polling=True, poll_delay_ms=20, **options)

    monkeypatch.setattr("lemario.preview.rebuild.watch", watch)
    watched.after(watched.thread.start, watched.shows("caso"))

    def edit() -> None:
        """Seconds after the first save: whole seconds are all that the polling compares."""
        term = watched.glossary / "terms/caso.yaml"
        saved = term.stat().st_mtime
        watched.write(small.term(es_text="Otra cosa."))
        os.utime(term, (saved + 2, saved + 2))

    watched.after(edit, watched.shows("caso", "Otra cosa."))
    assert len(polled) == 1


def test_hidden_files_start_no_build() -> None:
    matters = rebuild._matters([Path("/a/.b/glossary")])
    yes = ("/a/.b/glossary/terms/gpu.yaml", "/a/.b/glossary/formulas.py", "/a/.b/glossary")
    no = (
        "/a/.b/glossary/terms/.gpu.yaml.swp",
        "/a/.b/glossary/.git/index",
        "/a/.b/glossary/__pycache__/x",
    )
    assert [matters(watchfiles.Change.modified, path) for path in (*yes, *no)] == [True] * 3 + [
        False
    ] * 3


def test_nothing_of_the_preview_is_built_into_the_site(watched: Watched) -> None:
    watched.after(watched.thread.start, watched.shows("caso"))
    built = small.snapshot(watched.out)
    assert "index.html" in built
    assert [
        name for name, data in built.items() if re.search(rb"__lemario|EventSource", data)
    ] == []
