"""The answers of a set under the settings of a campaign."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from annotation.models import Annotation, AnnotationSet, Campaign, Item
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Suggestable
from midpath.json_types import JsonMapping
from midpath.schemes.base import InvalidAnswer, Settings


@dataclass(frozen=True)
class Translation:
    """A set's answers as a campaign's: if the settings differ, each is parsed again."""

    own: AnnotationSet
    campaign: Campaign

    @cached_property
    def alike(self) -> bool:
        return without_marks(self.own.settings) == without_marks(self.campaign.settings)

    @cached_property
    def _settings(self) -> dict[str, object]:
        return without_marks(self.campaign.settings)

    def vector(self, payload: Mapping[str, object], item: Item) -> tuple[int, ...]:
        """Return an answer's vector in the campaign, or raise InvalidAnswer."""
        unit = self.own.settings.get("unit")
        if unit != self.campaign.settings.get("unit"):
            raise InvalidAnswer(f"The set counts in {unit}, but the campaign does not.", field="")
        answer = named_answer(payload, self.own.settings)
        return scheme_of(self.campaign).parse(answer, item, self._settings)

    def draft(self, given: Annotation) -> tuple[dict[str, object], tuple[int, ...]]:
        """Return the answer as the campaign's task interface loads it, and its vector, or raise
        InvalidAnswer."""
        vector = tuple(given.vector) if self.alike else self.vector(given.payload, given.item)
        answer = named_answer(given.payload, self.own.settings)
        scheme = scheme_of(self.campaign)
        if isinstance(scheme, Suggestable):
            answer = scheme.as_sent(answer, vector, self.campaign.settings)
        return answer, vector


def without_marks(settings: Mapping[str, object]) -> dict[str, object]:
    """Return settings without marked words next to an answer: no set has them."""
    return {**settings, **({"keywords": None} if "keywords" in settings else {})}


def named_answer(payload: JsonMapping, settings: Settings) -> dict[str, object]:
    """Return an answer with the names of its choices, which are valid under all settings, and
    without marked words.

    >>> named_answer({"answer": 1}, {"answers": [{"label": "no"}, {"label": "yes"}]})
    {'answer': 'yes'}
    >>> named_answer({"spans": [[0, 2, 1]]}, {"labels": [{"label": "Place"}, {"label": "Person"}]})
    {'spans': [[0, 2, 'Person']]}
    >>> named_answer({"boundaries": [0]}, {})
    {'boundaries': [0]}
    """
    payload = {name: value for name, value in payload.items() if name != "keywords"}
    names = [one["label"] for one in settings.get("answers") or settings.get("labels") or ()]

    def named(one: object) -> Any:
        return names[one] if isinstance(one, int) else one

    answer = payload.get("answer")
    if names and answer is not None:
        payload["answer"] = (
            [named(one) for one in answer] if isinstance(answer, list) else named(answer)
        )
    if names and "spans" in payload:
        payload["spans"] = [[*place, named(label)] for *place, label in payload["spans"]]
    return payload
