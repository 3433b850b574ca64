"""Campaigns whose workers start from suggestions."""

from collections.abc import Mapping
from typing import Any

from annotation.models import HIT, Campaign, PreAnnotation, Suggestion
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Suggestable
from annotation.services.sets.answers import without_marks


def suggest(campaign: Campaign, payload: Mapping[str, Any], tenths: int = 5) -> None:
    """Suggest one answer on every HIT of a launched campaign."""
    scheme, settings = scheme_of(campaign), campaign.settings
    assert isinstance(scheme, Suggestable)
    PreAnnotation.objects.create(campaign=campaign, annotator=1, tenths=tenths)
    for hit in HIT.objects.filter(campaign=campaign, known=False).select_related("item__document"):
        vector = scheme.parse(payload, hit.item, without_marks(settings))
        sent = scheme.as_sent(payload, vector, settings)
        Suggestion.objects.create(hit=hit, payload=sent, vector=list(vector))
