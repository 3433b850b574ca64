"""`manage.py report`: compute intervals and biases of campaigns now."""

from collections.abc import Sequence

from annotation.management.base import CampaignsCommand
from tasks.fold import fold_all
from tasks.reports import make_reports


class Command(CampaignsCommand):
    help = (
        "Compute the reports of campaigns at once: the intervals on the dashboard and the bias "
        "laboratory. While a campaign is live, they are computed at least every half minute "
        "anyway; use this command if you cannot wait, or for campaigns too large for live reports. "
        "Without a campaign, it reports on all of them."
    )
    examples = """
  manage.py report
  manage.py report 3 4
"""

    def handle(self, *, campaigns: Sequence[str], **options: object) -> None:
        for campaign in self.campaigns(campaigns):
            fold_all(campaign.pk)
            version = make_reports(campaign.pk, every_kind=True)
            said = f"version {version}" if version else "nothing to report on now"
            self.stdout.write(f"{campaign} (campaign {campaign.pk}): {said}")
