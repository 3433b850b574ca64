"""The terms of a campaign, as workers' pages tell them."""

from typing import Any

from annotation.models import Campaign
from annotation.services.campaigns.budget import most_hits_after_training
from annotation.worker.desk import duration, money, varies, work_of


def terms_shown(campaign: Campaign) -> dict[str, Any]:
    most = most_hits_after_training(campaign, campaign.training_hits)
    return work_of(campaign) | {
        "most": most,
        "varies": varies(campaign),
        "earned_at_most": money(campaign.reward * (campaign.training_hits + most), campaign),
        "reward": money(campaign.reward, campaign) if campaign.reward else "",
        "time": duration(campaign.seconds_allotted),
    }
