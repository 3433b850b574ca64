"""`manage.py replay`: recorded judgments arrive as if their annotators were at work now."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.exchange.release import BadRelease, read_release_file
from annotation.management.base import MidpathCommand, campaign_named, positive, summarize
from annotation.management.feeding import Pace, Progress
from annotation.management.recorded import Plan, Replay, plan_replay
from annotation.models import Campaign
from annotation.services.claim import NOT_SERVING


class Command(MidpathCommand):
    help = (
        "Feed the recorded judgments of a release file to a campaign: each annotator of the file "
        "joins as a worker of her own (shown as a recorded annotator), claims her HITs in the "
        "campaign's order and submits what she answered. Stopped at any moment and run again, it "
        "goes on where it was, and nothing is submitted twice."
    )
    examples = """
  manage.py import_dataset webis_flat.json --project "Query study" --name Webis
  manage.py replay webis_flat.json --campaign 3
  manage.py replay webis_flat.json --campaign 3 --rate 50     # 50 judgments a second
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="judgments in the release format")
        parser.add_argument(
            "--campaign", required=True, metavar="ID", help="the campaign's number or code"
        )
        parser.add_argument(
            "--rate", type=positive(float), metavar="N", help="at most N judgments a second"
        )
        parser.add_argument(
            "--workers",
            type=positive(int),
            default=4,
            metavar="K",
            help="how many annotators work at the same moment (default: 4)",
        )

    def handle(self, **options: Any) -> None:
        campaign = campaign_named(options["campaign"])
        if campaign.status != Campaign.Status.LIVE:
            raise CommandError(NOT_SERVING[Campaign.Status(campaign.status)])
        try:
            release = read_release_file(options["file"])
        except BadRelease as error:
            raise CommandError(error.message) from error
        plan = plan_replay(campaign, release)
        self._warn(campaign, plan)
        progress = Progress(len(plan.judgments))
        replay = Replay(campaign, plan, Pace(options["rate"]), progress)
        try:
            replay.run(options["workers"])
        except KeyboardInterrupt:
            raise CommandError(
                "Stopped. Run it again to go on from here.", returncode=130
            ) from None
        finally:
            progress.finish()
        self.stdout.write(f"{campaign} (campaign {campaign.pk})")
        self.stdout.write(summarize(progress.outcomes, plan.left_out, progress.seconds))

    def _warn(self, campaign: Campaign, plan: Plan) -> None:
        if plan.fullest > campaign.redundancy:
            self.stderr.write(
                f"Some texts have up to {plan.fullest} judgments but the campaign asks for "
                f"{campaign.redundancy}: those beyond will find no free slot. Extend the "
                f"redundancy to {plan.fullest} first to take them all."
            )
