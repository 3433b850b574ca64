"""Keep for which sessions a platform sent a worker, and find them again."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import Campaign, Enrolment, PlatformSession
from annotation.models.people.platform import LONGEST_ID
from annotation.models.people.worker import SENT

# Of one worker in one campaign. A platform sends them once for each place that they take.
MOST_SESSIONS = 50


def keep_session(*, enrolment: Enrolment, study: str, session: str) -> None:
    """Keep a session once, however often the worker comes by its link; beyond a number of them
    nothing is kept. A worker who was sent by no platform has none."""
    ids = {"study": _clean(study), "session": _clean(session)}
    if not any(ids.values()):
        return
    kept = PlatformSession.objects.filter(enrolment=enrolment)
    if kept.count() < MOST_SESSIONS:
        PlatformSession.objects.bulk_create(
            [PlatformSession(enrolment=enrolment, **ids)], ignore_conflicts=True
        )


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
