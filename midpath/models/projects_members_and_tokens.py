"""Forms of the API. Written by `make client`; do not edit."""

from typing import Literal, NotRequired, TypedDict


class AddMemberInput(TypedDict):
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: NotRequired[bool]
    username: str


class CreateProjectInput(TypedDict):
    name: str
    description: NotRequired[str]


class Event(TypedDict):
    """An event of the audit log."""

    id: int
    at: str
    verb: str
    user: str | None
    worker: int | None
    campaign: int | None
    object: int | None


class Invitation(TypedDict):
    """An invitation to become a member of a project."""

    id: int
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: bool
    email: str
    invited_by: str
    state: Literal[
        "open", "waiting", "sent", "failed", "accepted", "declined", "withdrawn", "expired"
    ]
    problem: str
    uses: int
    most_uses: int
    made_at: str
    expires_at: str


class InviteInput(TypedDict):
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: NotRequired[bool]
    email: NotRequired[str]
    days: NotRequired[int]
    most_uses: NotRequired[int]


class Member(TypedDict):
    """A member of a project."""

    user: int
    username: str
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: bool


class PatchedRoleInput(TypedDict):
    role: NotRequired[Literal["owner", "manager", "adjudicator", "viewer", "auditor"]]
    blind: NotRequired[bool]


class Project(TypedDict):
    """A project, with its members."""

    id: int
    name: str
    description: str
    created_at: str
    archived_at: str | None


class Token(TypedDict):
    """A key to the API, without the key."""

    id: int
    name: str
    user: str
    scopes: list[Literal["read", "files", "write", "work", "money", "people", "delete", "ids"]]
    created_at: str
    expires_at: str
    revoked_at: str | None


class NewInvitation(Invitation):
    """An invitation, with its link."""

    link: str
