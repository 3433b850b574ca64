"""Gold of a campaign of spans: texts, judgments that count, consensus, figures and terms.

It is made in two passes, so it may be longer than what memory holds: of the texts in the order of
their names, each with its judgments, and of the judgments in the order of their numbers. Of each
text its length, its words and what is known of it are held.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from agreement.spans.figures import Answer
from analysis.exports.decisions import decided_and_settled, first_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts
from analysis.exports.spans import item_told, listed, row_of
from analysis.exports.terms import terms_of
from analysis.kernels.spans import SpanKernel
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.reading.decisions import final_of
from analysis.reading.extent import Extent
from analysis.reading.in_parts import JudgedItem, judged_items, named_judgments
from analysis.reading.span_material import SpanMaterial
from analysis.scoring.span_count import JudgedText, SpanCount
from annotation.models import AgreementState, Campaign
from annotation.schemes.spans.answer import named_spans
from annotation.services.work.counting import withdrawn_from

FORMAT = "midpath spans 1"
BY_NAME = ("items", "consensus", "decisions", "gold")
KERNEL = SpanKernel()
Content = dict[str, Any]


def write_span_gold(campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's gold file; call it inside a snapshot."""
    gold = _SpanGold(campaign)
    with JsonParts() as parts:
        for name in BY_NAME:
            parts.add(name, {})
        parts.add("judgments", [])
        for items in judged_items(campaign):
            for name, part in gold.parts(items).items():
                parts.add(name, part)
        for judgments in named_judgments(campaign):
            parts.add("judgments", gold.rows(judgments))
        parts.set(gold.whole())
        parts.write(sink)


class _Known(NamedTuple):
    """A text as rows of judgments tell it."""

    name: str
    length: int
    words: int
    gold: Answer | None


class _SpanGold:
    """The content of a gold file, of some texts or judgments at a time and in the end of all."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign, self._settings = campaign, campaign.settings
        self._material = SpanMaterial(campaign)
        self._final = final_of(Extent(campaign))
        self._known: dict[int, tuple[int, int, Answer | None]] = {}
        self._count = SpanCount(self._settings)
        self._sources: dict[str, str] = {}
        self._judgments = self._not_counted = self._not_folded = 0

    def parts(self, items: Sequence[JudgedItem]) -> dict[str, Content]:
        """Count some texts, and return by member of the file what it says of them."""
        told, judged = {}, {}
        for item, given in items:
            read = self._material.item_of(item)
            self._known[item.pk] = read.length, read.words, read.gold
            told[read.name] = item_told(read)
            if given:
                judged[item.pk] = JudgedText(read.name, read.length, read.gold, given)
        lines = dict(zip(judged, self._count.add([*judged.values()]), strict=True))
        settled = {
            pk: first_settled(KERNEL.consensus_in(line, self._settings))
            for pk, line in lines.items()
            if pk not in self._final
        }
        names = {item.pk: item.text for item, _ in items}
        decided = decided_and_settled(
            self._final,
            names,
            settled,
            lambda vector, _: listed(named_spans(vector, self._settings)),
        )
        consensus = {line["item"]: line for line in lines.values()}
        return {"items": told, "consensus": consensus, **decided}

    def rows(self, judgments: Sequence[tuple[JudgmentRead, str]]) -> list[Content]:
        """Return the rows of those judgments that count."""
        rows = []
        for one, name in judgments:
            self._not_folded += one.counts != one.folded
            if not one.counts:
                self._not_counted += 1
                continue
            self._judgments += 1
            self._sources[str(one.worker)] = one.source
            row = row_of(self._settings, one, _Known(name, *self._known[one.item_id]))
            rows.append({name: row[name] for name in row if name != "counts"})
        return rows

    def whole(self) -> Content:
        """Return what the file says of all texts and judgments."""
        state = AgreementState.objects.filter(campaign=self._campaign).first()
        return {
            "format": FORMAT,
            "campaign": terms_of(self._campaign)
            | {"most_judgments": self._campaign.most_judgments},
            "workers": self._sources,
            "figures": {
                "version": state.version if state else 0,
                "judgments": self._judgments,
                "not_counted": self._not_counted,
                "withdrawn": withdrawn_from(self._campaign),
                "not_folded": self._not_folded,
                **self._count.figures(),
            },
        }
