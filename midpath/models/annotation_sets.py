"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

from midpath.models.common import ImportFault, OriginInput, RowOutcome, Set, SetImport


class Annotation(TypedDict):
    """An annotator's answer to an item."""

    id: int
    item: int
    annotator: int
    payload: dict[str, Any]
    vector: list[int]


class CreateSetInBulkInput(OriginInput):
    """The origin of a set."""

    dataset: int
    scheme: str
    rows: list[dict[str, Any]]
    like: NotRequired[int]
    facts: NotRequired[dict[str, str]]
    faulty: NotRequired[Literal["refuse", "leave_out"]]


class CreateSetInBulkOutput(TypedDict):
    set: Set
    made: int
    results: list[RowOutcome]


class ImportTheRestInput(TypedDict):
    leave_out: int


class SetImportWithFaults(SetImport):
    """The import of a file of annotations, with the errors of a refused file."""

    errors: list[ImportFault]
    count: int
    sound: int
    controls: list[str]


class UploadSetInput(OriginInput):
    """The origin of a set."""

    dataset: int
    scheme: str
    take: NotRequired[Literal["gold", "models"]]
    control: NotRequired[str]
    columns: NotRequired[str]
    wide: NotRequired[Literal["items", "workers"]]
    missing: NotRequired[str]
    repeats: NotRequired[Literal["refuse", "first", "last"]]
    like: NotRequired[int]
    facts: NotRequired[str]
    leave_out: NotRequired[int]
