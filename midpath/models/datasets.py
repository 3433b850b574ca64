"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

from midpath.models.common import Dataset, DatasetImport, ImportFault, OriginInput, RowOutcome


class AddPictureInput(TypedDict):
    """A picture, as a file."""

    alt: NotRequired[str]


class AltInput(TypedDict):
    alt: str


class AppPicture(TypedDict):
    """A picture of an app."""

    sha256: str
    alt: str
    width: int
    height: int


class CreateDatasetFileInput(OriginInput):
    """The origin of a set."""

    project: int
    control: NotRequired[str]
    nested: NotRequired[Literal["flatten", "drop"]]
    sheet: NotRequired[str]
    keep: NotRequired[Literal["evidence", "flat", "label", "nested", "pair", "spans"]]
    keep_name: NotRequired[str]
    leave_out: NotRequired[int]


class CreateDatasetInBulkInput(TypedDict):
    project: int
    name: str
    rows: list[dict[str, Any]]
    faulty: NotRequired[Literal["refuse", "leave_out"]]


class CreateDatasetInBulkOutput(TypedDict):
    dataset: Dataset
    made: int
    results: list[RowOutcome]


class CreateDatasetInput(TypedDict):
    project: int
    name: str
    rows: list[dict[str, Any]]
    nested: NotRequired[Literal["flatten", "drop"]]


class DatasetImportWithFaults(DatasetImport):
    """The import of a large file, with the errors of a refused file."""

    errors: list[ImportFault]
    count: int


class LicenseDatasetInput(TypedDict):
    licence: str


class MakeQuestionTextsInput(TypedDict):
    name: str
    evidence_campaign: NotRequired[int]
    evidence_set: NotRequired[int]


class AppPictures(TypedDict):
    """The pictures of an app, in their order."""

    item: int
    pictures: list[AppPicture]
