"""The search field of a page, as tests look at it."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, expect

NARROW = {"width": 360, "height": 720}


def search_field(page: Page) -> Locator:
    return page.get_by_role("combobox")


def options(page: Page) -> Locator:
    return page.get_by_role("listbox").get_by_role("option")


def status(page: Page) -> Locator:
    return page.locator("[data-lm-panel]").get_by_role("status")


def active(page: Page) -> Locator:
    """The option that the field names as active: exactly one is selected, and it has this id."""
    field = search_field(page)
    expect(field).to_be_focused()
    selected = page.get_by_role("option", selected=True)
    expect(selected).to_have_count(1)
    expect(field).to_have_attribute("aria-activedescendant", selected.get_attribute("id") or "")
    return selected


def expect_none_active(page: Page) -> None:
    expect(search_field(page)).to_be_focused()
    expect(search_field(page)).not_to_have_attribute("aria-activedescendant", re.compile(""))
    expect(page.get_by_role("option", selected=True)).to_have_count(0)


def expect_closed(page: Page) -> None:
    expect(options(page)).to_have_count(0)
    expect(page.locator("[data-lm-panel][data-lm-open]")).to_have_count(0)
    expect(search_field(page)).to_have_attribute("aria-expanded", "false")


def kept(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(
        page.evaluate("localStorage.getItem('lemario:recent') ?? '[]'")
    )
    return found


def keep(page: Page, *searches: dict[str, str]) -> None:
    page.evaluate("it => localStorage.setItem('lemario:recent', it)", json.dumps(searches))
    page.reload()
