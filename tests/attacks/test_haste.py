"""Attack 43 of the promises: a bot that works, and sham claims."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import Assignment, AuditEvent, Campaign, Enrolment, Worker
from annotation.services.work.claim import claim_hit
from annotation.services.work.worker_state import AT_ONCE
from tests.api.studies import Study
from tests.attacks.conftest import send
from tests.attacks.test_crowding import campaign, join, take
from tests.helpers.factories import enrol

__all__ = ["campaign"]


def submit(campaign: Campaign, client: Client) -> Any:
    assignment = Assignment.objects.get(status="open", enrolment__worker__external_id=client.name)  # type: ignore[attr-defined]
    answer = {"submission_id": str(uuid4()), "payload": {"boundaries": [0, 0, 0, 0]}}
    return send(client, f"/w/{campaign.code}/hit/{assignment.pk}/submit/", answer)


def robot(campaign: Campaign, name: str) -> tuple[int, Any]:
    """Submit as fast as possible; return the number of HITs and the answer that ended it."""
    client, _ = join(campaign, name)
    client.name = name  # type: ignore[attr-defined]
    assert take(campaign, client).status_code == 302
    for had in range(1, 100):
        answer = submit(campaign, client).json()
        if answer["hit"] is None:
            return had, answer
    raise AssertionError("It never ended.")


@pytest.mark.attack(43)
def test_three_names_do_not_take_a_campaign_in_a_second(campaign: Campaign) -> None:
    for name in ("one", "two", "three"):
        had, last = robot(campaign, name)
        assert had == AT_ONCE
        assert last["over"]["code"] == "too_many_requests"
        assert 0 < last["over"]["retry_after"] <= 2
    assert Assignment.objects.count() == 3 * AT_ONCE


@pytest.mark.long
def test_what_is_submitted_is_stored_however_quick_it_is(campaign: Campaign) -> None:
    robot(campaign, "quick")
    assert Enrolment.objects.get().submitted == AT_ONCE


@pytest.mark.long
def test_a_hit_requested_too_early_answers_429_and_later_it_comes(campaign: Campaign) -> None:
    robot(campaign, "quick")
    client, _ = join(campaign, "quick", return_code=Worker.objects.get().return_code)
    early = take(campaign, client)
    assert early.status_code == 429
    assert 0 < int(early.headers["Retry-After"]) <= 2
    assert "Try again in" in early.content.decode()
    Enrolment.objects.update(paced_at=Now() - timedelta(seconds=1))
    assert take(campaign, client).status_code == 302
    assert Assignment.objects.filter(status="open").count() == 1


def test_returning_is_no_way_past_it(campaign: Campaign) -> None:
    client, _ = join(campaign, "picky")
    for _ in range(AT_ONCE):
        assert take(campaign, client).status_code == 302
        assignment = Assignment.objects.get(status="open")
        client.post(f"/w/{campaign.code}/hit/{assignment.pk}/return/")
    assert take(campaign, client).status_code == 429


@pytest.mark.long
def test_the_api_says_the_same(study: Study) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(claims_per_minute=1)
    Enrolment.objects.update(paced_at=Now() + timedelta(minutes=10))
    early = study.worker.post(f"{study.worker_path}/claim")
    assert (early.status_code, early.json()["code"]) == (429, "too_many_requests")
    assert 300 < int(early.headers["Retry-After"]) == early.json()["retry_after"]
    Enrolment.objects.update(paced_at=None)
    hit = study.worker.post(f"{study.worker_path}/claim").json()
    Enrolment.objects.update(paced_at=Now() + timedelta(minutes=10))
    answer = {"submission_id": str(uuid4()), "payload": {"boundaries": [0, 0]}}
    stored = study.worker.post(
        f"{study.worker_path}/assignments/{hit['assignment']}/submit", answer
    )
    assert stored.status_code == 201
    assert stored.json()["stopped"]["code"] == "too_many_requests"
    assert stored.json()["stopped"]["retry_after"] > 300


@pytest.mark.long
def test_who_works_as_fast_as_people_do_is_never_delayed(campaign: Campaign) -> None:
    """One HIT every two seconds, until none are left."""
    enrolment = enrol(campaign)
    for _ in range(20):
        assignment = claim_hit(enrolment_id=enrolment.pk, paced=True)
        Assignment.objects.filter(pk=assignment.pk).update(status="submitted", ended_at=Now())
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE annotation_enrolment SET paced_at = paced_at - interval '2 seconds'"
            )


@pytest.mark.long
def test_the_pace_costs_no_query_of_its_own(campaign: Campaign) -> None:
    counts = []
    for pace in (None, 600):
        Campaign.objects.filter(pk=campaign.pk).update(claims_per_minute=pace)
        enrolment = enrol(campaign)
        with CaptureQueriesContext(connection) as queries:
            claim_hit(enrolment_id=enrolment.pk, paced=True)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.long
def test_an_open_hit_is_given_back_however_quick_they_ask(campaign: Campaign) -> None:
    enrolment = enrol(campaign)
    assignment = claim_hit(enrolment_id=enrolment.pk, paced=True)
    for _ in range(20):
        assert claim_hit(enrolment_id=enrolment.pk, paced=True).pk == assignment.pk


@pytest.mark.attack(43)
@pytest.mark.long
def test_a_researcher_takes_a_sham_claim_back(study: Study, owner: Client) -> None:
    """The page of workers and the API free the slot at once, and the audit log records who did
    it."""
    workers = f"/research/campaigns/{study.campaign.pk}/workers/"
    for by_page in (True, False):
        assignment = claim_hit(enrolment_id=study.enrolment.pk)
        assert "Take back task" in owner.get(workers).content.decode()
        if by_page:
            answer = owner.post(f"{workers}{study.enrolment.pk}/release/", follow=True)
            page = answer.content.decode()
            assert "The task was taken back and will go to another worker." in page
        else:
            number = study.enrolment.worker.number
            path = f"{study.path}/workers/{number}/release"
            assert study.researcher.post(path).json() == {"worker": number, "released": True}
            assert study.researcher.post(path).json()["released"] is False
        assignment.refresh_from_db()
        assert assignment.status == Assignment.Status.RELEASED
        assert assignment.hit.taken == 0
        assert AuditEvent.objects.filter(verb="hit.released").latest("pk").user == study.owner
    assert "Take back task" not in owner.get(workers).content.decode()


@pytest.mark.long
def test_the_page_of_a_text_takes_back_only_its_own_hit(study: Study, owner: Client) -> None:
    assignment = claim_hit(enrolment_id=study.enrolment.pk)
    items = f"/research/campaigns/{study.campaign.pk}/items"
    other = study.campaign.hits.exclude(pk=assignment.hit_id).first()
    assert other is not None
    assert "Take back task" not in owner.get(f"{items}/{other.pk}/").content.decode()
    assert "Take back task" in owner.get(f"{items}/{assignment.hit_id}/").content.decode()
    for hit_id, words in (
        (other.pk, "This worker no longer has this task open."),
        (assignment.hit_id, "The task was taken back and will go to another worker."),
    ):
        path = f"{items}/{hit_id}/workers/{study.enrolment.pk}/release/"
        assert words in owner.post(path, follow=True).content.decode()
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.RELEASED
    assert "Take back task" not in owner.get(f"{items}/{assignment.hit_id}/").content.decode()
