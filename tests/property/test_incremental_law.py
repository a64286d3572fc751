"""The law: after any edits and any accidents the site equals one built from nothing, byte for byte."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lemario import pipeline
from lemario.output import exchange, standing
from lemario.render import pages
from tests.bench import EDITS, Bench, Pick, furnish
from tests.faults import CHANGES, Disk
from tests.sites import furnished, stamps
from tests.tally import COUNTS, TORTURE

pytestmark = [
    pytest.mark.usefixtures("quick_builds"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]

# --- Accidents: what happens to the output, the cache and the build itself -----------------------

Accident = Callable[[Bench, Pick], None]


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def output_edited(bench: Bench, pick: Pick) -> None:
    path = pick.of(files_in(bench.workshop.out / "terminos"))
    path.write_bytes(path.read_bytes() + b"by hand")


def output_deleted(bench: Bench, pick: Pick) -> None:
    pick.of(files_in(bench.workshop.out / "assets")).unlink()


def output_swapped(bench: Bench, pick: Pick) -> None:
    """Two files change places: each is whole, neither is right."""
    one, two = files_in(bench.workshop.out / "en")[:2]
    data = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(data)


def output_linked(bench: Bench, pick: Pick) -> None:
    path = bench.workshop.out / "index.html"
    path.rename(bench.workshop.folder / "elsewhere")
    path.symlink_to(bench.workshop.folder / "elsewhere")


def output_lost(bench: Bench, pick: Pick) -> None:
    shutil.rmtree(bench.workshop.out)


def output_added(bench: Bench, pick: Pick) -> None:
    """Refused until it is gone; the site beside it stays."""
    mine = bench.workshop.out / pick.of(("mine.html", "en/mine.html", "terminos/mine.txt"))
    before = bench.workshop.site()
    mine.write_bytes(b"mine")
    refused = bench.workshop.run(*bench.options)
    assert refused.exit_code == 1
    assert "error[L502]" in refused.stderr
    assert mine.read_bytes() == b"mine"
    mine.unlink()
    assert bench.workshop.site() == before


def cache_flipped(bench: Bench, pick: Pick) -> None:
    for path in files_in(bench.workshop.cache):
        data = bytearray(path.read_bytes())
        data[pick.below(len(data))] ^= 1 << pick.below(8)
        path.write_bytes(data)


def cache_cut(bench: Bench, pick: Pick) -> None:
    for path in files_in(bench.workshop.cache):
        data = path.read_bytes()
        path.write_bytes(data[: pick.below(len(data))])


def cache_mixed(bench: Bench, pick: Pick) -> None:
    """Entries change places."""
    entries = files_in(bench.workshop.cache / "page")
    contents = [path.read_bytes() for path in entries]
    for path, data in zip(entries, contents[1:] + contents[:1], strict=True):
        path.write_bytes(data)


def cache_deleted(bench: Bench, pick: Pick) -> None:
    for path in files_in(bench.workshop.cache):
        if pick.below(2):
            path.unlink()


def cache_gone(bench: Bench, pick: Pick) -> None:
    shutil.rmtree(bench.workshop.cache)


def stamp_damaged(bench: Bench, pick: Pick) -> None:
    for path in bench.workshop.cache.glob("stamp-*"):
        data = path.read_bytes()
        path.write_bytes(data.replace(b"a", b"b", 1) if pick.below(2) else data[:-1])


def stamp_from_before(bench: Bench, pick: Pick) -> None:
    """The stamp of this moment is put back after another edit has been built."""
    kept = {path: path.read_bytes() for path in bench.workshop.cache.glob("stamp-*")}
    EDITS["definition"](bench, pick)
    bench.save()
    bench.workshop.run(*bench.options)
    for path, data in kept.items():
        path.write_bytes(data)


def died_before(bench: Bench, pick: Pick) -> None:
    """A dead build left something behind."""
    staging = exchange.staging_of(bench.workshop.out)
    (staging / "en").mkdir(parents=True)
    (staging / "en/index.html").write_bytes(b"half")
    if pick.below(2):
        bench.workshop.out.rename(exchange.old_of(bench.workshop.out))


def killed(bench: Bench, pick: Pick) -> None:
    """A build of another edit dies half-way."""
    EDITS[pick.of(sorted(EDITS))](bench, pick)
    bench.save()
    before = bench.workshop.site()
    child = os.fork()
    if child == 0:
        try:
            disk = Disk(bench.workshop.folder, CHANGES, pick.below(250) + 1)
            disk.acts = lambda kind, path: os._exit(9)
            with pytest.MonkeyPatch.context() as patch:
                disk.install(patch)
                os._exit(bench.workshop.run(*bench.options).exit_code)
        finally:
            os._exit(70)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 9)
    if code == 9:
        COUNTS["kills in the law"] += 1
        assert bench.workshop.site() in (before, bench.workshop.clean(*bench.options))


def taken_back(bench: Bench, pick: Pick) -> None:
    """An edit is built and then undone, so the state of before comes back from the cache."""
    path = bench.workshop.theme / "layout.html"
    old, before = path.read_bytes(), bench.workshop.site()
    EDITS["template"](bench, pick)
    bench.workshop.run(*bench.options)
    path.write_bytes(old)
    bench.workshop.run(*bench.options)
    if path.read_bytes() == old:
        assert set(bench.workshop.site()) == set(before)


def invalid(bench: Bench, pick: Pick) -> None:
    """An edit with a fault: no build until it is mended, and the old site is not touched."""
    glossary, theme = bench.workshop.glossary, bench.workshop.theme
    name, text = pick.of(
        (
            (glossary / "site.yaml", "titel: x\n"),
            (glossary / "categories.yaml", "{"),
            (glossary / f"terms/{pick.of(sorted(bench.terms))}.yaml", "es: {term: x}\n"),
            (glossary / "terms/Mal Nombre.yaml", ""),
            (glossary / "catalogue/devices.yaml", "x: {memory_gib: -1}\n"),
            (glossary / "formulas.py", "def f(x):\n    return x**y\n"),
            (theme / "strings.yaml", "x: {about: y, es: z}\n"),
            (theme / "layout.html", "{% block"),
            (theme / "pages/term.html", "{{ view.nothing_of_the_kind }}"),
        )
    )
    old = name.read_bytes() if name.exists() else None
    bench.workshop.run(*bench.options)
    before = stamps(bench.workshop.out)
    name.write_text(text, encoding="utf-8")
    for more in ((), ("--no-cache",)):
        failed = bench.workshop.run(*bench.options, *more)
        assert failed.exit_code == 1
        assert "error[L" in failed.stderr
        assert stamps(bench.workshop.out) == before
    name.unlink()
    if old is not None:
        name.write_bytes(old)


ACCIDENTS: dict[str, Accident] = {
    accident.__name__: accident
    for accident in (
        output_edited,
        output_deleted,
        output_swapped,
        output_linked,
        output_lost,
        output_added,
        cache_flipped,
        cache_cut,
        cache_mixed,
        cache_deleted,
        cache_gone,
        stamp_damaged,
        stamp_from_before,
        died_before,
        killed,
        taken_back,
        invalid,
    )
}
STEPS = EDITS | ACCIDENTS


# --- The law -------------------------------------------------------------------------------------


@contextmanager
def bench_in(folder: Path) -> Iterator[Bench]:
    """A glossary that was built, and a tool whose every version renders something of its own."""
    bench = furnish(furnished(folder))
    render = pages._render
    with pytest.MonkeyPatch.context() as patch:
        for module in (pipeline, standing):
            patch.setattr(module, "tool_version", lambda: f"version {bench.tool}")
        patch.setattr(pages, "_render", lambda *a: render(*a) + b"<!-- %d -->\n" % bench.tool)
        bench.workshop.build()
        yield bench


def check_step(bench: Bench, step: str, seed: int) -> None:
    """One step, then the law."""
    STEPS[step](bench, Pick(seed))
    bench.save()
    COUNTS["steps of the law"] += 1
    built = bench.workshop.build(*bench.options)
    clean = bench.workshop.clean(*bench.options)
    assert set(built) == set(clean), step
    assert {path for path in clean if built[path] != clean[path]} == set(), step
    assert not any(path.is_symlink() for path in bench.workshop.out.rglob("*"))


def test_each_kind_of_step_keeps_the_law(tmp_path: Path) -> None:
    with bench_in(tmp_path) as bench:
        for number, step in enumerate(STEPS):
            check_step(bench, step, number)


@settings(
    max_examples=100 if TORTURE else 4,
    suppress_health_check=list(HealthCheck),
)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 999)), min_size=12, max_size=12
    )
)
def test_any_steps_keep_the_law(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("law")
    with bench_in(folder) as bench:
        for step, seed in steps:
            check_step(bench, step, seed)
    shutil.rmtree(folder)
