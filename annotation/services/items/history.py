"""The chronological history of one item of a campaign: who took, skipped and judged it, reviews,
exclusions, decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from annotation.models import (
    HIT,
    Assignment,
    AuditEvent,
    Campaign,
    Decision,
    ReviewChunk,
    Skip,
    User,
)

# The latest events of each kind are shown, up to these numbers.
MAX_LEASES, MAX_ACTS, MAX_DECISIONS = 500, 500, 200
# The audit has no index by judgment, so it is not searched for campaigns with more judgments.
MAX_SEARCHED = 250_000
REVIEWS = tuple(
    f"judgment.{review}" for review in ("accepted", "rejected", "set_aside", "restored")
)
OF_WORKERS = ("worker.excluded", "worker.included", "worker.withdrew")
RELEASED = "hit.released"
# All events of an item.
EVENTS = (
    *("claimed", "repeated", "expired", "returned", "put_off", "released"),
    *("judged", "judged_late", "judged_too_late"),
    *("accepted", "rejected", "set_aside", "restored"),
    *("accepted_with_others", "rejected_with_others", "set_aside_with_others"),
    *("restored_with_others", "review_undone", "excluded", "included", "withdrew"),
    *("decided_accepted", "decided_edited", "decided_written", "decision_withdrawn"),
)
# Any other reason may name a worker, so only members who may see workers read it.
OPEN_REASONS = ("returned", "put_off", "decided_accepted", "decided_edited", "decided_written")
LEASE = (
    *("pk", "status", "claimed_at", "ended_at", "repeat", "enrolment", "enrolment__worker__number"),
    *("judgment__pk", "judgment__submitted_at", "judgment__late", "judgment__took_slot"),
)
Lease = Mapping[str, Any]


@dataclass(frozen=True)
class Event:
    """One event. `worker` is the number of the worker concerned. If `own`, the worker did it;
    otherwise `by` is the researcher who did it, or None for Midpath."""

    at: datetime
    what: str
    worker: int | None = None
    own: bool = False
    by: User | None = None
    reason: str = ""


@dataclass(frozen=True)
class History:
    """The events; `cut`: there were more leases. `searched`: reviews and exclusions are
    included."""

    events: Sequence[Event]
    cut: bool
    searched: bool


def history_of(campaign: Campaign, hit: HIT, reader: User) -> History:
    """Return the history of an item. An adjudicator who may still decide does not see another's
    independent decision."""
    rows = Assignment.objects.filter(hit=hit).order_by("-pk").values(*LEASE)[: MAX_LEASES + 1]
    leases: list[Lease] = list(rows)[MAX_LEASES - 1 :: -1]
    searched = campaign.planned <= MAX_SEARCHED
    events = [
        *_of_leases(leases, _skips(leases)),
        *(_of_researchers(campaign, leases) if searched else ()),
        *_of_decisions(hit, reader),
    ]
    return History(sorted(events, key=lambda event: event.at), len(rows) > MAX_LEASES, searched)


def _skips(leases: Sequence[Lease]) -> list[Skip]:
    of_hit = Skip.objects.filter(assignment__in=[lease["pk"] for lease in leases])
    return list(of_hit.order_by("-pk")[:MAX_ACTS])


def _of_leases(leases: Sequence[Lease], skips: Sequence[Skip]) -> Iterator[Event]:
    numbers = {lease["pk"]: lease["enrolment__worker__number"] for lease in leases}
    last = {skip.assignment_id: skip.at for skip in sorted(skips, key=lambda skip: skip.at)}
    for lease in leases:
        number = numbers[lease["pk"]]
        yield Event(lease["claimed_at"], _begun(lease), number, own=True)
        returned = lease["status"] == Assignment.Status.RETURNED
        skipped = lease["pk"] in last and last[lease["pk"]] >= lease["claimed_at"]
        if lease["status"] == Assignment.Status.EXPIRED:
            yield Event(lease["ended_at"], "expired", number, own=True)
        elif returned and not skipped:
            yield Event(lease["ended_at"], "returned", number, own=True)
        if lease["judgment__pk"]:
            yield Event(lease["judgment__submitted_at"], _judged(lease), number, own=True)
    for skip in skips:
        what = "put_off" if skip.later else "returned"
        why = skip.get_reason_display() if skip.reason else ""
        yield Event(skip.at, what, numbers[skip.assignment_id], own=True, reason=why)


def _begun(lease: Lease) -> str:
    return "repeated" if lease["repeat"] else "claimed"


def _judged(lease: Lease) -> str:
    if not lease["judgment__took_slot"]:
        return "judged_too_late"
    return "judged_late" if lease["judgment__late"] else "judged"


def _of_researchers(campaign: Campaign, leases: Sequence[Lease]) -> Iterator[Event]:
    """Yield actions by researchers and Midpath: reviews, exclusions, HITs taken back."""
    judged = {one["judgment__pk"]: one["enrolment__worker__number"] for one in leases}
    judged.pop(None, None)
    by_lease = {one["pk"]: one["enrolment__worker__number"] for one in leases}
    workers = {
        one["enrolment"]: one["enrolment__worker__number"] for one in leases if one["judgment__pk"]
    }
    about = (
        Q(verb__in=REVIEWS, object_id__in=list(judged))
        | Q(verb__in=OF_WORKERS, object_id__in=list(workers))
        | Q(verb=RELEASED, object_id__in=list(by_lease))
    )
    audit = AuditEvent.objects.filter(about, campaign=campaign).select_related("user")
    for event in audit.order_by("-pk")[:MAX_ACTS]:
        kind, _, what = event.verb.partition(".")
        numbers = {"judgment": judged, "worker": workers, "hit": by_lease}[kind]
        yield Event(
            event.at,
            what,
            numbers[event.object_id or 0],
            own=what == "withdrew",
            by=event.user,
            reason=event.details.get("reason", ""),
        )
    yield from _of_many(campaign, judged)


def _of_many(campaign: Campaign, judged: Mapping[int, int]) -> Iterator[Event]:
    """Yield the bulk reviews that included one of these judgments."""
    chunks = ReviewChunk.objects.filter(act__campaign=campaign, judgments__overlap=list(judged))
    for chunk in chunks.select_related("act__user", "act__undone_by").order_by("-pk")[:MAX_ACTS]:
        act = chunk.act
        for judgment in chunk.judgments:
            if judgment not in judged:
                continue
            number = judged[judgment]
            what = f"{act.review or 'restored'}_with_others"
            yield Event(act.at, what, number, by=act.user, reason=act.reason)
            if chunk.undone and act.undone_at is not None:
                yield Event(act.undone_at, "review_undone", number, by=act.undone_by)


def _of_decisions(hit: HIT, reader: User) -> Iterable[Event]:
    """Yield the decisions, each with its withdrawal; a replaced decision was withdrawn."""
    rows = Decision.objects.filter(hit=hit).shown_to(reader).defer("payload", "vector", "seen")
    found = rows.select_related("user", "withdrawn_by").order_by("-pk")[:MAX_DECISIONS]
    for one in reversed(found):
        if one.withdrawn_at is not None:
            yield Event(one.withdrawn_at, "decision_withdrawn", by=one.withdrawn_by)
        yield Event(one.decided_at, f"decided_{one.how}", by=one.user, reason=one.note)
