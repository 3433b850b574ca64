"""The consequences of a rejection or an exclusion for figures, slots and pay, shown beforehand."""

from collections.abc import Sequence
from decimal import Decimal

from annotation.models import HIT, Campaign, Enrolment
from annotation.money import fee_on
from annotation.plurals import counted
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import spent_by
from annotation.services.work.exclusion import Foreseen, foresee_exclusion, foresee_inclusion
from annotation.templatetags.research import money

SERVES_NOT = {
    Campaign.Status.PAUSED: "once the campaign is resumed",
    Campaign.Status.CLOSED: "once the campaign is resumed; closed as it is, it asks nobody",
}


def of_reviewing_one(campaign: Campaign, hit: HIT) -> list[str]:
    """Return the texts beside the buttons: what each review does to the figures, the slot and the
    worker's pay."""
    paid = bool(campaign.reward)
    accepted = "Accept: it is approved for payment." if paid else "Accept: it was looked at."
    unpaid = ", and the worker earns nothing for it" if paid else ""
    if hit.known:
        apart = "It is in no figure and takes no slot, so nobody is asked again."
        return [accepted, *([f"Reject: it stays stored{unpaid}."] if paid else []), apart]
    replacement = "somebody else is asked for another judgment"
    if campaign.is_adaptive:
        replacement += " unless the others agree without it"
    replacement += _when(campaign)
    cost = f" That costs {_amount(campaign)} more." if paid else ""
    stays = " The worker keeps the pay for it." if paid else ""
    return [
        accepted,
        f"Set aside: it stays stored and leaves the figures, and {replacement}.{cost}{stays}",
        f"Reject: the same{unpaid}.",
        "You can restore it.",
    ]


def of_excluding(campaign: Campaign, enrolments: Sequence[Enrolment]) -> list[str]:
    """Return the points of the page that asks for the reason."""
    foreseen = foresee_exclusion(campaign, enrolments)
    judgments = len(foreseen.judgments)
    points = [
        f"{counted(judgments, 'judgment')} of theirs "
        f"{'leaves' if judgments == 1 else 'leave'} the figures, and stay stored."
        if judgments
        else "None of their judgments is in the figures, so these stay as they are."
    ]
    points += _asked_again(campaign, foreseen)
    if foreseen.hits and campaign.most_workers and campaign.worker_count >= campaign.most_workers:
        points.append(
            "As many workers have joined as may, so only those who are in can be asked. Let more "
            "join, on the campaign’s page, if they have judged all of these already."
        )
    points.append(
        "They get nothing new. What they hold is offered to others at once; what they still send "
        "of it is kept, does not count and earns nothing."
    )
    points += _pay(campaign, "what they submitted in time", len(enrolments))
    points.append(
        "You can include them again: all is then as it was. Where a replacement was judged "
        "meanwhile, both count."
    )
    return points


def of_including(campaign: Campaign, enrolments: Sequence[Enrolment]) -> list[str]:
    """Return the points of the page that asks whether to include workers again."""
    foreseen = foresee_inclusion(campaign, enrolments)
    judgments = len(foreseen.judgments)
    points = [
        f"{counted(judgments, 'judgment')} of theirs "
        f"{'comes' if judgments == 1 else 'come'} back into the figures."
        if judgments
        else "None of their judgments comes back, so the figures stay as they are."
    ]
    points += _asked_again(campaign, foreseen)
    points.append(
        "What was asked of others in their place, and nobody has begun, is asked no more. Where a "
        "replacement was judged meanwhile, both count."
    )
    if any(enrolment.stopped_at for enrolment in enrolments):
        points.append("Whoever was stopped is still stopped, and gets nothing new.")
    else:
        points.append("They may go on as before.")
    return points


def _asked_again(campaign: Campaign, foreseen: Foreseen) -> list[str]:
    """Return which HITs are asked again, why, and what it costs."""
    if not foreseen.hits:
        return []
    hits, again = foreseen.hits, foreseen.asked_again
    nouns, times = counted(hits, scheme_of(campaign).noun), "once each"
    if again != hits:
        times = f"for {counted(again, 'judgment')} in all"
    why = f"{'it falls' if hits == 1 else 'they fall'} short without them"
    if campaign.is_adaptive:
        why = f"the others of {'it' if hits == 1 else 'each'} are too few or do not agree"
    asked = f"{nouns.capitalize()} {_are(hits)} asked again, {times}, because {why}"
    return [f"{asked}{_when(campaign)}.{_cost(campaign, again)}"]


def _pay(campaign: Campaign, what: str, workers: int) -> list[str]:
    who = "The worker keeps" if workers == 1 else "The workers keep"
    return [f"{who} the pay for {what}."] if campaign.reward else []


def _cost(campaign: Campaign, judgments: int) -> str:
    """Return what these judgments cost, and all that is earned with and without them."""
    if not campaign.reward:
        return ""
    more, spent = campaign.reward * judgments, spent_by(campaign)
    earned, pretended = spent.money, ""
    if spent.unowed:
        pretended = (
            f" The {counted(spent.unowed, 'judgment')} of programs and recordings would have cost "
            f"{campaign.currency} {money(spent.pretended)} more; nobody is owed it."
        )
    fee, currency = fee_on(more, Decimal(campaign.fee_percent)), campaign.currency
    with_fee = f", {currency} {money(more + fee)} with the platform’s fee" if fee else ""
    return (
        f" That costs {currency} {money(more)} in rewards{with_fee}: {currency} "
        f"{money(earned + more)} in all, where {currency} {money(earned)} is earned so far."
        f"{pretended}"
    )


def _amount(campaign: Campaign) -> str:
    return f"{campaign.currency} {money(campaign.reward)}"


def _when(campaign: Campaign) -> str:
    later = SERVES_NOT.get(Campaign.Status(campaign.status))
    return f", {later}" if later else ""


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
