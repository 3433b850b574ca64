"""Store the platform sessions in which a worker came, and find them again."""

from collections.abc import Sequence
from itertools import pairwise

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, Enrolment, PlatformSession
from annotation.models.people.platform import MAX_ID_LENGTH
from annotation.models.people.worker import SENT
from annotation.services.errors import NotQualified

# Maximum per worker and campaign. A platform sends a worker once for each place that they take.
MAX_SESSIONS = 50
TOO_OFTEN = gettext_noop(
    "You have reached the maximum number of submissions per person. You can still open your "
    "earlier links."
)


def is_new_session(enrolment: Enrolment, study: str, session: str) -> bool:
    """Return whether a platform names a session in which the worker has not come before."""
    ids = _ids(study, session)
    known = PlatformSession.objects.filter(enrolment=enrolment, **ids)
    return any(ids.values()) and not known.exists()


def keep_session(*, enrolment: Enrolment, study: str, session: str) -> None:
    """Store a session once, however often the worker opens its link, with the work done before
    it.

    A worker without a platform has none. Above the maximum number of sessions NotQualified is
    raised: without its own session, a visit would count as part of the last submission, whose
    code they already have."""
    if not is_new_session(enrolment, study, session):
        return
    if PlatformSession.objects.filter(enrolment=enrolment).count() >= MAX_SESSIONS:
        raise NotQualified(gettext(TOO_OFTEN), campaign_status=enrolment.campaign.status)
    with transaction.atomic():
        # Locked, so that a concurrent answer counts before or after the session's start, not in
        # both.
        locked = Enrolment.objects.select_for_update(of=("self",), no_key=True).get(pk=enrolment.pk)
        visit = PlatformSession(
            enrolment=enrolment,
            done_before=done_of(locked),
            ms_before=locked.active_ms,
            **_ids(study, session),
        )
        PlatformSession.objects.bulk_create([visit], ignore_conflicts=True)


def done_of(enrolment: Enrolment) -> int:
    """Return the number of tasks that a worker has done after the training."""
    return enrolment.submitted - enrolment.training_done


def done_in_each(enrolment: Enrolment, sessions: Sequence[PlatformSession]) -> list[int]:
    """Return the number of tasks done in each of a worker's sessions, in order: up to the start of
    the next one."""
    begun = [one.done_before for one in sessions]
    return [after - before for before, after in pairwise([*begun, done_of(enrolment)])]


def _ids(study: str, session: str) -> dict[str, str]:
    return {"study": _clean(study), "session": _clean(session)}


def _clean(given: str) -> str:
    """Return the id without characters that are invisible or cannot be stored."""
    return "".join(sign for sign in given if sign.isprintable()).strip()[:MAX_ID_LENGTH]


def sent_workers(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the workers of a campaign who came with an id, with their sessions. For owners of the
    project only."""
    sent = campaign.enrolments.filter(worker__source__in=SENT)
    return sent.select_related("worker").prefetch_related("platform_sessions")


def that_hold(workers: QuerySet[Enrolment], query: str) -> QuerySet[Enrolment]:
    """Return those of the workers with an id that contains the search text."""
    session = PlatformSession.objects.filter(enrolment=OuterRef("pk")).filter(
        Q(session__icontains=query) | Q(study__icontains=query)
    )
    return workers.filter(Q(worker__external_id__icontains=query) | Q(Exists(session)))
