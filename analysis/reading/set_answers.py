"""The answers of a set, as the workers of a campaign would have given them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.reading.judgment_rows import Vector
from annotation.models import AnnotationSet, Campaign, Item
from annotation.schemes import scheme_of
from annotation.schemes.base import InvalidAnswer

ByItem = dict[int, Vector]
CHUNK = 2000


@dataclass(frozen=True)
class SetAnswers:
    """The answers of a set to a campaign's items, by annotator; `unfit` counts those that are no
    answer in the campaign."""

    by_annotator: Mapping[int, ByItem]
    unfit: int

    @property
    def busiest(self) -> list[int]:
        """Return the annotators, those of most answers first."""
        known = self.by_annotator
        return sorted(known, key=lambda number: (-len(known[number]), number))


def read_set_answers(own: AnnotationSet, campaign: Campaign) -> SetAnswers:
    """Read a set's answers; call it inside a snapshot. Where its settings are others than the
    campaign's, each is given anew under the campaign's."""
    found: defaultdict[int, ByItem] = defaultdict(dict)
    unfit = 0
    rows = own.annotations.order_by("pk")
    if _alike(own.settings, campaign.settings):
        for item, annotator, vector in rows.values_list("item", "annotator", "vector"):
            found[annotator][item] = tuple(vector)
        return SetAnswers(dict(found), 0)
    items = {item.pk: item for item in _items_of(own)}
    scheme, settings = scheme_of(campaign), without_marks(campaign.settings)
    named = rows.values_list("item", "annotator", "payload")
    for pk, annotator, payload in named.iterator(CHUNK):
        try:
            answer = named_answer(payload, own.settings)
            found[annotator][pk] = scheme.parse(answer, items[pk], settings)
        except InvalidAnswer:
            unfit += 1
    return SetAnswers(dict(found), unfit)


def without_marks(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that ask for no words marked beside an answer: no set has them."""
    return {**settings, **({"keywords": None} if "keywords" in settings else {})}


def named_answer(payload: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer with the names of what it chose, which mean the same in all settings, and
    without words marked beside it.

    >>> named_answer({"answer": 1}, {"answers": [{"label": "no"}, {"label": "yes"}]})
    {'answer': 'yes'}
    >>> named_answer({"boundaries": [0]}, {})
    {'boundaries': [0]}
    """
    payload = {name: told for name, told in payload.items() if name != "keywords"}
    names = [one["label"] for one in settings.get("answers") or settings.get("labels") or ()]
    answer = payload.get("answer")
    if not names or answer is None:
        return payload
    chosen = [names[one] for one in answer] if isinstance(answer, list) else names[answer]
    return {**payload, "answer": chosen}


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return without_marks(one) == without_marks(other)


def _items_of(own: AnnotationSet) -> Any:
    return Item.objects.filter(dataset=own.dataset_id).select_related("document").iterator(CHUNK)
