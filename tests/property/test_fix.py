"""`lemario check --fix` over random edits: what it writes says the same, and it writes it once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from lemario.content.fix import fix_term
from lemario.content.fix_order import order_at
from lemario.content.yaml_layout import is_flow
from lemario.content.yaml_source import Path as Place
from lemario.content.yaml_source import Raw, RawDocument, parse
from lemario.core.source import SourceText
from lemario.core.text import nfc

ROOT = Path(__file__).resolve().parents[2]
REAL = [
    path.read_text(encoding="utf-8")
    for folder in ("glossary/terms", "tests/golden/small/glossary/terms")
    for path in sorted((ROOT / folder).glob("*.yaml"))
]


def document(text: str) -> RawDocument | None:
    """What the tool reads, where it reads it without a complaint."""
    plain = nfc(text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    checked = parse(SourceText("x.yaml", plain))
    return None if checked.diagnostics else checked.value


def words(raw: Raw) -> Raw:
    """The data with all white space alike; a text that was empty, or a comment, is None."""
    if isinstance(raw, dict):
        return {key: words(value) for key, value in raw.items()}
    if isinstance(raw, list):
        return [words(value) for value in raw]
    return raw and " ".join(raw.split())


def said(text: str) -> Counter[str]:
    """The lines of a text without what may be mended at their ends; dashes may change lines."""
    plain = nfc(text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    lines = plain.removesuffix("\n").split("\n")
    return Counter(re.sub(r"^[ -]+", "", line.rstrip(" \t")) for line in lines)


def mended(text: str) -> str:
    done = fix_term(text.encode())
    assert done is not None
    assert (done.text == text) == (done.done == ())
    return done.text


# --- files that are built from parts -------------------------------------------------------------

WORDS = st.sampled_from(["caso", "año", "n\u0303u", "8 GB", "a #b", "[[gqa|x]]", "# no", "x: y"])
REMARK = st.sampled_from(["# nota", "#", "# term: x", "#  dos  ", "# ñ: [[x]]"])
BLANKS = st.sampled_from(["", "", "", "", " ", "  ", "   ", "\t", " \t "])
INLINE = ["caso", '"a: b"', "'it''s'", '"x\\\\ y"', "no", "16:9", "uno dos", "caso # nota"]


@st.composite
def scalar(draw: st.DrawFn, column: int) -> str:
    """A value of a field whose key stands at `column`, with what follows it on its line."""
    kind = draw(st.sampled_from(["inline", "inline", "literal", "folded", "plain", "quoted"]))
    indent = " " * (column + draw(st.integers(1, 4)))
    if kind == "inline":
        return " " + draw(st.sampled_from(INLINE))
    lines = draw(st.lists(st.tuples(WORDS, BLANKS, st.integers(0, 2)), min_size=1, max_size=4))
    if kind in ("plain", "quoted"):
        quote = '"' if kind == "quoted" else ""
        body = "\n".join(f"{indent}palabra{blanks}" for _, blanks, _ in lines)
        return f" {quote}inicio\n{body}" + (f"\n{indent}fin{quote}" if quote else "")
    body = "\n".join(f"{indent}{word}{blanks}" + "\n" * gap for word, blanks, gap in lines)
    header = draw(st.sampled_from(["|", "|-", "|+"] if kind == "literal" else [">", ">-"]))
    return f" {header}\n{body}"


@st.composite
def fields(draw: st.DrawFn, place: Place, column: int, dash: bool = False) -> str:
    """A mapping in block style with some of the fields that may stand at `place`, in any order."""
    names = draw(st.permutations(order_at(place)))[: draw(st.integers(1, 7))]
    made: list[str] = []
    for number, name in enumerate(names):
        inner = (*place, name)
        pad = " " * column
        if name in ("es", "en") or inner == ("es", "grammar"):
            deeper = column + draw(st.integers(1, 3))
            value = "\n" + draw(fields(inner, deeper))
        elif inner == ("sources",):
            entries = [draw(fields(("sources", 0), column + 2, dash=True)) for _ in range(2)]
            value = "\n" + "\n".join(f"{pad}- {entry}" for entry in entries)
        elif draw(st.integers(0, 5)) == 0:
            value = draw(st.sampled_from([" [a, b]", " {a: b,\n" + pad + "   c: d }", ""]))
        else:
            value = draw(scalar(column))
        head = "" if dash and number == 0 else pad
        above = draw(st.sampled_from(["", "", "", "\n", "c", "c\n", "\nc", "d"]))
        if above and (head or not dash):
            comment = draw(REMARK)
            deep = " " * 3 if above == "d" else ""
            gap = above.replace("c", f"{pad}{comment}\n").replace("d", f"{pad}{deep}{comment}\n")
            made.append(gap.removesuffix("\n") if made or gap.strip() else gap)
        made.append(f"{head}{name}:{value}")
    return "\n".join(made)


@st.composite
def built(draw: st.DrawFn) -> str:
    head = draw(st.sampled_from(["", "# yaml-language-server: x\n", "# a\n\n", "---\n"]))
    end = draw(st.sampled_from(["\n", "", "\n\n", "\n# fin\n", "\n  # fin", "\n...\n"]))
    return head + draw(fields((), 0)) + end


# --- files that are damaged ----------------------------------------------------------------------


def with_blanks(text: str, at: int, what: str) -> str:
    lines = text.split("\n")
    lines[at % len(lines)] += what
    return "\n".join(lines)


def with_comment(text: str, at: int, what: str) -> str:
    lines = text.split("\n")
    line = lines[at % len(lines)]
    lines.insert(at % len(lines), line[: len(line) - len(line.lstrip())] + what)
    return "\n".join(lines)


def with_line_moved(text: str, at: int, what: str) -> str:
    lines = text.split("\n")
    lines.insert((at * 7) % len(lines), lines.pop(at % len(lines)))
    return "\n".join(lines)


def with_piece(text: str, at: int, what: str) -> str:
    place = at % (len(text) + 1)
    return text[:place] + what + text[place:]


def without_piece(text: str, at: int, what: str) -> str:
    place = at % (len(text) + 1)
    return text[:place] + text[place + 1 + len(what) :]


def with_windows_ends(text: str, at: int, what: str) -> str:
    return text.replace("\n", "\r\n")


EDITS: list[tuple[Callable[[str, int, str], str], list[str]]] = [
    (with_blanks, [" ", "  ", "   ", "\t", " #x", " # x"]),
    (with_comment, ["# nota", "  # más", "#"]),
    (with_line_moved, [""]),
    (with_piece, ["\t", ": ", " #", '"', "\ufeff", "\r", "n\u0303", "\n", "\\", "@", "`", "- "]),
    (without_piece, ["", "x", "xxxxx"]),
    (with_windows_ends, [""]),
]
EDIT = st.sampled_from(EDITS).flatmap(
    lambda edit: st.tuples(st.just(edit[0]), st.integers(0, 10_000), st.sampled_from(edit[1]))
)


@st.composite
def edited(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(REAL))
    for edit, at, what in draw(st.lists(EDIT, max_size=4)):
        text = edit(text, at, what)
    return text


# --- what holds ----------------------------------------------------------------------------------


@settings(max_examples=120)
@given(st.one_of(built(), edited()))
@example("es:\n  term: @caso\n  definition: a: b\n\tcategory: x\n")
def test_a_second_run_changes_nothing(text: str) -> None:
    once = mended(text)
    assert mended(once) == once


@settings(max_examples=120)
@given(st.one_of(built(), edited()))
def test_what_could_be_read_says_the_same(text: str) -> None:
    before, after = document(text), document(mended(text))
    if before is None:
        return
    assert after is not None
    assert without_lost_text(words(after.data), words(before.data)) == words(before.data)


def without_lost_text(after: Raw, before: Raw) -> Raw:
    """The data after mending, with None again where a text was lost to a comment before."""
    if isinstance(before, dict) and isinstance(after, dict):
        return {k: without_lost_text(v, before.get(k, "")) for k, v in after.items()}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [without_lost_text(a, b) for a, b in zip(after, before, strict=True)]
    lost = before is None and isinstance(after, str) and after.startswith("#")
    return None if lost else after


@settings(max_examples=120)
@given(st.one_of(built(), edited()))
def test_no_line_and_no_comment_is_lost(text: str) -> None:
    if document(text) is None:
        return
    before, after = said(text), said(mended(text))
    quoted = (after - before).elements()
    assert Counter(re.sub(r'"(#[^"]*)"$', r"\1", line) for line in quoted) == before - after


@settings(max_examples=120)
@given(built())
def test_fields_that_can_be_put_in_order_are(text: str) -> None:
    before = document(text)
    after = document(mended(text))
    if before is None or after is None or "#" in text:
        return  # comments may hold fields back
    for place in ((), ("es",), ("en",), ("es", "grammar"), ("sources", 0), ("sources", 1)):
        if place in after.values and not is_flow(after, place):
            found = [key[-1] for key in after.keys if key[:-1] == place]
            wanted = [name for name in order_at(place) if name in found]
            assert [name for name in found if name in wanted] == wanted
