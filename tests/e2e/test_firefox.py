"""The search in Firefox, of a site on disk: as Node's engine answers, by keyboard, without faults.

One start of the browser leads through all of it (firefox.mjs); the tests judge what it saw.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from tests.e2e.browser import find_firefox
from tests.in_node import in_node

SHOWN = 8
PART = 50

ANSWERS = """
  const made = LemarioSearch.create(LemarioData);
  const asked = ({ query, lang }) => {
    const hits = made.search(query, { limit: Infinity, lang });
    const other = lang === "es" ? "en" : "es";
    return { total: hits.total, meant: hits.meant, hits: hits.map(({ id, entry }) => {
      const name = entry[lang].term || entry[other].term;
      const marks = LemarioMarks.marks(made, name, query).map(([from, to]) => name.slice(from, to));
      return { id, href: entry[lang].href, group: entry.group.id, marks };
    }) };
  };
  input.map(asked);
"""


class Side(NamedTuple):
    """One language's half of the site, and what is asked of it."""

    lang: str
    home: str
    terms: str
    search: str
    queries: tuple[str, ...]
    """The last one is mistyped, and has results by the part."""


SIDES = (
    Side(
        "es",
        "index.html",
        "terminos",
        "buscar.html",
        ("cuantizacion", "GQA", "llama cpp", "rtx 3060", "caché", "tamaño", "qwen3 8b", "kv cahe"),
    ),
    Side(
        "en",
        "en/index.html",
        "en/terms",
        "en/search.html",
        ("quantization", "gguf", "kv cache", "calculator", "quantizatoin"),
    ),
)

sides = pytest.mark.parametrize("at", range(len(SIDES)), ids=[side.lang for side in SIDES])


@pytest.fixture(scope="module")
def answers(site: Path) -> list[list[dict[str, Any]]]:
    """What Node's engine finds for the queries of each side, with where the results lead."""
    names = ("search", "search-marks", "search-data")
    scripts = [(site / f"assets/js/{name}.js").read_text("utf-8") for name in names]
    asked = [[{"query": query, "lang": side.lang} for query in side.queries] for side in SIDES]
    flat = iter(in_node([*scripts, ANSWERS], [one for part in asked for one in part]))
    found = [[next(flat) for _ in part] for part in asked]
    for side, part in zip(SIDES, found, strict=True):
        for hit in (hit for answer in part for hit in answer["hits"]):
            target = hit["href"] or f"{side.terms}/{hit['id']}.html"
            hit["href"] = f"{site.as_uri()}/{target}"
    return found


@pytest.fixture(scope="module")
def seen(root: Path, site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What Firefox showed."""
    firefox = find_firefox()
    if firefox is None:
        pytest.fail(
            "no Firefox found: run `make test`, which installs Debian's firefox-esr, "
            "or name one in LEMARIO_FIREFOX",
            pytrace=False,
        )
    way = {
        "firefox": str(firefox),
        "site": f"{site.as_uri()}/",
        "fields": [{"page": side.home, "queries": side.queries} for side in SIDES],
        "pages": [{"page": side.search, "query": side.queries[-1]} for side in SIDES],
    }
    # It refuses a home that belongs to somebody else, and nobody's own profile is touched.
    home = str(tmp_path_factory.mktemp("firefox"))
    done = subprocess.run(
        ["node", "tests/e2e/firefox.mjs"],
        cwd=root,
        env={**os.environ, "HOME": home, "TMPDIR": home},
        input=json.dumps(way),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.fail(f"Firefox did not go through the search:\n{done.stderr}", pytrace=False)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def hrefs(hits: list[dict[str, Any]]) -> list[str]:
    return [hit["href"] for hit in hits]


def number(text: str) -> int:
    """The number that a text says, whatever stands between its thousands."""
    found = re.search(r"\d+(?:[.,\s]\d{3})*", text)
    assert found, text
    return int(re.sub(r"\D", "", found[0]))


def test_it_is_firefox(seen: dict[str, Any]) -> None:
    assert seen["version"].lower().startswith("firefox/")


@sides
def test_the_field_offers_what_the_engine_finds_in_its_order(
    seen: dict[str, Any], answers: list[list[dict[str, Any]]], site: Path, at: int
) -> None:
    side = SIDES[at]
    for query, panel, answer in zip(
        side.queries, seen["fields"][at]["found"], answers[at], strict=True
    ):
        assert panel["typed"] == query
        assert answer["total"] > 0
        expected = hrefs(answer["hits"][:SHOWN])
        if answer["total"] > SHOWN:
            expected.append(f"{site.as_uri()}/{side.search}?q={quote(query)}")
        assert hrefs(panel["options"]) == expected, query
        found = [option["marks"] for option in panel["options"] if not option["all"]]
        assert found == [hit["marks"] for hit in answer["hits"][:SHOWN]], query
        assert panel["options"][0]["seen"]
        assert panel["expanded"] == "true"
        assert (panel["active"], panel["selected"]) == (None, [])
        assert re.findall(r"\d+", panel["status"])[:2] == [
            str(min(answer["total"], SHOWN)),
            str(answer["total"]),
        ], panel["status"]
        assert (answer["meant"] or "") in panel["status"]


@sides
def test_the_arrows_choose_an_option(seen: dict[str, Any], at: int) -> None:
    keys = seen["fields"][at]["keys"]
    ids = [option["id"] for option in keys["first"]["options"]]
    assert len(set(ids)) == len(ids) >= SHOWN
    for key, place in {"first": 0, "second": 1, "again": 0, "last": -1}.items():
        assert (keys[key]["active"], keys[key]["selected"]) == (ids[place], [ids[place]]), key
    for key in ("text", "caret", "closed"):
        assert (keys[key]["active"], keys[key]["selected"]) == (None, []), key
    assert all(panel["focused"] for panel in keys.values())
    assert (keys["closed"]["expanded"], keys["closed"]["options"]) == ("false", [])
    assert keys["closed"]["typed"] == SIDES[at].queries[-1]


@sides
def test_enter_opens_the_active_option(
    seen: dict[str, Any], answers: list[list[dict[str, Any]]], at: int
) -> None:
    assert seen["fields"][at]["chosen"] == answers[at][0]["hits"][0]["href"]


@sides
def test_enter_opens_the_results_page(seen: dict[str, Any], site: Path, at: int) -> None:
    side, form = SIDES[at], seen["forms"][at]
    assert form["faults"] == []
    address = f"{site.as_uri()}/{side.search}?q={quote(side.queries[-1])}"
    assert form["results"]["url"].replace("+", "%20") == address
    # Sent by the form or opened by its address, the page is the same.
    assert form["results"]["hits"] == seen["pages"][at]["results"]["hits"]


@sides
def test_the_results_page_shows_counts_and_marks(
    seen: dict[str, Any], answers: list[list[dict[str, Any]]], at: int
) -> None:
    side, page, answer = SIDES[at], seen["pages"][at]["results"], answers[at][-1]
    hits, total = answer["hits"], answer["total"]
    assert page["typed"] == side.queries[-1]
    assert page["title"].startswith(f"{side.queries[-1]} · ")
    assert [(hit["href"], hit["marks"]) for hit in page["hits"]] == [
        (hit["href"], hit["marks"]) for hit in hits[:PART]
    ]
    assert any(hit["marks"] for hit in page["hits"])
    assert (number(page["status"]), side.queries[-1] in page["status"]) == (total, True)
    assert bool(page["more"]) == (total > PART)
    assert answer["meant"]
    assert answer["meant"] in page["meant"]
    every, *groups = page["groups"]
    assert (every["value"], number(every["text"].split("(")[1])) == ("", total)
    ids = [hit["group"] for hit in hits]
    assert {group["value"]: number(group["text"].split("(")[-1]) for group in groups} == {
        group: ids.count(group) for group in ids
    }


@sides
def test_a_filter_narrows_and_is_kept_in_the_address(
    seen: dict[str, Any], answers: list[list[dict[str, Any]]], at: int
) -> None:
    before, after = seen["pages"][at]["results"], seen["pages"][at]["narrowed"]
    group = before["groups"][1]["value"]
    left = [hit for hit in answers[at][-1]["hits"] if hit["group"] == group]
    assert hrefs(after["hits"]) == hrefs(left[:PART])
    assert number(after["status"]) == len(left)
    assert after["url"].endswith(f"&g={quote(group, safe='')}")


def test_no_page_misbehaves(seen: dict[str, Any]) -> None:
    assert seen["faults"] == []


def test_the_policy_holds_and_faults_are_noticed(seen: dict[str, Any]) -> None:
    done = seen["misbehaved"]
    assert done["before"] == []
    assert done["ran"] is False
    for fault in ("policy: script-src-elem inline", "on purpose"):
        assert [it for it in done["after"] if fault in it], done["after"]
