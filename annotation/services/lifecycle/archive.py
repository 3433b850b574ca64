"""Archive campaigns, datasets, sets and projects, and restore them. Archived objects are read-only
and hidden from lists."""

from django.db import transaction

from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Assignment, Campaign, Dataset, Project, ReviewAct, User
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.clock import database_now
from annotation.services.errors import Archived, Conflict, NotFound
from annotation.services.lifecycle.contents import (
    campaigns_in,
    locked,
    project_of,
    stamp,
    take_back,
)
from annotation.services.lifecycle.guard import Thing, noun_of
from midpath.text.formatting import counted

MAX_NAMED = 3


def archive(*, thing: Thing, user: User) -> None:
    """Archive an object with everything in it, read-only. Idempotent."""
    with transaction.atomic():
        thing = _locked_existing(thing)
        require(project_of(thing), user, Capability.DELETE, f"archive a {noun_of(thing)}")
        if thing.archived_at is None:
            require_no_import(thing, "archived")
            stamp(thing, "archived_at", database_now())
            _record("archived", thing, user)


def restore(*, thing: Thing, user: User) -> None:
    """Restore an archived object with everything archived together with it. Idempotent."""
    with transaction.atomic():
        thing = _locked_existing(thing)
        require(project_of(thing), user, Capability.DELETE, f"restore a {noun_of(thing)}")
        _require_holder(thing)
        if thing.archived_at is not None:
            take_back(thing, "archived_at")
            _record("unarchived", thing, user)


def obstacles(thing: Thing, done: str) -> list[str]:
    """Return why an object cannot be archived or deleted now; `done` names the action in
    messages."""
    campaigns = campaigns_in(thing)
    live = list(campaigns.live().order_by("-pk").values_list("name", flat=True))
    open_tasks = Assignment.objects.filter(
        enrolment__campaign__in=campaigns, status=Assignment.Status.OPEN
    ).count()
    moving = ReviewAct.objects.filter(
        campaign__in=campaigns, status__in=(ReviewAct.Status.RUNNING, ReviewAct.Status.UNDOING)
    )
    found = []
    if live:
        them = "it" if len(live) == 1 else "them"
        found.append(f"{named('campaign', live)} live and cannot be {done}. Close {them} first.")
    elif open_tasks:
        found.append(
            f"Workers still have {counted(open_tasks, 'task')} open. Wait until they finish, or "
            "take the tasks back on the Workers page."
        )
    if moving.exists():
        found.append("A bulk review is under way. Wait until it is done.")
    return found


def require_no_import(thing: Thing, done: str) -> None:
    if found := obstacles(thing, done):
        raise Conflict(" ".join(found))


def named(noun: str, names: list[str]) -> str:
    """Join names to the subject of a sentence; only the first few are listed.

    >>> named("campaign", ["A"]), named("campaign", ["A", "B", "C", "D"])
    ('The campaign “A” is', 'The campaigns “A”, “B”, “C” and 1 more are')
    """
    shown = ", ".join(f"“{name}”" for name in names[:MAX_NAMED])
    more = len(names) - MAX_NAMED
    if len(names) == 1:
        return f"The {noun} {shown} is"
    return f"The {noun}s {shown}{f' and {more} more' if more > 0 else ''} are"


def _locked_existing(thing: Thing) -> Thing:
    found: Thing = locked(thing)
    if found.deleted_at is not None:
        raise NotFound(f"This {noun_of(thing)} was deleted.")
    return found


def _require_holder(thing: Thing) -> None:
    """Refuse to restore an object whose container is archived."""
    holders: list[Dataset | Project] = []
    if isinstance(thing, AnnotationSet | Campaign):
        holders = [thing.dataset, thing.dataset.project]
    elif isinstance(thing, Dataset):
        holders = [thing.project]
    for holder in reversed(holders):
        if holder.archived_at is not None:
            raise Archived(f"The {noun_of(holder)} “{holder}” is archived. Restore it instead.")


def _record(what: str, thing: Thing, user: User) -> None:
    record_event(
        f"{noun_of(thing)}.{what}",
        project=project_of(thing),
        campaign=thing if isinstance(thing, Campaign) else None,
        user=user,
        object_id=thing.pk,
        name=thing.name,
    )
