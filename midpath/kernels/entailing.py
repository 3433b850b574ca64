"""Entailment between a flat campaign and a nested one with any form of trees."""

from collections.abc import Sequence
from typing import NamedTuple

from agreement.segmentation import figures as segmentation
from agreement.segmentation.vectors import Vector
from agreement.tally import Tally
from midpath.schemes.base import Settings
from midpath.schemes.nested.trees import TreeForm, tree_form
from midpath.tables.figures.segmentation_figures import SharedSummary


class Entailing(NamedTuple):
    """The form of a nested campaign's trees. Entailment ignores their labels."""

    form: TreeForm

    def trees(self, nesteds: Sequence[Vector]) -> list[Vector]:
        return list(map(self.form.heights, nesteds))

    def contribution(self, flats: Sequence[Vector], nesteds: Sequence[Vector]) -> Tally:
        """Return one text's contribution to the entailment."""
        trees = self.trees(nesteds)
        return segmentation.entailment_contribution(flats, trees, self.form.kind)

    def summary(self, flats: Sequence[Vector], nesteds: Sequence[Vector]) -> SharedSummary:
        """Return the entailment, FEMN and Iterative Voting of one text."""
        return segmentation.shared_summary(flats, self.trees(nesteds))


def entailing(settings: Settings) -> Entailing:
    """Return the entailment by a nested campaign with these settings."""
    return Entailing(tree_form(settings))
