"""Messages through Prolific's API: sent once each, whatever happens on the way, and replies
read."""

import pytest

from addons.prolific.models import ProlificMessage, ProlificVisit
from addons.prolific.tests.desk import Desk, keys
from addons.prolific.tests.server import STUDY, TOKEN
from tests.helpers.tiers import long_only


@pytest.fixture
def desk(desk: Desk) -> Desk:
    assert desk.connected("p0", "p1", "p2").status == "ready"
    return desk


def page_of(desk: Desk) -> str:
    return " ".join(desk.page("prolific_messages").split())


def states() -> dict[str, str]:
    return dict(ProlificMessage.objects.values_list("participant", "state"))


def write(desk: Desk, *participants: str, body: str = "Thank you!") -> int:
    answer = desk.send("prolific_messages", submission=keys(*participants), body=body)
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
def test_what_is_written_is_sent_once_to_each(desk: Desk) -> None:
    assert write(desk, "p0", "p2", body="Thank you,\r\nall.") == 302
    assert states() == {"p0": "wanted", "p2": "wanted"}
    assert desk.run_visit().results["written"] == 2
    desk.ask()
    body = {"study_id": STUDY, "body": "Thank you,\nall."}
    delivered = [{"recipient_id": name} | body for name in ("p0", "p2")]
    assert desk.site.state()["delivered"] == delivered
    shown = page_of(desk)
    assert shown.count("Thank you,<br>all.") == 2
    assert TOKEN not in shown


@pytest.mark.parametrize(
    ("fault", "effects"), [("lost", 1), ("500", 0), *long_only(("elsewhere", 0))]
)
def test_a_message_whose_answer_was_lost_is_not_sent_again(
    desk: Desk, fault: str, effects: int
) -> None:
    write(desk, "p0")
    desk.site.set_state(faults_at={"/messages/": [fault]})
    desk.run_visit()
    desk.ask()
    assert states() == {"p0": "sending"}
    assert len(desk.site.state()["delivered"]) == effects
    assert "It is not sent again." in page_of(desk)


@pytest.mark.long
def test_what_is_refused_is_reported_and_what_came_too_soon_waits(desk: Desk) -> None:
    write(desk, "p0", "p1")
    desk.site.set_state(faults_at={"/messages/": ["refused", "429"]})
    assert desk.run_visit().status == "failed"
    assert states() == {"p0": "refused", "p1": "wanted"}
    assert "Not now , please." in page_of(desk)
    desk.ask()
    assert states() == {"p0": "refused", "p1": "sent"}


def test_answers_are_read_once_and_those_of_others_are_not(desk: Desk) -> None:
    odd = [{"id": 7}, received(4, "p1") | {"body": None}, received(5, "p1") | {"id": "../x"}]
    messages = [received(1, "p1"), received(2, "stranger"), received(3, "p1", "another"), *odd]
    desk.site.set_state(messages=messages)
    for new in (2, 0):
        assert desk.ask().results["read"] == new
    assert "Why was<br>I &lt;b&gt;rejected&lt;/b&gt;?" in page_of(desk)
    assert ProlificMessage.objects.count() == 2


@pytest.mark.long
@pytest.mark.parametrize("body", ["", "   ", "x" * 2_001, "a\0b"])
def test_an_odd_message_is_refused(desk: Desk, body: str) -> None:
    assert write(desk, "p0", body=body) == 400
    assert write(desk) == 400
    assert not ProlificMessage.objects.exists()


@pytest.mark.long
def test_a_teammate_may_not(desk: Desk) -> None:
    assert write(desk.of_teammate(), "p0") == 403
    assert not ProlificMessage.objects.exists()
    assert not ProlificVisit.objects.filter(status="waiting").exists()
