"""Keep for which sessions a platform sent a worker, and find them again."""

from collections.abc import Sequence
from itertools import pairwise

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, Enrolment, PlatformSession
from annotation.models.people.platform import LONGEST_ID
from annotation.models.people.worker import SENT
from annotation.services.errors import NotQualified

# Of one worker in one campaign. A platform sends them once for each place that they take.
MOST_SESSIONS = 50
TOO_OFTEN = gettext_noop(
    "You have reached the maximum number of submissions per person. You can still open your "
    "earlier links."
)


def is_new_session(enrolment: Enrolment, study: str, session: str) -> bool:
    """Return whether a platform names a session for which the worker has not come before."""
    ids = _ids(study, session)
    kept = PlatformSession.objects.filter(enrolment=enrolment, **ids)
    return any(ids.values()) and not kept.exists()


def keep_session(*, enrolment: Enrolment, study: str, session: str) -> None:
    """Keep a session once, however often the worker comes by its link, with what they had done
    before it. A worker who was sent by no platform has none.

    Beyond a number of sessions NotQualified is raised: without a session of its own, a visit would
    count as part of the last place, whose code they have."""
    if not is_new_session(enrolment, study, session):
        return
    if PlatformSession.objects.filter(enrolment=enrolment).count() >= MOST_SESSIONS:
        raise NotQualified(gettext(TOO_OFTEN), campaign_status=enrolment.campaign.status)
    with transaction.atomic():
        # An answer that is being kept counts before it or after it, and not in both.
        locked = Enrolment.objects.select_for_update(of=("self",), no_key=True).get(pk=enrolment.pk)
        visit = PlatformSession(
            enrolment=enrolment,
            done_before=done_of(locked),
            ms_before=locked.active_ms,
            **_ids(study, session),
        )
        PlatformSession.objects.bulk_create([visit], ignore_conflicts=True)


def done_of(enrolment: Enrolment) -> int:
    """Return how many HITs a worker has done after the training."""
    return enrolment.submitted - enrolment.training_done


def done_in_each(enrolment: Enrolment, sessions: Sequence[PlatformSession]) -> list[int]:
    """Return how many HITs a worker did in each of their sessions, which are all in order: what
    they did until they came for the next one."""
    begun = [one.done_before for one in sessions]
    return [after - before for before, after in pairwise([*begun, done_of(enrolment)])]


def _ids(study: str, session: str) -> dict[str, str]:
    return {"study": _clean(study), "session": _clean(session)}


def _clean(given: str) -> str:
    """Return the id without what cannot be seen or stored."""
    return "".join(sign for sign in given if sign.isprintable()).strip()[:LONGEST_ID]


def sent_workers(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the workers of a campaign whom somebody sent by an id, with their sessions. For owners
    of the project only."""
    sent = campaign.enrolments.filter(worker__source__in=SENT)
    return sent.select_related("worker").prefetch_related("platform_sessions")


def that_hold(workers: QuerySet[Enrolment], query: str) -> QuerySet[Enrolment]:
    """Return those of the workers of whom an id holds what is looked for."""
    session = PlatformSession.objects.filter(enrolment=OuterRef("pk")).filter(
        Q(session__icontains=query) | Q(study__icontains=query)
    )
    return workers.filter(Q(worker__external_id__icontains=query) | Q(Exists(session)))
