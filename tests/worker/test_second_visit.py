"""A second visit in the same browser: a link for a new session begins a new submission, although
the browser knows the worker."""

from typing import Any

import pytest

from annotation.models import Campaign, Enrolment
from annotation.services.people import sessions
from annotation.services.people.platform_quota import place_of
from tests.helpers.factories import judge_many, judge_next
from tests.worker.browser import Browser
from tests.worker.platform_return import campaign_of, text_of

pytestmark = pytest.mark.long
PROLIFIC = {"PROLIFIC_PID": "p 1", "STUDY_ID": "study&1"}
JOIN = {"worker": "p 1", "source": "prolific"}


def ids(number: int) -> dict[str, str]:
    return {**PROLIFIC, "SESSION_ID": f"session/{number}"}


@pytest.fixture
def campaign() -> Campaign:
    return campaign_of()


@pytest.fixture
def desk(campaign: Campaign, client: Any) -> Browser:
    """Return the browser of a worker who has completed their Prolific submission."""
    browser = Browser(client, campaign.code)
    browser.follow(**ids(1))
    assert browser.post("join", JOIN).status_code == 302
    judge_next(worker := Enrolment.objects.get())
    judge_next(worker)
    assert "DONE42" in text_of(browser.get("done"))
    return browser


def visits() -> list[tuple[str, int]]:
    return list(Enrolment.objects.get().platform_sessions.values_list("session", "done_before"))


@pytest.mark.quick
def test_a_link_for_a_new_session_asks_to_join_again(desk: Browser) -> None:
    page = text_of(desk.follow(**ids(2)))
    assert "Continue" not in page
    assert "This link is for a new submission, which starts when you join again." in page
    assert "Start</button>" in page
    assert visits() == [("session/1", 0)]
    # No other page gives the first submission's code for the second.
    desk.post("resume")
    assert desk.get("done").headers["Location"] == desk.url("join")


@pytest.mark.quick
def test_joining_again_begins_a_place_of_its_own(desk: Browser) -> None:
    desk.follow(**ids(2))
    # A browser without the cookie of its earlier workers still belongs to the worker.
    del desk.client.cookies["midpath_device"]
    assert desk.post("join", JOIN).status_code == 302
    assert visits() == [("session/1", 0), ("session/2", 2)]
    assert "DONE42" not in text_of(desk.get("done"))
    assert not place_of(Enrolment.objects.get()).is_full
    judge_many(Enrolment.objects.get(), 2)
    assert place_of(Enrolment.objects.get()).is_full
    assert "DONE42" in text_of(desk.get("done"))


def test_a_link_for_a_session_that_is_known_goes_on(desk: Browser) -> None:
    page = text_of(desk.follow(**ids(1)))
    assert "Continue" in page
    assert "Join as" not in page
    assert "DONE42" in text_of(desk.get("done"))


def test_what_is_in_hand_is_finished_first(desk: Browser) -> None:
    desk.post("next")
    desk.follow(**ids(2))
    assert "You have a task open" in text_of(desk.get("done"))


def test_a_link_of_somebody_else_leaves_the_worker_alone(desk: Browser) -> None:
    desk.follow(**{**ids(2), "PROLIFIC_PID": "p 2"})
    assert "DONE42" in text_of(desk.get("done"))


def test_an_ended_visit_leads_back(desk: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MAX_SESSIONS", 1)
    desk.follow(**ids(2))
    refused = desk.post("join", JOIN)
    assert refused.status_code == 403
    page = text_of(refused)
    assert ("the maximum number of submissions per person" in page, "OUT7" in page) == (True, True)
    assert "DONE42" not in page
