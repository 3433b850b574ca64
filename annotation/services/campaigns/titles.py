"""Name a campaign to its workers, who never read its own name."""

from django.utils.translation import gettext

from annotation.models import Campaign
from annotation.schemes import scheme_of


def title_for_workers(campaign: Campaign) -> str:
    """Return the title that workers read; without one, what they do."""
    return campaign.title or gettext(scheme_of(campaign).work)
