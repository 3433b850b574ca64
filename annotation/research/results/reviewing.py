"""A bulk review in words: the filter, and the consequences."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from annotation.models import Campaign, Judgment
from annotation.research.common.names import pseudonym
from annotation.schemes import scheme_of
from annotation.services.work.choosing import Chosen, Foreseen
from midpath.text.formatting import counted, written

Review = Judgment.Review


@dataclass(frozen=True)
class Verb:
    """A review as on its button, with a short explanation."""

    do: str
    means: str


VERBS: Mapping[str, Verb] = {
    "accepted": Verb("Accept", "approved for payment and kept in the figures"),
    "set_aside": Verb(
        "Set aside", "approved for payment but not in the figures; other workers replace it"
    ),
    "rejected": Verb(
        "Reject", "rejected without pay and not in the figures; other workers replace it"
    ),
    "none": Verb("Clear the review", "marked as not reviewed"),
}
DONE = {
    Review.NONE.value: "marked as not reviewed",
    Review.ACCEPTED.value: "accepted",
    Review.REJECTED.value: "rejected",
    Review.SET_ASIDE.value: "set aside",
}


def describe_choice(chosen: Chosen) -> str:
    """Describe the filter as the end of a sentence."""
    parts = []
    if chosen.worker is not None:
        parts.append(f"by {pseudonym(chosen.worker)}")
    if chosen.hit is not None:
        parts.append("of one item")
    if chosen.known_below is not None:
        share = f"{chosen.known_below * 100:f}".rstrip("0").rstrip(".")
        parts.append(f"by workers with fewer than {share} % of the gold answers correct")
    if chosen.since is not None:
        parts.append(f"submitted from {chosen.since:%Y-%m-%d} on")
    if chosen.until is not None:
        parts.append(f"submitted before {chosen.until:%Y-%m-%d}")
    if len(chosen.reviews) < len(Review.values):
        states = " or ".join(Review(review).label for review in chosen.reviews)
        parts.append(f"that are {states}")
    return " ".join(parts) or "of this campaign"


def of_reviewing(campaign: Campaign, foreseen: Foreseen, review: str) -> list[str]:
    """Describe what a review will change: figures, replacement judgments and money."""
    points = [_figures(foreseen)]
    if foreseen.asked_again:
        most = "At most " if foreseen.at_most else ""
        again = counted(foreseen.asked_again, "judgment")
        points.append(f"{most}{again} of {_hits(campaign, foreseen)} requested from other workers.")
    points += _money(campaign, foreseen, review)
    points.append("You can undo this: the judgments then have their previous review again.")
    return points


def _figures(foreseen: Foreseen) -> str:
    if foreseen.leaving:
        leaves = "leaves" if foreseen.leaving == 1 else "leave"
        return f"{counted(foreseen.leaving, 'judgment')} {leaves} the figures but stay stored."
    if foreseen.coming:
        comes = "comes" if foreseen.coming == 1 else "come"
        return f"{counted(foreseen.coming, 'judgment')} {comes} back into the figures."
    return "The figures do not change."


def _hits(campaign: Campaign, foreseen: Foreseen) -> str:
    is_one = foreseen.asked_again == 1
    return f"{counted(foreseen.hits, scheme_of(campaign).noun)} {'is' if is_one else 'are'}"


def _money(campaign: Campaign, foreseen: Foreseen, review: str) -> list[str]:
    if not campaign.reward:
        return []
    points = []
    if foreseen.paid < 0:
        points.append(f"Workers earn {_amount(campaign, -foreseen.paid)} less for their work.")
    elif foreseen.paid:
        points.append(f"Workers earn {_amount(campaign, foreseen.paid)} more for their work.")
    elif review == Review.SET_ASIDE:
        points.append("Workers are still paid for all of it.")
    elif review == Review.ACCEPTED:
        total = foreseen.judgments * campaign.reward
        points.append(f"{_amount(campaign, total)} is approved for payment.")
    if foreseen.asked_again:
        most = "at most " if foreseen.at_most else ""
        cost = _amount(campaign, foreseen.cost(campaign))
        points.append(f"Replacement judgments cost {most}{cost} in rewards.")
    return points


def _amount(campaign: Campaign, amount: Decimal) -> str:
    return f"{campaign.currency} {written(amount)}"
