"""A campaign's figures, as background tasks make them."""

from annotation.models import Campaign
from tasks.fold import fold_all
from tasks.reports import make_reports


def make_figures(campaign: Campaign) -> None:
    """Fold all judgments, and make all reports."""
    fold_all(campaign.pk)
    make_reports(campaign.pk)
