"""Lock a campaign while its terms, status or answers change."""

from annotation.models import Campaign
from annotation.services.errors import Conflict
from annotation.services.lifecycle.guard import require_open


def lock_campaign(campaign: Campaign) -> Campaign:
    """Lock and return a campaign. The lock excludes other changes of it, but not the submissions
    that refer to it."""
    rows = Campaign.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("dataset").get(pk=campaign.pk)


def lock_open_campaign(campaign: Campaign) -> Campaign:
    """Lock and return a campaign that is neither archived nor deleted."""
    found = lock_campaign(campaign)
    require_open(found)
    return found


def lock_launched_campaign(campaign: Campaign, these_are: str) -> Campaign:
    """Lock and return a campaign, or refuse to change a draft, whose terms can be edited."""
    found = lock_campaign(campaign)
    if found.status == Campaign.Status.DRAFT:
        raise Conflict(
            f"This campaign is a draft, so {these_are} part of the terms. Edit the terms instead."
        )
    return found
