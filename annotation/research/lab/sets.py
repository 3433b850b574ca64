"""The agreement of the chosen campaigns, a row per set (ACL 2013, Table 4; LAW 2013, Table 3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from annotation.models import EntailmentState
from annotation.research.common.charts import Chart, drawn
from annotation.research.lab.campaign_choice import Studied
from midpath.json_types import Figures
from midpath.tables.headlines import SEGMENTATIONS
from midpath.tables.set_rows import Sets

MISSING = "No chosen campaign of the set has this figure yet."


class CampaignSet(NamedTuple):
    """A flat and a nested campaign on the same dataset, or one of the two, with their figures."""

    campaigns: Sequence[Studied]
    figures: Figures

    @property
    def dataset(self) -> str:
        return str(self.campaigns[0].campaign.dataset)


def sets_of(
    studied: Sequence[Studied], entailments: Sequence[EntailmentState]
) -> Iterator[CampaignSet]:
    """Yield each flat campaign with each nested one on its dataset, then those that are alone."""
    by_key = {one.campaign.pk: one for one in studied}
    for state in entailments:
        sides = [by_key[state.flat_id], by_key[state.nested_id]]
        yield CampaignSet(sides, _figures(sides) | {"entailment": state.figures})
    paired = {key for state in entailments for key in (state.flat_id, state.nested_id)}
    for key, one in by_key.items():
        if key not in paired:
            yield CampaignSet([one], _figures([one]))


def sets_chart(studied: Sequence[Studied], entailments: Sequence[EntailmentState]) -> Chart:
    """Return the table of the sets. A set has the name of its dataset, or if several sets are on
    it, those of its campaigns."""
    sets = list(sets_of(studied, entailments))
    on_dataset = Counter(one.dataset for one in sets)
    results = {
        one.dataset
        if on_dataset[one.dataset] == 1
        else " with ".join(each.name for each in one.campaigns): one.figures
        for one in sets
    }
    table = Sets(results, SEGMENTATIONS, {}, MISSING).table()
    chart = drawn(
        table,
        "bar",
        about="α and S of each flat and nested campaign, and how often nested annotations entail "
        "flat ones, next to chance (ACL 2013, Table 4; LAW 2013, Table 3).",
        readings=table.notes,
    )
    columns = [replace(column, role="") for column in chart.columns]
    why = "Each row is a flat and a nested campaign on the same dataset."
    return replace(chart, columns=columns, numbers_only=why)


def _figures(campaigns: Sequence[Studied]) -> Figures:
    """Return the latest figures by scheme; campaigns without judgments have none."""
    return {
        one.campaign.scheme: one.campaign.agreement.figures
        for one in campaigns
        if one.campaign.agreement.figures
    }
