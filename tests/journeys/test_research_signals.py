"""The page of signals in a browser: which workers read, in which order, and one worker's
history."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, make_campaign, make_dataset
from tests.helpers.habits import TEXTS, text_of, work
from tests.journeys.conftest import PHONE
from tests.journeys.researcher import as_on_phone, expect_readable_on_both, sign_in
from tests.journeys.worker import expect_readable

pytestmark = pytest.mark.long

SIZES = {"phone": PHONE, "desktop": {"viewport": {"width": 1280, "height": 800}}}


@pytest.fixture
def campaign(live_server: LiveServer) -> Campaign:
    """Make three workers who read, and one who gives every text the same answer."""
    made = make_campaign(make_dataset([text_of(n) for n in range(TEXTS)]), redundancy=4)
    work(made, [enrol(made) for _ in range(4)], habit=3)
    fold_all(made.pk)
    make_reports(made.pk)
    return made


def rows(page: Page) -> Locator:
    return page.get_by_role("rowheader")


def test_who_answers_from_habit_is_found_and_looked_at(
    campaign: Campaign, live_server: LiveServer, context: BrowserContext
) -> None:
    owner = campaign.dataset.project.memberships.get().user
    page = sign_in(context, owner, live_server.url)
    page.goto(live_server.url + reverse("research:signals", args=(campaign.pk,)))
    expect(page.get_by_text("3 of 4 workers are certified readers.")).to_be_visible()
    expect(rows(page)).to_have_count(4)
    expect(rows(page).first).to_have_text("worker 4")
    expect(page.locator("table.signals .chip", has_text="certified reader")).to_have_count(3)
    expect_readable_on_both(page)
    page.get_by_role("link", name="most frequent answer").click()
    expect(page.get_by_role("columnheader", name="most frequent answer")).to_have_attribute(
        "aria-sort", "descending"
    )
    expect(rows(page).first).to_have_text("worker 4")
    with as_on_phone(page):
        page.get_by_role("link", name="worker 4", exact=True).click()
        expect(page.get_by_role("heading", name="Quality of worker 4")).to_be_visible()
    expect(page.locator(".plot svg").first).to_be_visible()
    expect_readable_on_both(page)
    page.get_by_role("link", name="Judgments", exact=True).last.click()
    expect(page.locator("tbody tr").first).to_contain_text("worker 4")


@pytest.mark.parametrize("size", SIZES)
def test_the_spammer_is_excluded_from_the_page_with_open_eyes(
    campaign: Campaign,
    size: str,
    live_server: LiveServer,
    new_context: Callable[..., BrowserContext],
    watch: Callable[[BrowserContext], BrowserContext],
) -> None:
    owner = campaign.dataset.project.memberships.get().user
    page = sign_in(watch(new_context(**SIZES[size])), owner, live_server.url)
    signals = live_server.url + reverse("research:signals", args=(campaign.pk,))
    page.goto(f"{signals}?order=most")
    spammer = page.locator("table.signals tbody tr").first
    expect(spammer).to_contain_text("worker 4")
    expect_readable(page)
    spammer.get_by_role("checkbox", name="Choose worker 4").check()
    page.get_by_role("button", name="Exclude…").click()
    expect(page.get_by_role("heading", name="Exclude worker 4 from")).to_be_visible()
    expect(page.locator("main")).to_contain_text(f"{TEXTS} texts are assigned again, once each")
    expect(page.get_by_role("table")).to_contain_text("judgments in the figures")
    expect_readable(page)
    page.get_by_label("Reason (for the record)").fill("one segment, whatever the text")
    page.get_by_role("button", name="Exclude").click()
    expect(page.get_by_role("heading", name="Worker quality", exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader", name="most frequent answer")).to_have_attribute(
        "aria-sort", "descending"
    )
    expect(page.locator("main")).to_contain_text("1 worker excluded.")
    expect(spammer).to_contain_text("excluded")
    expect_readable(page)
    assert campaign.enrolments.get(excluded_at__isnull=False).worker.number == 4
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("included again")
    assert not campaign.enrolments.filter(excluded_at__isnull=False).exists()
    page.get_by_role("link", name="worker 4", exact=True).click()
    page.get_by_role("link", name="Exclude…").click()
    expect(page.get_by_role("heading", name="Exclude worker 4 from")).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("heading", name="Quality of worker 4")).to_be_visible()
