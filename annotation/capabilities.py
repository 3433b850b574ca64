"""Capabilities of roles: one table says who may do what in a project.

A page and an operation of the API each name the one capability that they need; nothing else decides
who comes in. A role is a row, and has what its row says."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class Capability(StrEnum):
    SEE_FIGURES = "see_figures"
    SEE_TEXTS = "see_texts"
    SEE_WORKERS = "see_workers"
    SEE_PLATFORM_IDS = "see_platform_ids"
    ADJUDICATE = "adjudicate"
    RUN_CAMPAIGNS = "run_campaigns"
    EDIT_DATASETS = "edit_datasets"
    REVIEW_WORK = "review_work"
    PAY = "pay"
    MANAGE_MEMBERS = "manage_members"
    EXPORT = "export"
    PUBLISH = "publish"
    DELETE = "delete"


# What each lets a member do, to follow "may".
TOLD: Mapping[Capability, str] = {
    Capability.SEE_FIGURES: "see its figures",
    Capability.SEE_TEXTS: "see its texts and answers",
    Capability.SEE_WORKERS: "see which worker answered what",
    Capability.SEE_PLATFORM_IDS: "see or list the ids under which workers came from platforms",
    Capability.ADJUDICATE: "decide which answer is right",
    Capability.RUN_CAMPAIGNS: "make and run its campaigns",
    Capability.EDIT_DATASETS: "add and change its datasets",
    Capability.REVIEW_WORK: "accept, reject, exclude and reward workers’ work",
    Capability.PAY: "pay, change its budget, or work with Prolific",
    Capability.MANAGE_MEMBERS: "change its name and members",
    Capability.EXPORT: "take its files",
    Capability.PUBLISH: "publish its snapshots",
    Capability.DELETE: "archive, delete or erase what it holds",
}
ALL = frozenset(Capability)
OF_OWNERS = frozenset(
    {
        Capability.SEE_PLATFORM_IDS,
        Capability.PAY,
        Capability.MANAGE_MEMBERS,
        Capability.PUBLISH,
        Capability.DELETE,
    }
)
OF_READERS = frozenset({Capability.SEE_FIGURES, Capability.SEE_TEXTS, Capability.SEE_WORKERS})
CAPABILITIES: Mapping[str, frozenset[Capability]] = {
    "owner": ALL,
    "manager": ALL - OF_OWNERS,
    "adjudicator": OF_READERS | {Capability.ADJUDICATE},
    "viewer": OF_READERS,
    "auditor": frozenset({Capability.SEE_FIGURES}),
}
# Roles that may be blind: what they do without knowing who answered what.
BLINDABLE = ("adjudicator", "viewer")
OF_THE_SEEING = frozenset({Capability.SEE_WORKERS})
# With an article, as a sentence about one of them needs it.
ARTICLES = {
    "owner": "an owner",
    "manager": "a manager",
    "adjudicator": "an adjudicator",
    "viewer": "a viewer",
    "auditor": "an auditor",
}
# What each role is for, to follow its name.
PURPOSES = {
    "owner": "everything, members, pay and deleting included",
    "manager": "runs campaigns, reviews work, takes files; no pay, no publishing, no platform ids",
    "adjudicator": "sees all answers and decides which is right",
    "viewer": "sees all answers and figures, changes nothing",
    "auditor": "sees figures and the audit, but neither texts nor answers",
}


def capabilities_of(role: str, *, blind: bool = False) -> frozenset[Capability]:
    """Return what a member has; a blind one does not see which worker answered what."""
    return CAPABILITIES[role] - OF_THE_SEEING if blind else CAPABILITIES[role]


def roles_with(capability: Capability) -> list[str]:
    return [role for role, has in CAPABILITIES.items() if capability in has]


def members_with(capability: Capability, path: str = "") -> dict[str, Any]:
    """Return the conditions that a membership meets which has the capability; `path` is how lookups
    go to the membership."""
    sees = {f"{path}blind": False} if capability in OF_THE_SEEING else {}
    return {f"{path}role__in": roles_with(capability)} | sees


def refusal_of(capability: Capability, what: str = "") -> str:
    """Return what is said to a member whose role does not have it; `what` tells it more closely."""
    roles = [ARTICLES[role] for role in roles_with(capability)]
    named = " or ".join([", ".join(roles[:-1]), roles[-1]] if len(roles) > 1 else roles)
    return f"Only {named} of the project may {what or TOLD[capability]}."
