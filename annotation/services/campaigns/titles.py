"""The title of a campaign for workers, who never see its internal name."""

from django.utils.translation import gettext

from annotation.models import Campaign
from annotation.schemes import scheme_of


def title_for_workers(campaign: Campaign) -> str:
    """Return the title for workers; without one, the name of the task."""
    return campaign.title or gettext(scheme_of(campaign).work)
