"""The demo's live crowd: simulated workers who submit judgments while someone watches."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from annotation.models import Assignment, AuditEvent, Campaign, Heartbeat, Judgment
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.errors import Conflict, Forbidden
from annotation.services.live_simulation import FRESH, begin_simulation, name_of, stop_simulation
from tasks.management.demo.live import LiveCrowd
from tests.helpers.factories import (
    make_campaign,
    make_dataset,
    make_member,
    make_project,
    make_user,
)
from tests.helpers.invariants import check_serving
from tests.tasks.test_demo_past import TEXTS, demo_of

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Clock:
    """A clock that passes only while someone sleeps."""

    now: float = 0.0
    then: Callable[[], None] = lambda: None

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.then()


def run(campaign: Campaign, clock: Clock, workers: int = 3) -> None:
    LiveCrowd(campaign, demo_of(campaign, 0, workers), clock, clock.sleep).run()


def live_campaign() -> Campaign:
    return make_campaign(texts=TEXTS, redundancy=4, seconds_expected=49)


def judged(campaign: Campaign) -> int:
    return Judgment.objects.filter(campaign=campaign).count()


def nothing_is_open(campaign: Campaign) -> bool:
    leases = Assignment.objects.filter(enrolment__campaign=campaign)
    return not leases.filter(status=Assignment.Status.OPEN).exists()


def test_it_ends_when_nothing_is_left_for_its_workers() -> None:
    campaign, clock = live_campaign(), Clock()
    run(campaign, clock)
    assert judged(campaign) == 12
    check_serving(campaign)
    # Three workers who need 49 seconds each: a judgment about every 16 seconds.
    assert 8 < clock.now / 12 < 40
    assert not Heartbeat.objects.filter(name=name_of(campaign.pk)).exists()
    assert {one.worker.source for one in campaign.enrolments.all()} == {"simulated"}


def test_an_owner_stops_it_and_its_tasks_go_back() -> None:
    owner = make_user()
    campaign = make_campaign(make_dataset(TEXTS, make_project(owner)), seconds_expected=49)

    def stop_after_two() -> None:
        if judged(campaign) == 2 and Heartbeat.objects.exists():
            stop_simulation(campaign=campaign, user=owner)

    run(campaign, Clock(then=stop_after_two))
    assert judged(campaign) in {2, 3}
    assert nothing_is_open(campaign)
    check_serving(campaign)
    event = AuditEvent.objects.get(verb="simulation.stopped")
    assert (event.user, event.campaign) == (owner, campaign)


def test_it_ends_when_the_campaign_closes() -> None:
    owner = make_user()
    campaign = make_campaign(make_dataset(TEXTS, make_project(owner)), seconds_expected=49)

    def close_after_two() -> None:
        if judged(campaign) == 2:
            close_campaign(campaign=campaign, user=owner)

    run(campaign, Clock(then=close_after_two))
    assert judged(campaign) == 5  # Tasks in progress are still submitted.
    assert nothing_is_open(campaign)


def test_its_tasks_go_back_if_the_process_is_interrupted() -> None:
    campaign = live_campaign()

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(campaign, Clock(then=interrupt))
    assert nothing_is_open(campaign)
    assert not Heartbeat.objects.filter(name=name_of(campaign.pk)).exists()


def test_only_owners_stop_it_and_only_while_it_runs() -> None:
    owner = make_user()
    project = make_project(owner)
    campaign = make_campaign(make_dataset(TEXTS, project))
    begin_simulation(campaign=campaign)
    with pytest.raises(Forbidden, match="Only an owner of the project may stop its simulated"):
        stop_simulation(campaign=campaign, user=make_member(project, owner))
    stale = Now() - FRESH - timedelta(seconds=1)
    Heartbeat.objects.filter(name=name_of(campaign.pk)).update(beat_at=stale)
    with pytest.raises(Conflict):
        stop_simulation(campaign=campaign, user=owner)
    assert not AuditEvent.objects.filter(verb="simulation.stopped").exists()
