"""What the preview puts into pages on their way to the browser."""

from __future__ import annotations

import pytest

from lemario.preview.inject import CLIENT, widen, with_client
from lemario.preview.live import State

STATE = State("p1", "s1")
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"


@pytest.mark.parametrize(
    "html",
    [
        "<!DOCTYPE html><title>x</title><!-- </head> --><body><p>x",
        "<!DOCTYPE html><title>x</title><p>x",
        "<!DOCTYPE html><head><script>'</head>'</script></head><body>",
        "<!DOCTYPE html><head></head><body><p>&lt;/head></p></head>",
        "<!DOCTYPE html><head>" + "<meta name='x' content='y'>\n" * 1000 + "</head><body>",
    ],
)
def test_the_script_comes_once_and_not_into_comments_or_scripts(html: str) -> None:
    made = with_client(html, STATE)
    before, script, after = made.partition(f'<script src="{CLIENT}"')
    assert script
    assert CLIENT not in after
    assert before.count("<!--") == before.count("-->")
    assert before.count("<script>") == before.count("</script>")
    assert before + after.partition("</script>\n")[2] == html


def test_a_policy_that_allows_the_script_stays_as_it_is() -> None:
    assert widen(POLICY) == POLICY
    assert widen("img-src 'self'") == "img-src 'self'"
    assert widen("default-src 'self'") == "default-src 'self'"


@pytest.mark.parametrize(
    ("policy", "widened"),
    [
        (
            "default-src 'none'",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
        ),
        (
            "default-src https://a.example",
            "default-src https://a.example; script-src https://a.example 'self'; "
            "style-src https://a.example 'self'; connect-src https://a.example 'self'",
        ),
        (
            "script-src 'sha256-x'; style-src *; connect-src 'SELF'",
            "script-src 'sha256-x' 'self'; style-src *; connect-src 'SELF'",
        ),
        (
            "script-src 'self'; script-src-elem 'none'",
            "script-src 'self'; script-src-elem 'self'",
        ),
        ("connect-src 'none'; CONNECT-SRC *;", "connect-src 'self'"),
    ],
)
def test_a_policy_is_widened_only_where_it_must(policy: str, widened: str) -> None:
    assert widen(policy) == widened


def test_each_policy_of_a_page_is_widened_in_its_place() -> None:
    html = (
        "<head>\n<META Content='connect-src &#39;none&#39;' HTTP-EQUIV=content-security-policy />\n"
        '<meta name="x" content="ñ">\n'
        '<meta http-equiv="Content-Security-Policy" content="img-src *">\n</head>'
    )
    made = with_client(html, STATE)
    assert made.startswith(
        '<head>\n<meta http-equiv="Content-Security-Policy" '
        "content=\"connect-src 'self'\">\n"
        '<meta name="x" content="ñ">\n'
        '<meta http-equiv="Content-Security-Policy" content="img-src *">\n<script'
    )
