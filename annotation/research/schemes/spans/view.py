from collections.abc import Sequence

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute
from annotation.research.schemes.base import Panel, SchemeView
from annotation.research.schemes.spans.answers import definitions_of, labels_of
from annotation.research.schemes.spans.rows import SpansRow, answer_of, dispute_of, rows_of


class SpansView(SchemeView):
    heading = "The text and its spans"
    unlike = "1 minus the mean F1 of their spans over pairs of judgments"
    opened = "spans"
    alike = "F1 of the spans, with their labels"

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[SpansRow]:
        return rows_of(campaign, hits)

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return answer_of(campaign, judgment)

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return dispute_of(campaign, summary)

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/spans/given.html",
                "research/schemes/spans/live_given.html",
                lambda: {"spans": labels_of(campaign), "definitions": definitions_of()},
            )
        ]


view = SpansView()
