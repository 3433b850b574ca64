"""Capabilities of roles: one table that says who may do what in a project.

Each page and each API operation names the one capability it needs; nothing else decides about
access. Each role is a row of the table."""

from collections.abc import Mapping
from enum import StrEnum


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


# What each capability allows, to follow "may".
ACTIONS: Mapping[Capability, str] = {
    Capability.SEE_FIGURES: "see its figures",
    Capability.SEE_TEXTS: "see its texts and answers",
    Capability.SEE_WORKERS: "see which worker answered what",
    Capability.SEE_PLATFORM_IDS: "see or list the ids under which workers came from platforms",
    Capability.ADJUDICATE: "decide which answer is right",
    Capability.RUN_CAMPAIGNS: "create and run its campaigns",
    Capability.EDIT_DATASETS: "add and change its datasets",
    Capability.REVIEW_WORK: "accept, reject, exclude and reward workers’ work",
    Capability.PAY: "pay, change its budget, or work with Prolific",
    Capability.MANAGE_MEMBERS: "change its name and members",
    Capability.EXPORT: "export its files",
    Capability.PUBLISH: "publish its snapshots",
    Capability.DELETE: "archive, delete or erase its contents",
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
# Roles that may be blind, that is, work without knowing who gave which answer.
BLINDABLE = ("adjudicator", "viewer")
OF_THE_SEEING = frozenset({Capability.SEE_WORKERS})
# Role names with their article, for sentences.
ARTICLES = {
    "owner": "an owner",
    "manager": "a manager",
    "adjudicator": "an adjudicator",
    "viewer": "a viewer",
    "auditor": "an auditor",
}
# The purpose of each role, to follow its name.
PURPOSES = {
    "owner": "everything, including members, pay and deletion",
    "manager": "runs campaigns, reviews work, exports files; no pay, publishing or platform ids",
    "adjudicator": "sees all answers and decides which is right",
    "viewer": "sees all answers and figures, changes nothing",
    "auditor": "sees figures and the audit log, but no texts or answers",
}


def capabilities_of(role: str, *, blind: bool = False) -> frozenset[Capability]:
    """Return a member's capabilities. Blind members do not see which worker gave which answer."""
    return CAPABILITIES[role] - OF_THE_SEEING if blind else CAPABILITIES[role]


def roles_with(capability: Capability) -> list[str]:
    return [role for role, has in CAPABILITIES.items() if capability in has]


def members_with(capability: Capability, path: str = "") -> dict[str, object]:
    """Return a filter for memberships that have the capability; `path` is the lookup path to the
    membership."""
    sees = {f"{path}blind": False} if capability in OF_THE_SEEING else {}
    return {f"{path}role__in": roles_with(capability), **sees}


def refusal_of(capability: Capability, what: str = "") -> str:
    """Return the refusal for a member whose role lacks the capability; `what` makes it more
    specific."""
    roles = [ARTICLES[role] for role in roles_with(capability)]
    named = " or ".join([", ".join(roles[:-1]), roles[-1]] if len(roles) > 1 else roles)
    return f"Only {named} of the project may {what or ACTIONS[capability]}."
