"""The terms of a campaign in its gold file, and its numbers of judgments."""

from annotation.models import AgreementState, Campaign
from annotation.services.work.counting import withdrawn_from


def terms_of(campaign: Campaign) -> dict[str, object]:
    """Return the terms; item-specific settings and the items' licence are included only if there
    are any."""
    extra: dict[str, object] = {}
    if campaign.asked_beyond:
        extra["asked_beyond"] = campaign.asked_beyond
    licence = campaign.dataset.licence
    if campaign.pilot_items:
        extra["pilot"] = pilot_of(campaign)
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
