"""`manage.py report`: intervals and biases of campaigns, made at once."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand, campaign_named
from annotation.models import Campaign
from tasks.fold import fold_all
from tasks.reports import make_reports


class Command(MidpathCommand):
    help = (
        "Make the reports of campaigns at once: the intervals on the dashboard and what the bias "
        "laboratory shows. While a campaign is live they are made anyway, half a minute apart at "
        "most; this is for the impatient, and for campaigns too large to be reported on live. "
        "Without a campaign, all are reported on."
    )
    examples = """
  manage.py report
  manage.py report 3 4
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "campaigns", nargs="*", metavar="CAMPAIGN", help="numbers or codes; default: all"
        )

    def handle(self, **options: Any) -> None:
        named = [campaign_named(value) for value in options["campaigns"]]
        if drafts := [c.name for c in named if c.status == Campaign.Status.DRAFT]:
            raise CommandError(f"{drafts[0]} is a draft: it has no judgments yet.")
        campaigns = named or list(Campaign.objects.launched().order_by("pk"))
        if not campaigns:
            self.stdout.write("No campaign has been launched yet.")
        for campaign in campaigns:
            fold_all(campaign.pk)
            version = make_reports(campaign.pk)
            said = f"version {version}" if version else "nothing to report on now"
            self.stdout.write(f"{campaign} (campaign {campaign.pk}): {said}")
