"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict


class ComparisonSide(TypedDict):
    """One side of a comparison: a campaign or a set of annotations."""

    role: Literal["crowd", "gold", "crowd_trees", "gold_trees"]
    scheme: str
    campaign: int | None
    set: int | None
    version: int | None
    made_from: int | None


class PatchedRenameComparisonInput(TypedDict):
    name: NotRequired[str]


class SideAnswer(TypedDict):
    """An answer of one side."""

    form: str
    times: int


class SourceInput(TypedDict):
    campaign: NotRequired[int]
    set: NotRequired[int]


class ComparedAnswers(TypedDict):
    """An item that both sides answered."""

    item: int
    gold_item: int
    text: str
    position: int
    rank: int
    alike: float
    same: bool | None
    crowd: list[SideAnswer]
    gold: list[SideAnswer]


class Comparison(TypedDict):
    """A comparison of a crowd with gold."""

    id: int
    project: int
    name: str
    sides: list[ComparisonSide]
    created_at: str
    made_at: str | None
    age_seconds: float | None
    has_moved: bool


class MakeComparisonInput(TypedDict):
    project: int
    name: str
    crowd: SourceInput
    gold: SourceInput
    crowd_trees: NotRequired[SourceInput]
    gold_trees: NotRequired[SourceInput]


class ReadComparisonOutput(Comparison):
    """A comparison of a crowd with gold."""

    results: dict[str, Any]
