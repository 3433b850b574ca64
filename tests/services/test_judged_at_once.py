"""Campaigns that tests judge at once have the rows that claims and submissions leave."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from annotation.models import HIT, Assignment, AuditEvent, Campaign, Enrolment, Item, Judgment
from annotation.services.pay.budgets import set_budget
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import enrol, make_campaign, make_user, submit
from tests.helpers.judging import judged_at_once
from tests.helpers.pairs import make_pair_campaign, make_pairs

pytestmark = pytest.mark.django_db
TEXTS = ["a b c", "d e", "f g h i", "j k"]


def answer(item: Item) -> dict[str, Any]:
    return {"boundaries": [item.position % 2] * (len(item.words) - 1)}


def at_once(worker: Enrolment) -> None:
    assert judged_at_once(worker, answer)


def one_by_one(worker: Enrolment) -> None:
    for _ in range(worker.campaign.hit_count):
        assignment = claim_hit(enrolment_id=worker.pk)
        submit(worker, assignment, answer(assignment.hit.item))


def left_by(judge: Callable[[Enrolment], None], worker: Enrolment) -> list[list[dict[str, Any]]]:
    """Return all rows that change, in the order in which they were stored, and undo the changes.
    Moments are left out, and keys of new rows are their places."""
    rows = (
        Campaign.objects.filter(pk=worker.campaign_id),
        HIT.objects.filter(campaign=worker.campaign_id),
        Enrolment.objects.filter(pk=worker.pk),
        Assignment.objects.filter(enrolment=worker),
        Judgment.objects.filter(assignment__enrolment=worker),
        AuditEvent.objects.filter(worker=worker.worker_id, verb="judgment.submitted"),
    )
    with transaction.atomic():
        judge(worker)
        found = [[*query.order_by("pk").values()] for query in rows]
        assert in_order_of_time(worker)
        transaction.set_rollback(True)
    places = {
        name: {row["id"]: place for place, row in enumerate(found[at])}
        for at, name in ((3, "assignment_id"), (4, "object_id"))
    }
    return [[without_moments(row, places) for row in part] for part in found]


def in_order_of_time(worker: Enrolment) -> bool:
    lines = Judgment.objects.filter(assignment__enrolment=worker).order_by("pk")
    moments = lines.values_list("assignment__claimed_at", "submitted_at")
    assert all(claimed < submitted for claimed, submitted in moments)
    return all(before[1] < after[0] for before, after in pairwise(moments))


def without_moments(row: dict[str, Any], places: dict[str, dict[int, int]]) -> dict[str, Any]:
    return {
        name: places[name][value] if name in places else value
        for name, value in row.items()
        if name != "id" and not isinstance(value, datetime | UUID)
    }


@pytest.mark.parametrize("walk", ["together", "own"])
def test_rows_are_those_of_claims_and_submissions(walk: str) -> None:
    campaign = make_campaign(texts=TEXTS, reward="0.10", walk=walk)
    one_by_one(enrol(campaign))
    for _ in range(2):
        worker = enrol(campaign)
        assert left_by(at_once, worker) == left_by(one_by_one, worker)
        at_once(worker)


def test_other_terms_are_left_to_the_services() -> None:
    full = make_campaign(texts=TEXTS, redundancy=1)
    one_by_one(enrol(full))
    paid = make_campaign(texts=TEXTS, reward="0.10")
    campaigns = [
        full,
        make_campaign(texts=TEXTS, most_hits_per_worker=2),
        make_campaign(texts=TEXTS, claims_per_minute=60),
        make_pair_campaign(make_pairs(2), redundancy=2, most_judgments=9),
    ]
    workers = [enrol(campaign) for campaign in campaigns]
    assert not any(judged_at_once(worker, answer) for worker in workers)
    set_budget(campaign=paid, user=make_user(), budget=Decimal(9))
    assert not judged_at_once(enrol(paid), answer)
    assert not Assignment.objects.filter(enrolment__in=workers).exists()
