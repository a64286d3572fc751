"""The payload that Python writes is the one that the engine in the page reads."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.core.text import nfc
from lemario.index.search import SearchEntry, SearchGroup, SearchNames, search_payload

words = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
lists = st.lists(words, max_size=2).map(tuple)
names = st.builds(
    SearchNames,
    term=words,
    acronym=words,
    expansion=words,
    aliases=lists,
    hidden=lists,
    avoid=lists,
    summary=words,
    definition=words,
)
NASTY = "</script><!--\u2028\u2029\\\"'`${0}"


def test_any_payload_loads_and_finds_its_terms_by_name(root: Path) -> None:
    drawn: list[SearchNames] = [SearchNames(term=NASTY)]

    @settings(max_examples=300)
    @given(names)
    def draw(one: SearchNames) -> None:
        drawn.append(one)

    draw()
    entries = [
        SearchEntry(f"t{number}", "x", SearchNames(term=f"nombre{number}"), one)
        for number, one in enumerate(drawn)
    ]
    engine = (root / "templates/assets/js/search.js").read_text(encoding="utf-8")
    script = search_payload(entries, [SearchGroup("x", "term", "X", "X")])
    program = """
        const [engine, payload] = JSON.parse(require("fs").readFileSync(0, "utf8"));
        const { LemarioSearch, LemarioData } = require("vm").runInNewContext(
          `${engine}\n${payload}\n({ LemarioSearch, LemarioData })`);
        const made = LemarioSearch.create(LemarioData);
        const found = LemarioData.ids.split("\\n").map((_, at) => made.search(`nombre${at}`)[0].id);
        const terms = LemarioData.ids.split("\\n").map((id) => made.entry(id).en.term);
        process.stdout.write(JSON.stringify({ found, terms }));
    """
    done = subprocess.run(
        ["node", "-e", program],
        input=json.dumps([engine, script]),
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    assert answer["found"] == [entry.id for entry in entries]
    assert answer["terms"] == [" ".join(nfc(one.term).split()) for one in drawn]
