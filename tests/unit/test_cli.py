"""The command line: exit codes, what goes to which stream, and what is left alone."""

from __future__ import annotations

import errno
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lemario.cli import main
from tests import small

UNKNOWN_FIELD = small.term(more="relatd: [gpu]")
NO_ENGLISH = small.term(es="GPU", en="GPU", en_text=None)
LINK_TO_NO_ENGLISH = small.term(more="related: [gpu]")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a clean glossary of one term in it."""
    monkeypatch.chdir(tmp_path)
    small.write(tmp_path / "glossary", {"caso": small.term()})
    return tmp_path


def put(here: Path, **terms: str) -> None:
    for term_id, text in terms.items():
        (here / "glossary/terms" / f"{term_id}.yaml").write_text(text, encoding="utf-8")


def lemario(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


# --- check ---------------------------------------------------------------------------------------


def test_a_clean_glossary_exits_with_0_and_leaves_stdout_empty(here: Path) -> None:
    done = lemario("check")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "Checked 1 term: no errors, 0 warnings\n"


def test_an_error_exits_with_1_and_names_the_command_that_explains_it(here: Path) -> None:
    put(here, caso=UNKNOWN_FIELD)
    done = lemario("check")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("glossary/terms/caso.yaml:12:1: error[L103]: ")
    assert "lemario explain L103" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_warning_exits_with_0_and_with_1_under_strict(here: Path) -> None:
    put(here, gpu=NO_ENGLISH, caso=LINK_TO_NO_ENGLISH)
    assert lemario("check").exit_code == 0
    assert lemario("check", "--strict").exit_code == 1


def test_strict_does_not_mind_a_clean_glossary(here: Path) -> None:
    assert lemario("check", "--strict").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--format", "xml"),
        ("check", "--nonsense"),
        ("check", "--glossary", "nowhere"),
        ("check", "--theme", "nowhere"),
        ("build", "--base-url", "example.org"),
        ("build", "--base-url", "https://example.org/?a"),
        ("catalogue", "list", "models", "--glossary", "nowhere"),
        ("explain", "L999"),
        ("nonsense",),
    ],
)
def test_a_wrong_command_line_exits_with_2_and_says_so_on_stderr(
    here: Path, arguments: tuple[str, ...]
) -> None:
    done = lemario(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Error: " in done.stderr


def test_without_a_glossary_the_message_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = lemario("check")
    assert done.exit_code == 2
    assert "--glossary" in done.stderr


def test_a_glossary_elsewhere_is_named_as_it_was_typed(here: Path) -> None:
    small.write(here / "otro/glosario", {"caso": UNKNOWN_FIELD})
    done = lemario("check", "--glossary", "otro/glosario")
    assert done.stderr.startswith("otro/glosario/terms/caso.yaml:12:1: ")


# --- formats -------------------------------------------------------------------------------------


def test_json_is_on_stdout_and_parses(here: Path) -> None:
    put(here, caso=UNKNOWN_FIELD)
    done = lemario("check", "--format", "json")
    assert done.exit_code == 1
    (found,) = json.loads(done.stdout)
    assert found == {
        "code": "L103",
        "severity": "error",
        "message": 'unknown field "relatd"',
        "help": 'did you mean "related"?',
        "path": "glossary/terms/caso.yaml",
        "line": 12,
        "column": 1,
        "end_line": 12,
        "end_column": 7,
        "notes": [],
    }


def test_json_of_a_clean_glossary_is_an_empty_list(here: Path) -> None:
    done = lemario("check", "--format", "json")
    assert json.loads(done.stdout) == []


def test_concise_is_one_line_each_on_stdout(here: Path) -> None:
    put(here, caso=UNKNOWN_FIELD, gpu=small.term(es="GPU", en="GPU", category="memori"))
    done = lemario("check", "--format", "concise")
    assert done.stdout.splitlines() == [
        'glossary/terms/caso.yaml:12:1: error[L103]: unknown field "relatd" '
        '(did you mean "related"?)',
        'glossary/terms/gpu.yaml:9:11: error[L201]: there is no category "memori" '
        '(did you mean "memoria"?)',
    ]


ANNOTATION = re.compile(
    r"::(error|warning) ((?:[a-zA-Z]+=[^,:\r\n]+)(?:,[a-zA-Z]+=[^,:\r\n]+)*)::.+"
)


def test_github_lines_are_workflow_commands(here: Path) -> None:
    put(here, caso=UNKNOWN_FIELD, gpu=small.term(es="a: 100 % b", en="GPU"))
    done = lemario("check", "--format", "github")
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert all(ANNOTATION.fullmatch(line) for line in lines)
    assert "100 %25 b" in lines[1]


# --- explain, schema -----------------------------------------------------------------------------


def test_explain_prints_the_explanation(here: Path) -> None:
    done = lemario("explain", "L103")
    assert done.exit_code == 0
    assert done.stdout.startswith("# L103: unknown field\n")
    assert done.stdout == lemario("explain", "l103").stdout


def test_explain_of_an_unknown_code_proposes_one(here: Path) -> None:
    assert '"L103"' in lemario("explain", "L1O3").stderr


def test_explain_alone_lists_all_codes_in_order(here: Path, root: Path) -> None:
    listed = lemario("explain").stdout.splitlines()
    codes = sorted(path.stem for path in (root / "src/lemario/messages").glob("*.md"))
    assert [line.partition(": ")[0] for line in listed] == codes


def test_explain_needs_no_glossary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert lemario("explain").exit_code == 0


def test_schema_is_json_on_stdout(here: Path) -> None:
    assert json.loads(lemario("schema").stdout)["title"] == "Lemario term"


# --- build ---------------------------------------------------------------------------------------


def test_build_writes_beside_the_glossary_and_sums_up_in_one_line(here: Path) -> None:
    done = lemario("build")
    assert (done.exit_code, done.stdout.count("\n"), done.stderr) == (0, 1, "")
    assert re.match(r"Built build/site: 1 term, \d+ pages, 0 warnings, ", done.stdout)
    assert (here / "build/site/terminos/caso.html").is_file()
    assert (here / "build/site/en/terms/caso.html").is_file()


def test_build_of_a_glossary_elsewhere_writes_beside_that(here: Path) -> None:
    small.write(here / "otro/glosario", {"caso": small.term()})
    assert lemario("build", "--glossary", "otro/glosario").exit_code == 0
    assert (here / "otro/build/site/index.html").is_file()
    assert not (here / "build").exists()


def test_a_draft_is_left_out_and_counted(here: Path) -> None:
    put(here, gpu=small.term(es="GPU", en="GPU", more="status: draft"))
    done = lemario("build")
    assert "1 term (and 1 draft left out)" in done.stdout
    assert not (here / "build/site/terminos/gpu.html").exists()


def test_quiet_prints_no_summary_and_no_warning(here: Path) -> None:
    put(here, gpu=NO_ENGLISH, caso=LINK_TO_NO_ENGLISH)
    assert lemario("build", "--quiet").output == ""


def test_quiet_still_prints_errors(here: Path) -> None:
    put(here, caso=UNKNOWN_FIELD)
    done = lemario("build", "--quiet")
    assert done.exit_code == 1
    assert "error[L103]" in done.stderr


def test_warnings_of_a_build_go_to_stderr(here: Path) -> None:
    put(here, gpu=NO_ENGLISH, caso=LINK_TO_NO_ENGLISH)
    done = lemario("build")
    assert done.exit_code == 0
    assert "warning[L241]" in done.stderr
    assert "warning[" not in done.stdout


def test_the_base_url_of_the_command_line_overrides_that_of_the_site(here: Path) -> None:
    (here / "glossary/site.yaml").write_text("title: P\nbase_url: https://a.example/\n", "utf-8")
    assert lemario("build", "--base-url", "https://b.example/x/").exit_code == 0
    sitemap = (here / "build/site/sitemap.xml").read_text(encoding="utf-8")
    assert "https://b.example/x/terminos/caso.html" in sitemap
    assert "a.example" not in sitemap


def test_check_writes_nothing(here: Path) -> None:
    before = small.snapshot(here)
    lemario("check")
    assert small.snapshot(here) == before


@pytest.mark.parametrize("command", ["check", "build"])
def test_an_error_leaves_no_output(here: Path, command: str) -> None:
    put(here, caso=UNKNOWN_FIELD)
    before = small.snapshot(here)
    assert lemario(command).exit_code == 1
    assert small.snapshot(here) == before


def test_an_error_leaves_the_old_site_as_it_was(here: Path) -> None:
    lemario("build")
    before = small.snapshot(here / "build")
    assert before
    put(here, caso=UNKNOWN_FIELD)
    assert lemario("build").exit_code == 1
    assert small.snapshot(here / "build") == before


def test_a_failing_template_leaves_the_old_site_as_it_was(here: Path, root: Path) -> None:
    lemario("build")
    before = small.snapshot(here / "build/site")
    assert before
    theme = here / "theme"
    shutil.copytree(root / "templates", theme)
    (theme / "pages/term.html").write_text("{{ view.nothing }}", encoding="utf-8")
    done = lemario("build", "--theme", "theme")
    assert done.exit_code == 1
    assert "theme/pages/term.html:1" in done.stderr
    assert small.snapshot(here / "build/site") == before


def test_a_second_build_drops_the_page_of_a_deleted_term(here: Path) -> None:
    put(here, gpu=small.term(es="GPU", en="GPU"))
    lemario("build")
    (here / "glossary/terms/gpu.yaml").unlink()
    lemario("build")
    assert not (here / "build/site/terminos/gpu.html").exists()
    assert {path.name for path in (here / "build").iterdir()} == {"site", ".site.lock", "cache"}


def test_without_a_cache_nothing_is_kept_beside_the_site(here: Path) -> None:
    lemario("build", "--no-cache")
    assert {path.name for path in (here / "build").iterdir()} == {"site", ".site.lock"}


def test_a_build_that_has_nothing_to_do_says_so(here: Path) -> None:
    first = lemario("build").stdout
    second = lemario("build").stdout
    assert re.search(r", \d+ files changed, ", first)
    assert ", nothing changed, " in second
    assert second.split(",")[:3] == first.split(",")[:3]
    assert lemario("build", "--quiet").output == ""


def test_the_same_glossary_gives_the_same_bytes(here: Path) -> None:
    lemario("build", "--out", "one")
    lemario("build", "--out", "two")
    assert small.snapshot(here / "one") == small.snapshot(here / "two")


# --- outputs that are refused --------------------------------------------------------------------


@pytest.mark.parametrize("out", [".", "glossary", "glossary/site", "glossary/terms"])
def test_a_build_over_the_working_folder_or_the_glossary_is_refused(here: Path, out: str) -> None:
    before = small.snapshot(here)
    done = lemario("build", "--out", out)
    assert done.exit_code == 1
    assert f"{out}: error[L501]" in done.stderr
    assert small.snapshot(here) == before


def test_a_build_over_home_is_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = here / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    assert "error[L501]" in lemario("build", "--out", "home").stderr
    assert list(home.iterdir()) == []


def test_a_build_over_somebody_elses_files_is_refused_and_names_one(here: Path) -> None:
    (here / "docs").mkdir()
    (here / "docs/ideas.md").write_text("mine", encoding="utf-8")
    done = lemario("build", "--out", "docs")
    assert done.exit_code == 1
    assert "error[L502]" in done.stderr
    assert "ideas.md" in done.stderr
    assert small.snapshot(here / "docs") == {"ideas.md": b"mine"}


def test_a_file_put_into_the_site_by_hand_is_not_deleted(here: Path) -> None:
    lemario("build")
    (here / "build/site/CNAME").write_text("example.org", encoding="utf-8")
    assert "error[L502]" in lemario("build").stderr
    assert (here / "build/site/CNAME").is_file()


# --- terminals -----------------------------------------------------------------------------------


def on_a_terminal(arguments: list[str], cwd: Path, **environment: str) -> str:
    """What the command shows with stdout and stderr on a terminal."""
    command = [str(Path(sys.executable).with_name("lemario")), *arguments]
    ours, theirs = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | environment
    subprocess.run(command, cwd=cwd, env=env, stdout=theirs, stderr=theirs, check=False)
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            part = b""
        if not part:
            break
        shown += part
    os.close(ours)
    return shown.decode()


def test_colours_are_for_terminals_and_no_color_turns_them_off(here: Path) -> None:
    put(here, caso=UNKNOWN_FIELD)
    assert "\x1b[" not in lemario("check").output
    assert "\x1b[" in on_a_terminal(["check"], here, TERM="xterm")
    assert "\x1b[" not in on_a_terminal(["check"], here, TERM="xterm", NO_COLOR="1")


# --- what cannot be read -------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "build"])
@pytest.mark.parametrize("hidden", ["glossary/catalogue", "glossary/formulas.py", "glossary"])
def test_a_place_that_one_may_not_look_at_is_no_crash(
    here: Path, monkeypatch: pytest.MonkeyPatch, command: str, hidden: str
) -> None:
    real = os.stat

    def stat(path: str | Path, **more: Any) -> os.stat_result:
        if str(path) == hidden:
            raise PermissionError(errno.EACCES, "Permission denied", hidden)
        return real(path, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", stat)
        done = lemario(command)
    assert done.exit_code == (2 if hidden == "glossary" else 1)
    assert isinstance(done.exception, SystemExit)
    assert hidden in done.stderr
