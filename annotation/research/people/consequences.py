"""The consequences of a rejection or an exclusion for figures, slots and pay, shown beforehand."""

from collections.abc import Sequence
from decimal import Decimal

from annotation.models import HIT, Campaign, Enrolment
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import spent_by
from annotation.services.work.exclusion import Foreseen, foresee_exclusion, foresee_inclusion
from annotation.templatetags.research import money
from midpath.text.formatting import counted, fee_on

SERVES_NOT = {
    Campaign.Status.PAUSED: "once the campaign is resumed",
    Campaign.Status.CLOSED: "once the campaign is resumed (a closed one collects no judgments)",
}


def of_reviewing_one(campaign: Campaign, hit: HIT) -> list[str]:
    """Return the texts for the buttons: the effect of each review on the figures, the slot and the
    worker's pay."""
    paid = bool(campaign.reward)
    accepted = (
        "Accept: the judgment is approved for payment."
        if paid
        else "Accept: the judgment is marked as reviewed."
    )
    unpaid = ", and the worker earns nothing for it" if paid else ""
    if hit.known:
        apart = "Gold answers are in no figure and take no slot, so no replacement is needed."
        return [accepted, *([f"Reject: the judgment stays stored{unpaid}."] if paid else []), apart]
    replacement = "another worker replaces it"
    if campaign.is_adaptive:
        replacement += " unless the remaining judgments settle the item"
    replacement += _when(campaign)
    cost = f" That costs {_amount(campaign)} more." if paid else ""
    stays = " The worker is still paid for it." if paid else ""
    return [
        accepted,
        f"Set aside: it stays stored but no longer counts, and {replacement}.{cost}{stays}",
        f"Reject: the same{unpaid}.",
        "You can undo this.",
    ]


def of_excluding(campaign: Campaign, enrolments: Sequence[Enrolment]) -> list[str]:
    foreseen = foresee_exclusion(campaign, enrolments)
    judgments = len(foreseen.judgments)
    points = [
        f"{counted(judgments, 'judgment')} of theirs "
        f"{'leaves' if judgments == 1 else 'leave'} the figures but "
        f"{'stays' if judgments == 1 else 'stay'} stored."
        if judgments
        else "None of their judgments are in the figures, so the figures do not change."
    ]
    points += _reassigned(campaign, foreseen)
    if foreseen.hits and campaign.most_workers and campaign.worker_count >= campaign.most_workers:
        points.append(
            "The maximum number of workers has joined, so only current workers can do "
            "replacements. If they have judged all of these already, raise the limit on the "
            "campaign’s page."
        )
    points.append(
        "They get no new tasks. Tasks they have started go to other workers at once; anything they "
        "still submit is stored but does not count and is not paid."
    )
    points += _pay(campaign, "what they submitted in time", len(enrolments))
    points.append(
        "You can include them again, which restores everything. If a replacement was judged in the "
        "meantime, both count."
    )
    return points


def of_including(campaign: Campaign, enrolments: Sequence[Enrolment]) -> list[str]:
    foreseen = foresee_inclusion(campaign, enrolments)
    judgments = len(foreseen.judgments)
    points = [
        f"{counted(judgments, 'judgment')} of theirs "
        f"{'returns' if judgments == 1 else 'return'} to the figures."
        if judgments
        else "None of their judgments return, so the figures do not change."
    ]
    points += _reassigned(campaign, foreseen)
    points.append(
        "Replacements that no worker has started are cancelled. If a replacement was judged in the "
        "meantime, both count."
    )
    if any(enrolment.stopped_at for enrolment in enrolments):
        points.append("Workers who were stopped stay stopped and get no new tasks.")
    else:
        points.append("They can continue as before.")
    return points


def _reassigned(campaign: Campaign, foreseen: Foreseen) -> list[str]:
    """Return which HITs are assigned again, why, and at what cost."""
    if not foreseen.hits:
        return []
    hits, again = foreseen.hits, foreseen.asked_again
    nouns, times = counted(hits, scheme_of(campaign).noun), "once each"
    if again != hits:
        times = f"{counted(again, 'judgment')} in total"
    why = f"{'it has' if hits == 1 else 'they have'} too few judgments without them"
    if campaign.is_adaptive:
        whose, them = ("its", "it") if hits == 1 else ("their", "them")
        why = f"{whose} remaining judgments do not settle {them}"
    sentence = f"{nouns.capitalize()} {_are(hits)} assigned again, {times}, because {why}"
    return [f"{sentence}{_when(campaign)}.{_cost(campaign, again)}"]


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
            f" The {counted(spent.unowed, 'simulated judgment')} would have cost "
            f"{campaign.currency} {money(spent.pretended)} more (not owed)."
        )
    fee, currency = fee_on(more, Decimal(campaign.fee_percent)), campaign.currency
    with_fee = f", {currency} {money(more + fee)} with the platform’s fee" if fee else ""
    return (
        f" That costs {currency} {money(more)} in rewards{with_fee}: {currency} "
        f"{money(earned + more)} in total, of which {currency} {money(earned)} has been earned so "
        "far."
        f"{pretended}"
    )


def _amount(campaign: Campaign) -> str:
    return f"{campaign.currency} {money(campaign.reward)}"


def _when(campaign: Campaign) -> str:
    later = SERVES_NOT.get(Campaign.Status(campaign.status))
    return f", {later}" if later else ""


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
