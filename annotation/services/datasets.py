"""Files become datasets: looked at first, then imported all or nothing."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from annotation.exchange.readers import read_upload
from annotation.exchange.rows import trouble_with_characters
from annotation.models import Dataset, DatasetUpload, Item, Project, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid, NotFound, TooLarge

FORGOTTEN_AFTER = timedelta(days=1)
LONGEST_NAME = 120


def store_upload(
    *, project: Project, user: User, name: str, filename: str, body: bytes
) -> DatasetUpload:
    """Keep a file for its preview; nothing of it is an item yet. Forgotten ones are cleared."""
    insist_on_size(len(body))
    name = unused_name(project, name)
    with transaction.atomic():
        forgotten = DatasetUpload.objects.filter(
            project=project, uploaded_at__lt=Now() - FORGOTTEN_AFTER
        )
        forgotten.delete()
        return DatasetUpload.objects.create(
            project=project, user=user, name=name, filename=_clean(filename)[-255:], body=body
        )


def discard_upload(*, upload: DatasetUpload, user: User) -> None:
    """Discarding what is gone already is no error."""
    with transaction.atomic():
        deleted, _ = DatasetUpload.objects.filter(pk=upload.pk).delete()
        if deleted:
            record_event(
                "upload.discarded",
                project=upload.project_id,
                user=user,
                object_id=upload.pk,
                filename=upload.filename,
            )


def import_upload(*, upload: DatasetUpload, user: User) -> Dataset:
    """The upload becomes a dataset and is gone; with errors it stays as it is."""
    with transaction.atomic():
        stored = (
            DatasetUpload.objects.select_for_update(of=("self",))
            .select_related("project")
            .filter(pk=upload.pk)
            .first()
        )
        if stored is None:
            raise NotFound("This upload was imported or discarded already.")
        dataset = import_dataset(
            project=stored.project,
            user=user,
            name=stored.name,
            filename=stored.filename,
            body=bytes(stored.body),
        )
        stored.delete()
    return dataset


def import_dataset(
    *, project: Project, user: User | None, name: str, filename: str, body: bytes
) -> Dataset:
    """All of the file's texts or none: Invalid lists the errors by row."""
    insist_on_size(len(body))
    name = unused_name(project, name)
    parsed = read_upload(filename, body)
    if parsed.errors:
        listed = [
            {"row": error.row, "column": error.column, "message": error.message}
            for error in parsed.errors
        ]
        raise Invalid(
            "The file has errors, so nothing was imported. Mend them and try again.",
            field="file",
            errors=listed,
        )
    try:
        with transaction.atomic():
            return create_dataset(
                project=project,
                user=user,
                name=name,
                kind=Dataset.Kind(parsed.kind),
                details={**parsed.details, **({"notes": parsed.notes} if parsed.notes else {})},
                rows=[(row.text, row.content) for row in parsed.items],
                verb="dataset.imported",
                filename=_clean(filename),
            )
    except IntegrityError as error:
        raise name_taken(name) from error


def insist_on_size(size: int) -> None:
    if size > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES / 2**20
        raise TooLarge(
            f"The file has {size / 2**20:.1f} MB; at most {limit:g} MB are taken at once. "
            "Split it into several files.",
            field="file",
        )


def create_dataset(
    *,
    project: Project,
    user: User | None,
    name: str,
    kind: Dataset.Kind,
    details: Mapping[str, Any],
    rows: Sequence[tuple[str, dict[str, Any]]],
    verb: str,
    **recorded: Any,
) -> Dataset:
    """Items by text and content, in this order, within the caller's transaction."""
    dataset = Dataset.objects.create(
        project=project, name=name, kind=kind, details=dict(details), item_count=len(rows)
    )
    Item.objects.bulk_create(
        (
            Item(dataset=dataset, position=position, text=text, content=content)
            for position, (text, content) in enumerate(rows, 1)
        ),
        batch_size=2000,
    )
    record_event(
        verb,
        project=project,
        user=user,
        object_id=dataset.pk,
        name=name,
        items=len(rows),
        **recorded,
    )
    return dataset


def unused_name(project: Project, name: str) -> str:
    name = _clean(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise Invalid(f"Give the dataset a name of 1 to {LONGEST_NAME} characters.", field="name")
    if Dataset.objects.filter(project=project, name=name).exists():
        raise name_taken(name)
    return name


def name_taken(name: str) -> Conflict:
    return Conflict(
        f"This project has a dataset named {name} already. Choose another name.", field="name"
    )


def _clean(name: str) -> str:
    if trouble := trouble_with_characters(name):
        raise Invalid(f"In the name: {trouble}", field="name")
    return " ".join(name.split())
