"""Count what some HITs of a campaign are asked for in particular, beyond what it asks of all."""

from django.db.models import F, Max, Sum
from django.db.models.functions import Coalesce

from annotation.models import HIT, Campaign


def beyond(campaign: Campaign, of_all: int) -> int:
    """Return how many judgments HITs are asked for in particular, if `of_all` are asked of each."""
    hits = HIT.objects.filter(campaign=campaign, at_least__gt=of_all)
    found: int = hits.aggregate(beyond=Coalesce(Sum(F("at_least") - of_all), 0))["beyond"]
    return found


def count_beyond(campaign: Campaign) -> None:
    """Count on the campaign what its HITs are asked for in particular. The caller saves it."""
    campaign.asked_beyond = beyond(campaign, campaign.redundancy)
    campaign.most_beyond = beyond(campaign, campaign.most_per_item)


def most_of_one(campaign: Campaign) -> int:
    """Return how many workers it takes for the HIT that is asked of the most."""
    if not campaign.asked_beyond:
        return campaign.most_per_item
    asked = campaign.hits.aggregate(most=Max("at_least"))["most"] or 0
    return max(campaign.most_per_item, asked)
