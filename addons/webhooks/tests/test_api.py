"""Webhooks through the API."""

import pytest

from addons.webhooks.models import Delivery
from addons.webhooks.services.payloads import Event, queue_event
from addons.webhooks.tests.factories import make_webhook
from annotation.services.accounts.tokens import issue_token
from tests.api.studies import API, Study
from tests.helpers.queries import assert_queries

TERMS = {"address": "https://hooks.example.org/in", "events": ["job.failed"]}


@pytest.mark.long
def test_a_webhook_is_added_tried_changed_and_taken_away(study: Study) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="hooks")
    api, listed = API(key), f"projects/{study.project.pk}/webhooks"
    made = api.post(listed, TERMS)
    assert made.status_code == 201
    assert made.json()["secret"].startswith("whsec_")
    own = f"webhooks/{made.json()['id']}"
    [shown] = api.get(listed).json()["results"]
    assert "secret" not in shown
    assert shown == api.get(own).json()
    assert api.post(f"{own}/rotate").json()["secret"] != made.json()["secret"]
    sent = api.post(f"{own}/ping")
    assert sent.status_code == 202
    assert sent.json()["message"].startswith("msg_")
    deliveries = api.get(f"{own}/deliveries").json()["results"]
    assert [one["event"] for one in deliveries] == ["ping"]
    again = api.post(f"{own}/deliveries/{sent.json()['id']}/replay").json()
    assert (again["status"], again["attempts"]) == ("waiting", 0)
    assert api.post(f"{own}/deliveries/{sent.json()['id'] + 1}/replay").status_code == 404
    assert api.patch(own, {"is_on": False, "events": ["ping"]}).status_code == 400
    assert api.patch(own, {"is_on": False}).json()["is_on"] is False
    assert api.post(f"{own}/ping").status_code == 409
    assert api.post(listed, TERMS).status_code == 409
    assert api.post(listed, TERMS | {"address": "http://x"}).status_code == 400
    assert api.post(f"{own}/remove").status_code == 204
    assert api.get(own).status_code == 404
    assert not Delivery.objects.exists()


def test_lists_ask_as_much_however_long_they_are(study: Study) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="hooks")
    api = API(key)
    own, _ = make_webhook(study.project, study.owner)
    for number in range(1, 4):
        queue_event(Event.FAILED, project_id=study.project.pk)
        # The token with its owner's membership, the requested object, and the page.
        with assert_queries(3):
            webhooks = api.get(f"projects/{study.project.pk}/webhooks").json()["results"]
        with assert_queries(3):
            deliveries = api.get(f"webhooks/{own.pk}/deliveries").json()["results"]
        assert len(webhooks) == len(deliveries) == number
        make_webhook(study.project, study.owner, f"https://hooks.example.org/{number}")
