"""Audit downloads of files, and attempts to access other people's data. A refused attempt is
answered as if the object did not exist. Attempts are audited one by one up to a number per hour;
further ones are only counted."""

import hashlib
from typing import TypeAlias

from annotation.addons import object_of_addon
from annotation.models import Assignment, Campaign, Enrolment, Project, User
from annotation.services.audit import record_campaign_event
from annotation.services.people.refusals import record_refused_access
from annotation.services.replica import on_primary

Kind: TypeAlias = str

PROJECT_BY: dict[Kind, str] = {
    "project": "pk",
    "dataset": "datasets",
    "campaign": "datasets__campaigns",
    "upload": "uploads",
    "judgment": "datasets__campaigns__judgments",
    "set": "datasets__sets",
    "set_import": "datasets__setimport",
    "dataset_import": "dataset_imports",
    "snapshot": "datasets__campaigns__snapshots",
    "app": "datasets__items",
    "filter": "datasets__campaigns__filters",
}


def from_project(kind: Kind) -> str:
    """Return the lookup from a project to its objects of this kind."""
    return PROJECT_BY[kind] if kind in PROJECT_BY else object_of_addon(kind).from_project


def audit_refused_access(*, user: User, kind: Kind, object_id: int) -> None:
    """Audit that a researcher tried to access an object of another project. An attempt on something
    that does not exist is not audited."""
    owner = Project.everything.filter(**{from_project(kind): object_id}).first()
    if owner is not None:
        record_refused_access(project=owner, user=user, object_id=object_id, kind=kind)


def audit_refused_hit(*, enrolment: Enrolment, assignment_id: int) -> None:
    """Audit that a worker tried to access another worker's assignment. An attempt on one that does
    not exist is not audited."""
    if Assignment.objects.filter(pk=assignment_id).exists():
        record_refused_access(
            campaign=enrolment.campaign,
            worker_id=enrolment.worker_id,
            object_id=assignment_id,
            kind="assignment",
        )


def audit_taken_file(*, campaign: Campaign, user: User | None, name: str, body: bytes) -> None:
    """Audit who downloaded which file, with the digest of its bytes. `user` is None on the server's
    command line."""
    audit_taken(campaign=campaign, user=user, name=name, digest=hashlib.sha256(body).hexdigest())


def audit_taken(*, campaign: Campaign, user: User | None, name: str, digest: str) -> None:
    """Audit who downloaded which file, whose SHA-256 is known."""
    with on_primary():
        record_campaign_event("file.taken", campaign, user, file=name, sha256=digest)
