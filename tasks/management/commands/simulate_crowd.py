"""`manage.py simulate_crowd`: let simulated workers judge a campaign through the real services."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from analysis.schemes import ANALYSES, analysis_of
from analysis.simulation.simulation import Simulation
from annotation.management.base import MidpathCommand, campaign_named, positive, summarize
from annotation.management.feeding import Pace, Progress
from annotation.models import Campaign
from annotation.services.work.claim import NOT_SERVING

MODELS = {
    name: analysis.crowd.model for name, analysis in ANALYSES.items() if analysis.crowd is not None
}


class Command(MidpathCommand):
    help = (
        "Let a simulated crowd judge a campaign through the real join, claim and submit services. "
        f"The models are {'; '.join(f'{name}: {model}' for name, model in MODELS.items())}. Each "
        "text to be cut has a hidden tree, and each worker departs from it at a rate of their "
        "own; each pair has an answer (the known one, if there is one). Simulated "
        "workers are stored and shown as simulated; their figures say nothing about people."
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
            help="how many in all (default: 200); fewer if the campaign has no more to offer",
        )
        parser.add_argument("--seed", type=int, default=7, help="default: 7")
        parser.add_argument(
            "--rate", type=positive(float), metavar="N", help="at most N judgments a second"
        )

    def handle(self, **options: Any) -> None:
        campaign = campaign_named(options["campaign"])
        if campaign.status != Campaign.Status.LIVE:
            raise CommandError(NOT_SERVING[Campaign.Status(campaign.status)])
        crowd = analysis_of(campaign).crowd
        if crowd is None:
            raise CommandError(f"The model knows {', '.join(MODELS)}, not {campaign.scheme}.")
        seed, workers, judgments = options["seed"], options["workers"], options["judgments"]
        progress = Progress(judgments)
        try:
            Simulation(campaign, seed, Pace(options["rate"]), progress).run(workers, judgments)
        finally:
            progress.finish()
        self.stdout.write(
            f"{campaign} (campaign {campaign.pk}): a simulated crowd of {workers}, "
            f"model {crowd.model}, seed {seed}"
        )
        self.stdout.write(summarize(progress.outcomes, {}, progress.seconds))
