"""Import files as datasets: they are previewed first, then imported all or nothing."""

from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from annotation.exchange.archives import bomb_in
from annotation.exchange.readers import ParsedUpload, read_upload
from annotation.models import Dataset, DatasetUpload, Project, User
from annotation.services.audit import record_event
from annotation.services.datasets.dataset_writer import (
    clean_name,
    create_dataset,
    name_taken,
    unused_name,
)
from annotation.services.datasets.questions import import_questions
from annotation.services.errors import Invalid, NotFound, TooLarge

FORGOTTEN_AFTER = timedelta(days=1)
FAULTY = {"file": "The file has errors", "rows": "Some rows have errors"}


def store_upload(
    *, project: Project, user: User, name: str, filename: str, body: bytes
) -> DatasetUpload:
    """Keep a file for its preview, without making items. Uploads that were left for a day are
    deleted."""
    _insist_on_body(body)
    name = unused_name(project, name)
    with transaction.atomic():
        forgotten = DatasetUpload.objects.filter(
            project=project, uploaded_at__lt=Now() - FORGOTTEN_AFTER
        )
        forgotten.delete()
        return DatasetUpload.objects.create(
            project=project, user=user, name=name, filename=clean_name(filename)[-255:], body=body
        )


def discard_upload(*, upload: DatasetUpload, user: User) -> None:
    """Delete an upload. If it is gone already, nothing happens."""
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
    """Make a dataset of an upload and delete the upload. An upload with errors stays as it is."""
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
    *,
    project: Project,
    user: User | None,
    name: str,
    filename: str,
    body: bytes,
    given: str = "file",
) -> Dataset:
    """Import all of a file, or raise Invalid with the errors by row. `given` is the client's field
    that holds it: file or rows."""
    _insist_on_body(body)
    name = unused_name(project, name)
    parsed = read_upload(filename, body)
    if parsed.errors:
        listed = [
            {"row": error.row, "column": error.column, "message": error.message}
            for error in parsed.errors
        ]
        raise Invalid(
            f"{FAULTY[given]}, so nothing was imported. Correct them and try again.",
            field=given,
            errors=listed,
        )
    try:
        with transaction.atomic():
            return _import_rows(project, user, name, parsed, clean_name(filename))
    except IntegrityError as error:
        raise name_taken(name) from error


def _import_rows(
    project: Project, user: User | None, name: str, parsed: ParsedUpload, filename: str
) -> Dataset:
    if parsed.kind == Dataset.Kind.QUESTIONS:
        return import_questions(
            project=project, user=user, name=name, parsed=parsed, filename=filename
        )
    return create_dataset(
        project=project,
        user=user,
        name=name,
        kind=Dataset.Kind(parsed.kind),
        details={**parsed.details, **({"notes": parsed.notes} if parsed.notes else {})},
        rows=[(row.text, row.content) for row in parsed.items],
        verb="dataset.imported",
        filename=filename,
    )


def insist_on_size(size: int) -> None:
    if size > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES / 2**20
        raise TooLarge(
            f"The file has {size / 2**20:.1f} MB; at most {limit:g} MB are taken at once. "
            "Split it into several files.",
            field="file",
        )


def _insist_on_body(body: bytes) -> None:
    insist_on_size(len(body))
    if bomb := bomb_in(body, settings.MAX_UPLOAD_BYTES):
        raise TooLarge(
            f"This is {bomb}, not text, and unpacks to more than "
            f"{settings.MAX_UPLOAD_BYTES / 2**20:g} MB. Export it as CSV in UTF-8.",
            field="file",
        )
