"""The places that workers took on a platform, and whether each is complete.

A place is complete when its HITs or minutes are done, or when its worker can get no more HITs, by
the same rule that shows workers the completion code (`people/platform_return.py`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Sum
from django.db.models.functions import Coalesce

from annotation.models import Campaign, Enrolment, Judgment, PlatformSession
from annotation.services.clock import database_now
from annotation.services.people.platform_quota import fills_place
from annotation.services.people.platform_return import DONE_FOR_A_SKIP, left_undone_by
from annotation.services.people.sessions import done_of

# Platforms limit the time for one place to less than this.
MAX_VISIT_SECONDS = timedelta(days=1)


@dataclass(frozen=True)
class Visit:
    """One place of a worker. `session` and `study` are the platform's ids, empty if the link
    contained none. With `done` HITs it `is_complete`, or it `is_open`: its worker may still
    complete it."""

    session: str
    study: str
    done: int
    is_complete: bool
    is_open: bool


@dataclass(frozen=True)
class _Now:
    """A worker's progress `at` a time: their total active time, and the `skipped` HITs."""

    ms: int
    skipped: int
    at: datetime


def visits_of(enrolments: Sequence[Enrolment], campaign: Campaign) -> dict[int, list[Visit]]:
    """Return the started places of each of these workers, the oldest first, with at most four
    queries for all of them."""
    sessions: dict[int, list[PlatformSession]] = {}
    keys = [one.pk for one in enrolments]
    for session in PlatformSession.objects.filter(enrolment__in=keys).order_by("pk"):
        sessions.setdefault(session.enrolment_id, []).append(session)
    spent = _time_spent(keys) if campaign.place_minutes else {}
    skipped, now = left_undone_by(keys), database_now()
    return {
        one.pk: _visits(
            campaign,
            one,
            _begun(one, sessions.get(one.pk, [])),
            _Now(spent.get(one.pk, 0), skipped.get(one.pk, 0), now),
        )
        for one in enrolments
    }


def _visits(
    campaign: Campaign, enrolment: Enrolment, begun: Sequence[PlatformSession], now: _Now
) -> list[Visit]:
    ends = [(one.done_before, one.ms_before) for one in begun[1:]]
    ends.append((done_of(enrolment), now.ms))
    found = []
    for one, (done_after, ms_after) in zip(begun, ends, strict=True):
        done, last = done_after - one.done_before, one is begun[-1]
        if done < 1:
            continue
        complete = fills_place(campaign, done, ms_after - one.ms_before)
        if last and not complete:
            complete = _is_cut_short(campaign, enrolment, now.skipped, done)
        is_open = last and not complete and _may_go_on(campaign, enrolment, one, now.at)
        found.append(Visit(one.session, one.study, done, complete, is_open))
    return found


def _begun(enrolment: Enrolment, sessions: Sequence[PlatformSession]) -> Sequence[PlatformSession]:
    """Return when each place began. Work done before the first session is a place, too."""
    if sessions and not sessions[0].done_before:
        return sessions
    return [PlatformSession(came_at=enrolment.joined_at), *sessions]


def _is_cut_short(campaign: Campaign, enrolment: Enrolment, skipped: int, done: int) -> bool:
    """Return whether a worker with an incomplete place can get no more HITs."""
    most = campaign.most_hits_per_worker
    if enrolment.has_ended or (most is not None and done_of(enrolment) >= most):
        return True
    return enrolment.nothing_left_at is not None and skipped * DONE_FOR_A_SKIP <= done


def _may_go_on(
    campaign: Campaign, enrolment: Enrolment, visit: PlatformSession, now: datetime
) -> bool:
    over = enrolment.has_ended or campaign.status == Campaign.Status.CLOSED
    return not over and now - visit.came_at < MAX_VISIT_SECONDS


def _time_spent(keys: Sequence[int]) -> dict[int, int]:
    own = Judgment.objects.filter(assignment__enrolment__in=keys).order_by()
    rows = own.values_list("assignment__enrolment").annotate(ms=Coalesce(Sum("active_ms"), 0))
    return dict(rows.values_list("assignment__enrolment", "ms"))
