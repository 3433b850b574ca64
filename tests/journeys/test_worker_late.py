"""A task and its time: postponed, returned, paused, late; how working time is counted; and workers
who are faster than anyone can read wait a moment."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from playwright.sync_api import Page, expect

from annotation.models import Arrival, Assignment, Enrolment, Judgment, Skip
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.people.join import origin_of
from tests.helpers.factories import enrol, judge_next, make_user
from tests.helpers.invariants import check_serving
from tests.journeys.answering import TEXTS, cut, notice, number, run_out, submit_button
from tests.journeys.conftest import Link
from tests.journeys.pressing import click, submit_last
from tests.journeys.worker import (
    begin,
    campaign_of,
    expect_accessible,
    expect_fits,
    finished,
    open_menu,
    ready,
    stored,
)

pytestmark = pytest.mark.long


def long_ago() -> None:
    """Set the pages' clock forward; the database's clock is unchanged, and limits the reported
    time."""
    Assignment.objects.update(claimed_at=Now() - timedelta(hours=2))


@pytest.mark.quick
def test_time_is_counted_while_somebody_is_at_it(page: Page, link: Link) -> None:
    """The worker reads for 10 s, is away for 5 minutes, returns, cuts, closes and reopens the page,
    and is offline when sending."""
    page.clock.install()
    begin(page, link(campaign_of("flat", *TEXTS)))
    long_ago()
    page.clock.run_for(10_000)
    page.mouse.move(300, 300)
    page.clock.run_for(300_000)
    cut(page)
    page.clock.run_for(4_000)
    page.keyboard.press("z")
    page.reload()
    ready(page)
    cut(page, 2)
    page.context.set_offline(True)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("You are offline")
    page.clock.run_for(20_000)
    page.context.set_offline(False)
    expect(number(page)).to_have_text("Task 2 of 2")
    judgment = Judgment.objects.get()
    assert judgment.active_ms is not None
    assert judgment.first_action_ms is not None
    assert 44_000 <= judgment.active_ms < 120_000
    assert 310_000 <= judgment.first_action_ms < 400_000
    keys = page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':time:'))")
    assert len(keys) <= 1  # that of the second task


def test_what_is_put_off_comes_back_with_its_draft(screen: Page, link: Link) -> None:
    begin(screen, link(campaign_of("flat", *TEXTS)))
    cut(screen, 1)
    form = screen.locator("#form").inner_text()
    open_menu(screen)
    screen.get_by_text("Skip this task", exact=True).click()
    screen.get_by_role("radio", name="Do it later").check()
    screen.get_by_label("Reason (optional)").select_option("unclear")
    screen.get_by_label("Comment").fill("what is it?")
    expect_fits(screen)
    screen.get_by_role("button", name="Skip").click()
    screen.get_by_role("button", name="Next task").click()
    ready(screen)
    submit_button(screen).click()
    expect(screen.locator("#form")).to_have_text(form)
    submit_last(screen)
    skip = Skip.objects.get()
    assert (skip.later, skip.reason, skip.words) == (True, "unclear", "what is it?")
    assert len(stored()) == 2


def test_a_late_answer_counts_where_nobody_has_its_place(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    cut(page)
    run_out()
    page.reload()
    expect(page.locator("#clock")).to_have_text("time is up")
    expect(notice(page)).to_contain_text("The time for this task has run out")
    expect(page.locator(".gap[aria-pressed=true]")).to_have_count(1)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("it counts")
    expect(page.locator("#earned")).to_have_text("$0.06 earned")
    check_serving(campaign)


def test_a_late_answer_is_stored_where_it_cannot_count(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS, redundancy=1)
    begin(page, link(campaign))
    cut(page)
    run_out()
    judge_next(enrol(campaign, "bob"))
    submit_button(page).click()
    expect(notice(page)).to_contain_text("does not count and is not paid")
    expect(page.locator("#earned")).to_have_text("$0.00 earned")
    late = Judgment.objects.get(late=True)
    assert (late.counts, late.vector) == (False, [1, 0, 0, 0, 0])
    check_serving(campaign)


def test_from_an_expired_hit_they_can_go_on(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    run_out()
    page.reload()
    first = page.locator("#form").inner_text()
    page.get_by_role("button", name="Take the next task instead").click()
    ready(page)
    expect(page.locator("#form")).not_to_have_text(first)


@pytest.mark.quick
def test_the_clock_counts_down_by_itself(page: Page, link: Link) -> None:
    page.clock.install()
    begin(page, link(campaign_of("flat", *TEXTS, seconds_allotted=120)))
    # A page's clock runs on by itself, so a slow machine would see less time left.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 30)
    page.clock.run_for(1_000)
    minutes, seconds = map(int, re.findall(r"\d+", page.locator("#clock").inner_text()))
    page.clock.run_for(1_000 * (60 * minutes + seconds - 61))
    expect(page.locator("#clock")).to_have_text("1:01 left")
    page.clock.run_for(2_000)
    expect(page.locator("#clock.warm")).to_have_text("0:59 left")
    expect(page.locator("#said")).to_have_text("One minute left.")
    page.clock.run_for(60_000)
    expect(notice(page)).to_contain_text("You can still submit")


def test_a_hit_is_returned_only_when_they_say_so_twice(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    page.get_by_text("Skip this task", exact=True).click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    page.get_by_text("Skip this task", exact=True).click()
    click(page, "button", "Skip", heading="Ready for the next task?")
    page.get_by_role("button", name="Next task").click()
    finished(page)
    statuses = Assignment.objects.order_by("pk").values_list("status", flat=True)
    assert list(statuses) == ["submitted", "returned"]
    check_serving(campaign)


@pytest.mark.quick
def test_a_pause_in_the_middle_of_work_loses_nothing(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    pause_campaign(campaign=campaign, user=make_user())
    submit_button(page).click()
    expect(page.get_by_role("heading", name="The work is paused")).to_be_visible()
    expect(page.get_by_text("$0.06")).to_be_visible()
    assert len(stored()) == 1


def test_a_late_answer_is_explained_on_the_last_page_too(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", TEXTS[0], redundancy=1)
    begin(page, link(campaign))
    run_out()
    judge_next(enrol(campaign, "bob"))
    close_campaign(campaign=campaign, user=make_user())
    submit_button(page).click()
    expect(page.get_by_role("heading", name="This work has ended")).to_be_visible()
    expect(notice(page)).to_contain_text("does not count and is not paid")
    page.reload()
    expect(notice(page)).to_be_hidden()


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
    expect_fits(phone)
    assert Judgment.objects.count() == 1
    expect(phone.locator("#number")).to_have_text("Task 2 of 2")
    ready(phone)
    submit_last(phone, tap=True)
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
    expect_fits(phone)


def test_a_full_classroom_is_shown_what_to_do(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS, joins_per_address=1)
    Arrival.objects.create(campaign=campaign, origin=origin_of(campaign, "127.0.0.1"))
    page.goto(link(campaign))
    click(page, "button", "Start", text="The researchers can change this limit")
    expect_accessible(page)
