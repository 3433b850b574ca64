"""A round makes no more requests per minute than its terms allow, and rests as long as asked to."""

from datetime import UTC, datetime, timedelta

import pytest

from addons.model_annotators.services import pacing, requests
from addons.model_annotators.services.requests import work_on
from addons.model_annotators.services.runs import counts_of, due_runs, resume_run, stop_run
from addons.model_annotators.tests.factories import ONE, begin, states, work
from annotation.models import Campaign, User
from annotation.services.errors import Invalid
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.mark.parametrize("fault", ["429", "500"])
def test_what_is_refused_for_the_moment_is_requested_again_and_costs_nothing(
    campaign: Campaign, user: User, site: StandIn, fault: str
) -> None:
    site.set_state(faults=["", fault, fault])
    run = work(begin(campaign, user, site))
    assert (run.status, run.failures) == ("waiting", 1)
    assert states(run) == {"sound": 1, "waiting": 5}
    assert counts_of(run)["spent"] == ONE
    run = work(run, 2)
    assert (run.status, run.failures, states(run)) == ("ready", 0, {"sound": 6})
    assert set(site.state()["bought"].values()) == {1}


def test_it_rests_as_long_as_requested(campaign: Campaign, user: User, site: StandIn) -> None:
    site.set_state(faults=["429"])
    run = begin(campaign, user, site)
    assert work_on(run.pk)
    run.refresh_from_db()
    assert run.problem == "The endpoint receives too many requests."
    assert 0.5 < (run.rests_until - run.beat_at).total_seconds() < 1.5
    assert due_runs() == []
    assert not work_on(run.pk)
    assert site.state()["requests"] == 1


def test_too_many_refusals_end_it_and_it_can_go_on(
    campaign: Campaign, user: User, site: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MAX_FAILURES", 2)
    site.set_state(faults=["500", "500"])
    run = work(begin(campaign, user, site), 2)
    assert (run.status, run.problem[:40]) == ("failed", "The endpoint reports an internal problem")
    resume_run(run=run, user=user)
    assert work(run).status == "ready"


class Clock:
    """The clock of the rate limiter, which does not advance between two steps."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC) + timedelta(days=1)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(pacing, "database_now", found)
    return found


@pytest.mark.quick
def test_no_more_is_requested_within_a_minute_than_the_terms_allow(
    campaign: Campaign, user: User, site: StandIn, clock: Clock
) -> None:
    run = work(begin(campaign, user, site, at_once=2, most_a_minute=3), times=4)
    assert (site.state()["requests"], states(run)) == (3, {"sound": 3, "waiting": 3})
    assert "It has sent 3 requests within a minute" in run.problem
    assert run.rests_until == clock.now + timedelta(minutes=1)
    assert not due_runs()
    assert not work_on(run.pk)
    clock.now += timedelta(seconds=59.9)
    work(run)
    assert site.state()["requests"] == 3
    clock.now += timedelta(seconds=0.1)
    assert (work(run).status, site.state()["requests"]) == ("ready", 6)


@pytest.mark.quick
def test_what_is_requested_again_counts_again(
    campaign: Campaign, user: User, site: StandIn, clock: Clock
) -> None:
    """A call that the endpoint postpones still counts as a request, and so after a stop."""
    site.set_state(faults=["429", "429"])
    run = work(begin(campaign, user, site, most_a_minute=3), times=2)
    assert states(run) == {"waiting": 6}
    run = work(run, times=3)
    assert (states(run), run.requests_at) == ({"waiting": 5, "sound": 1}, [clock.now] * 3)
    stop_run(run=run, user=user)
    resume_run(run=run, user=user)
    assert states(work(run)) == {"waiting": 5, "sound": 1}


def test_an_answer_that_was_bought_before_is_no_request(
    campaign: Campaign, user: User, site: StandIn
) -> None:
    work(begin(campaign, user, site))
    again = work(begin(campaign, user, site, name="Again", most_a_minute=1))
    assert (again.status, again.requests_at) == ("ready", [])


@pytest.mark.parametrize("most", [0, 1_001])
def test_a_limit_is_a_number_that_can_be_stored(
    campaign: Campaign, user: User, site: StandIn, most: int
) -> None:
    with pytest.raises(Invalid, match="1 to 1,000"):
        begin(campaign, user, site, most_a_minute=most)
