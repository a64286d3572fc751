"""One build for every place, the same on every machine, that deletes nothing of others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lemario.pipeline import Options, build
from tests import small
from tests.pains.conftest import BASE, TERMS
from tests.pains.trying import page, pages, write


@pytest.mark.parametrize("foreign", [".git/HEAD", "CNAME", ".nojekyll", "notas.txt", "terminos/x"])
def test_a_file_of_somebody_else_in_the_output_stops_the_build_and_stays(
    foreign: str, tmp_path: Path
) -> None:
    out = tmp_path / "site"
    (out / foreign).parent.mkdir(parents=True)
    (out / foreign).write_text("mine", encoding="utf-8")
    glossary = small.write(tmp_path / "glossary", {"x": small.term()})
    outcome = build(Options(glossary, "glossary", out))
    assert [d.code for d in outcome.diagnostics] == ["L502"]
    assert small.snapshot(out) == {foreign: b"mine"}


def test_addresses_inside_the_site_are_relative_and_name_a_file(built: Path) -> None:
    for name, document in pages(built):
        for href in document.xpath("//body//@href | //@src | //@action"):
            if name == "404.html" or href.startswith(("#", "https:", "http:", "mailto:")):
                continue
            assert not href.startswith("/"), (name, href)
            assert re.search(r"\.(html|css|js|xml|json|svg)([?#].*)?$", href), (name, href)


def test_the_page_for_lost_readers_is_found_from_any_depth(built: Path) -> None:
    path = "/glosario/"
    document = page(built, "404.html")
    for href in document.xpath(
        "//link[@rel='stylesheet']/@href | //@src | //@action | //main//@href"
    ):
        assert href.startswith((path, BASE)), href
    assert document.get("data-lm-root") == path


def in_another_process(glossary: Path, out: Path, seed: str) -> dict[str, bytes]:
    """The site as another process makes it."""
    lemario = Path(sys.executable).with_name("lemario")
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC+{int(seed) % 12}"}
    command = [str(lemario), "build", "--glossary", str(glossary), "--out", str(out)]
    command += ["--no-cache", "--quiet", "--base-url", BASE]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return small.snapshot(out)


def test_two_builds_are_equal_whatever_the_seed_the_zone_and_the_order_on_disk(
    built: Path, tmp_path: Path
) -> None:
    (tmp_path / "glossary").parent.mkdir(exist_ok=True)
    shuffled = write(tmp_path / "glossary", dict(reversed(TERMS.items())))
    expected = small.snapshot(built)
    for seed in ("0", "7"):
        assert in_another_process(shuffled, tmp_path / seed, seed) == expected


def test_no_page_knows_when_it_was_made(built: Path) -> None:
    # The only dates are those of the terms and their sources.
    for name, data in small.snapshot(built).items():
        if name.endswith((".html", ".xml", "search-data.js")):
            dates = re.findall(r"20\d\d-\d\d-\d\d", data.decode())
            assert set(dates) <= {"2026-12-01"}, name
