"""The kernel of labels."""

from collections import Counter
from typing import Any

from agreement.tally import Tally
from agreement.votes.label_figures import label_contribution, label_figures, label_item_summary
from analysis.kernels.base import Kernel
from analysis.kernels.item_context import NOTHING, ItemContext, Vectors
from annotation.schemes.label.answer import codes, codes_of


class LabelKernel(Kernel[dict[str, Any], dict[str, Any]]):
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

    def figures(self, state: Tally) -> dict[str, Any]:
        return label_figures(state)

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> dict[str, Any]:
        settings = context.settings
        by_frequency = sorted(Counter(vectors).items(), key=lambda entry: (-entry[1], entry[0]))
        found = label_item_summary(
            [codes_of(vector, settings) for vector in vectors],
            settings["kind"],
            settings["level"],
            codes(settings),
        )
        return found | {"annotations": [[list(vector), count] for vector, count in by_frequency]}
