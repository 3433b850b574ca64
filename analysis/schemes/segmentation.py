"""The parts that flat and nested segmentation share."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from analysis.exports.export import USUAL, Export, in_pieces
from analysis.exports.gold import write_gold
from analysis.replaying.replay import Plan
from analysis.replaying.segmentation import plan_segmentation_replay
from analysis.schemes.base import OwnMaterial, Part, Vector
from analysis.schemes.mixins import HasParts, Replayable
from annotation.models import Campaign
from annotation.services.campaigns.fitting import included_items
from midpath.kernels.segmentation import SegmentationKernel
from midpath.recounts.segmentation import SegmentationRecount
from midpath.schemes.nested.trees import tree_parts
from midpath.schemes.overlap import segments_of, shared


class SegmentationAnalysis(SegmentationRecount, HasParts, Replayable):
    """A scheme whose judgments are boundary vectors."""

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        items = included_items(campaign).order_by("position")
        return OwnMaterial(words={item.pk: item.words for item in items})

    def pattern(self, vector: Sequence[int]) -> Hashable:
        """Return the answer, or the name of a form that texts of all lengths have: one segment,
        single words only, a tree that branches to one side."""
        values = tuple(vector)
        if len(values) < 2:
            return values
        rising = tuple(range(len(values)))
        if self.kernel.kind != "flat":
            return {rising: "left-branching", rising[::-1]: "right-branching"}.get(values, values)
        return {0: "one segment", len(values): "single words"}.get(sum(values), values)

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return F1 of the segments, or of the groups."""
        if self.kernel.kind == "flat":
            return shared(segments_of(one), segments_of(other))
        return shared(tree_parts(one, settings), tree_parts(other, settings))

    def parts(self, vector: Vector, settings: Mapping[str, object]) -> Collection[Part]:
        """Return the segments, or the groups of a tree except the whole text. The share of workers
        who have a group is its posterior."""
        if self.kernel.kind == "flat":
            return [Part("segment", one, last + 1) for one, last in segments_of(vector)]
        return [
            Part("group", one, last + 1, *label)
            for one, last, *label in tree_parts(vector, settings)
        ]

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        return plan_segmentation_replay(campaign, file)


def gold_by(kernel: SegmentationKernel) -> Mapping[str, Export]:
    """Return the one file of a segmentation campaign, its figures made by this kernel."""
    pieces = partial(write_gold, kernel)
    return {USUAL: in_pieces(pieces, "gold.json")}
