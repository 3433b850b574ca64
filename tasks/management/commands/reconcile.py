"""`manage.py reconcile`: check whether the stored figures equal those computed from the
judgments."""

from collections.abc import Sequence
from functools import partial

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import CampaignsCommand
from annotation.management.feeding import patiently
from annotation.models import Campaign
from annotation.services.work.requeue import ask_again, hits_left_short
from tasks.reconcile import Report, reconcile_campaign

MAX_LISTED = 50


class Command(CampaignsCommand):
    help = (
        "Compute every stored result of a campaign again from its judgments and check that both "
        "are equal: its state, its figures, each item's summary, each entailment. What differs is "
        "named and corrected, and the exit status is 1. HITs that an earlier version left with too "
        "few judgments are counted; --ask-again requests the missing ones. Without a campaign, "
        "all are checked."
    )
    examples = """
  manage.py reconcile
  manage.py reconcile 3 4
  manage.py reconcile 3 --ask-again

Earlier versions removed a rejected judgment without a replacement if the redundancy is fixed or the
maximum was reached. Judgments requested with --ask-again are paid like any other.
"""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--ask-again",
            action="store_true",
            help="request judgments that HITs lack since a judgment was rejected",
        )

    def handle(self, *, campaigns: Sequence[str], ask_again: bool, **options: object) -> None:
        differing = 0
        for campaign in self.campaigns(campaigns):
            report = patiently(partial(reconcile_campaign, campaign.pk))
            self._say(campaign, report)
            self._report_missing(campaign, again=ask_again)
            differing += len(report.differing)
        if differing:
            raise CommandError(
                f"{differing} stored {'result' if differing == 1 else 'results'} differed and "
                f"{'was' if differing == 1 else 'were'} corrected."
            )

    def _report_missing(self, campaign: Campaign, *, again: bool) -> None:
        short = hits_left_short(campaign).count()
        if not short:
            return
        are = "HIT is" if short == 1 else "HITs are"
        self.stdout.write(f"  {short:,} {are} missing judgments that were rejected")
        if not again:
            self.stdout.write("  and were not requested again: --ask-again requests them")
            return
        count = ask_again(campaign=campaign)
        are = "judgment is" if count == 1 else "judgments are"
        self.stdout.write(f"  {count:,} {are} requested")

    def _say(self, campaign: Campaign, report: Report) -> None:
        verdict = "equal" if report.equal else f"{len(report.differing)} differed, now corrected"
        self.stdout.write(
            f"{campaign} (campaign {campaign.pk}): version {report.version}, "
            f"{report.judgments:,} judgments: {verdict}"
        )
        for name in report.differing[:MAX_LISTED]:
            self.stdout.write(f"  {name}")
        if (rest := len(report.differing) - MAX_LISTED) > 0:
            self.stdout.write(f"  and {rest:,} more")
