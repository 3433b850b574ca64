"""Capabilities of roles: one table says who may do what in a project.

A page and an operation of the API each name the one capability that they need; nothing else decides
who comes in. A role is a row, and has what its row says."""

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
    Capability.DELETE: "archive, delete or erase what it holds",
}
ALL = frozenset(Capability)
OF_OWNERS = frozenset(
    {
        Capability.SEE_PLATFORM_IDS,
        Capability.PAY,
        Capability.MANAGE_MEMBERS,
        Capability.DELETE,
    }
)
CAPABILITIES: Mapping[str, frozenset[Capability]] = {
    "owner": ALL,
    "member": ALL - OF_OWNERS,
}
# With an article, as a sentence about one of them needs it.
ARTICLES = {"owner": "an owner", "member": "a member"}


def roles_with(capability: Capability) -> list[str]:
    return [role for role, has in CAPABILITIES.items() if capability in has]


def refusal_of(capability: Capability, what: str = "") -> str:
    """Return what is said to a member whose role does not have it; `what` tells it more closely."""
    roles = [ARTICLES[role] for role in roles_with(capability)]
    named = " or ".join([", ".join(roles[:-1]), roles[-1]] if len(roles) > 1 else roles)
    return f"Only {named} of the project may {what or TOLD[capability]}."
