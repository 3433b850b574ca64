"""The research view of judged pairs of texts."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.urls import path, reverse

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.schemes.base import Link, Panel, SchemeView
from annotation.research.schemes.pair import crowd
from annotation.research.schemes.pair.rows import answer_of, dispute_of, holding, rows_of
from annotation.research.schemes.pair.strata import strata_of


class PairView(SchemeView):
    heading = "Both texts and their votes"
    opened = "votes"
    urls = [
        path("campaigns/<int:campaign_id>/crowd/", crowd.show, name="crowd"),
        path("campaigns/<int:campaign_id>/crowd/<slug:chart>.csv", crowd.as_csv, name="crowd_csv"),
    ]

    def holding(self, query: str) -> Q:
        return holding(query)

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[dict[str, Any]]:
        return rows_of(campaign, hits)

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return answer_of(campaign, judgment)

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> dict[str, Any]:
        return dispute_of(campaign, summary)

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/pair/strata.html",
                "research/schemes/pair/live_strata.html",
                lambda: {"strata": strata_of(campaign)},
            )
        ]

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("crowd", "Consensus", reverse("research:crowd", args=(campaign.pk,)))]


view = PairView()
