"""Import a file as a dataset and its annotations as a set."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

from django.db import transaction

from annotation.models import AnnotationSet, Dataset, Project, SetImport, User
from annotation.services.datasets.datasets import import_dataset
from annotation.services.errors import ServiceError
from annotation.services.jobs.set_imports import ask_for_set_import
from annotation.services.sets.sets import AnnotationFile, Provenance, upload_set
from midpath.exchange.lenient.encodings import UTF_8
from midpath.exchange.lenient.layout import AS_GUESSED, Choices
from midpath.exchange.lenient.reader import Reading
from midpath.exchange.pairs.judged import NEEDED
from midpath.json_types import JsonMapping

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Keep:
    """The annotations of an imported file, to be saved as a set.

    leave_out : the number of unmatched annotations that the caller has seen and leaves out
    control : the question to keep, of a file that answers several
    """

    name: str
    scheme: str
    provenance: Provenance
    leave_out: int = 0
    control: str = ""

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def of_json(cls, stored: JsonMapping) -> "Keep":
        return cls(**{**stored, "provenance": Provenance(**stored["provenance"])})


class AnnotationsRefused(ServiceError):
    """A refusal of the annotations, not of the dataset; nothing was imported."""

    def __init__(self, error: ServiceError) -> None:
        super().__init__(error.message, **error.details)
        self.status, self.code = error.status, error.code

    def rename(self, **fields: str) -> None:
        """Name the field as in the caller's form."""
        if (field := self.details.get("field")) in fields:
            self.details["field"] = fields[field]


def importable_schemes(reading: Reading) -> Sequence[str]:
    """Return the schemes of the annotations in the file, if a set can be made of it: UTF-8 text
    with column names known to `score`."""
    grid = reading.grid
    if grid is not None:
        named = {column.name.lower() for column in grid.columns}
        if grid.source.encoding != UTF_8 or not named.issuperset(NEEDED):
            return ()
    return reading.parsed.schemes


def ask_to_keep(
    dataset: Dataset, user: User | None, filename: str, body: bytes, keep: Keep
) -> SetImport:
    """Ask for a set of the annotations of a file that was made into a dataset."""
    return _with_file(ask_for_set_import, dataset, user, filename, body, keep)


def import_dataset_and_keep(
    *,
    project: Project,
    user: User | None,
    name: str,
    filename: str,
    body: bytes,
    keep: Keep,
    choices: Choices = AS_GUESSED,
) -> AnnotationSet:
    """Create a dataset from a file, and a set of its annotations: both, or neither."""
    with transaction.atomic():
        dataset = import_dataset(
            project=project,
            user=user,
            name=name,
            filename=filename,
            body=body,
            choices=choices,
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
    """Create a set of the file's annotations, or request one, as `make` does."""
    file = AnnotationFile(scheme=keep.scheme, filename=filename, body=body, control=keep.control)
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
        raise AnnotationsRefused(error) from error
