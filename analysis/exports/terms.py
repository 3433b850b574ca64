"""The terms of a campaign in its gold file."""

from annotation.models import Campaign


def terms_of(campaign: Campaign) -> dict[str, object]:
    """Return the terms; item-specific settings are included only if there are any."""
    extra = {"asked_beyond": campaign.asked_beyond} if campaign.asked_beyond else {}
    return {
        "name": campaign.name,
        "scheme": campaign.scheme,
        "project": campaign.dataset.project.name,
        "dataset": campaign.dataset.name,
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
