"""Scripts as they are served: what goes, what stays, and what is left alone."""

from __future__ import annotations

import pytest

from lemario.render.scripts import as_served, shortened
from lemario.render.theme import load_theme
from lemario.site.files import OutputFile


def short(source: str) -> str:
    return shortened(source.encode()).decode()


def theme_scripts() -> list[OutputFile]:
    theme = load_theme().theme
    assert theme is not None
    return [file for file in theme.output_files() if file.path.endswith(".js")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1; // one\n\n// two\n  b = 2;\n", "a=1;b=2;\n"),
        ("/** @type {x} */\nvar a = /* b */ 1;", "var a=1;\n"),
        ("a /* b\nc */ \n d", "a\nd\n"),
        ("a\r\nb // d", "a\nb\n"),
        ("// nothing else", ""),
        ("", ""),
    ],
)
def test_comments_and_white_space_go(source: str, expected: str) -> None:
    assert short(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('a = "x  // y" + \'/* "  z */\';', 'a="x  // y"+\'/* "  z */\';\n'),
        (r'a = "\"  // y";', 'a="\\"  // y";\n'),
        ("a = `x  // y\n  z`;", "a=`x  // y\n  z`;\n"),
        (
            "a = `\\`  ${ b ? `c  ${ d }  // e` : '' }  \\${ f }`;",
            "a=`\\`  ${b?`c  ${d}  // e`:''}  \\${ f }`;\n",
        ),
        ("a = `${ f({ g: `}  // ` }) }  `;", "a=`${f({g:`}  // `})}  `;\n"),
        ("a = /  [/\"'`]  \\/\\/  '/.test(b) // c", "a=/  [/\"'`]  \\/\\/  '/.test(b)\n"),
        ("if (a) /  '/g.test(b)", "if(a)/  '/g.test(b)\n"),
        ("{ a } /b'/  .test(c)", "{a}/b'/.test(c)\n"),
        ("b = /  '/g in a", "b=/  '/g in a\n"),
    ],
)
def test_texts_and_regular_expressions_stay(source: str, expected: str) -> None:
    assert short(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a\nb", "a\nb\n"),
        ("a\n++\nb", "a\n++\nb\n"),
        ("f = () => { return\n}\nf()", "f=()=>{return}\nf()\n"),
        ("f(\n  a,\n  b,\n)\n  .then(c)", "f(a,b).then(c)\n"),
        ("a = b\n  ? c\n  : d && {\n}", "a=b?c:d&&{}\n"),
        ("a + +b - -c - --d", "a+ +b- -c- --d\n"),
        ("a = 1 .toString() / 2", "a=1 .toString()/2\n"),
        ("a = b in c", "a=b in c\n"),
    ],
)
def test_what_keeps_tokens_and_statements_apart_stays(source: str, expected: str) -> None:
    assert short(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(() => { a; })", "f(()=>{a})\n"),
        ("for (;;) { if (a); }", "for(;;){if(a);}\n"),
        ("if (a) b; else ;", "if(a)b;else;\n"),
        ("a = [1, 2,];", "a=[1,2];\n"),
        ("a = [,];", "a=[,];\n"),
        ("a = [1, , ];", "a=[1,,];\n"),
        ("const a = 1;\n// b\nconst c = 2; let d = f(a);\nlet e;", "const a=1,c=2;let d=f(a),e;\n"),
    ],
)
def test_ends_that_say_nothing_go(source: str, expected: str) -> None:
    assert short(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # What is at the top, and what is not declared here, keeps its name; so do properties.
        ("const top = (word) => word.word + other;", "const top=(e)=>e.word+other;\n"),
        ("const top = (word) => ({ word, a: word });", "const top=(e)=>({word:e,a:e});\n"),
        ("const top = ({ word, a: [one] }) => word + one;", "const top=({word:t,a:[e]})=>t+e;\n"),
        ("const top = ({ word = 1 }) => word;", "const top=({word:e=1})=>e;\n"),
        # Names of what is around and used here are not taken again; others are.
        ("const f = (one) => (two) => one + two;", "const f=(e)=>(t)=>e+t;\n"),
        ("const f = (one) => (two) => two;", "const f=(e)=>(e)=>e;\n"),
        # A body may not declare a parameter again.
        ("const f = (one) => { const two = 1; return two; };", None),
        ("try { a(); } catch (error) { const one = 1; b(one, error); }", None),
        ("for (const one of two) { const three = one; f(three); }", None),
        ("const f = (e) => `${e} ${e + `${e}`}`;", "const f=(e)=>`${e} ${e+`${e}`}`;\n"),
        # Not understood well enough: `var`, functions that are declared, `eval`.
        ("const f = () => { var word = 1; return word; };", None),
        ("const f = (word) => eval('word');", "const f=(word)=>eval('word');\n"),
    ],
)
def test_names_inside_are_shortened(source: str, expected: str | None) -> None:
    told = {
        "const f = (one) => { const two = 1; return two; };": (
            "const f=(t)=>{const e=1;return e};\n"
        ),
        "try { a(); } catch (error) { const one = 1; b(one, error); }": (
            "try{a()}catch(e){const t=1;b(t,e)}\n"
        ),
        "for (const one of two) { const three = one; f(three); }": (
            "for(const e of two){const t=e;f(t)}\n"
        ),
        "const f = () => { var word = 1; return word; };": "const f=()=>{var word=1;return word};\n",
    }
    assert short(source) == (told[source] if expected is None else expected)


def test_a_licence_at_the_beginning_is_kept_and_no_other_comment() -> None:
    source = "  /*! MIT\n of x */\n/* a */ 'use strict'; /*! b */ c"
    assert short(source) == "/*! MIT\n of x */\n'use strict';c\n"


@pytest.mark.parametrize("source", ["a  =  'b\n", "a  =  `b", "a  =  (b]", "f  (  { a", "a  /*  b"])
def test_what_is_no_script_is_left_as_it_is(source: str) -> None:
    assert short(source) == source


def test_scripts_of_the_theme_become_shorter_and_then_stay() -> None:
    for file in theme_scripts():
        once = shortened(file.data)
        assert len(once) < len(file.data), file.path
        assert len(shortened(once)) <= len(once), file.path


def test_only_scripts_are_shortened() -> None:
    data = b"a  // b\n"
    files = tuple(OutputFile(name, data) for name in ("a.css", "c.mjs"))
    assert as_served(files) == files
    (script,) = as_served([OutputFile("d.js", data)])
    assert script == OutputFile("d.js", b"a\n")


def test_bytes_that_are_no_text_stay() -> None:
    for data in (b"a  // b\n" + bytes([0xFF]) + b"'", "a  =  'ñ';\n".encode("latin-1")):
        (file,) = as_served([OutputFile("b.js", data)])
        assert file.data == data


def test_scripts_of_long_lines_stay_as_they_are() -> None:
    long = OutputFile("data.js", b"const a  = '" + b"x" * 2000 + b"';\n")
    assert as_served([long]) == (long,)


def test_what_was_made_once_is_remembered() -> None:
    asked = []

    def memo(data: bytes, make: object) -> bytes:
        asked.append(data)
        return b"kept"

    files = [OutputFile("a.js", b"a  // b\n"), OutputFile("a.css", b"a {}\n")]
    assert [file.data for file in as_served(files, memo)] == [b"kept", b"a {}\n"]
    assert asked == [b"a  // b\n"]
