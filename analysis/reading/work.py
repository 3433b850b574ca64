"""All work of a campaign's workers, in the order of arrival."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from analysis.reading.contexts import contexts_of
from annotation.models import AuditEvent, Campaign, Judgment, Suggestion
from midpath.kernels.base import ItemContext, Kernel
from midpath.tables.figures.common import Summary

MILLISECOND = timedelta(milliseconds=1)


class Done(NamedTuple):
    """A judgment that took a slot. Gold HITs have no slots, and repeats take none. `position` is
    the item's position in its dataset, `place` the HIT's position in the campaign's order."""

    pk: int
    enrolment: int
    worker: int
    item: int
    position: int
    vector: list[int]
    folded: bool
    claimed_at: datetime
    submitted_at: datetime
    active_ms: int | None
    place: int
    suggested: bool | None
    as_suggested: bool | None
    review: str
    wording: int | None

    @property
    def milliseconds(self) -> int:
        """Return the active time; if unknown, the time from claim to submit."""
        if self.active_ms is not None:
            return self.active_ms
        return (self.submitted_at - self.claimed_at) // MILLISECOND


class Again(NamedTuple):
    """Two answers of one worker to one item: the first one and the repeat."""

    enrolment: int
    first: list[int]
    second: list[int]


@dataclass(frozen=True)
class Work:
    """A campaign's judgments by number, the repeated ones, the contexts of their items, the
    redundancy of each item at launch, the suggested answers by item, and the number of workers
    assigned to each wording."""

    done: Sequence[Done]
    again: Sequence[Again]
    contexts: dict[int, ItemContext]
    redundancy: int
    suggestions: Mapping[int, Sequence[int]]
    assigned: Mapping[int, int]


def read_work(campaign: Campaign, kernel: Kernel[Mapping[str, object], Summary]) -> Work:
    """Read a campaign's work; call it inside a snapshot."""
    fields = (
        *("pk", "assignment__enrolment", "assignment__enrolment__worker__number", "hit__item"),
        *(
            "hit__item__position",
            "vector",
            "folded",
            "assignment__claimed_at",
            "submitted_at",
            "active_ms",
            "hit__position",
            "suggested",
            "as_suggested",
            "review",
            "assignment__enrolment__wording",
        ),
    )
    rows = Judgment.objects.filter(
        campaign=campaign, took_slot=True, hit__known=False, repeat=False
    )
    done = [Done(*row) for row in rows.order_by("pk").values_list(*fields)]
    contexts = dict(contexts_of(kernel, campaign, {one.item for one in done}))
    return Work(
        done,
        _again(campaign, done),
        contexts,
        redundancy_at_launch(campaign),
        _suggestions(campaign, done),
        _assigned(campaign),
    )


def _again(campaign: Campaign, done: Sequence[Done]) -> list[Again]:
    first = {(one.enrolment, one.item): one.vector for one in done}
    rows = Judgment.objects.filter(campaign=campaign, took_slot=True, repeat=True)
    fields = ("assignment__enrolment", "hit__item", "vector")
    return [
        Again(enrolment, first[enrolment, item], vector)
        for enrolment, item, vector in rows.order_by("pk").values_list(*fields)
    ]


def _suggestions(campaign: Campaign, done: Sequence[Done]) -> dict[int, list[int]]:
    if all(one.suggested is None for one in done):
        return {}
    rows = Suggestion.objects.filter(hit__campaign=campaign)
    return dict(rows.values_list("hit__item", "vector"))


def _assigned(campaign: Campaign) -> Mapping[int, int]:
    if not campaign.wordings:
        return {}
    rows = campaign.enrolments.values_list("wording", flat=True)
    return Counter(one for one in rows if one is not None)


def redundancy_at_launch(campaign: Campaign) -> int:
    """Return the redundancy before it was first raised, from the audit."""
    raised = AuditEvent.objects.filter(campaign=campaign, verb="campaign.extended").order_by("pk")
    first = raised.values_list("details__before", flat=True).first()
    return campaign.redundancy if first is None else int(first)
