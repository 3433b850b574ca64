"""The manifest of a snapshot, the names of the files about it, and the address of a server's keys.
Manifests of earlier versions lack some parts."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from midpath.json_types import JsonMapping, Results

MANIFEST = "manifest.json"
SIGNATURE = "signature.json"
# Neither is in the other files, and they contain no free text.
FIRST = (MANIFEST, SIGNATURE)
KEYS = "/.well-known/midpath-keys.json"


class StatedCampaign(TypedDict):
    """The campaign with its terms, of which these are read."""

    name: str
    scheme: str
    settings: JsonMapping
    leave_out_failed: NotRequired[bool]


class StatedFilter(TypedDict):
    """The filter that the snapshot's items match: as asked, and in words."""

    asked: JsonMapping
    words: list[str]
    items: int


class StatedFile(TypedDict):
    """A file with its bytes, their SHA-256 and, for rows, its lines."""

    name: str
    size: NotRequired[int]
    digest: NotRequired[str]
    lines: NotRequired[int | None]


class AnswerCount(TypedDict):
    answer: str
    judgments: int


class Manifest(TypedDict):
    """The manifest. `excluded` and `withdrawn` are numbers of workers; `settled` counts the items
    by the source of their answer, and `per_item` by their number of judgments that count."""

    format: str
    made_at: str
    campaign: StatedCampaign
    counts: Mapping[str, int]
    excluded: Sequence[int]
    withdrawn: Sequence[int]
    version: NotRequired[int]
    not_folded: NotRequired[int]
    figures: Results
    settled: Mapping[str, int]
    per_item: NotRequired[Mapping[str, int]]
    answers: NotRequired[Sequence[AnswerCount]]
    intervals: NotRequired[Results]
    filter: NotRequired[StatedFilter]
    files: Sequence[StatedFile]
