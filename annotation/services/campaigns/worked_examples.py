"""Worked examples: items with the gold answer and its explanation, as displayed by the scheme."""

import json

from annotation.models import Campaign, KnownAnswer
from annotation.services.campaigns.terms import gold_scheme_of

MAX_EXAMPLES = 10


def worked_examples(campaign: Campaign) -> list[dict[str, object]]:
    """Return the first examples that researchers chose for workers."""
    answers = KnownAnswer.objects.filter(
        campaign=campaign, use=KnownAnswer.Use.EXAMPLE, removed_at=None
    )
    shown = answers.select_related("item__document").order_by("pk")[:MAX_EXAMPLES]
    return [pictured_answer(campaign, one) for one in shown]


def pictured_answer(campaign: Campaign, answer: KnownAnswer) -> dict[str, object]:
    """Return the context of the scheme's template for an item with its answer."""
    scheme = gold_scheme_of(campaign)
    pictured = scheme.pictured(answer.vector, answer.item, campaign.settings)
    return {
        "template": f"worker/schemes/{scheme.name}_answer.html",
        "answer": scheme.written(answer.vector, answer.item, campaign.settings),
        "why": answer.why,
        "pictured": pictured,
        "drawn": json.dumps(pictured),
    }
