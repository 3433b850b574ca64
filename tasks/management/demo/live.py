"""Simulated workers who work while someone watches, each at the pace of a person.

They work by the same services as people. A judgment comes every few seconds, because several work
at once. They stop when nothing is left for them, when the campaign is no longer live, when a
researcher stops them, or with the demo."""

import heapq
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from analysis.schemes import analysis_of
from annotation.management.feeding import patiently
from annotation.models import Assignment, Campaign, Enrolment, Worker
from annotation.services.errors import ServiceError
from annotation.services.live_simulation import (
    begin_simulation,
    end_simulation,
    renew_simulation,
)
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import free_lease
from annotation.services.work.submit import submit_judgment
from annotation.services.work.time_spent import TimeSpent
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.past import SEED, worker_name
from tasks.management.demo.shifts import ACTIVE, FIRST_ACTION, TIME_SPREAD

# How often the workers show that they are at work, and look whether they were stopped.
BEAT_SECONDS = 2.0
MIN_SECONDS = 3.0
Clock = Callable[[], float]


@dataclass(frozen=True, order=True)
class Planned:
    """A task that a worker has, in the order in which they submit: when that is due, and when they
    began."""

    due: float
    worker: int
    began: float = field(compare=False)
    enrolment: Enrolment = field(compare=False)
    assignment: Assignment = field(compare=False)


class LiveCrowd:
    """The workers of one campaign. `clock` and `sleep` are those of the machine, except in
    tests."""

    def __init__(
        self,
        campaign: Campaign,
        demo: DemoCampaign,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        crowd = analysis_of(campaign).crowd
        if crowd is None:
            raise ValueError(f"{campaign.name} has no model of workers.")
        self._campaign, self._demo, self._crowd = campaign, demo, crowd
        self._clock, self._sleep = clock, sleep
        self._draw = Random(f"{SEED}/live")  # noqa: S311
        self._seconds = float(campaign.seconds_expected or MIN_SECONDS)
        self._planned: list[Planned] = []

    def run(self) -> None:
        begin_simulation(campaign=self._campaign)
        try:
            self._begin()
            while self._planned and renew_simulation(campaign=self._campaign):
                left = self._planned[0].due - self._clock()
                self._sleep(min(max(left, 0.0), BEAT_SECONDS))
                if self._planned[0].due <= self._clock():
                    self._finish(heapq.heappop(self._planned))
        finally:
            self._give_back()
            end_simulation(campaign=self._campaign)

    def _begin(self) -> None:
        """Let the workers begin. The first judgments come at the pace of the later ones."""
        apart = self._seconds / self._demo.workers
        for number in range(1, self._demo.workers + 1):
            enrolment = join_campaign(
                campaign=self._campaign,
                source=Worker.Source.SIMULATED,
                external_id=worker_name(number),
            )
            self._take(enrolment, apart * number)

    def _take(self, enrolment: Enrolment, seconds: float) -> None:
        """Let a worker take a task and plan its end; without one they are done."""
        try:
            assignment = patiently(partial(claim_hit, enrolment_id=enrolment.pk))
        except ServiceError:
            return
        now = self._clock()
        planned = Planned(now + seconds, enrolment.pk, now, enrolment, assignment)
        heapq.heappush(self._planned, planned)

    def _finish(self, planned: Planned) -> None:
        try:
            patiently(partial(self._submit, planned))
        except ServiceError:
            return
        seconds = self._seconds * self._draw.lognormvariate(0, TIME_SPREAD)
        self._take(planned.enrolment, max(seconds, MIN_SECONDS))

    def _submit(self, planned: Planned) -> None:
        enrolment, item = planned.enrolment, planned.assignment.hit.item
        active = int((self._clock() - planned.began) * 1000 * self._draw.uniform(*ACTIVE))
        submit_judgment(
            enrolment=enrolment,
            assignment_id=planned.assignment.pk,
            submission_id=uuid.uuid5(uuid.NAMESPACE_OID, f"simulated/{planned.assignment.pk}"),
            payload=self._crowd.judge(
                SEED,
                enrolment.worker.external_id,
                item,
                self._campaign.settings,
                self._demo.meant(item, self._campaign),
            ),
            item=item,
            spent=TimeSpent(active, int(active * self._draw.uniform(*FIRST_ACTION))),
        )

    def _give_back(self) -> None:
        for planned in self._planned:
            free_lease(enrolment=planned.enrolment, user=None, hit=planned.assignment.hit)
        self._planned.clear()
