"""Endless refused answers are stored up to a limit, then counted and hashed."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from annotation.models import Assignment, AuditEvent, Enrolment, Judgment
from annotation.services.accounts.access import audit_refused_access, audit_refused_hit
from annotation.services.accounts.projects import create_project
from annotation.services.errors import AlreadySubmitted
from annotation.services.people.refusals import MAX_ACCESSES, MAX_ANSWERS, chained
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import at_once, enrol, make_campaign, make_dataset, make_user, submit
from tests.helpers.invariants import check_serving, check_stored_submissions
from tests.helpers.pages import signed_in
from tests.helpers.queries import run_sql


def judged(enrolment: Enrolment) -> Assignment:
    assignment = claim_hit(enrolment_id=enrolment.pk)
    submit(enrolment, assignment)
    return assignment


def other_answer(number: int) -> dict[str, Any]:
    return {"boundaries": [1, 0, 0, 0], "number": number}


@pytest.mark.attack(42)
def test_further_answers_are_counted_and_hashed() -> None:
    enrolment = enrol(make_campaign())
    assignment = judged(enrolment)
    sent: list[dict[str, Any]] = []
    for number in range(12):
        sent.append({"boundaries": "none"} if number % 3 == 1 else other_answer(number))
        with pytest.raises(AlreadySubmitted):
            submit(enrolment, assignment, sent[-1], submission_id=uuid4())
        check_stored_submissions(Judgment.objects.get(), sent)
    check_serving(enrolment.campaign)


@pytest.mark.attack(42)
def test_of_a_long_answer_the_beginning_is_stored() -> None:
    enrolment = enrol(make_campaign(texts=["long" * 300 + " word"], scheme="flat"))
    assignment = judged(enrolment)
    other = {"boundaries": [1], "more": "é" * 3_000}
    with pytest.raises(AlreadySubmitted, match="was only logged"):
        submit(enrolment, assignment, other, submission_id=uuid4())
    check_stored_submissions(Judgment.objects.get(), [other])


@pytest.mark.django_db(transaction=True)
def test_answers_sent_all_at_once_are_all_accounted_for() -> None:
    enrolment = enrol(make_campaign())
    assignment = judged(enrolment)
    jobs = [partial(submit, enrolment, assignment, other_answer(n), uuid4()) for n in range(40)]
    outcomes = at_once(jobs, threads=8)
    assert {type(outcome) for outcome in outcomes} == {AlreadySubmitted}
    events = AuditEvent.objects.filter(verb="judgment.refused")
    counted = AuditEvent.objects.get(verb="judgment.refused_more")
    assert events.count() == MAX_ANSWERS
    assert counted.details["count"] == 40 - MAX_ANSWERS


@pytest.mark.attack(42)
@pytest.mark.parametrize("actor", ["a worker", "a researcher"])
def test_attempts_of_one_actor_are_counted_past_a_number(actor: str) -> None:
    attempt, thing = attempts(actor)
    for _ in range(MAX_ACCESSES + 5):
        attempt()
    assert AuditEvent.objects.filter(verb="access.refused").count() == MAX_ACCESSES
    more = AuditEvent.objects.get(verb="access.refused_more")
    digest = ""
    for _ in range(5):
        digest = chained(digest, thing)
    assert more.details == {"count": 5, "sha256": digest}
    events = AuditEvent.objects.filter(verb="access.refused")[0]
    for name in ("user", "worker", "campaign", "project"):
        assert getattr(more, name) == getattr(events, name)


@pytest.mark.parametrize("actor", ["a worker", "a researcher"])
def test_an_hour_later_they_are_stored_again(actor: str) -> None:
    attempt, _ = attempts(actor)
    for _ in range(MAX_ACCESSES + 1):
        attempt()
    AuditEvent.objects.update(at=Now() - timedelta(hours=1, seconds=1))
    attempt()
    assert AuditEvent.objects.filter(verb="access.refused").count() == MAX_ACCESSES + 1
    assert AuditEvent.objects.get(verb="access.refused_more").details["count"] == 1


def attempts(actor: str) -> tuple[Callable[[], None], str]:
    """Return one attempt on another worker's assignment, and its hashed part."""
    campaign = make_campaign()
    if actor == "a researcher":
        pk = campaign.dataset_id
        reach = partial(audit_refused_access, user=make_user(), kind="dataset", object_id=pk)
        return reach, f"dataset {pk}"
    theirs = claim_hit(enrolment_id=enrol(campaign).pk)
    reach = partial(audit_refused_hit, enrolment=enrol(campaign), assignment_id=theirs.pk)
    return reach, f"assignment {theirs.pk}"


def test_others_are_stored_whatever_one_does() -> None:
    campaign = make_campaign()
    theirs = claim_hit(enrolment_id=enrol(campaign).pk)
    loud, quiet = enrol(campaign), enrol(campaign)
    for _ in range(MAX_ACCESSES + 5):
        audit_refused_hit(enrolment=loud, assignment_id=theirs.pk)
    audit_refused_hit(enrolment=quiet, assignment_id=theirs.pk)
    assert AuditEvent.objects.filter(verb="access.refused", worker=quiet.worker_id).count() == 1


# Enough rows to make a plan without the index expensive.
OTHER_EVENTS = """
INSERT INTO annotation_auditevent (verb, user_id, worker_id, project_id, campaign_id, details)
SELECT 'campaign.edited', %s, %s, %s, %s, '{}' FROM generate_series(1, 20000)
"""


def test_looking_for_what_is_stored_already_reads_its_index() -> None:
    enrolment, user = enrol(make_campaign()), make_user()
    assignment = judged(enrolment)
    stranger = claim_hit(enrolment_id=enrol(enrolment.campaign).pk)
    dataset = enrolment.campaign.dataset_id
    with CaptureQueriesContext(connection) as requested:
        for _ in range(MAX_ACCESSES + 1):
            audit_refused_hit(enrolment=enrolment, assignment_id=stranger.pk)
            audit_refused_access(user=user, kind="dataset", object_id=dataset)
            with pytest.raises(AlreadySubmitted):
                submit(enrolment, assignment, other_answer(1), submission_id=uuid4())
    searches = {
        query["sql"].partition(" FOR UPDATE")[0]
        for query in requested
        if 'FROM "annotation_auditevent"' in query["sql"]
    }
    assert len(searches) == 6
    campaign = enrolment.campaign
    parameters = [user.pk, enrolment.worker_id, campaign.dataset.project_id, campaign.pk]
    run_sql(OTHER_EVENTS, parameters)
    run_sql("ANALYZE annotation_auditevent")
    for search in searches:
        plan = " ".join(line for (line,) in run_sql(f"EXPLAIN {search}"))
        assert "audit_refused" in plan, plan


def test_the_audit_page_says_how_many_there_were() -> None:
    owner = make_user()
    project = create_project(user=owner, name="Loud")
    enrolment = enrol(make_campaign(make_dataset(["a b c d e"], project)))
    assignment = judged(enrolment)
    for number in range(MAX_ANSWERS + 7):
        with pytest.raises(AlreadySubmitted):
            submit(enrolment, assignment, other_answer(number), submission_id=uuid4())
    stranger = make_user()
    for _ in range(MAX_ACCESSES + 4):
        audit_refused_access(user=stranger, kind="project", object_id=project.pk)
    client = signed_in(owner)
    answer = client.get(f"/research/projects/{project.pk}/audit/?everyone=1")
    page = " ".join(answer.content.decode().split())
    assert "submitted 7 further different answers in" in page
    assert "tried 4 more times to open what is not theirs and was refused" in page
    assert page.count("submitted a second, different answer in") == MAX_ANSWERS
