"""The preview's web application: whom it answers and what it hands out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from lemario.preview.app import application
from lemario.preview.inject import CLIENT, CLIENT_STYLES, EVENTS
from lemario.preview.live import Live, State
from lemario.preview.outputs import marks, media_type
from tests import small

PORT = 8000
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
PAGE = (
    '<!DOCTYPE html>\n<html lang="es">\n<head>\n<meta charset="utf-8">\n'
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}; base-uri \'none\'">\n'
    "<title>Ñandú</title>\n</head>\n<body>\n<p>ñandú</p>\n</body>\n</html>\n"
)
STATE = State("p1", "s1")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of a few files, with a file beside it that nobody may see."""
    folder = tmp_path / "build" / "site"
    for name in ("index.html", "404.html", "terminos/gpu.html", "en/index.html"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PAGE.replace("Ñandú", name), encoding="utf-8")
    (folder / "assets").mkdir()
    (folder / "assets/a.css").write_text("p { color: red }\n", encoding="utf-8")
    (folder / ".lemario-site").write_text("index.html\n", encoding="utf-8")
    (tmp_path / "build" / "secret.html").write_text("secret", encoding="utf-8")
    (tmp_path / "build" / "site-2").mkdir()
    (tmp_path / "build" / "site-2" / "secret.html").write_text("secret", encoding="utf-8")
    return folder


@pytest.fixture
def live() -> Live:
    return Live(STATE)


@pytest.fixture
def client(site: Path, live: Live) -> TestClient:
    return client_of(site, live)


def client_of(site: Path, live: Live, host: str = f"127.0.0.1:{PORT}") -> TestClient:
    return TestClient(
        application(site, live, PORT), base_url=f"http://{host}", follow_redirects=False
    )


# --- Whom it answers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LocalHost:8000"]
)
def test_this_machine_is_answered(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "localhost",
        "localhost:8001",
        "127.0.0.1",
        "127.0.0.2:8000",
        "0.0.0.0:8000",
        "evil.example:8000",
        "localhost.evil.example:8000",
        "evil.example",
        "localhost:8000@evil.example",
    ],
)
@pytest.mark.parametrize("path", ["/", EVENTS, CLIENT, "/nowhere"])
def test_any_other_host_is_refused(client: TestClient, host: str, path: str) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "<" not in answer.text


def test_two_hosts_are_refused(client: TestClient) -> None:
    headers = [("Host", f"localhost:{PORT}"), ("Host", f"localhost:{PORT}")]
    assert client.get("/", headers=headers).status_code == 400


def test_at_the_default_port_the_host_goes_without_it(site: Path, live: Live) -> None:
    client = TestClient(application(site, live, 80), base_url="http://localhost")
    assert client.get("/").status_code == 200


# --- What it hands out ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/terminos/gpu.html", "text/html; charset=utf-8"),
        ("/en/", "text/html; charset=utf-8"),
        ("/assets/a.css", "text/css; charset=utf-8"),
        ("/assets/a.css?preview=2", "text/css; charset=utf-8"),
        (CLIENT, "text/javascript; charset=utf-8"),
        (CLIENT_STYLES, "text/css; charset=utf-8"),
    ],
)
def test_files_come_with_their_type_and_are_not_kept(
    client: TestClient, path: str, kind: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert {"etag", "last-modified"} & set(answer.headers) == set()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.html", "text/html; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.json", "application/json; charset=utf-8"),
        ("a.xml", "application/xml; charset=utf-8"),
        ("a.txt", "text/plain; charset=utf-8"),
        ("a.csv", "text/csv; charset=utf-8"),
        ("a.svg", "image/svg+xml"),
        ("a.png", "image/png"),
        ("a.PNG", "image/png"),
        ("a.woff2", "font/woff2"),
        ("a.epub", "application/epub+zip"),
        ("a.zip", "application/zip"),
        ("a.nobody-knows", "application/octet-stream"),
        ("a", "application/octet-stream"),
    ],
)
def test_types_do_not_depend_on_the_system(name: str, kind: str) -> None:
    assert media_type(Path(name)) == kind


def test_what_is_no_page_comes_as_it_is(client: TestClient, site: Path) -> None:
    assert client.get("/assets/a.css").content == (site / "assets/a.css").read_bytes()


def test_a_folder_gets_its_slash(client: TestClient) -> None:
    answer = client.get("/en")
    assert answer.is_redirect
    assert answer.headers["location"] == "/en/"


OUTSIDE = [
    "/../secret.html",
    "/..%2fsecret.html",
    "/..%2Fsecret.html",
    "/%2e%2e/secret.html",
    "/%2e%2e%2fsecret.html",
    "/terminos/../../secret.html",
    "/terminos/%2e%2e/%2e%2e/secret.html",
    "/terminos/..%2f..%2fsecret.html",
    "/..%5csecret.html",
    "/..\\secret.html",
    "/%5c..%5csecret.html",
    "/..%252fsecret.html",
    "/%252e%252e/secret.html",
    "/..%c0%afsecret.html",
    "/../site-2/secret.html",
    "/%2e%2e/site-2/secret.html",
    "/.%00./secret.html",
    "/index.html%00",
    "/index.html%00.css",
    "//secret.html",
    "/%2fetc/passwd",
    "//etc/passwd",
    "/C:/Windows/win.ini",
    "/C:%5cWindows%5cwin.ini",
    "/.lemario-site",
    "/./index.html",
    "/terminos//gpu.html",
    "/index.html/",
    "/index.html%0a",
    "/%ff",
    "/" + "a" * 5000,
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_site_is_found(site: Path, live: Live, path: str) -> None:
    status, body = ask(site, live, path)
    assert status == 404
    assert "secret" not in body
    assert "root:" not in body


@pytest.mark.parametrize("target", ["http://localhost:8000/index.html", "index.html", "*"])
def test_a_target_that_is_no_path_is_not_found(site: Path, live: Live, target: str) -> None:
    assert ask(site, live, target)[0] == 404


def ask(site: Path, live: Live, target: str) -> tuple[int, str]:
    """Status and body for a request target as it stands on the wire: clients would mend it first."""
    sent: list[dict[str, object]] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(target),
        "raw_path": target.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", f"localhost:{PORT}".encode())],
    }

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: object) -> None:
        assert isinstance(message, dict)
        sent.append(message)

    asyncio.run(application(site, live, PORT)(scope, receive, send))
    status = sent[0]["status"]
    assert isinstance(status, int)
    return status, b"".join(bytes(m.get("body", b"")) for m in sent[1:]).decode()  # type: ignore[call-overload]


@pytest.mark.parametrize("target", ["secret.html", "site-2"])
def test_links_do_not_lead_out(client: TestClient, site: Path, target: str) -> None:
    (site / "way-out").symlink_to(site.parent / target)
    assert client.get("/way-out").status_code == 404
    assert client.get("/way-out/secret.html").status_code == 404


def test_a_link_inside_the_site_is_followed(client: TestClient, site: Path) -> None:
    (site / "inicio.html").symlink_to("index.html")
    assert "<title>index.html" in client.get("/inicio.html").text


@pytest.mark.parametrize("path", ["/", EVENTS, CLIENT, "/terminos/gpu.html"])
def test_nothing_can_be_sent_to_it(client: TestClient, path: str) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert client.request(method, path).status_code == 405


def test_what_is_not_there_is_the_404_page(client: TestClient) -> None:
    answer = client.get("/terminos/de/nadie.html")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>404.html" in answer.text
    # Its links begin at the root, wherever it is shown.
    assert '<head><base href="/">' in answer.text
    assert "base-uri 'self'" in answer.text


def test_the_path_of_the_base_url_leads_to_the_site(site: Path) -> None:
    client = client_of(site, Live(State("p1", "s1", base="/un/sitio/")))
    assert "<title>terminos/gpu.html" in client.get("/un/sitio/terminos/gpu.html").text
    assert "<title>terminos/gpu.html" in client.get("/terminos/gpu.html").text
    assert client.get("/un/sitio/../secret.html").status_code == 404
    assert client.get("/un/nadie.html").status_code == 404


def test_before_the_first_site_a_page_waits_for_it(tmp_path: Path) -> None:
    answer = client_of(tmp_path / "site", Live(STATE)).get("/terminos/gpu.html")
    assert answer.status_code == 503
    assert CLIENT in answer.text


# --- What it adds --------------------------------------------------------------------------------


def test_pages_get_the_script_and_keep_all_else(client: TestClient, site: Path) -> None:
    original = (site / "index.html").read_text(encoding="utf-8")
    script = f'<script src="{CLIENT}" data-pages="p1" data-styles="s1" defer></script>\n'
    assert client.get("/").text == original.replace("</head>", f"{script}</head>")


def test_files_are_never_changed(client: TestClient, site: Path) -> None:
    before = small.snapshot(site)
    for path in ("/", "/nowhere", "/assets/a.css", CLIENT):
        client.get(path)
    assert small.snapshot(site) == before


def test_the_stream_is_of_server_sent_events(site: Path) -> None:
    live = Live(State("p1", "s1", 'glossary/a.yaml:1:1: error\n\n</script> "ñ"\r\n'))
    live.close()
    answer = client_of(site, live).get(EVENTS)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    *head, data, end = answer.text.split("\n\n")
    assert (head, end) == (["retry: 500"], "")
    assert "\n" not in data
    assert json.loads(data.removeprefix("data: ")) == {
        "pages": "p1",
        "styles": "s1",
        "problems": live.state.problems,
    }


def test_marks_tell_style_sheets_from_the_rest(site: Path) -> None:
    before = marks(site)
    assert marks(site) == before
    (site / "assets/a.css").write_text("p { color: blue }\n", encoding="utf-8")
    styled = marks(site)
    assert (styled[0] == before[0], styled[1] == before[1]) == (True, False)
    (site / "terminos/gpu.html").unlink()
    assert marks(site)[0] != styled[0]
    assert marks(site)[1] == styled[1]
