"""`manage.py reconcile`: are the stored figures what the judgments give?"""

from functools import partial
from typing import Any

from django.core.management.base import CommandError

from annotation.management.base import CampaignsCommand
from annotation.management.feeding import patiently
from annotation.models import Campaign
from tasks.reconcile import Report, reconcile_campaign

MOST_LISTED = 50


class Command(CampaignsCommand):
    help = (
        "Compute every stored result of a campaign again from its judgments and compare for "
        "equality: its state, its figures, each item's summary, each entailment. What differs is "
        "named and mended, and the exit status is 1. Without a campaign, all are looked at."
    )
    examples = """
  manage.py reconcile
  manage.py reconcile 3 4
"""

    def handle(self, **options: Any) -> None:
        differing = 0
        for campaign in self.campaigns(options["campaigns"]):
            report = patiently(partial(reconcile_campaign, campaign.pk))
            self._say(campaign, report)
            differing += len(report.differing)
        if differing:
            raise CommandError(
                f"{differing} stored {'result' if differing == 1 else 'results'} differed and "
                f"{'was' if differing == 1 else 'were'} mended."
            )

    def _say(self, campaign: Campaign, report: Report) -> None:
        verdict = "equal" if report.equal else f"{len(report.differing)} differed, now mended"
        self.stdout.write(
            f"{campaign} (campaign {campaign.pk}): version {report.version}, "
            f"{report.judgments:,} judgments: {verdict}"
        )
        for name in report.differing[:MOST_LISTED]:
            self.stdout.write(f"  {name}")
        if (rest := len(report.differing) - MOST_LISTED) > 0:
            self.stdout.write(f"  and {rest:,} more")
