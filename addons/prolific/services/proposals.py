"""Propose a study on Prolific from a campaign's data: its reward, places and minutes."""

import math
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F, Sum

from annotation.models import Campaign, Judgment
from annotation.services.campaigns.budget import hits_of
from annotation.services.work.time_spent import median_of
from midpath.text.formatting import rounded_up

# The number of latest judgments from which the time per judgment is taken.
LATEST = 1_000


@dataclass(frozen=True)
class Proposal:
    """A campaign's proposal for a study; None: unknown. `measured` says whether the minutes are the
    median time of earlier workers."""

    reward: Decimal | None
    exact: bool
    places: int | None
    minutes: int
    measured: bool


def proposal_of(campaign: Campaign) -> Proposal:
    hits = campaign.place_hits
    reward = campaign.reward * hits if hits else None
    whole = None if reward is None else rounded_up(reward, campaign.currency)
    slots = _open_slots(campaign)
    return Proposal(
        reward=whole,
        exact=whole == reward,
        places=math.ceil(slots / hits) if hits and slots else None,
        minutes=minutes_of_place(campaign) or 1,
        measured=campaign.place_minutes is None and _median_seconds(campaign) is not None,
    )


def minutes_of_place(campaign: Campaign) -> int | None:
    """Return the minutes of a place: its required minutes, or the median active time of its HITs so
    far, or the campaign's expected time; None if unknown."""
    if campaign.place_minutes is not None:
        return campaign.place_minutes
    seconds = _median_seconds(campaign) or campaign.seconds_expected
    return None if seconds is None else max(math.ceil(seconds * (campaign.place_hits or 1) / 60), 1)


def _median_seconds(campaign: Campaign) -> float | None:
    latest = Judgment.objects.filter(campaign=campaign, active_ms__isnull=False).order_by("-pk")
    median = median_of(latest.values_list("active_ms", flat=True)[:LATEST])
    return None if median is None else median / 1000


def _open_slots(campaign: Campaign) -> int:
    """Return the number of judgments still to be made; for a draft, all that it will request."""
    if campaign.status == Campaign.Status.DRAFT:
        return hits_of(campaign) * campaign.redundancy
    left = campaign.hits.filter(known=False).aggregate(n=Sum(F("quota") - F("taken")))["n"]
    return left or 0
