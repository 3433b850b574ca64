"""The client of Prolific's API, against a stand-in in its own process: whatever it answers, every
call ends, a decision is made once, and the token is never disclosed."""

import time
from dataclasses import replace

import pytest
from pytest_django.fixtures import Settings

from addons.prolific.services import client
from addons.prolific.services.client import OutOfTime, Prolific, ProlificProblem, Refused
from addons.prolific.tests.server import STUDY, TOKEN, reach, submission
from tests.helpers.stand_in import StandIn

REASON = "Every text got the very same answer within a second, although they differ. " * 2


class Clock:
    """A clock that only waiting advances."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.waits.append(seconds)


@pytest.fixture
def site(process: StandIn, settings: Settings) -> StandIn:
    reach(process, settings)
    process.forget()
    return process


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def prolific(clock: Clock) -> Prolific:
    return Prolific(token=TOKEN, until=100.0, clock=clock, sleep=clock.sleep)


def test_a_study_and_its_submissions(site: StandIn, prolific: Prolific) -> None:
    site.set_state(submissions=[submission(1, "p1"), submission(2, "p2")])
    assert prolific.study(STUDY)["status"] == "ACTIVE"
    assert [one["participant_id"] for one in prolific.submissions(STUDY)] == ["p1", "p2"]


def test_decisions(site: StandIn, prolific: Prolific) -> None:
    one, two = submission(1, "p1"), submission(2, "p2")
    site.set_state(submissions=[one, two])
    prolific.approve(one["id"])
    prolific.reject(two["id"], category="LOW_EFFORT", reason=REASON)
    rejected = {"action": "REJECT", "rejection_category": "LOW_EFFORT", "message": REASON}
    assert site.state()["effects"] == [[one["id"], {"action": "APPROVE"}], [two["id"], rejected]]


def test_a_lost_answer_is_requested_again_and_has_one_effect(
    site: StandIn, prolific: Prolific
) -> None:
    one = submission(1, "p1")
    site.set_state(submissions=[one], faults=["lost"])
    prolific.approve(one["id"])
    state = site.state()
    assert len(state["effects"]) == 1
    assert len(state["requests"]) == 2


def test_it_waits_as_long_as_requested(site: StandIn, prolific: Prolific, clock: Clock) -> None:
    site.set_state(faults=["429"])
    prolific.study(STUDY)
    assert sum(clock.waits) == 7


def test_it_waits_longer_each_time_and_gives_up(
    site: StandIn, prolific: Prolific, clock: Clock
) -> None:
    site.set_state(faults=["500"] * 9)
    with pytest.raises(ProlificProblem, match="status 500"):
        prolific.study(STUDY)
    assert sum(clock.waits) == 1 + 2 + 4
    assert len(site.state()["requests"]) == client.MAX_ATTEMPTS


def test_all_calls_together_have_an_end(site: StandIn, prolific: Prolific, clock: Clock) -> None:
    site.set_state(faults=["429"] * 9)
    with pytest.raises(OutOfTime):
        replace(prolific, until=10.0).study(STUDY)
    assert clock.now <= 10


def test_nothing_is_sent_when_the_time_is_over(site: StandIn, prolific: Prolific) -> None:
    with pytest.raises(OutOfTime):
        replace(prolific, until=0.0).study(STUDY)
    assert site.state()["requests"] == []


@pytest.mark.long
def test_an_answer_drop_by_drop_is_given_up(
    site: StandIn, prolific: Prolific, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "SECONDS_FOR_AN_ANSWER", 0.3)
    site.set_state(faults=["slow"] * 4)
    began = time.monotonic()
    with pytest.raises(ProlificProblem, match="too long"):
        prolific.study(STUDY)
    assert time.monotonic() - began < 15


def test_a_huge_answer_is_given_up(
    site: StandIn, prolific: Prolific, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "MAX_BYTES", 100_000)
    site.set_state(faults=["huge"] * 4)
    with pytest.raises(ProlificProblem, match="longer than any"):
        prolific.study(STUDY)


def test_a_redirect_gets_no_token(site: StandIn, prolific: Prolific) -> None:
    site.set_state(faults=["elsewhere"])
    with pytest.raises(ProlificProblem, match="redirects elsewhere"):
        prolific.study(STUDY)
    assert [path for _, path, _ in site.state()["requests"]] == [f"/api/v1/studies/{STUDY}/"]


@pytest.mark.long
def test_private_networks_are_not_contacted(
    site: StandIn, prolific: Prolific, settings: Settings
) -> None:
    settings.PRIVATE_ADDRESSES = False
    settings.ADDON_SETTINGS = {"MIDPATH_PROLIFIC_API": site.address.replace("http://", "https://")}
    with pytest.raises(ProlificProblem, match="private network"):
        prolific.study(STUDY)
    assert site.state()["requests"] == []


@pytest.mark.parametrize("fault", ["odd", "list", "deep"])
def test_odd_answers_are_reported(site: StandIn, prolific: Prolific, fault: str) -> None:
    site.set_state(faults=[fault] * 2)
    with pytest.raises(ProlificProblem, match="documentation"):
        prolific.study(STUDY)
    with pytest.raises(ProlificProblem, match="documentation"):
        prolific.submissions(STUDY)


def test_what_prolific_refuses_is_reported_in_its_words(site: StandIn, prolific: Prolific) -> None:
    site.set_state(submissions=[submission(1, "p1", "RETURNED")], faults=["refused"])
    with pytest.raises(Refused, match=r"Not now , please\.$"):
        prolific.approve(submission(1, "p1")["id"])
    with pytest.raises(Refused, match="It is RETURNED"):
        prolific.approve(submission(1, "p1")["id"])


def test_a_token_that_is_not_taken_is_in_no_message(site: StandIn, prolific: Prolific) -> None:
    other = replace(prolific, token="a-token-of-somebody-else-1234")
    with pytest.raises(ProlificProblem, match="rejected the token") as raised:
        other.study(STUDY)
    assert "1234" not in str(raised.value)
    assert "1234" not in repr(other)
    assert len(site.state()["requests"]) == 1


def test_an_id_leads_to_no_other_address(site: StandIn, prolific: Prolific) -> None:
    with pytest.raises(Refused):
        prolific.approve("../studies/x?y=#")
    [[_, path, _]] = site.state()["requests"]
    assert path == "/api/v1/submissions/..%2Fstudies%2Fx%3Fy%3D%23/transition/"


def test_whoever_stops_it_stops_its_waiting(site: StandIn, prolific: Prolific) -> None:
    class Stop(Exception):
        pass

    calls = iter([None, None, Stop()])

    def watch() -> None:
        if (problem := next(calls)) is not None:
            raise problem

    site.set_state(faults=["429"])
    with pytest.raises(Stop):
        replace(prolific, watch=watch).study(STUDY)
    assert len(site.state()["requests"]) == 1
