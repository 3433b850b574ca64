"""`manage.py simulate_crowd`: simulated workers judge a campaign through the real services."""

import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.management import crowd
from annotation.management.base import MidpathCommand, campaign_named, positive, summarize
from annotation.management.feeding import Pace, Progress, patiently
from annotation.models import Campaign, Enrolment, Worker
from annotation.services.claim import NOT_SERVING, claim_hit
from annotation.services.errors import NothingLeft
from annotation.services.submit import submit_judgment
from annotation.services.workers import join_campaign

SUBMITTED = "submitted"


class Command(MidpathCommand):
    help = (
        "Let a simulated crowd judge a campaign through the real join, claim and submit services. "
        f"The model is the {crowd.MODEL}: every text has a tree that nobody sees, and each worker "
        "strays from it at a rate of her own. Simulated workers are stored and shown as simulated; "
        "their figures say nothing about people."
    )
    examples = """
  manage.py simulate_crowd --campaign 3 --workers 20 --judgments 200 --seed 7
  manage.py simulate_crowd --campaign 3 --rate 5      # five judgments a second, to watch
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--campaign", required=True, metavar="ID", help="the campaign's number or code"
        )
        parser.add_argument(
            "--workers", type=positive(int), default=20, metavar="W", help="default: 20"
        )
        parser.add_argument(
            "--judgments",
            type=positive(int),
            default=200,
            metavar="N",
            help="how many in all (default: 200); fewer where the campaign has no more to give",
        )
        parser.add_argument("--seed", type=int, default=7, help="default: 7")
        parser.add_argument(
            "--rate", type=positive(float), metavar="N", help="at most N judgments a second"
        )

    def handle(self, **options: Any) -> None:
        campaign = campaign_named(options["campaign"])
        if campaign.status != Campaign.Status.LIVE:
            raise CommandError(NOT_SERVING[Campaign.Status(campaign.status)])
        if campaign.scheme not in {"flat", "nested"}:
            raise CommandError(f"The model knows flat and nested, not {campaign.scheme}.")
        seed, workers, judgments = options["seed"], options["workers"], options["judgments"]
        progress = Progress(judgments)
        try:
            Simulation(campaign, seed, Pace(options["rate"]), progress).run(workers, judgments)
        finally:
            progress.finish()
        self.stdout.write(
            f"{campaign} (campaign {campaign.pk}): a simulated crowd of {workers}, "
            f"model {crowd.MODEL}, seed {seed}"
        )
        self.stdout.write(summarize(progress.outcomes, {}, progress.seconds))


class Simulation:
    """The judgments are shared out evenly among the workers, in rounds."""

    def __init__(self, campaign: Campaign, seed: int, pace: Pace, progress: Progress) -> None:
        self._campaign = campaign
        self._seed = seed
        self._pace = pace
        self._progress = progress

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
        worker = enrolment.worker.external_id
        words = assignment.hit.item.words
        vector = crowd.judge(self._campaign.scheme, self._seed, worker, words)
        submit_judgment(
            enrolment=enrolment,
            assignment_id=assignment.pk,
            submission_id=uuid.uuid5(uuid.NAMESPACE_OID, f"simulated/{assignment.pk}"),
            payload={"boundaries": list(vector)},
        )
