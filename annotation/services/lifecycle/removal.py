"""Permanently remove objects deleted more than a day ago, in bounded batches.

Dependent rows are found from the models, so a new table is covered without being named here. Sets
and campaigns go first, then datasets, then projects, each after its dependent rows, so that an
interrupted removal can simply continue."""

import time
from collections.abc import Iterator

from django.db import connection, transaction
from django.db.models import Exists, Max, Model, OuterRef, QuerySet

from annotation.models import (
    AnnotationSet,
    AuditEvent,
    Campaign,
    Dataset,
    Enrolment,
    Item,
    Project,
    Worker,
)
from annotation.services.lifecycle.contents import project_of
from annotation.services.lifecycle.deletion_cascade import dependents_of, loose_ends
from annotation.services.lifecycle.guard import Thing, noun_of

SECONDS_IN_SWEEP = 2.0
BATCH = 5_000

UNSHOWN = """
WITH shown AS (
    SELECT picture ->> 'sha256' AS sha256
    FROM annotation_item item JOIN annotation_dataset dataset ON dataset.id = item.dataset_id,
    LATERAL jsonb_array_elements(item.content -> 'pictures') picture
    WHERE dataset.project_id = %(project)s AND dataset.kind = 'apps'
      AND jsonb_typeof(item.content -> 'pictures') = 'array'
)
DELETE FROM annotation_picture picture
WHERE project_id = %(project)s AND sha256 NOT IN (SELECT sha256 FROM shown)
  AND NOT EXISTS (SELECT FROM annotation_shownpicture WHERE picture_id = picture.id)
"""


def remove_what_is_gone(seconds: float = SECONDS_IN_SWEEP, batch: int = BATCH) -> int:
    """Remove due objects for a limited time; return the number of deleted rows."""
    until = time.monotonic() + seconds
    removed = 0
    for kind in (AnnotationSet, Campaign, Dataset, Project):
        for pk in list(_ready(kind).order_by("deleted_at", "pk").values_list("pk", flat=True)):
            while rows := _step(kind, pk, batch):
                removed += rows
                if time.monotonic() > until:
                    return removed
    return removed


def _ready(kind: type[Thing]) -> QuerySet[Thing]:
    """Return the due objects that contain nothing to be removed before them."""
    rows: QuerySet[Thing] = kind.everything.to_remove()
    if kind is Dataset:
        referring = Item.objects.filter(document__dataset=OuterRef("pk"))
        rows = rows.exclude(pk__in=Campaign.everything.order_by().values("dataset"))
        rows = rows.exclude(Exists(referring.exclude(dataset=OuterRef("pk"))))
    elif kind is Project:
        rows = rows.exclude(pk__in=Dataset.everything.order_by().values("project"))
    return rows


def _step(kind: type[Thing], pk: int, batch: int) -> int:
    """Remove one batch, of several tables if they have few rows, or the row itself if nothing
    depends on it; return the number of deleted rows, 0 if there is nothing to do. Rows locked by
    another process are left to it."""
    with transaction.atomic():
        ready = _ready(kind).select_for_update(of=("self",), skip_locked=True)
        root = ready.filter(pk=pk).first()
        if root is None:
            return 0
        removed = 0
        for rows in _dependent_rows(root):
            removed += _remove_some(rows, batch - removed)
            if removed == batch:
                break
        if removed:
            return removed
        if moved := _loosen(root, batch) or _forget_workers(root, batch):
            return moved
        own = kind._base_manager.filter(pk=pk)
        own._raw_delete(own.db)
        _forget_pictures(project_of(root))
        return 1


def _dependent_rows(root: Thing) -> Iterator[QuerySet[Model]]:
    yield from _audit_of(root)
    for one in dependents_of(type(root)):
        for path in one.paths:
            rows = one.model._base_manager.filter(**{path: root.pk})
            for column in one.own:
                yield rows.filter(**{f"{column}__isnull": False})
            yield rows


def _audit_of(root: Thing) -> Iterator[QuerySet[Model]]:
    """Yield the audit events of the removed object. Only the event of its deletion remains."""
    if isinstance(root, Campaign):
        yield AuditEvent.objects.filter(campaign=root)
    elif isinstance(root, Project):
        said = AuditEvent.objects.filter(verb=f"{noun_of(root)}.deleted", object_id=root.pk)
        last = said.aggregate(last=Max("pk"))["last"]
        yield AuditEvent.objects.filter(project=root).exclude(pk=last)
        yield AuditEvent.objects.filter(worker__project=root)


def _remove_some(rows: QuerySet[Model], batch: int) -> int:
    """Delete at most this many of the rows, in one statement that follows no references."""
    keys = list(rows.order_by().values_list("pk", flat=True)[:batch])
    if keys:
        chosen = rows.model._base_manager.filter(pk__in=keys)
        chosen._raw_delete(chosen.db)
    return len(keys)


def _loosen(root: Thing, batch: int) -> int:
    """Set columns that refer to the removed object to null."""
    for end in loose_ends(type(root)):
        for path in end.paths:
            rows = end.model._base_manager.filter(**{path: root.pk})
            keys = list(rows.order_by().values_list("pk", flat=True)[:batch])
            if keys:
                end.model._base_manager.filter(pk__in=keys).update(**{end.column: None})
                return len(keys)
    return 0


def _forget_workers(root: Thing, batch: int) -> int:
    """Delete workers without other work in the project."""
    if not isinstance(root, Campaign):
        return 0
    somewhere = Enrolment.objects.filter(worker=OuterRef("pk"))
    nowhere = Worker.objects.filter(~Exists(somewhere), project=root.dataset.project_id)
    keys = list(nowhere.order_by().values_list("pk", flat=True)[:batch])
    for rows in (
        AuditEvent.objects.filter(worker__in=keys),
        *(
            one.model._base_manager.filter(**{f"{path}__in": keys})
            for one in dependents_of(Worker)
            for path in one.paths
        ),
        Worker.objects.filter(pk__in=keys),
    ):
        while keys and _remove_some(rows, batch):
            pass
    return len(keys)


def _forget_pictures(project: Project) -> None:
    """Delete the project's pictures that are no longer shown anywhere in it."""
    with connection.cursor() as cursor:
        cursor.execute(UNSHOWN, {"project": project.pk})
