"""Where the preview listens, and what `lemario serve` says when it cannot begin."""

from __future__ import annotations

import socket
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from lemario.cli import main
from lemario.preview import server
from tests import small


def test_it_listens_on_loopback_addresses_only() -> None:
    sockets = server.listen(0)
    try:
        assert {s.getsockname()[0] for s in sockets} <= {"127.0.0.1", "::1"}
        assert {s.getsockname()[1] for s in sockets} == {server.port_of(sockets)}
    finally:
        for one in sockets:
            one.close()


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        monkeypatch.setattr(server, "FIRST_PORT", taken.getsockname()[1])
        sockets = server.listen(None)
        assert server.port_of(sockets) != taken.getsockname()[1]
        for one in sockets:
            one.close()


def test_a_port_in_use_is_said_and_exits_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small.write(tmp_path / "glossary", {"caso": small.term()})
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert done.exit_code == 1
    assert f"port {port} is in use" in done.stderr
    assert "--port" in done.stderr
    assert not (tmp_path / "build").exists()


def test_a_missing_package_is_named_with_the_extra_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small.write(tmp_path / "glossary", {"caso": small.term()})
    # As the import system does it for a module that is not there.
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "lemario.preview.server")
    monkeypatch.delattr("lemario.preview.server")
    done = CliRunner().invoke(main, ["serve"])
    assert done.exit_code == 2
    assert "`uvicorn`" in done.stderr
    assert "lemario[serve]" in done.stderr
