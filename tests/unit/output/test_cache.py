"""The cache gives what would have been computed, or lets it be computed; it never fails a build."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lemario.output.cache import Cache
from tests.faults import CHANGES, LOOKS, Disk, refusing
from tests.sites import tiny

VALUE = b"<p>twenty bytes long.."


class Counted:
    """A computation that counts how often it is asked for."""

    def __init__(self, value: bytes = VALUE) -> None:
        self.value, self.calls = value, 0

    def __call__(self) -> bytes:
        self.calls += 1
        return self.value


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", "1")


def entries(cache: Cache) -> list[Path]:
    return sorted(path for path in cache.folder.rglob("*") if path.is_file())


def kept(cache: Cache) -> Path:
    """The file of the one entry, after `VALUE` has been put there for the key `k`."""
    cache.memo("page", b"k", Counted())
    (entry,) = entries(cache)
    return entry


def test_what_is_kept_is_not_computed_again(cache: Cache) -> None:
    compute = Counted()
    assert [cache.memo("page", b"k", compute) for _ in range(3)] == [VALUE] * 3
    assert compute.calls == 1


def test_an_empty_value_is_kept_too(cache: Cache) -> None:
    compute = Counted(b"")
    assert [cache.memo("page", b"k", compute) for _ in range(2)] == [b"", b""]
    assert compute.calls == 1


@pytest.mark.parametrize(
    ("kind", "version", "key"), [("other", "1", b"k"), ("page", "2", b"k"), ("page", "1", b"K")]
)
def test_another_kind_version_or_key_is_another_entry(
    cache: Cache, kind: str, version: str, key: bytes
) -> None:
    kept(cache)
    assert Cache(cache.folder, version).memo(kind, key, Counted(b"other")) == b"other"
    assert cache.memo("page", b"k", Counted(b"wrong")) == VALUE


def damages(entry: bytes) -> list[bytes]:
    """The entry with every byte flipped in turn, cut at every length, and longer."""
    flipped = [entry[:i] + bytes([entry[i] ^ 1]) + entry[i + 1 :] for i in range(len(entry))]
    return [*flipped, *(entry[:length] for length in range(len(entry))), entry + b"\0"]


def test_any_damage_is_noticed_and_mended(cache: Cache) -> None:
    entry = kept(cache)
    whole = entry.read_bytes()
    assert len(whole) > len(VALUE)
    for damaged in damages(whole):
        entry.write_bytes(damaged)
        assert cache.memo("page", b"k", Counted()) == VALUE
        assert entry.read_bytes() == whole


def test_an_entry_in_the_place_of_another_is_noticed(cache: Cache) -> None:
    first = kept(cache)
    cache.memo("page", b"other", Counted(b"other"))
    (second,) = set(entries(cache)) - {first}
    first.write_bytes(second.read_bytes())
    assert cache.memo("page", b"k", Counted()) == VALUE


def a_folder_for_an_entry(cache: Cache) -> None:
    entry = kept(cache)
    entry.unlink()
    (entry / "inside").mkdir(parents=True)


def a_file_for_the_folder_of_entries(cache: Cache) -> None:
    entry = kept(cache)
    entry.unlink()
    entry.parent.rmdir()
    entry.parent.touch()


def a_file_for_the_cache(cache: Cache) -> None:
    cache.folder.touch()


@pytest.mark.parametrize(
    "obstacle", [a_folder_for_an_entry, a_file_for_the_folder_of_entries, a_file_for_the_cache]
)
def test_what_is_in_the_way_costs_only_time(
    cache: Cache, obstacle: Callable[[Cache], None]
) -> None:
    obstacle(cache)
    assert cache.memo("page", b"k", Counted()) == VALUE


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO])
def test_a_disk_that_refuses_costs_only_time(
    cache: Cache, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refused = 0
    for at in range(1, 20):
        disk = Disk(cache.folder.parent, CHANGES | LOOKS, at, refusing(number))
        with monkeypatch.context() as patch:
            disk.install(patch)
            assert cache.memo("page", b"%d" % at, Counted()) == VALUE
        refused += bool(disk.happened)
    assert refused >= 4  # the folder, the file, its content, its name
    assert [path.name for path in entries(cache) if not path.name.isalnum()] == []


def test_two_builds_that_compute_the_same_at_once_agree(cache: Cache) -> None:
    def slowly() -> bytes:
        assert cache.memo("page", b"k", Counted()) == VALUE
        return VALUE

    assert cache.memo("page", b"k", slowly) == VALUE
    assert cache.memo("page", b"k", Counted(b"wrong")) == VALUE


def test_a_build_with_a_broken_cache_gives_the_same_site(tmp_path: Path) -> None:
    workshop = tiny(tmp_path)
    whole = workshop.clean()
    workshop.cache.parent.mkdir()
    workshop.cache.write_bytes(b"no folder")
    assert workshop.build() == whole
    assert workshop.cache.read_bytes() == b"no folder"


def test_a_build_with_a_cache_full_of_rubbish_gives_the_same_site(tmp_path: Path) -> None:
    workshop = tiny(tmp_path)
    whole = workshop.build()
    for entry in workshop.cache.rglob("*"):
        if entry.is_file():
            entry.write_bytes(os.urandom(100))
    (workshop.out / "index.html").write_bytes(b"edited")
    assert workshop.build() == whole
