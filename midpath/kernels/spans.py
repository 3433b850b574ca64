"""The kernel of spans."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agreement.spans import shapes
from agreement.spans.consensus import span_votes, word_spans
from agreement.spans.figures import span_contribution, span_figures, span_item_summary
from agreement.tally import Tally
from midpath.kernels.base import NOTHING, Choice, Consensus, ItemContext, Kernel, Vectors
from midpath.schemes.spans.answer import named_spans
from midpath.tables.figures.span_figures import SpanFigures, SpanSummary


class _Summary(shapes.ItemSummary):
    annotations: list[list[list[int] | int]]


class SpanKernel(Kernel[SpanFigures, SpanSummary]):
    """The kernel of spans. A vector begins with the length of its text."""

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        answers = [named_spans(vector, context.settings) for vector in vectors]
        return span_contribution(answers, vectors[0][0] if vectors else 0)

    def choices(self, summary: Mapping[str, Any]) -> Mapping[str, Choice]:
        """Return the spans that more than half marked, and those of the words that more than half
        marked; the first are unsettled if exactly half marked one."""
        if "voted" not in summary:
            return {}
        voted = None if summary["half"] else _as_text(summary["voted"])
        return {"the votes for spans": voted, "the votes for words": _as_text(summary["words"])}

    def undecided(self, summary: Mapping[str, object]) -> bool:
        """Return whether it is; a span that exactly half marked is undecided."""
        return bool(summary.get("half"))

    def consensus(self, vectors: Vectors, settings: Mapping[str, object]) -> Consensus:
        answers = [named_spans(vector, settings) for vector in vectors]
        voted = span_votes(answers)
        found = {"length": vectors[0][0], "voted": voted.chosen, "half": voted.half}
        return self.consensus_in({**found, "words": word_spans(answers)}, settings)

    def consensus_in(self, summary: Mapping[str, Any], settings: Mapping[str, Any]) -> Consensus:
        """Return the consensus on a text by each method, from its summary."""
        place = {one["label"]: at for at, one in enumerate(settings["labels"])}
        voted, words = (
            _vector(summary[way], summary["length"], place) for way in ("voted", "words")
        )
        return {"votes for spans": None if summary["half"] else voted, "votes for words": words}

    def figures(self, state: Tally) -> SpanFigures:
        return span_figures(state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> SpanSummary:
        answers = [named_spans(vector, context.settings) for vector in vectors]
        made: _Summary = {
            **span_item_summary(answers, vectors[0][0] if vectors else 0),
            "annotations": self.by_frequency(vectors),
        }
        return made


def _vector(
    spans: Iterable[Sequence[Any]], length: int, place: Mapping[str, int]
) -> tuple[int, ...]:
    ordered = sorted((begin, end, place[label]) for begin, end, label in spans)
    return (length, *(number for span in ordered for number in span))


def _as_text(spans: list[list[int | str]]) -> str:
    return ", ".join(f"{begin}–{end} {label}" for begin, end, label in spans) or "no span"
