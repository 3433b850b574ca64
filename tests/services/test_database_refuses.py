"""The database itself refuses invalid states, whatever a code path does."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F, Model, QuerySet

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment, Worker
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.refusals import refused_by_database


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=2, redundancy=2)


@pytest.fixture
def assignment(campaign: Campaign) -> Assignment:
    return claim_hit(enrolment_id=enrol(campaign, "ada").pk)


def refused_by(name: str, rows: QuerySet[Model], **change: object) -> None:
    """Check that the change violates the constraint of that name."""
    with refused_by_database(name):
        assert rows.update(**change)


def copied(row: Model, **change: object) -> None:
    """Insert a copy of the row with these values changed."""
    row.pk, row._state.adding = None, True
    for name, value in change.items():
        setattr(row, name, value)
    with transaction.atomic():
        row.save(force_insert=True)


@pytest.mark.attack(50)
def test_no_more_slots_are_taken_than_the_quota(assignment: Assignment) -> None:
    hits = HIT.objects.filter(pk=assignment.hit_id)
    hits.update(taken=F("quota"))
    refused_by("no_more_taken_than_quota", hits, taken=F("quota") + 1)


def test_no_worker_has_a_hit_twice(assignment: Assignment) -> None:
    Assignment.objects.update(status="returned", ended_at=F("claimed_at"))
    first = Assignment.objects.get(pk=assignment.pk)
    with pytest.raises(IntegrityError, match="one_assignment_per_worker_and_hit"):
        copied(first)


def test_no_assignment_is_judged_twice(campaign: Campaign) -> None:
    judge_next(enrol(campaign))
    with pytest.raises(IntegrityError, match="assignment_id"):
        copied(Judgment.objects.get(), submission_id="00000000-0000-0000-0000-000000000001")


@pytest.mark.long
def test_no_submission_is_stored_twice(campaign: Campaign) -> None:
    worker = enrol(campaign)
    judge_next(worker)
    other = claim_hit(enrolment_id=worker.pk)
    with pytest.raises(IntegrityError, match="submission_id"):
        copied(Judgment.objects.get(), assignment_id=other.pk)


def test_no_worker_is_enrolled_twice(campaign: Campaign) -> None:
    with pytest.raises(IntegrityError, match="one_enrolment_per_worker_and_campaign"):
        copied(enrol(campaign))


@pytest.mark.long
def test_no_id_is_two_workers_of_a_project(campaign: Campaign) -> None:
    worker = enrol(campaign).worker
    with pytest.raises(IntegrityError, match="one_worker_per_id_and_source_in_a_project"):
        copied(worker, number=worker.number + 1, folded="another", looks="another")


def test_an_assignment_has_ended_or_is_open(assignment: Assignment) -> None:
    rows = Assignment.objects.filter(pk=assignment.pk)
    refused_by("an_assignment_is_open_or_has_ended", rows, status="submitted")
    refused_by("an_assignment_is_open_or_has_ended", rows, ended_at=F("claimed_at"))


def test_no_quota_grows_over_its_cap(assignment: Assignment) -> None:
    hits = HIT.objects.filter(pk=assignment.hit_id)
    refused_by("no_quota_beyond_the_cap", hits, cap=F("quota") - 1)


@pytest.mark.long
def test_a_known_hit_has_no_slots(assignment: Assignment) -> None:
    hits = HIT.objects.filter(pk=assignment.hit_id)
    refused_by("a_known_hit_has_no_slots", hits, known=True)


def test_money_is_not_negative(campaign: Campaign) -> None:
    refused_by("reward_is_not_negative", Campaign.objects.filter(pk=campaign.pk), reward=-1)


def test_nobody_is_more_often_right_than_required(campaign: Campaign) -> None:
    rows = Enrolment.objects.filter(pk=enrol(campaign).pk)
    refused_by("no_more_right_than_done", rows, known_right=1)


@pytest.mark.long
def test_a_worker_may_be_in_two_projects(campaign: Campaign) -> None:
    """The constraints above apply within one project only."""
    assert enrol(campaign, "eve").worker.pk != enrol(make_campaign(), "eve").worker.pk
    assert Worker.objects.filter(external_id="eve").count() == 2
