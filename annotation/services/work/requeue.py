"""Request missing judgments of HITs for which an earlier version did not replace a rejected one.

An upgrade spends no money by itself, so these HITs stay unchanged until a researcher requests
it."""

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Greatest

from annotation.models import HIT, Campaign
from annotation.services.audit import record_campaign_event
from annotation.services.work.missing_judgments import lock_decision, settle_hits


def hits_left_short(campaign: Campaign) -> QuerySet[HIT]:
    """Return the HITs with a slot whose judgment does not count and was not replaced. Under a cap
    these include HITs whose workers agree anyway, which need nothing."""
    left = Q(judgments__took_slot=True, judgments__counts=False, judgments__repeat=False)
    lost = Count("judgments", left)
    hits = HIT.objects.filter(campaign=campaign, known=False).annotate(lost=lost)
    if campaign.most_judgments is not None:
        return hits.filter(cap__lt=F("lost") + Greatest("at_least", campaign.most_judgments))
    return hits.filter(quota__lt=F("lost") + Greatest("at_least", campaign.redundancy))


def ask_again(*, campaign: Campaign) -> int:
    """Request the judgments that these HITs lack and return their number."""
    with transaction.atomic():
        hits = list(hits_left_short(campaign).order_by("pk").values_list("pk", flat=True))
        lock_decision(hits)
        judgments = settle_hits(campaign, hits, fold_follows=False)
        if hits:
            record_campaign_event(
                "campaign.asked_again", campaign, None, hits=len(hits), judgments=judgments
            )
    return judgments
