"""`manage.py replay`: submit recorded judgments as if their annotators were working now."""

from django.core.management.base import CommandError, CommandParser

from analysis.replaying.replay import CannotReplay, Plan, Replay
from analysis.schemes import analysis_of
from analysis.schemes.mixins import Replayable
from annotation.management.base import MidpathCommand, campaign_named, summarize
from annotation.management.feeding import Pace, Progress
from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.services.work.claim import NOT_SERVING
from midpath.console.arguments import positive


class Command(MidpathCommand):
    help = (
        "Feed the recorded judgments of a file to a campaign: each annotator of the file joins as "
        "a separate worker (shown as a recorded annotator), claims HITs in the campaign's order "
        "and submits the recorded answers. If a campaign collects judgments until workers agree, "
        "surplus judgments find no slot. If it is stopped and run again, it continues where it "
        "was, and nothing is submitted twice."
    )
    examples = """
  manage.py import_dataset webis_flat.json --project "Query study" --name Webis
  manage.py replay webis_flat.json --campaign 3
  manage.py replay webis_flat.json --campaign 3 --rate 50     # 50 judgments a second
  manage.py replay rte_judgments.csv --campaign 4 --workers-at-once 50
  manage.py replay evidence.jsonl --campaign 5
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            help="judgments in the release format; of pairs, a table with worker, pair and answer; "
            "of questions on documents, a file of evidence",
        )
        parser.add_argument(
            "--campaign", required=True, metavar="ID", help="the campaign's number or code"
        )
        parser.add_argument(
            "--rate", type=positive(float), metavar="N", help="at most N judgments a second"
        )
        parser.add_argument(
            "--workers",
            "--workers-at-once",
            type=positive(int),
            default=4,
            metavar="K",
            help="how many annotators work at the same moment (default: 4)",
        )

    def handle(self, *, file: str, rate: float | None, workers: int, **options: object) -> None:
        campaign = campaign_named(str(options["campaign"]))
        if campaign.status != Campaign.Status.LIVE:
            raise CommandError(NOT_SERVING[Campaign.Status(campaign.status)])
        plan = self._plan(campaign, file)
        self._warn(campaign, plan)
        progress = Progress(len(plan.judgments))
        replay = Replay(campaign, plan, Pace(rate), progress)
        try:
            replay.run(workers)
        except KeyboardInterrupt:
            raise CommandError(
                "Stopped. Run it again to continue from here.", returncode=130
            ) from None
        finally:
            progress.finish()
        self.stdout.write(f"{campaign} (campaign {campaign.pk})")
        self.stdout.write(summarize(progress.outcomes, plan.left_out, progress.seconds))

    def _plan(self, campaign: Campaign, file: str) -> Plan:
        analysis = analysis_of(campaign)
        if not isinstance(analysis, Replayable):
            raise CommandError("Recorded judgments of such a campaign cannot be replayed.")
        try:
            return analysis.plan_replay(campaign, file)
        except CannotReplay as error:
            for fault in error.faults:
                self.stderr.write(f"  {fault}")
            raise CommandError(str(error)) from error

    def _warn(self, campaign: Campaign, plan: Plan) -> None:
        for note in plan.notes:
            self.stderr.write(note)
        if plan.fullest > campaign.redundancy and not campaign.is_adaptive:
            self.stderr.write(
                f"Some {scheme_of(campaign).noun}s have up to {plan.fullest} judgments, but the "
                f"campaign requests {campaign.redundancy}: the rest will find no free slot. Extend "
                f"the redundancy to {plan.fullest} first to use them all."
            )
