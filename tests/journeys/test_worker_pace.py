"""Workers who are faster than anyone can read wait a moment, and need do nothing for it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from playwright.sync_api import Page, expect

from annotation.models import Arrival, Enrolment, Judgment
from annotation.services.people.join import origin_of
from tests.journeys.conftest import Link
from tests.journeys.worker import (
    begin,
    campaign_of,
    expect_accessible,
    expect_no_sideways_scroll,
    open_menu,
    ready,
)

pytestmark = pytest.mark.long

TEXTS = ("apply first aid course on line", "barbie dress up games today please")


def hurry() -> None:
    """Set the worker's pace as if they had just received about nine HITs."""
    Enrolment.objects.update(paced_at=Now() + timedelta(seconds=11))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_next_hit_comes_by_itself(phone: Page, link: Link, scheme: Any) -> None:
    phone.emulate_media(color_scheme=scheme)
    begin(phone, link(campaign_of("flat", *TEXTS, claims_per_minute=30)))
    hurry()
    phone.get_by_role("button", name="Submit, next").tap()
    expect(phone.locator("#notice")).to_contain_text("You are fast")
    expect_no_sideways_scroll(phone)
    expect_accessible(phone)
    assert Judgment.objects.count() == 1
    expect(phone.locator("#number")).to_have_text("Task 2 of 2")
    ready(phone)
    phone.get_by_role("button", name="Submit, next").tap()
    expect(phone.get_by_role("heading", name="You have finished")).to_be_visible()
    assert Judgment.objects.count() == 2


def test_a_page_says_when_to_try_again(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("flat", *TEXTS, claims_per_minute=30)))
    hurry()
    open_menu(phone)
    phone.get_by_text("Skip this task", exact=True).tap()
    phone.get_by_role("button", name="Skip").tap()
    phone.get_by_role("button", name="Next task").tap()
    expect(phone.get_by_role("heading", name="Please wait a moment")).to_be_visible()
    expect(phone.get_by_text("Try again in")).to_be_visible()
    expect_no_sideways_scroll(phone)
    expect_accessible(phone)


def test_a_full_classroom_is_shown_what_to_do(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS, joins_per_address=1)
    Arrival.objects.create(campaign=campaign, origin=origin_of(campaign, "127.0.0.1"))
    page.goto(link(campaign))
    page.get_by_role("button", name="Join as").click()
    expect(page.get_by_text("The researchers can change this limit")).to_be_visible()
    expect_accessible(page)
