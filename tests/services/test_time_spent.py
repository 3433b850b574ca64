"""The time that a browser reports is stored with the answer, clipped by the database's clock, and
an invalid one loses no answer."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.models import Assignment, Campaign, Enrolment, Judgment
from annotation.services.work import time_spent
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue
from annotation.services.work.submit import submit_judgment
from annotation.services.work.time_spent import (
    MAX_MILLISECONDS,
    TimeSpent,
    median_active_ms_of,
    read_time_spent,
)
from tests.helpers.factories import answer_for, enrol, make_campaign
from tests.helpers.factories import submit as submit_untimed

MINUTE = 60_000


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=6)


def submit(enrolment: Enrolment, spent: TimeSpent, *, minutes_ago: float = 10) -> Judgment:
    """Submit an answer to a HIT that was claimed this many minutes ago."""
    assignment = claim_hit(enrolment_id=enrolment.pk)
    Assignment.objects.filter(pk=assignment.pk).update(
        claimed_at=Now() - timedelta(minutes=minutes_ago)
    )
    receipt = submit_judgment(
        enrolment=enrolment,
        assignment_id=assignment.pk,
        submission_id=answer_id(assignment),
        payload=answer_for(assignment),
        spent=spent,
    )
    return Judgment.objects.get(pk=receipt.judgment_id)


def answer_id(assignment: Assignment) -> Any:
    return f"00000000-0000-4000-8000-{assignment.pk:012d}"


@pytest.mark.long
def test_what_is_reported_is_stored_with_the_answer(campaign: Campaign) -> None:
    judgment = submit(enrol(campaign), TimeSpent(4_200, 900))
    assert (judgment.active_ms, judgment.first_action_ms) == (4_200, 900)
    assert judgment.payload == {"boundaries": [0, 0, 0, 0]}


def test_where_nobody_reports_nothing_is_stored(campaign: Campaign) -> None:
    enrolment = enrol(campaign)
    submit_untimed(enrolment, claim_hit(enrolment_id=enrolment.pk))
    judgment = Judgment.objects.get()
    assert (judgment.active_ms, judgment.first_action_ms) == (None, None)


def test_no_time_is_longer_than_since_the_claim(campaign: Campaign) -> None:
    judgment = submit(enrol(campaign), TimeSpent(MAX_MILLISECONDS, MAX_MILLISECONDS))
    took = (judgment.submitted_at - judgment.assignment.claimed_at) // timedelta(milliseconds=1)
    assert judgment.active_ms == judgment.first_action_ms == took


def test_one_time_may_be_reported_without_the_other(campaign: Campaign) -> None:
    judgment = submit(enrol(campaign), TimeSpent(None, 30 * MINUTE), minutes_ago=1)
    assert judgment.active_ms is None
    assert MINUTE <= (judgment.first_action_ms or 0) < 2 * MINUTE


@pytest.mark.long
def test_a_late_answer_shows_its_time(campaign: Campaign) -> None:
    enrolment = enrol(campaign)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    hour_ago = Now() - timedelta(hours=1)
    Assignment.objects.update(claimed_at=hour_ago, expires_at=hour_ago + timedelta(minutes=10))
    expire_overdue()
    receipt = submit_judgment(
        enrolment=enrolment,
        assignment_id=assignment.pk,
        submission_id=answer_id(assignment),
        payload=answer_for(assignment),
        spent=TimeSpent(20 * MINUTE, MINUTE),
    )
    assert receipt.late
    judgment = Judgment.objects.get()
    assert (judgment.active_ms, judgment.first_action_ms) == (20 * MINUTE, MINUTE)


@pytest.mark.parametrize("bad", [-1, 1.5, True, "7", None, [], {}, float("inf")])
def test_a_page_s_nonsense_is_no_time(bad: object) -> None:
    assert read_time_spent({"active_ms": bad, "first_action_ms": 7}) == TimeSpent(None, 7)


def test_a_page_s_largest_number_is_the_largest_time() -> None:
    assert read_time_spent({"active_ms": 10**30}) == TimeSpent(MAX_MILLISECONDS, None)


def test_medians_are_of_the_latest_times_that_were_reported(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, eve = enrol(campaign), enrol(campaign)
    for spent in (3_000, 1_000, 2_000, 10_000, None):
        submit(ada, TimeSpent(spent, None))
    submit(eve, TimeSpent(None, None))
    assert median_active_ms_of([]) == {}
    assert median_active_ms_of([ada.pk, eve.pk]) == {ada.pk: 2_500}
    monkeypatch.setattr(time_spent, "LATEST", 4)
    assert median_active_ms_of([ada.pk, eve.pk]) == {ada.pk: 2_000}
