"""The recount of labels."""

from collections.abc import Iterator, Mapping, Sequence

from midpath.gold.base import Vector
from midpath.gold.label_votes import given
from midpath.gold.votes import RecomputedLabels
from midpath.json_types import JsonMapping
from midpath.kernels.label import LabelKernel
from midpath.recounts.base import FewAnswers, HasGoldFile, InGold
from midpath.schemes.base import Item, Settings
from midpath.schemes.label.answer import codes_of, places_of
from midpath.schemes.label.settings import ANY, SCALE

NO_LABEL = "none of them"


class LabelRecount(FewAnswers, HasGoldFile):
    kernel = LabelKernel()
    judged_in_gold = "judgments"
    recomputed_gold = RecomputedLabels

    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        yield part["item"], part["worker"], part["label"]

    def as_in_gold(self, vector: Vector, item: Item, settings: Settings) -> object:
        return given(codes_of(vector, settings), settings["kind"])

    def few_answers(self, settings: Mapping[str, object]) -> Sequence[str]:
        names = _names(settings)
        return [*names, NO_LABEL] if settings["kind"] == ANY else names

    def named(self, vector: Vector, settings: Mapping[str, object]) -> Sequence[str]:
        names = _names(settings)
        return [names[place] for place in places_of(vector, settings)] or [NO_LABEL]


def _names(settings: Settings) -> list[str]:
    """Return the labels in order; places on a scale with their numbers."""
    names = [one["label"] for one in settings["labels"]]
    if settings["kind"] == SCALE:
        return [f"{place} {name}".strip() for place, name in enumerate(names, 1)]
    return names


recount = LabelRecount()
