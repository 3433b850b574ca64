"""The consequences of a rejection or an exclusion for figures, slots and pay, shown beforehand."""

from annotation.models import HIT, Campaign, Enrolment
from annotation.plurals import counted
from annotation.schemes import scheme_of
from annotation.services.work.exclusion import foresee_exclusion
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
    unpaid = ", and the worker is not paid for it" if paid else ""
    if hit.known:
        apart = "It is in no figure and takes no slot, so nobody is asked again."
        return [accepted, *([f"Reject: it stays stored{unpaid}."] if paid else []), apart]
    replacement = "somebody else is asked for another judgment"
    if campaign.is_adaptive:
        replacement += " unless the others agree without it"
    replacement += _when(campaign)
    cost = f" That costs {_amount(campaign)} more." if paid else ""
    stays = " The worker stays paid for it." if paid else ""
    return [
        accepted,
        f"Set aside: it stays stored and leaves the figures, and {replacement}.{cost}{stays}",
        f"Reject: the same{unpaid}.",
        "You can restore it.",
    ]


def of_excluding(campaign: Campaign, enrolment: Enrolment) -> list[str]:
    """Return the points of the page that asks for the reason."""
    foreseen = foresee_exclusion(enrolment)
    nouns = counted(foreseen.hits, scheme_of(campaign).noun)
    points = [
        f"{counted(foreseen.judgments, 'judgment')} of theirs "
        f"{'leaves' if foreseen.judgments == 1 else 'leave'} the figures, and stay stored."
        if foreseen.judgments
        else "None of their judgments is in the figures, so these stay as they are."
    ]
    if foreseen.hits and foreseen.at_most:
        points.append(
            f"At most {nouns} {_are(foreseen.hits)} asked again, once each: those whose other "
            f"workers do not agree{_when(campaign)}.{_cost(campaign, foreseen.hits, 'at most ')}"
        )
    elif foreseen.hits:
        points.append(
            f"{nouns.capitalize()} {_are(foreseen.hits)} asked again, once each, because "
            f"{'it falls' if foreseen.hits == 1 else 'they fall'} short without them"
            f"{_when(campaign)}.{_cost(campaign, foreseen.hits)}"
        )
    if foreseen.hits and campaign.most_workers and campaign.worker_count >= campaign.most_workers:
        points.append(
            "As many workers have joined as may, so only those who are in can be asked. Let more "
            "join, on the campaign’s page, if they have judged all of these already."
        )
    points.append(
        "They get nothing new. What they hold is offered to others at once; what they still send "
        "of it is kept, does not count and is not paid."
    )
    points += _pay(campaign, "what they submitted in time")
    points.append(
        "You can include them again: all is then as it was. Where a replacement was judged "
        "meanwhile, both count."
    )
    return points


def _pay(campaign: Campaign, what: str) -> list[str]:
    return [f"The worker stays paid for {what}."] if campaign.reward else []


def _cost(campaign: Campaign, hits: int, bound: str = "") -> str:
    if not campaign.reward:
        return ""
    total = campaign.reward * hits
    return f" That costs {bound}{campaign.currency} {money(total)} in rewards."


def _amount(campaign: Campaign) -> str:
    return f"{campaign.currency} {money(campaign.reward)}"


def _when(campaign: Campaign) -> str:
    later = SERVES_NOT.get(Campaign.Status(campaign.status))
    return f", {later}" if later else ""


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
