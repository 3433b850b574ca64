"""The types common to the rows of all schemes: an item in the list, and a disputed item."""

from typing import NotRequired, TypedDict

from annotation.models import HIT, ItemSummary


class ItemRow(TypedDict):
    """The context of `template`, which shows one item in the list; each scheme adds its own."""

    hit: HIT
    template: str
    summary: ItemSummary | None
    name: NotRequired[str]


class Dispute(TypedDict):
    """A row of the table of the most disputed items. `ties` counts the answers tied for the
    consensus, and `answer` is the consensus in words."""

    hit: HIT
    judgments: int
    distinct: int
    disagreement: float | None
    ties: int
    name: NotRequired[str]
    answer: NotRequired[str]
