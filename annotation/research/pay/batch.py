from django.shortcuts import get_object_or_404

from annotation.models import PaymentBatch
from annotation.research.common.access import ResearcherRequest, campaign_for


def batch_for(request: ResearcherRequest, campaign_id: int, batch_id: int) -> PaymentBatch:
    campaign = campaign_for(request, campaign_id)
    batch = get_object_or_404(campaign.batches.select_related("user"), pk=batch_id)
    batch.campaign = campaign
    return batch
