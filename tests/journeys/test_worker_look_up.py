"""The link to look up a text, in a browser: by mouse and by keys alone, stored with the answer."""

import pytest
from playwright.sync_api import Page, Route, expect

from annotation.models import Judgment
from tests.helpers.tiers import long_only
from tests.journeys.conftest import Link
from tests.journeys.pressing import submit_last
from tests.journeys.worker import begin, campaign_of, expect_readable, press_tab_until, ready

pytestmark = pytest.mark.long
NAME = "Look it up on DuckDuckGo (opens in another tab)"


def payloads() -> list[dict[str, object]]:
    return [one.payload for one in Judgment.objects.order_by("pk")]


@pytest.mark.quick
@pytest.mark.parametrize("scheme", ["flat", *long_only("nested")])
def test_a_search_opens_elsewhere_and_is_recorded(page: Page, link: Link, scheme: str) -> None:
    asked: list[dict[str, str]] = []

    def answer(route: Route) -> None:
        asked.append({"url": route.request.url, **route.request.headers})
        route.fulfill(body="found")

    page.context.route("https://duckduckgo.com/**", answer)
    begin(page, link(campaign_of(scheme, "red & blue", settings={"preset": "a13"})))
    search = page.get_by_role("link", name=NAME)
    with page.context.expect_page() as opened:
        search.click()
    expect(opened.value.get_by_text("found")).to_be_visible()
    assert opened.value.evaluate("opener") is None
    assert [one["url"] for one in asked] == ["https://duckduckgo.com/?q=red%20%26%20blue"]
    assert "referer" not in asked[0]
    opened.value.close()
    page.reload()
    ready(page)
    if scheme == "nested":
        for _ in range(2):
            page.locator(".plus:not(:disabled):not(.joined)").first.click()
    submit_last(page)
    assert [one["looked_up"] for one in payloads()] == [True]


def test_by_keys_alone(page: Page, link: Link) -> None:
    page.context.route("https://duckduckgo.com/**", lambda route: route.fulfill(body="found"))
    begin(page, link(campaign_of("flat", "red car", "blue car", settings={"preset": "a13"})))
    expect_readable(page)
    press_tab_until(page, NAME)
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    opened.value.close()
    page.locator(".gap").press("Enter")
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    submit_last(page)
    assert payloads() == [
        {"boundaries": [0], "looked_up": True},
        {"boundaries": [0], "looked_up": False},
    ]


def test_no_link_without_the_setting(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", "red car")))
    expect(page.locator(".look-up")).to_have_count(0)
    submit_last(page)
    assert payloads() == [{"boundaries": [0]}]
