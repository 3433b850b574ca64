"""Forms of the API. Written by `make client`; do not edit."""

from typing import Literal, TypedDict


class PaidSum(TypedDict):
    """An amount paid, in one currency."""

    currency: str
    amount: str
    workers: int


class ProjectNameInput(TypedDict):
    name: str


class PutAway(TypedDict):
    """The state of an object: in use, archived, or deleted and still restorable."""

    kind: Literal["campaign", "dataset", "project", "set"]
    id: int
    name: str
    archived_at: str | None
    deleted_at: str | None
    undo_until: str | None


class DeletedThings(TypedDict):
    """Deleted objects that can be restored."""

    results: list[PutAway]


class ForeseenDeletion(TypedDict):
    """The consequences of deleting it now."""

    goes: dict[str, int]
    paid: list[PaidSum]
    obstacles: list[str]
