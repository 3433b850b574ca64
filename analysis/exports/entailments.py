"""The lines of gold about the entailment between a campaign and others of its dataset."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Q

from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from analysis.reading.judgment_rows import Vector
from analysis.reports.intervals import entailment_interval
from annotation.models import Campaign, EntailmentState, Judgment
from midpath.gold.segmentation_lines import JudgedText
from midpath.kernels.entailing import entailing
from midpath.schemes import segmentations

Content = dict[str, Any]


Sides = tuple[Sequence[Vector], Sequence[Vector]]


def entailments_of(campaign: Campaign, *, with_intervals: bool) -> Iterator["Entailed"]:
    """Yield the entailments of a campaign; `with_intervals` is whether intervals will be
    requested."""
    states = EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
    for state in states.select_related("flat", "nested").order_by("pk"):
        yield Entailed(state, campaign, with_intervals)


class Entailed:
    """The entailment between the campaign and another one, from the rows of both."""

    def __init__(self, state: EntailmentState, campaign: Campaign, with_intervals: bool) -> None:
        self._is_flat = state.flat_id == campaign.pk
        self._other = state.nested if self._is_flat else state.flat
        self._version, self._by = state.version, entailing(state.nested.settings)
        self._state = Tally()
        self._sides: dict[int, Sides] = {}
        self._interval_sides: list[Sides] | None = [] if with_intervals else None
        self.name = self._other.name

    def read(self, judged: Sequence[JudgedText]) -> None:
        """Read the other campaign's judgments of some texts, and count them."""
        theirs = answers_of(self._other, [one.pk for one in judged])
        self._sides = {
            one.pk: (one.vectors, theirs[one.pk])
            if self._is_flat
            else (theirs[one.pk], one.vectors)
            for one in judged
            if one.pk in theirs
        }
        shares = (self._by.contribution(*sides) for sides in self._sides.values())
        self._state.shift(Tally.total(shares), 1)
        if self._interval_sides is not None:
            for flats, nesteds in self._sides.values():
                self._interval_sides.append((flats, self._by.trees(nesteds)))

    def figures(self) -> Content:
        figures = segmentation.entailment_figures(self._state)
        return {"scheme": self._other.scheme, "version": self._version, **figures}

    def interval(self) -> Content:
        return entailment_interval(self._interval_sides or [])

    def consensus(self, text: JudgedText) -> Content | None:
        """Return the consensus of both sides on one of the texts read last; None if the other side
        has no judgment."""
        if text.pk not in self._sides:
            return None
        summary: Content = dict(self._by.summary(*self._sides[text.pk]))
        for name in ("femn", "iv"):
            choice = summary[name]
            winner = choice.pop("winner")
            choice["segmentation"] = None if winner is None else _flat_form(winner, text)
            choice["ties"] = [_flat_form(tie, text) for tie in choice["ties"]]
        return summary


def answers_of(campaign: Campaign, items: Sequence[int]) -> dict[int, list[Vector]]:
    """Return the answers that count in a campaign to some items, by item."""
    answers: dict[int, list[Vector]] = {}
    rows = Judgment.objects.counting().filter(campaign=campaign, hit__item__in=items)
    for item, vector in rows.order_by("pk").values_list("hit__item_id", "vector"):
        answers.setdefault(item, []).append(tuple(vector))
    return answers


def _flat_form(vector: Sequence[int], text: JudgedText) -> str:
    return segmentations()["flat"].form(vector, text.words, {})
