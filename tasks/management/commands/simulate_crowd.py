"""`manage.py simulate_crowd`: let simulated workers judge a campaign through the real services."""

from django.core.management.base import CommandError, CommandParser

from analysis.schemes import ANALYSES, analysis_of
from analysis.simulation.simulation import Simulation
from annotation.management.base import MidpathCommand, campaign_named, summarize
from annotation.management.feeding import Pace, Progress
from annotation.models import Campaign
from annotation.services.campaigns.terms import check_known_answers
from annotation.services.errors import Conflict
from annotation.services.work.claim import NOT_SERVING
from midpath.console.arguments import positive

MODELS = {
    name: analysis.crowd.model for name, analysis in ANALYSES.items() if analysis.crowd is not None
}
ANSWERS_DIFFER = (
    "{why} Simulated workers use the gold answer as the correct one, so nothing was judged. "
    "Correct the gold answers in the file and import it again, or draft a campaign with these "
    "answers to choose from."
)


class Command(MidpathCommand):
    help = (
        "Let simulated workers join a campaign, take its HITs and submit answers, by the same "
        "services as people. Each item has a correct answer (the gold answer, if there is one), "
        "and "
        "each worker makes mistakes at a rate of their own. How the answers come about, by scheme: "
        f"{'; '.join(f'{name}: {model}' for name, model in MODELS.items())}. Simulated workers "
        "are stored and shown as simulated; their figures say nothing about people."
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
            "--workers",
            type=positive(int),
            default=20,
            metavar="W",
            help="how many workers (default: 20)",
        )
        parser.add_argument(
            "--judgments",
            type=positive(int),
            default=200,
            metavar="N",
            help="how many in total (default: 200); fewer if the campaign has no more",
        )
        parser.add_argument(
            "--seed", type=int, default=7, help="the same seed gives the same answers (default: 7)"
        )
        parser.add_argument(
            "--rate", type=positive(float), metavar="N", help="at most N judgments a second"
        )

    def handle(
        self, *, workers: int, judgments: int, seed: int, rate: float | None, **options: object
    ) -> None:
        campaign = campaign_named(str(options["campaign"]))
        if campaign.status != Campaign.Status.LIVE:
            raise CommandError(NOT_SERVING[Campaign.Status(campaign.status)])
        crowd = analysis_of(campaign).crowd
        if crowd is None:
            raise CommandError(
                f"There is no simulated crowd for {campaign.scheme}, only for {', '.join(MODELS)}."
            )
        try:
            check_known_answers(campaign)
        except Conflict as error:
            raise CommandError(ANSWERS_DIFFER.format(why=error.message)) from error
        progress = Progress(judgments)
        try:
            Simulation(campaign, seed, Pace(rate), progress).run(workers, judgments)
        finally:
            progress.finish()
        self.stdout.write(
            f"{campaign} (campaign {campaign.pk}): a simulated crowd of {workers}, "
            f"seed {seed}; the model is {crowd.model}"
        )
        self.stdout.write(summarize(progress.outcomes, {}, progress.seconds))
