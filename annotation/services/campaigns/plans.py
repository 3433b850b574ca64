"""The price of a plan: the cost of a number of judgments per item of a campaign."""

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from annotation.models import Campaign


class Bought(NamedTuple):
    """A number of judgments, and their rewards without a platform's fee."""

    judgments: int
    cost: Decimal


def bought(campaign: Campaign, each: float) -> Bought:
    """Return the total number of judgments for this many per item, and the sum of their rewards."""
    total = Decimal(str(each)) * campaign.hit_count
    judgments = total.quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return Bought(int(judgments), judgments * campaign.reward)
