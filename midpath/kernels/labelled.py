"""The kernel of labelled trees."""

from collections.abc import Iterable, Mapping, Sequence

from agreement.segmentation.figures import Kind
from agreement.segmentation.tree_kinds import labelled
from agreement.segmentation.tree_kinds.labelled_figures import (
    label_contribution,
    label_figures,
    labelled_settled,
    labelled_summary,
)
from agreement.segmentation.tree_kinds.labelled_vectors import heights_of
from agreement.tally import Tally
from midpath.kernels.base import NOTHING, Choice, Consensus, ItemContext, Vectors
from midpath.kernels.segmentation import (
    BY_MAJORITY,
    SEGMENTATION_KERNELS,
    NestedKernel,
    SegmentationKernel,
)
from midpath.schemes.base import Settings
from midpath.schemes.nested.trees import TreeForm, tree_form
from midpath.tables.figures.segmentation_figures import LabelledFigures, SegmentationSummary


class LabelledKernel(NestedKernel):
    """The figures of the trees without their labels, and the agreement on labels."""

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        trees = super().contribution(_trees(vectors), context)
        return trees.shift(label_contribution(vectors), 1)

    def contributions(self, texts: Iterable[Vectors]) -> Tally:
        every = list(texts)
        return Tally.total(map(label_contribution, every)).shift(
            super().contributions(map(_trees, every)), 1
        )

    def settled(self, vectors: Vectors, context: ItemContext = NOTHING) -> Mapping[str, Choice]:
        return self._choices(*labelled_settled(self.kind, vectors))

    def consensus(self, vectors: Vectors, settings: Mapping[str, object]) -> Consensus:
        mode, majority = labelled_settled(self.kind, vectors)
        return {"mode": mode, BY_MAJORITY[self.kind]: majority}

    def consensuses(
        self, many: Sequence[Vectors], settings: Mapping[str, object]
    ) -> Iterable[Consensus]:
        return (self.consensus(vectors, settings) for vectors in many)

    def undecided(self, summary: Mapping[str, object]) -> bool:
        return super().undecided(summary) or bool(summary.get("label_ties"))

    def summaries(
        self, items: Sequence[tuple[Vectors, ItemContext]]
    ) -> Sequence[SegmentationSummary]:
        return [self.summary(vectors) for vectors, _ in items]

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> SegmentationSummary:
        return labelled_summary(self.kind, vectors)

    def figures(self, state: Tally) -> LabelledFigures:
        trees, labels = Tally(), Tally()
        for key, count in state.items():
            (labels if key.partition("/")[0] in labelled.COUNTED else trees)[key] = count
        made: LabelledFigures = {**super().figures(trees), **label_figures(labels)}
        return made


def _trees(vectors: Vectors) -> list[tuple[int, ...]]:
    return list(map(heights_of, vectors))


LABELLED_KERNELS: Mapping[Kind, LabelledKernel] = {
    "nested": LabelledKernel("nested"),
    "nary": LabelledKernel("nary"),
}


def nested_kernel(settings: Settings) -> SegmentationKernel:
    """Return the kernel of a nested campaign with these settings."""
    return kernel_of(tree_form(settings))


def kernel_of(trees: TreeForm) -> SegmentationKernel:
    """Return the kernel of trees of this form."""
    return (LABELLED_KERNELS if trees.labels else SEGMENTATION_KERNELS)[trees.kind]
