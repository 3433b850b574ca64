"""The warm-up in a browser: after their first tasks workers see once how their answers compare, and
are never blocked."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.html import strip_tags

from annotation.models import Assignment, Campaign, CampaignReport, Enrolment, WorkerSignals
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import enrol, make_campaign, make_user, submit
from tests.helpers.figures import make_figures
from tests.helpers.pages import assert_hides, assert_shows, text_of
from tests.worker.browser import Browse, Browser

pytestmark = pytest.mark.long
TEXTS = 40
NO_RESULT = "No result yet"


@pytest.fixture
def campaign() -> Campaign:
    """Make texts of four words, two of them for a warm-up."""
    texts = [f"one two three {number}" for number in range(TEXTS)]
    return make_campaign(texts=texts, redundancy=3, reward="0.06", warm_up=2)


def do(browser: Browser, many: int) -> dict[str, Any]:
    """Submit this many tasks, one after the other; return the last response."""
    said: dict[str, Any] = {}
    for _ in range(many):
        response = browser.submit(Assignment.objects.get(status="open"), [0] * 3)
        assert response.status_code == 201
        said = response.json()
    return said


def words(browser: Browser, name: str = "warm_up") -> str:
    return " ".join(strip_tags(text_of(browser.get(name))).split())


def only() -> Enrolment:
    return Enrolment.objects.get(worker__external_id="ada")


def signals(state: str = "open", half: int | None = 14, reason: str = "", **message: Any) -> None:
    """Store ada's signals as the jobs would have made them."""
    one = only()
    CampaignReport.objects.create(
        campaign=one.campaign,
        kind="signals",
        version=1,
        basis={},
        results={"reason": reason, "half_after": half},
    )
    zeros = dict.fromkeys(("stake", "highest", "against", "highest_against"), 0.0)
    values = {"judgments": 2, "ranked": 2, "p": 1.0} | zeros | message
    WorkerSignals.objects.create(
        enrolment=one, campaign=one.campaign, version=1, state=state, **values
    )


@pytest.mark.quick
def test_the_page_comes_once_before_the_next_task(ada: Browser) -> None:
    said = do(ada, 1)
    assert said["hit"] is not None
    said = do(ada, 1)
    assert said["hit"] is None
    assert said["over"]["code"] == "warm_up"
    # No task was taken from the others while they read.
    assert not Assignment.objects.filter(status="open").exists()
    assert ada.get("done").headers["Location"] == ada.url("warm_up")
    assert ada.post("next").headers["Location"] == ada.url("warm_up")
    assert "Continue" in words(ada)
    assert only().warmed_up_at is None
    assert ada.post("warm_up").headers["Location"] == ada.url("hit")
    first = only().warmed_up_at
    assert first is not None
    said = do(ada, 1)
    assert said["hit"] is not None
    # Opening it again changes nothing.
    assert ada.post("warm_up").headers["Location"] == ada.url("hit")
    assert only().warmed_up_at == first


@pytest.mark.quick
def test_it_waits_on_another_device_and_after_a_lost_connection(ada: Browser) -> None:
    do(ada, 1)
    assignment = Assignment.objects.get(status="open")
    body = {
        "submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "payload": {"boundaries": [0] * 3},
    }
    ada.send(assignment, body)
    again = ada.send(assignment, body)
    assert (again.status_code, again.json()["hit"]) == (200, None)
    other = Browser(Client(), ada.code)
    other.post("join", {"worker": "ada", "return_code": only().worker.return_code})
    found = other.client.get(other.url("hit"), follow=True).redirect_chain[-1][0]
    assert found == other.url("warm_up")
    assert other.post("warm_up").headers["Location"] == other.url("hit")
    assert ada.get("done").status_code == 200


def test_without_a_warm_up_or_before_it_nobody_is_stopped(ada: Browser) -> None:
    assert ada.get("warm_up").headers["Location"] == ada.url("done")
    assert ada.post("warm_up").headers["Location"] == ada.url("done")
    assert only().warmed_up_at is None
    Campaign.objects.update(warm_up=0)
    assert do(ada, 3)["hit"] is not None
    assert ada.get("warm_up").headers["Location"] == ada.url("done")
    assert "How your answers compare" not in words(ada, "done")


def test_training_is_no_part_of_it(ada: Browser) -> None:
    Enrolment.objects.update(submitted=3, training_done=3)
    assert do(ada, 1)["hit"] is not None
    assert do(ada, 1)["hit"] is None


@pytest.mark.parametrize("state", ["open", "other"])
def test_who_is_not_certified_is_informed_without_blame(ada: Browser, state: str) -> None:
    do(ada, 2)
    signals(state, ranked=2)
    page = words(ada)
    assert "No clear result yet So far, 2 of your answers could be compared." in page
    assert "For half of the people here, 14 answers or fewer were enough." in page
    assert "This does not mean that you did anything wrong" in page
    assert "This result alone does not change your tasks or your pay." in page
    for word in ("HIT", "α", "p-value", "certified", "habit", "fit other"):
        assert word not in page


def test_who_is_certified_is_informed_after_how_many(ada: Browser) -> None:
    do(ada, 2)
    signals("certified", half=None, ranked=9, certified_at=8)
    page = words(ada)
    assert "Your answers follow the texts This took 8 of your answers" in page
    assert "So far, fewer than half of the people here have a clear result." in page
    assert "This does not mean that you did anything wrong" not in page


def test_where_there_are_no_signals_yet_they_go_on_all_the_same(ada: Browser) -> None:
    do(ada, 2)
    page = words(ada)
    assert_shows(page, NO_RESULT, "Check again")
    assert "half of the people" not in page
    signals(ranked=0, half=14)
    page = words(ada)
    assert_shows(page, NO_RESULT, "14 answers or fewer were enough")
    assert ada.post("warm_up").headers["Location"] == ada.url("hit")


def test_where_answers_cannot_be_compared_the_page_says_that(ada: Browser) -> None:
    do(ada, 2)
    signals(reason="Nobody else judges these texts.", half=None)
    page = words(ada)
    assert "No comparison for this type of task" in page
    assert_hides(page, "fewer than half", "Nobody else")


def test_the_end_of_the_work_is_shown_first(ada: Browser, campaign: Campaign) -> None:
    do(ada, 2)
    pause_campaign(campaign=campaign, user=make_user())
    assert "The work is paused" in words(ada, "done")
    close_campaign(campaign=campaign, user=make_user())
    assert "This work has ended" in words(ada, "done")
    # They may still open it, and are led on to the end.
    assert ada.get("warm_up").status_code == 200
    assert ada.post("warm_up").headers["Location"] == ada.url("done")


def test_a_complete_place_comes_first(ada: Browser) -> None:
    Campaign.objects.update(place_hits=2, completion_code="C0DE")
    assert do(ada, 2)["over"]["code"] == "complete"
    assert "C0DE" in words(ada, "done")
    assert ada.post("next").headers["Location"] == ada.url("warm_up")


def test_whose_work_has_ended_is_led_to_the_end(ada: Browser) -> None:
    do(ada, 2)
    Enrolment.objects.update(excluded_at="2026-01-01T00:00:00Z", exclusion_reason="a test")
    assert "Your work here has ended" in words(ada, "done")
    assert ada.get("warm_up").headers["Location"] == ada.url("done")


def test_what_the_jobs_made_is_what_the_page_shows(
    ada: Browser, campaign: Campaign, browse: Browse
) -> None:
    """Two others and ada cut at the position given by the text's number."""
    do(ada, 2)
    ada.post("warm_up")
    others = [enrol(campaign), enrol(campaign)]
    for enrolment in (*others, only()):
        while Assignment.objects.filter(enrolment=enrolment, judgment__isnull=False).count() < 30:
            given = claim_hit(enrolment_id=enrolment.pk)
            number = int(given.hit.item.text.split()[-1])
            submit(enrolment, given, {"boundaries": [number >> place & 1 for place in range(3)]})
    make_figures(campaign)
    found = WorkerSignals.objects.get(pk=only().pk)
    assert found.state == "certified"
    assert f"This took {found.certified_at} of your answers" in words(ada)


@pytest.mark.quick
def test_workers_are_informed_before_they_join(campaign: Campaign) -> None:
    page = words(Browser(Client(), campaign.code), "join")
    assert "After your first 2 tasks you see how your answers compare" in page
    Campaign.objects.update(warm_up=0)
    assert "how your answers compare" not in words(Browser(Client(), campaign.code), "join")


@pytest.mark.quick
def test_nobody_has_warmed_up_without_work(campaign: Campaign) -> None:
    enrolment = enrol(campaign)
    with pytest.raises(IntegrityError, match="whoever_has_warmed_up"), transaction.atomic():
        Enrolment.objects.filter(pk=enrolment.pk).update(warmed_up_at="2026-01-01T00:00:00Z")
