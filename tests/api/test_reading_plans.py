"""Query plans of pages and of one worker: the cost stays the same however much data there is."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.worker.work import hit_in_hand
from tests.api.studies import Study, make_study
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset

pytestmark = pytest.mark.django_db

MANY = 4000
FEW = 500


def judge_all(campaign: Campaign) -> Enrolment:
    """Insert the judgments as the services would have left them."""
    enrolment, then = enrol(campaign), campaign.created_at
    hits = HIT.objects.filter(campaign=campaign)
    done = Assignment.objects.bulk_create(
        Assignment(hit=hit, enrolment=enrolment, status="submitted", expires_at=then, ended_at=then)
        for hit in hits
    )
    Judgment.objects.bulk_create(
        Judgment(
            assignment=assignment,
            campaign=campaign,
            hit_id=assignment.hit_id,
            submission_id=uuid4(),
            payload={},
            vector=[0, 0, 0, 0],
        )
        for assignment in done
    )
    return enrolment


@pytest.fixture(scope="module")
def study(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Study]:
    """Return a study of a worker who did little before much was done in another campaign."""
    with django_db_blocker.unblock(), transaction.atomic():
        found = make_study()
        judge_next(found.enrolment)
        large = make_campaign(make_dataset(MANY, found.project), redundancy=3)
        judge_all(large)
        judge_all(large)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        yield found
        transaction.set_rollback(True)


def most_rows(queries: CaptureQueriesContext) -> int:
    """Return the maximum number of rows that any step of these queries read."""
    with connection.cursor() as cursor:
        rows = [0]
        for query in queries.captured_queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query['sql']}")
                rows.extend(_rows(cursor.fetchone()[0][0]["Plan"]))
    return max(rows)


def _rows(plan: dict[str, Any]) -> Iterator[int]:
    yield plan["Actual Loops"] * (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0))
    for part in plan.get("Plans", ()):
        yield from _rows(part)


@pytest.mark.long
def test_a_page_of_a_large_campaigns_items_reads_a_page(study: Study) -> None:
    """With 4,000 items a full scan finds 100 sooner: tests/services/items has 100,000."""
    large = Campaign.objects.get(hit_count=MANY)
    with CaptureQueriesContext(connection) as queries:
        answer = study.researcher.get(f"campaigns/{large.pk}/items", after=MANY // 2, limit=20)
    assert len(answer.json()["results"]) == 20
    assert most_rows(queries) < FEW


@pytest.mark.long
def test_the_judgments_of_a_small_campaign_are_found_among_many(study: Study) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = study.researcher.get(f"campaigns/{study.campaign.pk}/judgments")
    assert len(answer.json()["results"]) == 1
    assert most_rows(queries) < FEW


@pytest.mark.long
def test_a_workers_last_hit_is_found_among_many(study: Study) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert hit_in_hand(study.enrolment) is None
    assert most_rows(queries) < FEW
