"""The kernel of labels."""

from collections import Counter
from collections.abc import Mapping

from agreement.tally import Tally
from agreement.votes import label_shapes
from agreement.votes.label_figures import label_contribution, label_figures, label_item_summary
from midpath.json_types import JsonMapping
from midpath.kernels.base import NOTHING, Choice, Consensus, ItemContext, Vectors
from midpath.kernels.voting import VoteKernel, middle, of_sets, of_votes
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import codes, codes_of
from midpath.schemes.label.settings import ANY, SCALE
from midpath.tables.figures.label_figures import LabelFigures, LabelSummary


class _Summary(label_shapes.ItemSummary):
    annotations: list[list[list[int] | int]]


class LabelKernel(VoteKernel[LabelFigures, LabelSummary]):
    """The kernel of labels.

    Labels are named as in files, so a campaign's figures equal its file's.
    """

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        settings = context.settings
        return label_contribution(
            [codes_of(vector, settings) for vector in vectors],
            settings["kind"],
            settings["level"],
            codes(settings),
        )

    def choices(self, summary: JsonMapping) -> Mapping[str, Choice]:
        """Return the most frequent label or, for any number of labels, the chosen ones, unless one
        is undecided."""
        if "chosen" not in summary:
            return {"the majority": summary.get("winner")}
        chosen = ", ".join(summary["chosen"]) or "no label"
        return {"the majority": chosen if summary["absolute"] else None}

    def undecided(self, summary: Mapping[str, object]) -> bool:
        """Return whether it is; with any number of labels, a label given by exactly half is
        undecided."""
        if "chosen" in summary:
            return not summary["absolute"]
        return summary.get("winner") is None

    def consensus(self, vectors: Vectors, settings: Settings) -> Consensus:
        given = [vector[0] for vector in vectors]
        if settings["kind"] == ANY:
            return {"majority": of_sets(given, len(settings["labels"]))}
        votes = of_votes(Counter(given))
        return {**votes, "median": middle(given)} if settings["kind"] == SCALE else votes

    def figures(self, state: Tally) -> LabelFigures:
        return label_figures(state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> LabelSummary:
        settings = context.settings
        found = label_item_summary(
            [codes_of(vector, settings) for vector in vectors],
            settings["kind"],
            settings["level"],
            codes(settings),
        )
        made: _Summary = {
            **found,
            "annotations": self.by_frequency(vectors),
        }
        return made
