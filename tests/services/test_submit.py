"""Submitting: exactly once, late or twice."""

from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from annotation.models import Assignment, AuditEvent, Judgment
from annotation.schemes import scheme_of
from annotation.services.errors import AlreadySubmitted, Conflict, Invalid, NotFound
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.submit import submit_judgment
from midpath.schemes.base import InvalidAnswer
from tests.helpers.factories import enrol, judge_next, make_campaign, submit
from tests.helpers.invariants import check_serving


@pytest.mark.attack(26)
def test_the_same_submission_again_answers_the_same_receipt() -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    submission_id = uuid4()
    first = submit(enrolment, assignment, submission_id=submission_id)
    again = submit(enrolment, assignment, submission_id=submission_id)
    assert (first.created, again.created) == (True, False)
    assert first.judgment_id == again.judgment_id
    assert first.submitted_at == again.submitted_at
    assert Judgment.objects.count() == 1


@pytest.mark.parametrize("same_id", [True, False])
def test_another_answer_to_a_judged_hit_is_refused_and_stored(same_id: bool) -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    first = submit(enrolment, assignment, {"boundaries": [0, 0, 0, 0]})
    other = {"boundaries": [1, 0, 0, 0]}
    with pytest.raises(AlreadySubmitted):
        submit(
            enrolment, assignment, other, submission_id=first.submission_id if same_id else uuid4()
        )
    assert Judgment.objects.get().vector == [0, 0, 0, 0]
    assert AuditEvent.objects.get(verb="judgment.refused").details["payload"] == other


@pytest.mark.attack(26)
def test_a_submission_id_belongs_to_one_hit() -> None:
    enrolment = enrol(make_campaign())
    first = judge_next(enrolment)
    with pytest.raises(Conflict, match="another task"):
        submit(enrolment, claim_hit(enrolment_id=enrolment.pk), submission_id=first.submission_id)


@pytest.mark.fault(5)
@pytest.mark.attack(27)
@pytest.mark.parametrize("end", ["expired", "returned"])
@pytest.mark.parametrize("slot_is_free", [True, False])
def test_late_work_is_stored_and_counts_where_a_slot_is_free(end: str, slot_is_free: bool) -> None:
    campaign = make_campaign(texts=1, redundancy=1)
    late, other = enrol(campaign), enrol(campaign)
    assignment = claim_hit(enrolment_id=late.pk)
    if end == "expired":
        Assignment.objects.update(expires_at=Now() - timedelta(seconds=1))
        expire_overdue()
    else:
        return_hit(enrolment=late, assignment_id=assignment.pk)
    if not slot_is_free:
        judge_next(other)
    receipt = submit(late, assignment)
    assert receipt.late
    assert receipt.counts is slot_is_free
    assert Judgment.objects.filter(pk=receipt.judgment_id, payload__isnull=False).exists()
    again = submit(late, assignment, submission_id=receipt.submission_id)
    assert (again.judgment_id, again.created) == (receipt.judgment_id, False)
    check_serving(campaign)


def test_a_refused_answer_says_where_and_leaves_the_hit_open() -> None:
    enrolment = enrol(make_campaign(texts=["one two three four"], scheme="nested"))
    assignment = claim_hit(enrolment_id=enrolment.pk)
    with pytest.raises(Invalid) as refusal:
        submit(enrolment, assignment, {"answer": "(one two three four)"})
    assert refusal.value.field == "answer"
    assert "but has 4" in refusal.value.message
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.OPEN
    assert submit(enrolment, assignment, {"answer": "((one two) (three four))"}).counts


def test_anothers_assignment_is_not_there() -> None:
    campaign = make_campaign()
    assignment = claim_hit(enrolment_id=enrol(campaign).pk)
    stranger = enrol(campaign)
    with pytest.raises(NotFound):
        submit(stranger, assignment)
    with pytest.raises(NotFound):
        return_hit(enrolment=stranger, assignment_id=assignment.pk)


def test_a_submitted_hit_cannot_be_returned_and_returning_twice_is_once() -> None:
    campaign = make_campaign(texts=2, redundancy=1)
    enrolment = enrol(campaign)
    done = claim_hit(enrolment_id=enrolment.pk)
    submit(enrolment, done)
    with pytest.raises(Conflict):
        return_hit(enrolment=enrolment, assignment_id=done.pk)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    for _ in range(2):
        return_hit(enrolment=enrolment, assignment_id=assignment.pk)
    check_serving(campaign)


@pytest.mark.attack(41)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("answer", [{"boundaries": [0, 1, 0, 0]}, {"boundaries": "none"}])
def test_an_answer_is_parsed_before_anything_is_locked(
    answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    within: list[bool] = []
    scheme = scheme_of(enrolment.campaign)
    parse = scheme.parse

    def watched(*given: Any) -> Any:
        within.append(connection.in_atomic_block)
        return parse(*given)

    monkeypatch.setattr(scheme, "parse", watched)
    with suppress(Invalid):
        submit(enrolment, assignment, answer)
    assert within == [False]


@pytest.mark.attack(41)
def test_a_refused_answer_locks_nothing() -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    with CaptureQueriesContext(connection) as requested, pytest.raises(Invalid):
        submit_judgment(
            enrolment=enrolment,
            assignment_id=assignment.pk,
            submission_id=uuid4(),
            payload={"boundaries": [2, 2, 2, 2]},
        )
    assert [query["sql"].split()[0] for query in requested] == ["SELECT", "SELECT"]
    assert not any("FOR " in query["sql"] for query in requested)


def test_what_was_stored_is_acknowledged_again_though_it_would_be_refused_today(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enrolment = enrol(make_campaign())
    assignment = claim_hit(enrolment_id=enrolment.pk)
    first = submit(enrolment, assignment)

    def refuse(*_: object) -> None:
        raise InvalidAnswer("The rules are stricter now.", field="boundaries")

    monkeypatch.setattr(scheme_of(enrolment.campaign), "parse", refuse)
    again = submit(enrolment, assignment, submission_id=first.submission_id)
    assert (again.judgment_id, again.created) == (first.judgment_id, False)
