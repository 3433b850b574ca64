from collections.abc import Sequence

from django.urls import path

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute
from annotation.research.schemes.base import Panel, SchemeView
from annotation.research.schemes.question import elicitation_to_evidence
from annotation.research.schemes.question.elicitation_to_evidence import evidence_form
from annotation.research.schemes.question.rows import (
    QuestionRow,
    answer_of,
    dispute_of,
    first_words_of,
    rows_of,
)


class QuestionView(SchemeView):
    alike = "F1 of the questions, word for word"
    heading = "Questions"
    shows_disputes = False
    urls = [
        path(
            "campaigns/<int:campaign_id>/evidence/",
            elicitation_to_evidence.ask,
            name="ask_evidence",
        ),
    ]

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[QuestionRow]:
        return rows_of(campaign, hits)

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return answer_of(campaign, judgment)

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return dispute_of(campaign, summary)

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "beside",
                "research/schemes/question/first_words.html",
                "research/schemes/question/live_first_words.html",
                lambda: {"first_words": first_words_of(campaign)},
                tells_words=True,
            ),
            Panel(
                "beside",
                "research/schemes/question/elicited.html",
                context=lambda: {"form": evidence_form(campaign)},
            ),
        ]


view = QuestionView()
