"""Count extra judgments: those of some HITs, beyond what the campaign collects for all."""

from django.db.models import F, Max, Sum
from django.db.models.functions import Coalesce

from annotation.models import HIT, Campaign


def extra_judgments(campaign: Campaign, of_all: int) -> int:
    """Return the number of extra judgments, if `of_all` are collected for each HIT."""
    hits = HIT.objects.filter(campaign=campaign, at_least__gt=of_all)
    found: int = hits.aggregate(beyond=Coalesce(Sum(F("at_least") - of_all), 0))["beyond"]
    return found


def store_extra_judgments(campaign: Campaign) -> None:
    """Store the number of extra judgments on the campaign. The caller saves it."""
    campaign.asked_beyond = extra_judgments(campaign, campaign.redundancy)
    campaign.most_beyond = extra_judgments(campaign, campaign.most_per_item)


def most_of_one(campaign: Campaign) -> int:
    """Return the maximum number of workers that any HIT needs."""
    if not campaign.asked_beyond:
        return campaign.most_per_item
    most = campaign.hits.aggregate(most=Max("at_least"))["most"] or 0
    return max(campaign.most_per_item, most)
