"""The kernel of spans."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from agreement.spans import shapes
from agreement.spans.consensus import Span, span_votes, word_spans
from agreement.spans.figures import span_contribution, span_figures, span_item_summary
from agreement.tally import Tally
from analysis.kernels.base import Choice, Consensus, Kernel
from analysis.kernels.item_context import NOTHING, ItemContext, Vectors
from annotation.schemes.spans.answer import named_spans
from annotation.tables.figures.spans import SpanFigures, SpanSummary


class _Summary(shapes.ItemSummary):
    annotations: list[list[list[int] | int]]


class SpanKernel(Kernel[SpanFigures, SpanSummary]):
    """The kernel of spans. A vector begins with the length of its text."""

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        answers = [named_spans(vector, context.settings) for vector in vectors]
        return span_contribution(answers, vectors[0][0] if vectors else 0)

    def choices(self, summary: Mapping[str, Any]) -> Mapping[str, Choice]:
        """Return the spans that more than half marked, and those of the words that more than half
        did; the first are unsettled where exactly half marked one."""
        if "voted" not in summary:
            return {}
        voted = None if summary["half"] else _told(summary["voted"])
        return {"the votes for spans": voted, "the votes for words": _told(summary["words"])}

    def undecided(self, summary: Mapping[str, Any]) -> bool:
        """Return whether it is; a span that exactly half marked is undecided."""
        return bool(summary.get("half"))

    def consensus(self, vectors: Vectors, settings: Mapping[str, Any]) -> Consensus:
        answers = [named_spans(vector, settings) for vector in vectors]
        voted, words = span_votes(answers), word_spans(answers)
        length = vectors[0][0]
        return {
            "votes for spans": None if voted.half else _vector(voted.chosen, length, settings),
            "votes for words": _vector(words, length, settings),
        }

    def figures(self, state: Tally) -> SpanFigures:
        return span_figures(state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> SpanSummary:
        by_frequency = sorted(Counter(vectors).items(), key=lambda entry: (-entry[1], entry[0]))
        answers = [named_spans(vector, context.settings) for vector in vectors]
        made: _Summary = {
            **span_item_summary(answers, vectors[0][0] if vectors else 0),
            "annotations": [[list(vector), count] for vector, count in by_frequency],
        }
        return made


def _vector(spans: Sequence[Span], length: int, settings: Mapping[str, Any]) -> tuple[int, ...]:
    place = {one["label"]: at for at, one in enumerate(settings["labels"])}
    ordered = sorted((begin, end, place[label]) for begin, end, label in spans)
    return (length, *(number for span in ordered for number in span))


def _told(spans: list[list[int | str]]) -> str:
    return ", ".join(f"{begin}–{end} {label}" for begin, end, label in spans) or "no span"
