"""The kernel of pairs of texts."""

from collections import Counter
from collections.abc import Mapping

from agreement.tally import Tally
from agreement.votes import pair_figures as pairs
from agreement.votes import pair_shapes
from midpath.json_types import JsonMapping
from midpath.kernels.base import NOTHING, Choice, Consensus, ItemContext, Vectors
from midpath.kernels.voting import VoteKernel, of_votes
from midpath.schemes.pair.settings import labels_of, yes_labels
from midpath.tables.figures.pair_figures import PairFigures, PairSummary


class _Summary(pair_shapes.ItemSummary):
    annotations: list[list[list[int] | int]]


class PairKernel(VoteKernel[PairFigures, PairSummary]):
    """The kernel of pairs.

    Answers are labelled as in files, so a campaign's figures equal its file's.
    """

    facts = ("similarity", "stratum")

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        labels, yes = labels_of(context.settings), yes_labels(context.settings)
        return pairs.pair_contribution(
            [labels[vector[0]] for vector in vectors],
            yes,
            context.facts["similarity"],
            context.facts["stratum"],
        )

    def choices(self, summary: JsonMapping) -> Mapping[str, Choice]:
        settled: dict[str, Choice] = {"the majority": summary.get("winner")}
        if "yes_no" in summary and summary["yes_no"] is not None:
            settled["the majority of yes and no"] = summary["yes_no"]["winner"]
        return settled

    def undecided(self, summary: Mapping[str, object]) -> bool:
        return summary.get("winner") is None

    def consensus(self, vectors: Vectors, settings: Mapping[str, object]) -> Consensus:
        return of_votes(Counter(vector[0] for vector in vectors))

    def figures(self, state: Tally) -> PairFigures:
        return pairs.pair_figures(state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> PairSummary:
        labels, yes = labels_of(context.settings), yes_labels(context.settings)
        made: _Summary = {
            **pairs.item_summary([labels[vector[0]] for vector in vectors], yes),
            "annotations": self.by_frequency(vectors),
        }
        return made
