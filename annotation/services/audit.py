"""Append to the audit: every row is written here."""

from typing import Any

from annotation.models import AuditEvent, Campaign, Project, User, Worker


def record_event(
    verb: str,
    *,
    project: Project | int | None = None,
    campaign: Campaign | None = None,
    user: User | None = None,
    worker: Worker | int | None = None,
    object_id: int | None = None,
    **details: Any,
) -> None:
    """Append one row to the audit; `details` are kept as JSON."""
    AuditEvent.objects.create(
        verb=verb,
        project_id=project.pk if isinstance(project, Project) else project,
        campaign=campaign,
        user=user,
        worker_id=worker.pk if isinstance(worker, Worker) else worker,
        object_id=object_id,
        details=details,
    )
