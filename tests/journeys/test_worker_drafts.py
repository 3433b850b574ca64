"""Promise 7 at full size: drafts outlive a logout, an expired session and a restart of the
server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from annotation.models import Judgment, Worker
from tests.faults.processes import Stack, free_web_port, kill_tree
from tests.journeys.answering import submit_button
from tests.journeys.conftest import OpenContext
from tests.journeys.worker import begin, campaign_of, finished, ready

pytestmark = [pytest.mark.slow, pytest.mark.long]

DRAFTS = 200
WORDS = "one two three four five six seven eight nine ten"
CUTS = len(WORDS.split()) - 1


@pytest.fixture
def servers(tmp_path: Path, transactional_db: None) -> Iterator[Stack]:
    stack = Stack(tmp_path, settings.REDIS_URL)
    yield stack
    stack.stop()


def draft_of(number: int) -> list[int]:
    """Return a different pattern of cuts for each draft."""
    return [(number + 1) >> place & 1 for place in range(CUTS)]


def drawn(page: Page) -> list[int]:
    pressed = page.locator(".gap").evaluate_all(
        "gaps => gaps.map(gap => gap.getAttribute('aria-pressed'))"
    )
    return [int(one == "true") for one in pressed]


def leave(page: Page, number: int) -> list[Any]:
    """Sign out, lose the session, or keep it; return the cookies to come back with."""
    if number % 3 == 0:
        page.goto(page.url.replace("/hit/", "/done/"))
        page.get_by_role("button", name="Sign out on this device").click()
        # Chromium may never close a page that is still being loaded.
        page.get_by_role("button", name="Start").wait_for()
    kept = page.context.cookies() if number % 3 == 2 else []
    page.close()
    page.context.clear_cookies()
    return kept


def come_back(page: Page, address: str, name: str, cookies: list[Any]) -> None:
    """Reload the task with the old session, or join again with the return code."""
    page.context.clear_cookies()
    if cookies:
        page.context.add_cookies(cookies)
        page.goto(address.partition("?")[0] + "hit/")
    else:
        page.goto(address)
        page.get_by_role("button", name="Start").click()
        page.locator("[name=return_code]").fill(Worker.objects.get(external_id=name).return_code)
        page.get_by_role("button", name="Start").click()
    ready(page)


@pytest.mark.fault(7)
def test_two_hundred_drafts_outlive_whatever_happens(
    servers: Stack, open_context: OpenContext, record_property: Callable[[str, object], None]
) -> None:
    """A third signs out, a third loses the session, and the server is killed under all of them."""
    campaign, port = campaign_of("flat", WORDS, redundancy=DRAFTS), free_web_port()
    web, context = servers.start_web(port), open_context()
    address = f"http://127.0.0.1:{port}/w/{campaign.code}/?worker=worker"
    kept: list[list[Any]] = []
    for number in range(DRAFTS):
        page = begin(context.new_page(), f"{address}{number}")
        for place in range(CUTS):
            if draft_of(number)[place]:
                page.locator(".gap").nth(place).click()
        kept.append(leave(page, number))
    kill_tree(web)
    servers.start_web(port)
    page = context.new_page()
    for number, cookies in enumerate(kept):
        come_back(page, f"{address}{number}", f"worker{number}", cookies)
        assert drawn(page) == draft_of(number)
        submit_button(page).click()
        finished(page)
    stored = {tuple(one.vector) for one in Judgment.objects.all()}
    record_property("measured", f"{len(stored)} of {DRAFTS} drafts found again and stored")
    assert stored == {tuple(draft_of(number)) for number in range(DRAFTS)}
