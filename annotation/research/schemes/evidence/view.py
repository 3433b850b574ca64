from collections.abc import Sequence
from typing import cast

from django.urls import path, reverse

from annotation.models import HIT, Campaign, CampaignReport, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow
from annotation.research.results.figures import Cell
from annotation.research.schemes.base import Link, Panel, SchemeView
from annotation.research.schemes.evidence import baselines
from annotation.research.schemes.evidence.figures import evidence_cells, found_of
from annotation.research.schemes.evidence.heat import overlay_of_sentences
from annotation.research.schemes.evidence.rows import EvidenceRow, answer_of, dispute_of, rows_of
from annotation.research.schemes.overlay import Overlay
from annotation.tables.figures.evidence_figures import EvidenceSummary


class EvidenceView(SchemeView):
    alike = "F1 of the sentences, if both find an answer or both none, and choose the same option"
    heading = "Evidence"
    unlike = "1 minus the mean F1 of each against the best match of the others"
    urls = [
        path("campaigns/<int:campaign_id>/baselines/", baselines.show, name="baselines"),
    ]

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[EvidenceRow]:
        return rows_of(campaign, hits)

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return answer_of(campaign, judgment)

    def overlay(self, campaign: Campaign, row: ItemRow) -> Overlay | None:
        summary, own = row["summary"], cast(EvidenceRow, row)
        if summary is None or not summary.judgments:
            return None
        found: EvidenceSummary = summary.summary
        votes, abstaining = found.get("votes", ()), found.get("abstaining", 0)
        return overlay_of_sentences(
            own["texts"], own["outline"], votes, abstaining, summary.judgments
        )

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return dispute_of(campaign, summary)

    def cells(self, campaign: Campaign, report: CampaignReport | None) -> list[Cell]:
        return evidence_cells(campaign, report)

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/evidence/evidence.html",
                "research/schemes/evidence/live_evidence.html",
                lambda: {"evidence": found_of(campaign)},
            )
        ]

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("baselines", "Baselines", reverse("research:baselines", args=(campaign.pk,)))]


view = EvidenceView()
