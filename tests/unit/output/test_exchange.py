"""Two folders change places, in one step or in two, and a crash in between loses neither."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lemario.output import exchange as module
from lemario.output.exchange import exchange, old_of, recover, staging_of
from tests import small

OLD = {"index.html": b"old", "en/index.html": b"old"}
NEW = {"index.html": b"new", "only-new.html": b"new"}
both_ways = pytest.mark.parametrize("in_one_step", [True, False], ids=["one step", "two steps"])


class Crash(BaseException):
    """The end of the program: nothing of ours catches it."""


def filled(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The output with the old site, and the new one staged beside it."""
    out = filled(tmp_path / "site", OLD)
    filled(staging_of(out), NEW)
    return out


def at_rename(
    patch: pytest.MonkeyPatch, number: int, act: Callable[[], None], *, done_first: bool = False
) -> None:
    """Acts at the rename with that number, counted from 1, before it is done or after."""
    real, count = os.rename, 0

    def rename(source: Path, target: Path) -> None:
        nonlocal count
        count += 1
        if count == number and not done_first:
            act()
        real(source, target)
        if count == number and done_first:
            act()

    patch.setattr(os, "rename", rename)


def crash() -> None:
    raise Crash


def refuse() -> None:
    raise OSError(errno.EACCES, os.strerror(errno.EACCES))


@both_ways
def test_a_first_site_takes_its_place(tmp_path: Path, in_one_step: bool) -> None:
    out = tmp_path / "site"
    exchange(filled(staging_of(out), NEW), out, in_one_step=in_one_step)
    assert small.snapshot(out) == NEW
    assert list(tmp_path.iterdir()) == [out]


@both_ways
def test_the_new_site_is_in_place_and_the_old_one_where_the_new_was(
    out: Path, in_one_step: bool
) -> None:
    exchange(staging_of(out), out, in_one_step=in_one_step)
    assert small.snapshot(out) == NEW
    assert small.snapshot(staging_of(out)) == OLD
    assert not old_of(out).exists()


@both_ways
def test_exchanging_twice_changes_nothing(out: Path, in_one_step: bool) -> None:
    for _ in range(2):
        exchange(staging_of(out), out, in_one_step=in_one_step)
    assert small.snapshot(out) == OLD
    assert small.snapshot(staging_of(out)) == NEW


@pytest.mark.parametrize("answer", [errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM])
def test_where_the_system_cannot_exchange_it_is_done_in_two_steps(
    out: Path, monkeypatch: pytest.MonkeyPatch, answer: int
) -> None:
    monkeypatch.setattr(module, "_system_exchange", lambda: lambda a, b: answer)
    exchange(staging_of(out), out)
    assert small.snapshot(out) == NEW


def test_without_a_system_call_it_is_done_in_two_steps(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_system_exchange", lambda: None)
    exchange(staging_of(out), out)
    assert small.snapshot(out) == NEW


def test_another_answer_of_the_system_is_an_error_and_changes_nothing(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_system_exchange", lambda: lambda a, b: errno.EACCES)
    with pytest.raises(PermissionError):
        exchange(staging_of(out), out)
    assert small.snapshot(out) == OLD
    assert small.snapshot(staging_of(out)) == NEW


@both_ways
def test_a_file_in_the_place_of_the_output_is_left_alone(tmp_path: Path, in_one_step: bool) -> None:
    out = tmp_path / "site"
    out.write_bytes(b"mine")
    with pytest.raises(NotADirectoryError):
        exchange(filled(staging_of(out), NEW), out, in_one_step=in_one_step)
    assert out.read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("number", "done_first", "expected"),
    [
        (1, False, OLD),
        (1, True, OLD),
        (2, False, OLD),
        (2, True, NEW),
        (3, False, NEW),
        (3, True, NEW),
    ],
)
def test_after_a_crash_at_any_step_one_of_the_two_comes_back_whole(
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    done_first: bool,
    expected: dict[str, bytes],
) -> None:
    with monkeypatch.context() as patch:
        at_rename(patch, number, crash, done_first=done_first)
        with pytest.raises(Crash):
            exchange(staging_of(out), out, in_one_step=False)
    recover(out)
    assert small.snapshot(out) == expected
    assert list(out.parent.iterdir()) == [out]


def test_if_the_second_step_is_refused_the_old_site_comes_back_at_once(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_rename(monkeypatch, 2, refuse)
    with pytest.raises(PermissionError):
        exchange(staging_of(out), out, in_one_step=False)
    assert small.snapshot(out) == OLD


def test_if_the_way_back_is_refused_too_the_next_build_brings_the_old_site_back(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, count = os.rename, 0

    def rename(source: Path, target: Path) -> None:
        nonlocal count
        count += 1
        if count > 1:
            refuse()
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", rename)
        with pytest.raises(PermissionError):
            exchange(staging_of(out), out, in_one_step=False)
    recover(out)
    assert small.snapshot(out) == OLD


def test_the_old_site_comes_back_over_an_empty_folder_that_took_its_place(out: Path) -> None:
    out.rename(old_of(out))
    out.mkdir()
    recover(out)
    assert small.snapshot(out) == OLD


def test_what_a_dead_build_staged_is_removed(out: Path) -> None:
    recover(out)
    assert small.snapshot(out) == OLD
    assert list(out.parent.iterdir()) == [out]


def test_nothing_to_recover_is_no_error(tmp_path: Path) -> None:
    recover(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []
