"""Web addresses: what a page may link to, and what addresses of pages can be added to."""

from __future__ import annotations

import pytest

from lemario.core.addresses import is_base_address, is_web_address


@pytest.mark.parametrize(
    "text", ["https://a.example", "HTTP://a.example/b?c=d#e", "https://[::1]/"]
)
def test_web_addresses(text: str) -> None:
    assert is_web_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.example",
        "javascript:alert(1)",
        "https://",
        "https://a b",
        'https://a"b',
        "https://{a}",
    ],
)
def test_what_is_none(text: str) -> None:
    assert not is_web_address(text)
    assert not is_base_address(text)


@pytest.mark.parametrize(
    "text", ["https://a.example", "http://localhost:8000/b/", "https://[::1]/"]
)
def test_base_addresses(text: str) -> None:
    assert is_base_address(text)


@pytest.mark.parametrize(
    "text", ["https://a.example/?b", "https://a.example/#b", "https:///b", "https://[b"]
)
def test_nothing_can_be_added_to_these(text: str) -> None:
    assert not is_base_address(text)
