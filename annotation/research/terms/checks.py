"""The checks before the launch of a campaign, from the answers so far."""

from dataclasses import dataclass, replace
from decimal import Decimal

from django.urls import reverse

from annotation.models import Campaign
from annotation.research.pay.cost_texts import costs_of
from annotation.research.terms.forms import CampaignForm
from annotation.schemes import SCHEMES
from annotation.services.campaigns.budget import Budget, budget_of
from annotation.services.campaigns.gold_consensus import match_gold
from annotation.services.campaigns.wages import MIN_HOURLY, low_pay, not_named
from midpath.json_types import JsonObject
from midpath.text.formatting import hourly, written

# Enough to see that the settings do not fit; the launch page reads all.
MAX_GOLD = 200


@dataclass(frozen=True)
class Check:
    """A check, with what it found. `link` is the text of a link to `address`."""

    passed: bool
    says: str
    found: str = ""
    link: str = ""
    address: str = ""


def checks_of(
    read: CampaignForm,
    campaigns: list[Campaign],
    settings: JsonObject | None,
    draft: Campaign | None,
) -> list[Check]:
    """Return the checks of the campaigns that the form describes. `settings` are those of the
    scheme, or None if they are not valid; `draft` is the draft being edited."""
    if not campaigns:
        return [_tried(draft)]
    first = campaigns[0]
    budget = budget_of(first)
    found = [
        _gold(first, settings),
        _training(first),
        _fit(read, first),
        _pay(first),
        _money(read, first, budget),
        _named(read),
        _tried(draft),
    ]
    return [one for one in found if one is not None]


def _gold(campaign: Campaign, settings: JsonObject | None) -> Check | None:
    if settings is None:
        return None
    campaign.settings = settings
    match = match_gold(campaign, MAX_GOLD)
    if not match.read:
        return None
    first = "first " * (match.read == MAX_GOLD)
    says = "Gold answers match the task" if match.complete else "Some gold answers do not match"
    return Check(match.complete, says, f"{match.matching:,} of {first}{match.read:,}")


def _training(campaign: Campaign) -> Check | None:
    if not campaign.training_hits:
        return None
    few = campaign.known_count < 2 * campaign.training_hits
    says = "Few gold answers for the training" if few else "Enough gold answers for the training"
    return Check(not few, says, f"{campaign.known_count:,}")


def _fit(read: CampaignForm, campaign: Campaign) -> Check | None:
    fit = read.offer.fits[campaign.scheme]
    noun = SCHEMES[campaign.scheme].noun
    if not fit.left_out:
        return None
    return Check(False, f"Some {noun}s are left out", f"{fit.left_out:,} of {fit.total:,}")


def _pay(campaign: Campaign) -> Check | None:
    least = f"{campaign.currency} {MIN_HOURLY}"
    earned = hourly(Decimal(campaign.reward), campaign.seconds_expected)
    if not campaign.reward:
        return None
    if earned is None:
        return Check(False, "The hourly pay is unknown", "", "Enter time", "#id_seconds_expected")
    if low_pay(campaign):
        return Check(False, f"Pay is below {least} an hour", written(earned))
    return Check(True, f"Pay is at least {least} an hour", written(earned))


def _money(read: CampaignForm, campaign: Campaign, budget: Budget) -> Check | None:
    limit = read.cleaned_data.get("budget")
    if budget.total is None:
        says = "The cost has no limit"
        return Check(False, says, "", "Limit workers", "#id_most_workers")
    if costs_of(campaign, budget).warning:
        return Check(False, "Too few workers for all judgments", "", "Change", "#id_most_workers")
    if limit is None:
        return None
    left = limit - budget.total
    if left < 0:
        return Check(False, "The budget is too small", f"{written(-left)} short")
    return Check(True, "The budget covers all judgments", f"{written(left)} to spare")


def _named(read: CampaignForm) -> Check:
    who = {name: read.cleaned_data.get(name, "") for name in ("researcher", "contact")}
    if not_named(Campaign(**who)):
        return Check(False, "Your name or contact is missing", "", "Enter", "#id_researcher")
    return Check(True, "Workers see your name and contact")


def _tried(draft: Campaign | None) -> Check:
    check = Check(False, "Try it yourself before the launch")
    if draft is None:
        return replace(check, found="after saving")
    return replace(check, link="Try it", address=reverse("research:dry_run", args=(draft.pk,)))
