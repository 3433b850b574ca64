from collections.abc import Sequence

from django.urls import reverse

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.charts import Chart
from annotation.research.common.item_rows import Dispute
from annotation.research.results.crowd_charts import crowd_charts
from annotation.research.schemes.base import Link, Panel, SchemeView
from annotation.research.schemes.pair.rows import JudgedPairRow, answer_of, dispute_of, rows_of
from annotation.research.schemes.pair.strata_charts import charts_by_stratum
from annotation.tables.figures.crowd_figures import CrowdFigures
from annotation.tables.figures.pair_figures import PairFigures
from annotation.tables.pairs import STRATA_DEFINITIONS, strata_tables


class PairView(SchemeView):
    alike = "whether it is the same answer, regardless of the words marked"
    heading = "Both texts and their votes"
    opened = "votes"
    settled = "pairs"
    crowd_note = "The charts by similarity always use the last version."

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[JudgedPairRow]:
        return rows_of(campaign, hits)

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return answer_of(campaign, judgment)

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return dispute_of(campaign, summary)

    def crowd_charts(self, campaign: Campaign, results: CrowdFigures | None) -> list[Chart]:
        """Return the charts by similarity from the live figures, and the report's charts."""
        figures = _figures(campaign)
        answers = _answers(campaign)
        return [
            *(charts_by_stratum(figures, answers) if figures else ()),
            *crowd_charts(results, answers, "pair", "both texts"),
        ]

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/pair/strata.html",
                "research/schemes/pair/live_strata.html",
                lambda: {
                    "strata": strata_tables(_figures(campaign), _answers(campaign)),
                    "strata_definitions": STRATA_DEFINITIONS,
                },
            )
        ]

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("crowd", "Consensus", reverse("research:crowd", args=(campaign.pk,)))]


def _figures(campaign: Campaign) -> PairFigures:
    figures: PairFigures = campaign.agreement.figures
    return figures


def _answers(campaign: Campaign) -> list[str]:
    return [answer["label"] for answer in campaign.settings["answers"]]


view = PairView()
