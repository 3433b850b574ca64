"""Gold of a campaign of spans: texts, judgments that count, consensus, figures and terms.

It is made in two passes, so it may be larger than memory: the texts in the order of their names,
each with its judgments, and the judgments in the order of their numbers.
"""

from collections.abc import Sequence
from functools import partial

from analysis.exports.decisions import decided_and_settled, first_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts
from analysis.exports.span_rows import SpanRows
from analysis.exports.spans import item_content, listed
from analysis.exports.terms import terms_of
from analysis.exports.votes.text_spool import TextSpool
from analysis.kernels.spans import SpanKernel
from analysis.reading.batches import JudgedItem, judged_items
from analysis.reading.decisions import final_of
from analysis.reading.extent import Extent
from analysis.reading.span_material import SpanMaterial
from analysis.scoring.span_count import GivenText, SpanCount
from annotation.json_types import JsonObject
from annotation.models import AgreementState, Campaign
from annotation.schemes.spans.answer import named_spans
from annotation.services.work.counting import withdrawn_from

FORMAT = "midpath spans 1"
BY_NAME = ("items", "consensus", "decisions", "gold")
KERNEL = SpanKernel()


def write_span_gold(campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's gold file; call it inside a snapshot."""
    with JsonParts() as parts, TextSpool() as names, TextSpool() as known:
        rows = SpanRows(campaign, names, known)
        gold = _SpanGold(campaign, rows)
        for name in BY_NAME:
            parts.add(name, {})
        parts.add("judgments", [])
        for items in judged_items(campaign):
            for name, part in gold.parts(items).items():
                parts.add(name, part)
        rows.write(partial(parts.add_written, "judgments"))
        parts.set(gold.whole())
        parts.write(sink)


class _SpanGold:
    """The content of a gold file, first for some texts or judgments at a time, then for all."""

    def __init__(self, campaign: Campaign, rows: SpanRows) -> None:
        self._campaign, self._settings, self._rows = campaign, campaign.settings, rows
        self._material = SpanMaterial(campaign)
        self._final = final_of(Extent(campaign))
        self._count = SpanCount(self._settings)

    def parts(self, items: Sequence[JudgedItem]) -> dict[str, JsonObject]:
        """Count some texts, and return, by member of the file, its part about them."""
        known = [(item.pk, self._material.item_of(item)) for item, _ in items]
        self._rows.know(known)
        judged = {}
        for (item, given), (_, read) in zip(items, known, strict=True):
            if given:
                judged[item.pk] = GivenText(read.name, read.length, read.gold, given)
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
        contents = {read.name: item_content(read) for _, read in known}
        consensus = {line["item"]: line for line in lines.values()}
        return {"items": contents, "consensus": consensus, **decided}

    def whole(self) -> JsonObject:
        """Return the file's part about all texts and judgments."""
        state = AgreementState.objects.filter(campaign=self._campaign).first()
        return {
            "format": FORMAT,
            "campaign": terms_of(self._campaign)
            | {"most_judgments": self._campaign.most_judgments},
            "workers": self._rows.sources,
            "figures": {
                "version": state.version if state else 0,
                "judgments": self._rows.judgments,
                "not_counted": self._rows.not_counted,
                "withdrawn": withdrawn_from(self._campaign),
                "not_folded": self._rows.not_folded,
                **self._count.figures(),
            },
        }
