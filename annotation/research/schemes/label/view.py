from collections.abc import Sequence

from django.urls import reverse

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.charts import Chart
from annotation.research.common.item_rows import Dispute
from annotation.research.schemes.base import Link, Panel, SchemeView
from annotation.research.schemes.label.crowd import charts_of, line_of
from annotation.research.schemes.label.labels import definitions_of, labels_of
from annotation.research.schemes.label.rows import LabelRow, answer_of, dispute_of, rows_of
from annotation.schemes.label.settings import ONE
from annotation.tables.figures.crowd_figures import CrowdFigures, CrowdLine

WHOLE = "α here compares whole answers without an order, so it differs from the α of the dashboard."


class LabelView(SchemeView):
    alike = (
        "whether it is the same label; F1 for any number of labels, closeness of the places on "
        "a scale"
    )
    heading = "The text and its votes"
    unlike = "how far apart their judgments are"
    opened = "votes"
    settled = "items"

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[LabelRow]:
        return rows_of(campaign, hits)

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return answer_of(campaign, judgment)

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return dispute_of(campaign, summary)

    def crowd_charts(self, campaign: Campaign, results: CrowdFigures | None) -> list[Chart]:
        return charts_of(campaign, results)

    def consensus_line(self, campaign: Campaign, line: CrowdLine) -> dict[str, object]:
        return line_of(campaign, line)

    def planner_note(self, campaign: Campaign) -> str:
        return "" if campaign.settings["kind"] == ONE else WHOLE

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/label/labels.html",
                "research/schemes/label/live_labels.html",
                lambda: {"labels": labels_of(campaign), "definitions": definitions_of(campaign)},
            )
        ]

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("crowd", "Consensus", reverse("research:crowd", args=(campaign.pk,)))]


view = LabelView()
