"""Owners erase a worker on request: the page lists what is erased and what stays, and requires two
confirmations."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import AuditEvent, Campaign, Enrolment, Worker
from annotation.models.people.worker import SENT
from tests.helpers.apps import make_apps, question_campaign
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.pages import assert_shows
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def paid(study: Study) -> Campaign:
    campaign = make_campaign(study.dataset, name="Paid", redundancy=2, reward="0.05")
    judge_next(enrol(campaign, "Zanzibar"))
    enrol(make_campaign(study.dataset, name="Second", redundancy=2), "Zanzibar")
    return campaign


@pytest.fixture
def worker(paid: Campaign) -> Enrolment:
    return paid.enrolments.select_related("worker").get()


def address(worker: Enrolment) -> str:
    return reverse("research:erase_worker", args=(worker.campaign_id, worker.pk))


def erase(client: Client, who: Enrolment, **given: str) -> Any:
    named = {"worker": f"worker {who.worker.number}"}
    return client.post(address(who), named | given)


def is_erased(worker: Enrolment) -> bool:
    return Worker.objects.get(pk=worker.worker_id).erased_at is not None


def words_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_the_page_says_what_goes_and_changes_nothing(worker: Enrolment, owner: Client) -> None:
    page = words_of(owner.get(address(worker)))
    assert_shows(page, "joined: Paid, Second.", "USD 0.05</li>", "No judgments leave the figures")
    assert "Zanzibar" not in page
    assert ("A one-way digest of their id" in page) is (worker.worker.source in SENT)
    assert not is_erased(worker)


def test_only_the_second_yes_erases(worker: Enrolment, owner: Client, study: Study) -> None:
    assert f"Erase worker {worker.worker.number} for good?" in words_of(erase(owner, worker))
    assert not is_erased(worker)
    done = erase(owner, worker, sure="yes")
    assert done.headers["Location"] == reverse("research:workers", args=(worker.campaign_id,))
    assert is_erased(worker)
    event = AuditEvent.objects.get(verb="worker.erased")
    assert (event.user, event.worker_id) == (study.owner, worker.worker_id)
    assert event.details == {"judgments": 0}
    audit = owner.get(reverse("research:audit", args=(study.project.pk,)))
    assert f"erased worker {worker.worker.number}" in words_of(audit)


@pytest.mark.quick
@pytest.mark.parametrize("given", ["", "worker", "worker 0", "Zanzibar"])
def test_nobody_is_erased_who_was_not_named(worker: Enrolment, owner: Client, given: str) -> None:
    assert erase(owner, worker, worker=given, sure="yes").status_code == 400
    assert not is_erased(worker)


@pytest.mark.quick
def test_other_members_have_no_link(worker: Enrolment, owner: Client, teammate: Client) -> None:
    for verb in (teammate.get, teammate.post):
        assert verb(address(worker)).status_code == 403
    assert erase(teammate, worker, sure="yes").status_code == 403
    assert not is_erased(worker)
    workers = reverse("research:workers", args=(worker.campaign_id,))
    assert address(worker) not in teammate.get(workers).content.decode()
    assert address(worker) in owner.get(workers).content.decode()


def test_once_erased_there_is_nothing_more_to_do(worker: Enrolment, owner: Client) -> None:
    erase(owner, worker, sure="yes")
    table = owner.get(reverse("research:workers", args=(worker.campaign_id,))).content.decode()
    assert address(worker) not in table
    assert "for good" in table
    page = owner.get(address(worker), follow=True)
    assert f"Worker {worker.worker.number} has already been erased." in words_of(page)


def test_judgments_in_own_words_are_shown_before(study: Study, owner: Client) -> None:
    campaign = question_campaign(
        make_apps(project=study.project), redundancy=2, settings={"questions": 1}
    )
    worker = enrol(campaign, "Zanzibar")
    judge_next(worker, {"questions": ["Does it see me?"]})
    page = words_of(owner.get(address(worker)))
    assert "1 judgment with free text leaves the figures before it is emptied" in page
    response = owner.post(
        address(worker), {"worker": f"WORKER  {worker.worker.number}", "sure": "yes"}, follow=True
    )
    assert "1 judgment with free text left the figures." in words_of(response)
