"""Import a file as a dataset and keep the annotations that it holds as a set."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from django.db import transaction

from annotation.exchange.lenient.encodings import UTF_8
from annotation.exchange.lenient.reader import Reading
from annotation.exchange.pairs.judged import NEEDED
from annotation.models import AnnotationSet, Dataset, DatasetUpload, Project, SetImport, User
from annotation.services.datasets.datasets import import_dataset, import_upload
from annotation.services.errors import ServiceError
from annotation.services.jobs.set_imports import ask_for_set_import
from annotation.services.sets.sets import AnnotationFile, Provenance, upload_set

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Keep:
    """The annotations of a file that is imported, as a set of its own.

    leave_out : how many annotations that fit nothing the caller has seen and leaves out
    """

    name: str
    scheme: str
    provenance: Provenance
    leave_out: int = 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, stored: Mapping[str, Any]) -> "Keep":
        return cls(**{**stored, "provenance": Provenance(**stored["provenance"])})


class NotKept(ServiceError):
    """A refusal of the annotations, not of the dataset; nothing was imported."""

    def __init__(self, error: ServiceError) -> None:
        super().__init__(error.message, **error.details)
        self.status, self.code = error.status, error.code

    def rename(self, **fields: str) -> None:
        """Name the field as the caller's form does."""
        if (field := self.details.get("field")) in fields:
            self.details["field"] = fields[field]


def schemes_kept(reading: Reading) -> Sequence[str]:
    """Return the schemes whose annotations the file holds, in a form that sets are made of: text in
    UTF-8 whose columns have the names that `score` knows."""
    grid = reading.grid
    if grid is not None:
        named = {column.name.lower() for column in grid.columns}
        if grid.source.encoding != UTF_8 or not named.issuperset(NEEDED):
            return ()
    return reading.parsed.schemes


def import_upload_and_ask(
    *, upload: DatasetUpload, user: User, keep: Keep, leave_out: int = 0
) -> SetImport:
    """Make a dataset of an upload, and ask for a set of its annotations, which a job makes."""
    body, filename = bytes(upload.body), upload.filename
    with transaction.atomic():
        dataset = import_upload(upload=upload, user=user, leave_out=leave_out)
        return ask_to_keep(dataset, user, filename, body, keep)


def import_dataset_and_ask(
    *, project: Project, user: User | None, name: str, filename: str, body: bytes, keep: Keep
) -> SetImport:
    """Make a dataset of a file, and ask for a set of its annotations, which a job makes."""
    with transaction.atomic():
        dataset = import_dataset(
            project=project, user=user, name=name, filename=filename, body=body
        )
        return ask_to_keep(dataset, user, filename, body, keep)


def ask_to_keep(
    dataset: Dataset, user: User | None, filename: str, body: bytes, keep: Keep
) -> SetImport:
    """Ask for a set of the annotations of a file that was made into a dataset."""
    return _with_file(ask_for_set_import, dataset, user, filename, body, keep)


def import_dataset_and_keep(
    *, project: Project, user: User | None, name: str, filename: str, body: bytes, keep: Keep
) -> AnnotationSet:
    """Make a dataset of a file, and a set of its annotations: both, or neither."""
    with transaction.atomic():
        dataset = import_dataset(
            project=project, user=user, name=name, filename=filename, body=body
        )
        return _with_file(upload_set, dataset, user, filename, body, keep)


def _with_file(
    make: Callable[..., T],
    dataset: Dataset,
    user: User | None,
    filename: str,
    body: bytes,
    keep: Keep,
) -> T:
    """Make a set of the file's annotations, or ask for one, as `make` does."""
    file = AnnotationFile(scheme=keep.scheme, filename=filename, body=body)
    try:
        return make(
            dataset=dataset,
            user=user,
            name=keep.name,
            file=file,
            provenance=keep.provenance,
            leave_out=keep.leave_out,
        )
    except ServiceError as error:
        raise NotKept(error) from error
