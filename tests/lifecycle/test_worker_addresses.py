"""Workers' addresses of archived or deleted campaigns: each shows the status, nothing fails, and no
answer of a worker is lost."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils.timezone import now

from annotation.api.urls import worker_urls
from annotation.models import Assignment, Campaign, Judgment, User
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.lifecycle.archive import archive
from annotation.services.lifecycle.deletion import delete, undo_deletion
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue
from annotation.worker.urls import urlpatterns
from tests.helpers.factories import enrol, join_form, make_campaign, make_dataset
from tests.helpers.pages import text_of
from tests.worker.browser import Browser

GONE = "The researchers deleted this work"
OWN = {"home", "own_language", "leave_all", "offline", "offline_script"}
PAGES = [route for route in urlpatterns if route.name not in OWN]
FORM = {
    "name": "Ada",
    "text": "Where is it?",
    "language": "en",
    "scope": "here",
    "sure": "yes",
    "answer": "agree",
    "version": "1",
    "until": "1",
    "return_code": "wrong",
}
ANSWER = {"boundaries": [0, 1]}


@dataclass
class Desk:
    """A worker's browser and API client, with a HIT that expired before the end of the work."""

    campaign: Campaign
    owner: User
    browser: Browser
    token: str
    late: Assignment

    def address(self, route: URLPattern, face: str = "worker") -> str:
        known = {
            "code": self.browser.code,
            "assignment_id": self.late.pk,
            "task_id": 1,
            "sha256": "0" * 64,
            "part": "judgments",
        }
        wanted = route.pattern.converters
        return reverse(f"{face}:{route.name}", kwargs={name: known[name] for name in wanted})

    def put_away(self, how: str) -> None:
        if how == "archived":
            archive(thing=self.campaign, user=self.owner)
        else:
            delete(thing=self.campaign, user=self.owner)


@pytest.fixture
def desk(db: None, client: Client) -> Desk:
    campaign = make_campaign(make_dataset(["red wine stain"]))
    owner = campaign.dataset.project.memberships.get().user
    enrolment = enrol(campaign, "late worker")
    late = claim_hit(enrolment_id=enrolment.pk)
    browser = Browser(client, campaign.code)
    form = join_form(enrolment.worker)
    assert browser.post("join", form).status_code == 302
    fields = {"external_id": "late worker", "sent_by": "link", "return_code": form["return_code"]}
    joined = client.post(
        reverse("api:join", args=(browser.code,)), fields, content_type="application/json"
    )
    long_ago = {"claimed_at": now() - timedelta(hours=2), "expires_at": now() - timedelta(hours=1)}
    Assignment.objects.filter(pk=late.pk).update(**long_ago)
    assert expire_overdue() == 1
    close_campaign(campaign=campaign, user=owner)
    campaign.refresh_from_db()
    return Desk(campaign, owner, browser, joined.json()["token"], late)


@pytest.mark.long
def test_each_page_of_an_archived_campaign_goes_on(desk: Desk) -> None:
    """Visit all pages in the order of the addresses: leaving comes last."""
    desk.put_away("archived")
    client = desk.browser.client
    for route in PAGES:
        shown = client.get(desk.address(route))
        assert shown.status_code in {200, 302, 404, 405}, route.name
        sent = client.post(desk.address(route), FORM)
        assert sent.status_code in {200, 302, 400, 404, 405, 409, 415}, route.name
        assert shown.status_code != 405 or sent.status_code != 405, route.name
    assert desk.campaign.enrolments.get().withdrawn_at is not None


def test_each_page_of_a_deleted_campaign_says_that_it_is_gone(desk: Desk) -> None:
    desk.put_away("deleted")
    client = desk.browser.client
    for route in PAGES:
        for answer in (client.get(desk.address(route)), client.post(desk.address(route), FORM)):
            # A picture within a page says nothing; addresses that are not pages answer in JSON.
            if answer.status_code == 405 or route.name == "picture":
                continue
            if answer["Content-Type"] == "application/json":
                assert GONE in answer.json()["error"]["message"], route.name
                continue
            if answer.status_code == 302:
                answer = client.get(answer["Location"], follow=True)  # noqa: PLW2901
            assert answer.status_code == 404, route.name
            assert GONE in text_of(answer), route.name


@pytest.mark.long
@pytest.mark.parametrize("how", ["archived", "deleted"])
def test_programs_are_refused_in_words(desk: Desk, how: str) -> None:
    desk.put_away(how)
    header = {"Authorization": f"Bearer {desk.token}"}
    bodies: dict[str, Any] = {
        "submit": {"submission_id": str(uuid4()), "payload": {"boundaries": [2]}},
        "join": {"external_id": "new", "sent_by": "link"},
        "skip": {"later": False},
    }
    client = desk.browser.client
    for route in worker_urls:
        address, body = desk.address(route, "api"), bodies.get(str(route.name), {})
        for answer in (
            client.get(address, headers=header),
            client.post(address, body, "application/json", headers=header),
        ):
            assert 200 <= answer.status_code < 500, route.name
            if answer.status_code >= 400:
                assert answer.json()["detail"], route.name
            else:
                # The task is over, so giving it back changes nothing.
                assert how == "archived", route.name
                assert route.name in {"way_out", "return", "skip"}


@pytest.mark.long
@pytest.mark.parametrize("by", ["page", "program"])
def test_an_answer_that_comes_after_the_archiving_is_stored(desk: Desk, by: str) -> None:
    desk.put_away("archived")
    stored = Judgment.objects.count()
    body = {"submission_id": str(uuid4()), "payload": ANSWER}
    if by == "page":
        answer = desk.browser.send(desk.late, body)
    else:
        route = next(one for one in worker_urls if one.name == "submit")
        answer = desk.browser.client.post(
            desk.address(route, "api"),
            json.dumps(body),
            "application/json",
            headers={"Authorization": f"Bearer {desk.token}"},
        )
    assert answer.status_code == 201
    assert Judgment.objects.count() == stored + 1
    assert Judgment.objects.latest("pk").payload == ANSWER


@pytest.mark.long
def test_an_answer_to_what_is_deleted_stays_in_the_browser_and_counts_if_it_comes_back(
    desk: Desk,
) -> None:
    desk.put_away("deleted")
    stored = Judgment.objects.count()
    body = {"submission_id": str(uuid4()), "payload": ANSWER}
    refused = desk.browser.send(desk.late, body)
    assert refused.status_code == 403
    # By this code the browser keeps the answer (static/js/worker/outbox.js).
    assert refused.json()["error"]["code"] == "not_joined"
    assert "will be sent if the work is restored" in refused.json()["error"]["message"]
    assert Judgment.objects.count() == stored
    undo_deletion(thing=desk.campaign, user=desk.owner)
    assert desk.browser.send(desk.late, body).status_code == 201
    assert Judgment.objects.count() == stored + 1


def test_what_no_campaign_ever_had_is_an_address_like_any_other(client: Client, db: None) -> None:
    answer = client.get(reverse("worker:join", args=("nosuchcode",)))
    assert answer.status_code == 404
    assert GONE not in text_of(answer)
