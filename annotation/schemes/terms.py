"""The default terms of a campaign."""

from dataclasses import dataclass
from decimal import Decimal

from annotation.models.terms.campaign_terms import CampaignTerms
from midpath.text.formatting import reward_for


@dataclass(frozen=True)
class PricePaid:
    """The price per judgment in a paper, in USD."""

    reward: Decimal
    year: int


@dataclass
class UsualTerms(CampaignTerms):
    """Default terms, the only source of defaults for the form, the API and drafts made by services.

    A scheme overrides some of them. Unlike campaigns, all schemes have a wage and a time.
    """

    hourly_wage: Decimal = Decimal(12)
    # Measured in the papers; an estimate if there is no measurement.
    seconds_expected: int = 60

    @property
    def reward(self) -> Decimal:
        """The reward per judgment, computed from the wage and the time."""
        return reward_for(self.hourly_wage, self.seconds_expected)
