from collections.abc import Sequence

from django.urls import path

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute
from annotation.research.schemes.base import Panel, SchemeView
from annotation.research.schemes.document import collection
from annotation.research.schemes.document.rows import DocumentRow, answer_of, dispute_of, rows_of


class DocumentView(SchemeView):
    alike = "whether it is the same text, regardless of its date"
    heading = "Comparison of versions"
    judged_as = "version"
    opened = "versions"
    urls = [
        path("campaigns/<int:campaign_id>/documents/", collection.show, name="collection"),
        path("judgments/<int:judgment_id>/choose/", collection.choose, name="choose_version"),
    ]

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[DocumentRow]:
        return rows_of(campaign, hits)

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return answer_of(campaign, judgment)

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return dispute_of(campaign, summary)

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [Panel("first", "research/schemes/document/found.html")]


view = DocumentView()
