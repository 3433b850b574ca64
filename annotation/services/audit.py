"""The audit: the only place that writes its rows, and the place to find a project's."""

from django.db.models import Q, QuerySet

from annotation.models import AuditEvent, Campaign, Enrolment, Project, User, Worker
from annotation.services.lifecycle.guard import require_open, require_open_project

# What researchers may do with archived objects, too: read them, download their files, decide who
# may see them, archive or delete them, and erase a person who requests it.
ALWAYS = frozenset(
    {
        "file.taken",
        "access.refused",
        "access.refused_more",
        *(f"member.{done}" for done in ("added", "changed", "joined", "left", "removed")),
        *(f"invitation.{done}" for done in ("made", "withdrawn", "declined")),
        "token.issued",
        "token.revoked",
        "worker.erased",
        *(
            f"snapshot.{done}"
            for done in ("asked", "discarded", "restored", "published", "unpublished")
        ),
        *(
            f"{noun}.{done}"
            for noun in ("campaign", "dataset", "project", "set")
            for done in ("archived", "unarchived", "deleted", "undeleted")
        ),
    }
)


def record_event(
    verb: str,
    *,
    project: Project | int | None = None,
    campaign: Campaign | None = None,
    user: User | None = None,
    worker: Worker | int | None = None,
    object_id: int | None = None,
    **details: object,
) -> None:
    """Append one row to the audit; `details` are stored as JSON.

    Every change by a researcher is recorded here within its transaction, so this is where changes
    of archived or deleted objects are refused. Workers, and Midpath itself, are not refused: their
    work continues."""
    if user is not None and verb not in ALWAYS:
        if campaign is not None:
            require_open(campaign)
        elif project is not None:
            require_open_project(project)
    AuditEvent.objects.create(
        verb=verb,
        project_id=project.pk if isinstance(project, Project) else project,
        campaign=campaign,
        user=user,
        worker_id=worker.pk if isinstance(worker, Worker) else worker,
        object_id=object_id,
        details=details,
    )


def record_campaign_event(
    verb: str,
    campaign: Campaign,
    user: User | None,
    *,
    worker: int | None = None,
    object_id: int | None = None,
    **details: object,
) -> None:
    """Append one row about a campaign and its project, or about an object of the campaign."""
    record_event(
        verb,
        project=campaign.dataset.project_id,
        campaign=campaign,
        user=user,
        worker=worker,
        object_id=object_id or campaign.pk,
        **details,
    )


def record_worker_event(
    verb: str,
    enrolment: Enrolment,
    user: User | None = None,
    *,
    object_id: int | None = None,
    **details: object,
) -> None:
    """Append one row about a worker in a campaign, or about an object of theirs there."""
    record_event(
        verb,
        project=None,
        campaign=enrolment.campaign,
        user=user,
        worker=enrolment.worker_id,
        object_id=object_id or enrolment.pk,
        **details,
    )


def events_of(project: Project, *, workers: bool) -> QuerySet[AuditEvent]:
    """Return the events of a project, including those by its workers or only those by its
    members."""
    campaigns = Campaign.objects.filter(dataset__project=project).values("pk")
    events = AuditEvent.objects.filter(Q(project=project) | Q(campaign__in=campaigns))
    if not workers:
        events = events.filter(Q(worker=None) | Q(user__isnull=False))
    return events.select_related("user", "campaign__dataset", "worker")
