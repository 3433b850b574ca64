"""The page between HITs: workers who have finished read that they have, and to check again only if
more HITs may come."""

import pytest

from annotation.models import Assignment, Campaign, Enrolment
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.campaigns.pilot import end_pilot
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from tests.helpers.factories import enrol, judge_next, make_user
from tests.helpers.pages import assert_hides, assert_shows, text_of
from tests.helpers.queries import assert_queries
from tests.worker.browser import Browser

pytestmark = pytest.mark.long
AGAIN = "Check again"


def submit_all(browser: Browser) -> None:
    browser.post("next")
    while assignment := Assignment.objects.filter(status="open").first():
        browser.submit(assignment, [0] * 4)


def done(browser: Browser) -> str:
    return text_of(browser.get("done"))


@pytest.mark.quick
def test_whoever_has_had_every_hit_has_finished(ada: Browser) -> None:
    submit_all(ada)
    page = done(ada)
    assert "You have finished" in page
    assert_hides(page, AGAIN, "you may get it")


@pytest.mark.quick
def test_after_the_tasks_of_a_pilot_workers_read_who_decides(
    campaign: Campaign, ada: Browser
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(pilot_items=1)
    submit_all(ada)
    first_ones = "until the researchers have looked at the first answers"
    page = done(ada)
    assert_shows(page, "No tasks right now", first_ones, AGAIN)
    assert_hides(page, "someone returns a task")
    end_pilot(campaign=campaign, user=None)
    assert_hides(done(ada), first_ones)


def test_a_hit_that_was_given_back_was_had_too(ada: Browser) -> None:
    ada.post("return", None, Assignment.objects.get().pk)
    assert "Next task" in done(ada)
    submit_all(ada)
    page = done(ada)
    assert "You have finished" in page
    assert AGAIN not in page


def test_where_others_hold_what_is_left_it_may_come_back(campaign: Campaign, ada: Browser) -> None:
    first = Assignment.objects.get().hit_id
    for worker in ("bob", "cleo"):
        enrolment = enrol(campaign, worker)
        while Assignment.objects.filter(enrolment=enrolment).count() < 2:
            judge_next(enrolment)
    leased = Assignment.objects.get(status="open")
    assert leased.hit_id == first
    ada.submit(leased, [0] * 4)
    ada.post("next")
    for assignment in Assignment.objects.filter(status="open"):
        ada.submit(assignment, [0] * 4)
    assert Enrolment.objects.get(worker__external_id="ada").submitted < campaign.hit_count
    assert_shows(done(ada), "No tasks right now", AGAIN)


def test_paused_campaigns_go_on_and_closed_ones_do_not(campaign: Campaign, ada: Browser) -> None:
    ada.submit(Assignment.objects.get(), [0] * 4)
    ada.post("return", None, Assignment.objects.get(status="open").pk)
    pause_campaign(campaign=campaign, user=make_user())
    assert AGAIN in done(ada)
    close_campaign(campaign=campaign, user=make_user())
    page = done(ada)
    assert "This work has ended" in page
    assert AGAIN not in page


def test_what_comes_back_does_not_come_to_whoever_had_it(campaign: Campaign, ada: Browser) -> None:
    submit_all(ada)
    bob = enrol(campaign, "bob")
    return_hit(enrolment=bob, assignment_id=claim_hit(enrolment_id=bob.pk).pk)
    page = done(ada)
    assert "You have finished" in page
    assert "Next task" not in page


def test_a_pause_is_nothing_to_wait_for_once_finished(campaign: Campaign, ada: Browser) -> None:
    submit_all(ada)
    pause_campaign(campaign=campaign, user=make_user())
    page = done(ada)
    assert "You have finished" in page
    assert AGAIN not in page


def test_the_page_costs_the_same_however_much_was_done(ada: Browser) -> None:
    with assert_queries(4):
        done(ada)
    submit_all(ada)
    with assert_queries(6):
        done(ada)
