"""A reload without a connection: a page that says that nothing is lost, and never an old task."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.answering import TEXTS, cut, notice, number, submit_button
from tests.journeys.conftest import Link
from tests.journeys.pressing import click
from tests.journeys.worker import begin, campaign_of, expect_readable, ready, stored

pytestmark = pytest.mark.long
WORKER_IS_ACTIVE = "navigator.serviceWorker.ready.then(({ active }) => Boolean(active))"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow"}


def until_prepared(page: Page) -> None:
    page.wait_for_function(WORKER_IS_ACTIVE)


@pytest.mark.quick
def test_a_reload_without_a_connection_says_that_nothing_is_lost(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    until_prepared(page)
    cut(page, 1)
    form = page.locator("#form").inner_text()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_text("Nothing is lost.")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minHeight") == "44px"
    click(page, "link", "Try again", text="Nothing is lost.")
    page.context.set_offline(False)
    ready(page)
    expect(page.locator("#form")).to_have_text(form)


def test_an_answer_on_its_way_is_sent_after_the_reload(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    until_prepared(page)
    cut(page, 1)
    page.context.set_offline(True)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("You are offline.")
    page.reload()
    expect(page.get_by_text("Nothing is lost.")).to_be_visible()
    assert not stored()
    page.context.set_offline(False)
    expect(number(page)).to_have_text("Task 2 of 2")
    assert len(stored()) == 1


def test_no_task_is_stored_for_later(page: Page, link: Link) -> None:
    """The browser stores the page and its files; the next task comes from the server."""
    begin(page, link(campaign_of("flat", *TEXTS)))
    until_prepared(page)
    page.reload()
    ready(page)
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    stored = page.evaluate(
        """async () => {
          const open = (await caches.keys()).map((name) => caches.open(name));
          const lists = await Promise.all(open.map(async (cache) => (await cache).keys()));
          return lists.flat().map(({ url }) => new URL(url).pathname).sort();
        }"""
    )
    assert stored == [
        "/static/css/base.css",
        "/static/css/controls.css",
        "/static/css/worker.css",
        "/static/js/worker/again.js",
        "/w/-/offline/",
    ]
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Nothing is lost.")).to_be_visible()
    assert not page.locator("#desk").count()
    page.context.set_offline(False)
    expect(number(page)).to_have_text("Task 2 of 2")


def test_the_offline_page_is_readable_in_the_workers_language(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS, language="ar")))
    until_prepared(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    expect(page.get_by_role("heading")).not_to_have_text("No connection")
    expect_readable(page)
