"""Webhooks on pages: owners only, the secret shown once, messages with their status."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services.payloads import Event, queue_event
from addons.webhooks.services.webhooks import SALT
from addons.webhooks.tests.factories import make_webhook
from annotation.models import Project, User
from annotation.services.accounts.members import add_member
from annotation.services.encryption import unsealed
from tests.helpers.factories import make_user
from tests.helpers.pages import read_words, signed_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TERMS = {"address": "https://hooks.example.org/in", "events": ["job.failed", "export.ready"]}


@pytest.fixture
def pages(owner: User) -> Client:
    return signed_in(owner)


def test_an_owner_adds_one_and_reads_its_secret_once(pages: Client, project: Project) -> None:
    address = f"/research/projects/{project.pk}/webhooks/"
    assert "Add a webhook" in read_words(pages, address)
    answer = pages.post(address, TERMS)
    own = Webhook.objects.get()
    secret = unsealed(own.sealed, SALT)
    assert secret in answer.content.decode()
    shown = read_words(pages, f"/research/webhooks/{own.pk}/")
    assert secret not in shown
    assert "Send a test to see" in shown
    assert own.events == ["export.ready", "job.failed"]
    assert "2 events" in read_words(pages, address)


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"address": "http://x"}, "start with https://"),
        ({"address": ""}, "Enter the address"),
        ({"events": []}, "Choose at least one event"),
        ({"events": ["what"]}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said(
    pages: Client, project: Project, wrong: dict[str, object], why: str
) -> None:
    answer = pages.post(f"/research/projects/{project.pk}/webhooks/", TERMS | wrong)
    assert why in text_of(answer, 400)


def test_it_is_tested_switched_given_a_new_secret_and_taken_away(
    pages: Client, project: Project, owner: User
) -> None:
    own, secret = make_webhook(project, owner)
    page = f"/research/webhooks/{own.pk}/"
    assert pages.post(f"{page}test/").status_code == 302
    assert "ping" in read_words(pages, page)
    assert "Send again" not in read_words(pages, page)
    Delivery.objects.update(tried_at="2026-01-01T00:00:00Z", code=500, answer="<b>said</b>")
    assert "&lt;b&gt;said&lt;/b&gt;" in read_words(pages, page)
    one = Delivery.objects.get()
    assert pages.post(f"{page}messages/{one.pk}/replay/").status_code == 302
    assert pages.post(f"{page}messages/{one.pk + 1}/replay/").status_code == 404
    assert pages.post(f"{page}switch/").status_code == 302
    assert "This webhook is off" in read_words(pages, page)
    assert pages.post(f"{page}test/").status_code == 409
    assert pages.post(f"{page}switch/").status_code == 302
    answer = pages.post(f"{page}rotate/").content.decode()
    assert "whsec_" in answer
    assert secret not in answer
    assert pages.post(page, {"events": ["job.failed"]}).status_code == 302
    assert Webhook.objects.get().events == ["job.failed"]
    assert pages.post(f"{page}remove/").status_code == 302
    assert not Webhook.objects.exists()
    audit = read_words(pages, f"/research/projects/{project.pk}/audit/")
    for words in ("added a webhook to hooks.example.org", "sent a test", "removed the webhook"):
        assert words in audit


def test_the_page_of_the_project_tells_owners_of_one_that_was_switched_off(
    pages: Client, project: Project, owner: User
) -> None:
    own, _ = make_webhook(project, owner)
    manager = make_user()
    add_member(project=project, by=owner, username=manager.username)
    page = f"/research/projects/{project.pk}/"
    assert "turned off a" not in read_words(pages, page)
    Webhook.objects.update(is_on=False, off_because="It did not answer.")
    assert "turned off a" in read_words(pages, page)
    assert "It did not answer." in read_words(pages, f"/research/webhooks/{own.pk}/")
    assert "turned off" not in read_words(signed_in(manager), page)


@pytest.mark.parametrize("many", [1, 60])
def test_a_page_of_messages_asks_as_much_for_many(
    pages: Client, project: Project, owner: User, many: int
) -> None:
    own, _ = make_webhook(project, owner)
    for _ in range(many):
        queue_event(Event.FAILED, project_id=project.pk)
    page = f"/research/webhooks/{own.pk}/"
    with CaptureQueriesContext(connection) as asked:
        shown = read_words(pages, page)
    assert len(asked) == 5
    assert ("Earlier" in shown) is (many > 50)
    if many > 50:
        last = Delivery.objects.order_by("-pk")[49].pk
        assert shown.count('data-head="event"') == 50
        assert read_words(pages, f"{page}?before={last}").count('data-head="event"') == 10
        assert pages.get(f"{page}?before=x").status_code == 404


def test_the_list_asks_as_much_for_many(pages: Client, project: Project, owner: User) -> None:
    counts = []
    for number in range(2):
        for part in range(3):
            make_webhook(project, owner, f"https://hooks.example.org/{number}/{part}")
        with CaptureQueriesContext(connection) as asked:
            read_words(pages, f"/research/projects/{project.pk}/webhooks/")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 6
