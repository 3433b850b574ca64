"""The terms of a campaign for workers' pages."""

from annotation.models import Campaign
from annotation.worker.desk import money, work_of
from annotation.worker.offer import most_of, offer_of


def terms_shown(campaign: Campaign) -> dict[str, object]:
    most = most_of(campaign)
    return work_of(campaign) | {
        "most": most,
        "offer": offer_of(campaign, most),
        "earned_at_most": money(campaign.reward * (campaign.training_hits + most), campaign),
        "reward": money(campaign.reward, campaign) if campaign.reward else "",
    }
