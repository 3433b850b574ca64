"""Let simulated workers work through the real services."""

import uuid
from collections.abc import Callable, Sequence
from functools import partial

from analysis.schemes import analysis_of
from annotation.management.feeding import Pace, Progress, patiently
from annotation.models import Campaign, Enrolment, Item, Worker
from annotation.services.errors import NothingLeft
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import submit_judgment

SUBMITTED = "submitted"


def nothing_written(item: Item) -> None:
    """Leave the true answer to the model."""


class Simulation:
    """A simulation of workers. The judgments are divided evenly among them, in rounds.

    `meant` returns the correct answer to an item, if it is recorded.
    """

    def __init__(
        self,
        campaign: Campaign,
        seed: int,
        pace: Pace,
        progress: Progress,
        meant: Callable[[Item], object] = nothing_written,
    ) -> None:
        crowd = analysis_of(campaign).crowd
        if crowd is None:
            raise ValueError(
                f"Campaigns with the scheme {campaign.scheme} have no model of workers."
            )
        self._campaign = campaign
        self._crowd = crowd
        self._seed = seed
        self._pace = pace
        self._progress = progress
        self._meant = meant

    def run(self, workers: int, judgments: int) -> None:
        names = [f"simulated-{self._seed}-{number}" for number in range(1, workers + 1)]
        enrolments = [
            join_campaign(campaign=self._campaign, source=Worker.Source.SIMULATED, external_id=name)
            for name in names
        ]
        self._work(enrolments, judgments)

    def _work(self, enrolments: Sequence[Enrolment], judgments: int) -> None:
        at_work = list(enrolments)
        while at_work and judgments:
            for enrolment in list(at_work):
                if not judgments:
                    return
                self._pace.wait()
                try:
                    patiently(partial(self._judge_next, enrolment))
                except NothingLeft:
                    at_work.remove(enrolment)
                else:
                    judgments -= 1
                    self._progress.note(SUBMITTED)

    def _judge_next(self, enrolment: Enrolment) -> None:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        submit_judgment(
            enrolment=enrolment,
            assignment_id=assignment.pk,
            submission_id=uuid.uuid5(uuid.NAMESPACE_OID, f"simulated/{assignment.pk}"),
            payload=self._answer(enrolment.worker.external_id, assignment.hit.item),
            item=assignment.hit.item,
        )

    def _answer(self, worker: str, item: Item) -> dict[str, object]:
        return self._crowd.judge(
            self._seed, worker, item, self._campaign.settings, self._meant(item)
        )
