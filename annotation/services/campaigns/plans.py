"""The price of a plan: what so many judgments of each item of a campaign come to."""

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from annotation.models import Campaign


class Bought(NamedTuple):
    """A whole number of judgments, and their rewards without a platform's fee."""

    judgments: int
    cost: Decimal


def bought(campaign: Campaign, each: float) -> Bought:
    """Return what so many judgments of each item are in all, and what their rewards sum to."""
    total = Decimal(str(each)) * campaign.hit_count
    judgments = total.quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return Bought(int(judgments), judgments * campaign.reward)
