"""Stripping scripts: what goes, what stays, and what is left alone."""

from __future__ import annotations

import pytest

from lemario.render.scripts import stripped, without_comments
from lemario.render.theme import load_theme
from lemario.site.files import OutputFile


def theme_scripts() -> list[OutputFile]:
    theme = load_theme().theme
    assert theme is not None
    return [file for file in theme.output_files() if file.path.endswith(".js")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1; // one\n\n// two\n  b = 2;\n", "a=1;b=2;\n"),
        ("/** @type {x} */\nconst a = /* b */ 1;", "const a=1;\n"),
        ("a /* b\nc */ d", "a\nd\n"),
        ("a/**/b", "a b\n"),
        ("\ufeffa\r\nb\u2028c // d\u2029e", "a\nb\nc\ne\n"),
        ("// nothing else", ""),
        ("", ""),
    ],
)
def test_comments_and_white_space_go(source: str, expected: str) -> None:
    assert stripped(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('a = "x  // y" + \'/* "  z */\';', 'a="x  // y"+\'/* "  z */\';\n'),
        (r'a = "\"  // y";', 'a="\\"  // y";\n'),
        ('a = "x \\\n   y";', 'a="x \\\n   y";\n'),
        ("a = `x  // y\n  z`;", "a=`x  // y\n  z`;\n"),
        ("a = `\\`  ${ b ? `c  ${ d }  // e` : '' }  \\${ f }`;", None),
        ("a = `${ f({ g: `}  // ` }) }  `;", "a=`${f({g:`}  // `})}  `;\n"),
        ("a = `${ b /* c */ }`;", "a=`${b}`;\n"),
        ("`a  $` + `$  `", "`a  $`+`$  `\n"),
    ],
)
def test_texts_stay(source: str, expected: str | None) -> None:
    told = "a=`\\`  ${b?`c  ${d}  // e`:''}  \\${ f }`;\n"
    assert stripped(source) == (told if expected is None else expected)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = /  [/\"'`]  \\/\\/  '/.test(b) // c", "a= /  [/\"'`]  \\/\\/  '/.test(b)\n"),
        ("if (a) /  '/.test(b)", "if(a)/  '/.test(b)\n"),
        ("return /  '/g", "return/  '/g\n"),
        ("f(/  '/, [/  '/], !/  '/, ...typeof /  '/)", "f(/  '/,[/  '/],!/  '/,...typeof/  '/)\n"),
        ("a => /  '/", "a=> /  '/\n"),
        ("/  '/ in a", "/  '/ in a\n"),
        ("`${ /  }/ }`", "`${/  }/}`\n"),
    ],
)
def test_regular_expressions_stay(source: str, expected: str) -> None:
    assert stripped(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a / b / c // it's", "a/b/c\n"),
        ("(a) / b // it's\n/ c", "(a)/b\n/c\n"),
        ("a[0] / 2 / b", "a[0]/2/b\n"),
        ("a++ / 2 // it's", "a++ /2\n"),
        ('"a" / `b` / 2. / c // it\'s', '"a"/`b`/2./c\n'),
        ("a.return / of / b // it's", "a.return/of/b\n"),
        ("a.if (b) / c // it's", "a.if(b)/c\n"),
        ("a / /  '/.exec(b)", "a/ /  '/.exec(b)\n"),
    ],
)
def test_divisions_are_told_from_regular_expressions(source: str, expected: str) -> None:
    assert stripped(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a\nb", "a\nb\n"),
        ("a\n(b)\n[c]\n`d`", "a\n(b)\n[c]\n`d`\n"),
        ("a\n++\nb", "a\n++\nb\n"),
        ("return\na + b", "return\na+b\n"),
        ("let f = () => {}\nf()", "let f=()=>{}\nf()\n"),
        ("class A { b\n *c() {} static #d = 1 }", "class A{b\n*c(){}static #d=1}\n"),
        ("f(\n  a,\n  b,\n)\n  .then(c)", "f(a,b,).then(c)\n"),
        ("a = b\n  ? c\n  : d && {\n}", "a=b?c:d&&{}\n"),
        ("x = 1.\ny = 2", "x=1.\ny=2\n"),
    ],
)
def test_line_breaks_stay_where_they_may_end_a_statement(source: str, expected: str) -> None:
    assert stripped(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a + +b - -c - --d", "a+ +b- -c- --d\n"),
        ("a < ! --b", "a< ! --b\n"),
        ("1 .toString()", "1 .toString()\n"),
        ("a ? .5 : b", "a? .5:b\n"),
        ("const ñ = a in b", "const ñ=a in b\n"),
        ("async (a) => await a", "async(a)=>await a\n"),
    ],
)
def test_tokens_are_kept_apart(source: str, expected: str) -> None:
    assert stripped(source) == expected


def test_a_licence_at_the_beginning_is_kept_and_no_other_comment() -> None:
    source = "  /*! MIT\n of x */\n/* a */ 'use strict'; /*! b */ c"
    assert stripped(source) == "/*! MIT\n of x */\n'use strict';c\n"


@pytest.mark.parametrize(
    "source",
    [
        "a  =  'b\n",
        'a  =  "b',
        "a  =  `b",
        "a  =  `${ b`",
        "a  /*  b",
        "a  =  (b]",
        "a  =  b)",
        "f  (  { a",
        "a  =  /b",
        "{ a }  /b'/  .c",
        "yield  /a'/",
        "for (const a  of  /b'/ .exec(c)) d",
        "a  <!-- b",
        "a\n-->  b",
        "a  =  /[[b]'/]/v",
        "a  =  \x00",
    ],
)
def test_what_cannot_be_read_for_certain_is_left_as_it_is(source: str) -> None:
    assert stripped(source) == source


def test_scripts_of_the_theme_are_read_for_certain() -> None:
    for file in theme_scripts():
        source = file.data.decode()
        once = stripped(source)
        assert len(once) < len(source), file.path
        assert stripped(once) == once, file.path


def test_only_scripts_are_stripped() -> None:
    data = b"a  // b\n" + bytes([0xFF])
    files = tuple(OutputFile(name, data) for name in ("a.css", "b.js", "c.mjs"))
    assert without_comments(files) == files
    (script,) = without_comments([OutputFile("d.js", b"a  // b\n")])
    assert script == OutputFile("d.js", b"a\n")


def test_scripts_of_long_lines_stay_as_they_are() -> None:
    long = OutputFile("data.js", b"const a  = '" + b"x" * 2000 + b"';\n")
    assert without_comments([long]) == (long,)


def test_what_was_made_once_is_remembered() -> None:
    asked = []

    def memo(data: bytes, make: object) -> bytes:
        asked.append(data)
        return b"kept"

    files = [OutputFile("a.js", b"a  // b\n"), OutputFile("a.css", b"a {}\n")]
    assert [file.data for file in without_comments(files, memo)] == [b"kept", b"a {}\n"]
    assert asked == [b"a  // b\n"]
