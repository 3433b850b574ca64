"""The answers of a set, converted to a campaign's settings."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from analysis.reading.judgment_rows import Vector
from annotation.models import AnnotationSet, Campaign, Item
from annotation.services.sets.answers import Translation
from midpath.schemes.base import InvalidAnswer

ByItem = dict[int, Vector]
CHUNK = 2000


@dataclass(frozen=True)
class SetAnswers:
    """The answers of a set to a campaign's items, by annotator; `unfit` counts those that are not
    valid in the campaign."""

    by_annotator: Mapping[int, ByItem]
    unfit: int

    @property
    def busiest(self) -> list[int]:
        """Return the annotators, in descending order of answers."""
        known = self.by_annotator
        return sorted(known, key=lambda number: (-len(known[number]), number))


def read_set_answers(own: AnnotationSet, campaign: Campaign) -> SetAnswers:
    """Read a set's answers; call it inside a snapshot. If its settings differ from the campaign's,
    answers are converted."""
    found: defaultdict[int, ByItem] = defaultdict(dict)
    unfit = 0
    translation = Translation(own, campaign)
    rows = own.annotations.order_by("pk")
    if translation.alike:
        for item, annotator, vector in rows.values_list("item", "annotator", "vector"):
            found[annotator][item] = tuple(vector)
        return SetAnswers(dict(found), 0)
    known = Item.objects.filter(dataset=own.dataset_id).select_related("document")
    items = {item.pk: item for item in known.iterator(CHUNK)}
    named = rows.values_list("item", "annotator", "payload")
    for pk, annotator, payload in named.iterator(CHUNK):
        try:
            found[annotator][pk] = translation.vector(payload, items[pk])
        except InvalidAnswer:
            unfit += 1
    return SetAnswers(dict(found), unfit)
