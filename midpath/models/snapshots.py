"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict


class AskForSnapshotInput(TypedDict):
    files: NotRequired[list[str]]
    note: NotRequired[str]
    filter: NotRequired[dict[str, str]]
    saved: NotRequired[int]


class KeptFile(TypedDict):
    """A file of a snapshot."""

    name: str
    content_type: str
    size: int
    sha256: str
    lines: int | None


class ListedSnapshot(TypedDict):
    """A snapshot of a campaign, without its contents."""

    id: int
    campaign: int
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    note: str
    filter: dict[str, str]
    asked_at: str


class PublishSnapshotInput(TypedDict):
    authors: str
    licence: NotRequired[str]


class Published(TypedDict):
    """A snapshot's public address."""

    snapshot: int
    address: str
    authors: str
    licence: str
    published_at: str
    withdrawn_at: str | None


class Snapshot(ListedSnapshot):
    """A snapshot of a campaign."""

    manifest: dict[str, Any]
    files: list[KeptFile]
