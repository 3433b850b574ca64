"""The terms of a campaign in its gold file, and its numbers of judgments."""

from collections import defaultdict

from annotation.models import AgreementState, Campaign
from annotation.services.wordings.terms import wordings_of
from annotation.services.work.counting import withdrawn_from


def terms_of(campaign: Campaign) -> dict[str, object]:
    """Return the terms; item-specific settings, the items' licence and several wordings are
    included only if there are any."""
    extra: dict[str, object] = {}
    if campaign.asked_beyond:
        extra["asked_beyond"] = campaign.asked_beyond
    licence = campaign.dataset.licence
    if campaign.pilot_items:
        extra["pilot"] = pilot_of(campaign)
    if campaign.wordings:
        extra["wordings"] = wordings_with_workers(campaign)
    return {
        "name": campaign.name,
        "scheme": campaign.scheme,
        "project": campaign.dataset.project.name,
        "dataset": campaign.dataset.name,
        **({"licence_of_items": licence} if licence else {}),
        "redundancy": campaign.redundancy,
        **extra,
        "reward": str(campaign.reward),
        "currency": campaign.currency,
        "seconds_allotted": campaign.seconds_allotted,
        "instructions": campaign.instructions,
        "settings": campaign.settings,
        "seed": campaign.seed,
        "launched_at": campaign.launched_at and campaign.launched_at.isoformat(),
    }


def wordings_with_workers(campaign: Campaign) -> list[dict[str, object]]:
    """Return all wordings of the instructions, each with the numbers of the workers who read it and
    submitted something."""
    workers = defaultdict[int | None, list[int]](list)
    rows = campaign.enrolments.filter(submitted__gt=0).order_by("worker__number")
    for wording, worker in rows.values_list("wording", "worker__number"):
        workers[wording].append(worker)
    return [
        {**one, "workers": workers[number]} for number, one in enumerate(wordings_of(campaign), 1)
    ]


def pilot_of(campaign: Campaign) -> dict[str, object]:
    """Return the pilot; its judgments that are not in the figures are set aside."""
    ended_at = campaign.pilot_ended_at
    changed = campaign.pilot_instructions
    return {
        "items": campaign.pilot_items,
        "ended_at": ended_at and ended_at.isoformat(),
        **({"instructions": changed} if changed else {}),
    }


def settling_of(campaign: Campaign) -> dict[str, object]:
    """Return the terms of adaptive redundancy."""
    terms: dict[str, object] = {"most_judgments": campaign.most_judgments}
    if campaign.settles_by_posterior:
        terms |= {"settle_by": campaign.settle_by, "min_posterior": str(campaign.min_posterior)}
    return terms


def counts_of(
    campaign: Campaign, judgments: int, not_counted: int, not_folded: int
) -> dict[str, object]:
    """Return the version of the campaign's last fold, and the judgments in the file and not in it.

    `not_folded` counts changes that are not folded yet; the file's figures include them.
    `withdrawn` counts the judgments that workers withdrew, which are no longer in any file.
    """
    versions = AgreementState.objects.filter(campaign=campaign).values_list("version", flat=True)
    return {
        "version": versions.first() or 0,
        "judgments": judgments,
        "not_counted": not_counted,
        "withdrawn": withdrawn_from(campaign),
        "not_folded": not_folded,
    }
