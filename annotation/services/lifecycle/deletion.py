"""Delete campaigns, datasets, sets and projects, and undo it within a day. The sweep then removes
them for good (annotation.services.lifecycle.removal)."""

from django.db import transaction
from django.db.models import Count, Q
from django.db.models.functions import Now

from annotation.capabilities import Capability, members_with
from annotation.models import AnnotationSet, Campaign, Dataset, Project, User
from annotation.models.lifecycle import UNDO_FOR
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.clock import database_now
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.consequences import consequences_of
from annotation.services.lifecycle.contents import locked, project_of, stamp, take_back
from annotation.services.lifecycle.guard import Thing, noun_of


def delete(*, thing: Thing, user: User, name: str = "") -> None:
    """Delete an object with everything in it. It can be restored for a day. Deleting a project
    requires its name. Idempotent."""
    with transaction.atomic():
        thing = locked(thing)
        require_right(thing, user, "delete")
        if thing.deleted_at is not None:
            return
        if isinstance(thing, Project) and name.strip() != thing.name:
            raise Invalid(f"Type the name of the project, {thing.name}.", field="name")
        found = consequences_of(thing)
        if found.obstacles:
            raise Conflict(" ".join(found.obstacles))
        stamp(thing, "deleted_at", database_now())
        paid = {one.currency: str(one.amount) for one in found.paid}
        _record("deleted", thing, user, goes=found.counts, paid=paid)


def undo_deletion(*, thing: Thing, user: User) -> None:
    """Restore a deleted object with everything deleted together with it. Idempotent."""
    with transaction.atomic():
        thing = locked(thing)
        require_right(thing, user, "restore")
        if thing.deleted_at is None:
            return
        if not type(thing).everything.to_undo().filter(pk=thing.pk).exists():
            raise Conflict("It was deleted more than a day ago and is being removed for good.")
        _require_holder(thing)
        take_back(thing, "deleted_at")
        _record("undeleted", thing, user)


def deleted_in(project: Project) -> list[Thing]:
    """Return the deleted objects of a project that can be restored, the latest first."""
    found: list[Thing] = [
        *Dataset.everything.to_undo().filter(project=project),
        *Campaign.everything.to_undo()
        .filter(dataset__project=project, dataset__deleted_at=None)
        .select_related("dataset"),
        *AnnotationSet.everything.to_undo()
        .filter(dataset__project=project, dataset__deleted_at=None)
        .select_related("dataset"),
    ]
    return sorted(found, key=lambda thing: thing.deleted_at or database_now(), reverse=True)


def deleted_projects(user: User) -> list[Project]:
    """Return the deleted projects of this owner that can be restored, whichever owner deleted
    them."""
    mine = Project.everything.to_undo().filter(
        memberships__user=user, **members_with(Capability.DELETE, "memberships__")
    )
    return list(mine.order_by("-deleted_at", "-pk"))


def away_for(user: User) -> int:
    """Count a user's archived projects, and their deleted projects that they may restore."""
    mine = Project.everything.filter(memberships__user=user)
    owner = Q(**members_with(Capability.DELETE, "memberships__"))
    found = mine.aggregate(
        archived=Count("pk", Q(archived_at__isnull=False, deleted_at=None)),
        deleted=Count("pk", owner & Q(deleted_at__gt=Now() - UNDO_FOR)),
    )
    return int(found["archived"] + found["deleted"])


def require_right(thing: Thing, user: User, what: str) -> None:
    """Refuse everyone but owners; any member may delete a draft without work."""
    if is_draft(thing):
        return
    require(project_of(thing), user, Capability.DELETE, f"{what} a {noun_of(thing)}")


def is_draft(thing: Thing) -> bool:
    return isinstance(thing, Campaign) and thing.status == Campaign.Status.DRAFT


def _require_holder(thing: Thing) -> None:
    if isinstance(thing, AnnotationSet | Campaign) and thing.dataset.deleted_at is not None:
        raise Conflict(f"The dataset “{thing.dataset}” is deleted, too. Restore it first.")


def _record(what: str, thing: Thing, user: User, **details: object) -> None:
    """Audit the action without a reference to the object itself, so that the row outlives it."""
    record_event(
        f"{noun_of(thing)}.{what}",
        project=project_of(thing),
        campaign=None,
        user=user,
        worker=None,
        object_id=thing.pk,
        name=thing.name,
        **details,
    )
