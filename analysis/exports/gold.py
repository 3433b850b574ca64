"""Gold: a campaign's judgments in the release format, with all results computed from them.

The file contains the judgments that counted at one moment, and the figures of exactly those. So it
needs no fold, and `manage.py score` gives the same figures. Equal data gives equal bytes. It is
written some texts at a time, in their order, so it may be larger than memory.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from agreement.segmentation.counting import count_items
from agreement.tally import Tally
from analysis.exports.decisions import decided_and_settled
from analysis.exports.entailments import entailments_of
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts
from analysis.exports.terms import counts_of, terms_of
from analysis.reading.batches import judged_texts
from analysis.reading.extent import Extent, final_of
from analysis.reading.judgment_rows import Vector
from analysis.reports.intervals import agreement_intervals
from annotation.models import Campaign, Judgment
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.schemes import SEGMENTATIONS
from midpath.exchange.release import SET
from midpath.gold.segmentation_lines import (
    FORMAT,
    JudgedText,
    SummarizedText,
    needs_tokens,
    summarized_texts,
)
from midpath.kernels.base import NOTHING, first_settled
from midpath.kernels.segmentation import SegmentationKernel
from midpath.schemes.nested.trees import tree_form

PARTS = (SET, "consensus", "decisions", "gold")
WORKER = ("pk", "worker__number", "worker__source")
Content = dict[str, Any]


def write_gold(kernel: SegmentationKernel, campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's gold file; call it inside a snapshot."""
    gold = _Gold(kernel, campaign)
    with JsonParts() as parts:
        for name in PARTS:
            parts.add(name, {})
        for texts in judged_texts(campaign):
            for name, part in gold.parts(texts).items():
                parts.add(name, part)
        parts.set({"format": FORMAT, "campaign": terms_of(campaign), **gold.whole()})
        parts.write(sink)


class _Gold:
    """The content of a gold file, first for some texts at a time, then for all."""

    def __init__(self, kernel: SegmentationKernel, campaign: Campaign) -> None:
        self._kernel, self._campaign = kernel, campaign
        self._scheme = SEGMENTATIONS[campaign.scheme]
        self._final = final_of(Extent(campaign))
        self._workers = {
            pk: (str(number), source)
            for pk, number, source in campaign.enrolments.values_list(*WORKER)
        }
        judgments = Judgment.objects.filter(campaign=campaign)
        self._few = judgments.counting().count() <= MAX_JUDGMENTS
        self._entailments = [*entailments_of(campaign, with_intervals=self._few)]
        self._items = self._judgments = 0
        self._state = Tally()
        self._sources: dict[str, str] = {}
        # Intervals need all judgments at once, so they are not computed if there are many.
        self._vectors: list[Sequence[Vector]] = []

    def parts(self, texts: Sequence[JudgedText]) -> Content:
        """Count some texts, and return, by member of the file, its part about them."""
        judged = [one for one in texts if one.vectors]
        self._count(texts, judged)
        for other in self._entailments:
            other.read(judged)
        found = summarized_texts(self._kernel, judged, self._campaign.settings)
        summarized = {one.text.pk: one for one in found}
        tokens = {one.text: one.words for one in texts if needs_tokens(one.text, one.words)}
        return {
            SET: {one.text: self._annotations(one, summarized.get(one.pk)) for one in texts},
            "consensus": {one.text.text: self._consensus(one) for one in summarized.values()},
            **self._decided(texts, summarized),
            **({"tokens": tokens} if tokens else {}),
        }

    def whole(self) -> Content:
        """Return the file's part about all counted texts."""
        return {"items": self._items, "workers": self._sources, "figures": self._figures()}

    def _count(self, texts: Sequence[JudgedText], judged: Sequence[JudgedText]) -> None:
        self._items += len(texts)
        self._judgments += sum(len(one.vectors) for one in judged)
        given = ((one.vectors, NOTHING) for one in judged)
        self._state.shift(self._kernel.total(given), 1)
        if self._few:
            self._vectors += [one.vectors for one in judged]

    def _annotations(self, text: JudgedText, summarized: SummarizedText | None) -> dict[str, str]:
        if summarized is None:
            return {}
        workers = [self._workers[enrolment] for enrolment in text.enrolments]
        self._sources.update(workers)
        return {
            number: summarized.forms[vector]
            for (number, _), vector in zip(workers, text.vectors, strict=True)
        }

    def _decided(
        self, texts: Sequence[JudgedText], summarized: Mapping[int, SummarizedText]
    ) -> dict[str, Content]:
        words = {one.pk: one.words for one in texts}

        def write(vector: Sequence[int], item: int) -> str:
            form = summarized[item].forms.get(tuple(vector)) if item in summarized else None
            return form or self._scheme.form(vector, words[item], self._campaign.settings)

        settled = {
            pk: first_settled(self._kernel.consensus_in(one.summary))
            for pk, one in summarized.items()
        }
        names = {one.pk: one.text for one in texts}
        return decided_and_settled(self._final, names, settled, write)

    def _figures(self) -> Content:
        rows = Judgment.objects.filter(campaign=self._campaign)
        left_out, unfolded = rows.filter(counts=False).count(), rows.unfolded().count()
        return {
            **counts_of(self._campaign, self._judgments, left_out, unfolded),
            "agreement": self._kernel.figures(self._state),
            "entailment": {other.name: other.figures() for other in self._entailments},
            "intervals": self._intervals(),
        }

    def _intervals(self) -> Content:
        """Return the intervals of these figures, from these rows and a fixed seed.

        They do not depend on whether a report was made before.
        """
        if not self._few:
            reason = f"Not made for more than {MAX_JUDGMENTS:,} judgments: use score --interval."
            return {"reason": reason}
        kind, form = self._kernel.kind, tree_form(self._campaign.settings)
        texts = [list(map(form.heights, vectors)) for vectors in self._vectors]
        return {
            "agreement": agreement_intervals(kind, texts, count_items(kind, texts)),
            "entailment": {other.name: other.interval() for other in self._entailments},
        }

    def _consensus(self, summarized: SummarizedText) -> Content:
        together = {
            other.name: found
            for other in self._entailments
            if (found := other.consensus(summarized.text)) is not None
        }
        return summarized.consensus() | ({"entailment": together} if together else {})
