"""Messages through Prolific's API: sent once each, whatever happens on the way, and replies
read."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from addons.prolific.models import ProlificMessage, ProlificVisit
from addons.prolific.tests.server import STUDY, TOKEN, submission
from addons.prolific.tests.test_pages import connected, keys, run_visit, send
from annotation.models import User
from tests.api.studies import Study, make_study
from tests.helpers.stand_in import StandIn


@pytest.fixture
def site(site: StandIn) -> StandIn:
    site.set_state(submissions=[submission(n, f"p{n}") for n in range(3)])
    return site


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def owner(study: Study, sign_in: Callable[[User], Client], site: StandIn) -> Client:
    client = sign_in(study.owner)
    assert connected(client, study).status == "ready"
    return client


def page(owner: Client, study: Study) -> str:
    address = reverse("research:prolific_messages", args=(study.campaign.pk,))
    return " ".join(owner.get(address).content.decode().split())


def states() -> dict[str, str]:
    return dict(ProlificMessage.objects.values_list("participant", "state"))


def write(owner: Client, study: Study, *participants: str, body: str = "Thank you!") -> int:
    chosen = keys(*participants)
    answer = send(owner, study, "prolific_messages", submission=chosen, body=body)
    return int(answer.status_code)


def received(number: int, sender: str, study: str | None = STUDY) -> dict[str, object]:
    return {
        "id": f"8e{number:022}",
        "sender_id": sender,
        "body": "Why was\nI <b>rejected</b>?",
        "sent_at": "2026-11-21T10:00:00.000Z",
        "channel_id": "c1",
        "data": {"study_id": study},
    }


@pytest.mark.long
def test_what_is_written_is_sent_once_to_each(site: StandIn, study: Study, owner: Client) -> None:
    assert write(owner, study, "p0", "p2", body="Thank you,\r\nall.") == 302
    assert states() == {"p0": "wanted", "p2": "wanted"}
    assert run_visit(study).results["written"] == 2
    send(owner, study, "ask_prolific")
    run_visit(study)
    body = {"study_id": STUDY, "body": "Thank you,\nall."}
    delivered = [{"recipient_id": name} | body for name in ("p0", "p2")]
    assert site.state()["delivered"] == delivered
    shown = page(owner, study)
    assert shown.count("Thank you,<br>all.") == 2
    assert TOKEN not in shown


@pytest.mark.parametrize(("fault", "effects"), [("lost", 1), ("500", 0), ("elsewhere", 0)])
def test_a_message_whose_answer_was_lost_is_not_sent_again(
    site: StandIn, study: Study, owner: Client, fault: str, effects: int
) -> None:
    write(owner, study, "p0")
    site.set_state(faults_at={"/messages/": [fault]})
    run_visit(study)
    send(owner, study, "ask_prolific")
    run_visit(study)
    assert states() == {"p0": "sending"}
    assert len(site.state()["delivered"]) == effects
    assert "It is not sent again." in page(owner, study)


@pytest.mark.long
def test_what_is_refused_is_reported_and_what_came_too_soon_waits(
    site: StandIn, study: Study, owner: Client
) -> None:
    write(owner, study, "p0", "p1")
    site.set_state(faults_at={"/messages/": ["refused", "429"]})
    assert run_visit(study).status == "failed"
    assert states() == {"p0": "refused", "p1": "wanted"}
    assert "Not now , please." in page(owner, study)
    send(owner, study, "ask_prolific")
    run_visit(study)
    assert states() == {"p0": "refused", "p1": "sent"}


def test_answers_are_read_once_and_those_of_others_are_not(
    site: StandIn, study: Study, owner: Client
) -> None:
    odd = [{"id": 7}, received(4, "p1") | {"body": None}, received(5, "p1") | {"id": "../x"}]
    messages = [received(1, "p1"), received(2, "stranger"), received(3, "p1", "another"), *odd]
    site.set_state(messages=messages)
    for new in (2, 0):
        send(owner, study, "ask_prolific")
        assert run_visit(study).results["read"] == new
    assert "Why was<br>I &lt;b&gt;rejected&lt;/b&gt;?" in page(owner, study)
    assert ProlificMessage.objects.count() == 2


@pytest.mark.long
@pytest.mark.parametrize("body", ["", "   ", "x" * 2_001, "a\0b"])
def test_an_odd_message_is_refused(study: Study, owner: Client, body: str) -> None:
    assert write(owner, study, "p0", body=body) == 400
    assert write(owner, study) == 400
    assert not ProlificMessage.objects.exists()


@pytest.mark.long
def test_a_teammate_may_not(study: Study, owner: Client, sign_in: Callable[[User], Client]) -> None:
    teammate = User.objects.create_user("teammate-of-messages")
    study.project.memberships.create(user=teammate, role="manager")
    assert write(sign_in(teammate), study, "p0") == 403
    assert not ProlificMessage.objects.exists()
    assert not ProlificVisit.objects.filter(status="waiting").exists()
