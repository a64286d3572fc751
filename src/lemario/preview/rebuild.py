"""Builds the site, and again whenever one of its sources changes."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
from watchfiles import Change, watch

from lemario import pipeline
from lemario.core.places import default_theme_folder
from lemario.core.render_diagnostics import full
from lemario.preview.live import Live, State
from lemario.preview.outputs import marks
from lemario.site.plan import Page
from lemario.site.urls import base_path

# Milliseconds: how long a burst of changes may last, the silence that ends it, and how often the
# watcher looks up from waiting.
_BURST, _SILENCE, _LOOK_UP = 200, 20, 100
_PAUSE = 0.2


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A build: what changed before it, what came of it, how long it took.

    `outcome` is None if the program itself failed; then `crash` is the traceback.
    """

    changed: tuple[Path, ...]
    outcome: pipeline.Outcome | None
    crash: str
    seconds: float

    @property
    def problems(self) -> str:
        """What the page has to show: the diagnostics in full if the build failed, else ""."""
        if self.outcome is None:
            return f"Lemario itself failed; please report this.\n\n{self.crash}"
        if self.outcome.glossary is not None:
            return ""
        return click.unstyle(full(self.outcome.diagnostics, self.outcome.sources))


Report = Callable[[Rebuilt], None]


def first_state(out: Path) -> State:
    """The state before the first build: the site that was built before, if there is one."""
    return State(*marks(out))


def keep_built(
    options: pipeline.Options, live: Live, report: Report, stop: threading.Event
) -> None:
    """Builds at once and after every change of a source until `stop`; to be run in a thread.

    Each outcome goes to `live`, then to `report`. A build that fails leaves the last site.
    """
    theme = options.theme or default_theme_folder()
    for changed in _builds_due((options.glossary, theme), stop):
        try:
            done = _build(options, changed, stop)
        except _StoppedError:
            return
        live.publish(_state(live.state, done, options.out))
        report(done)


class _StoppedError(Exception):
    """There is no use in going on with a build."""


def _build(options: pipeline.Options, changed: tuple[Path, ...], stop: threading.Event) -> Rebuilt:
    def unless_stopped(pages: Iterable[Page]) -> Iterator[Page]:
        for page in pages:
            if stop.is_set():
                raise _StoppedError
            yield page

    started = time.perf_counter()
    outcome, crash = None, ""
    try:
        outcome = pipeline.build(options, unless_stopped)
    except _StoppedError:
        raise
    except Exception:
        # A bug of ours must not end the preview: the next change may well lead around it.
        crash = traceback.format_exc()
    return Rebuilt(changed, outcome, crash, time.perf_counter() - started)


def _state(before: State, done: Rebuilt, out: Path) -> State:
    pages, styles = marks(out)
    if done.outcome is None or done.outcome.glossary is None:
        return replace(before, pages=pages, styles=styles, problems=done.problems)
    return State(pages, styles, base=base_path(done.outcome.glossary.site.base_url))


def _builds_due(folders: Sequence[Path], stop: threading.Event) -> Iterator[tuple[Path, ...]]:
    """Gives the paths that changed each time there is something to build; the first time, none.

    The watch begins before the first build, so that no change in between is lost; and begins anew
    when another folder is put in the place of one that is watched.
    """
    polling = False
    while not stop.is_set():
        try:
            yield from _changes(folders, stop, polling)
        except FileNotFoundError:
            stop.wait(_PAUSE)  # A folder went away just before it was watched.
        except OSError:
            # The system has no more watches to give: look at the files now and then instead.
            polling = True
            stop.wait(_PAUSE)


def _changes(
    folders: Sequence[Path], stop: threading.Event, polling: bool
) -> Iterator[tuple[Path, ...]]:
    """An empty tuple first, then the changed paths of each burst, as long as the folders stay."""
    known = _identities(folders)
    roots = [folder.resolve() for folder, there in zip(folders, known, strict=True) if there]
    first = True
    for changes in watch(
        *roots,
        watch_filter=_matters(roots),
        debounce=_BURST,
        step=_SILENCE,
        rust_timeout=_LOOK_UP,
        yield_on_timeout=True,
        stop_event=stop,
        force_polling=polling or None,
    ):
        if first or changes:
            yield tuple(sorted({Path(path) for _, path in changes}))
        first = False
        if _identities(folders) != known:
            return


def _matters(roots: Sequence[Path]) -> Callable[[Change, str], bool]:
    """Whether a change may matter to a build: not what is hidden, nor Python's caches."""

    def matters(change: Change, path: str) -> bool:
        for root in roots:
            if Path(path).is_relative_to(root):
                parts = Path(path).relative_to(root).parts
                return not any(part.startswith(".") or part == "__pycache__" for part in parts)
        return True

    return matters


def _identities(folders: Sequence[Path]) -> list[tuple[int, int] | None]:
    """Which folders these are at present; None for one that does not exist."""

    def identity(folder: Path) -> tuple[int, int] | None:
        try:
            known = folder.stat()
        except OSError:
            return None
        return known.st_dev, known.st_ino

    return [identity(folder) for folder in folders]
