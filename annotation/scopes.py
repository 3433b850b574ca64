"""Scopes of API tokens. They restrict a token to a part of what its account may do.

Each operation requires the scope of its capability, unless it names scopes itself."""

from collections.abc import Mapping
from enum import StrEnum

from annotation.capabilities import Capability


class Scope(StrEnum):
    READ = "read"
    FILES = "files"
    WRITE = "write"
    WORK = "work"
    MONEY = "money"
    PEOPLE = "people"
    DELETE = "delete"
    IDS = "ids"


# What each scope allows, for the tokens page.
SCOPE_LABELS: Mapping[Scope, str] = {
    Scope.READ: "See figures, texts, answers and who gave them",
    Scope.FILES: "Take files and snapshots; publish them if it may change campaigns, too",
    Scope.WRITE: "Make, change and run datasets and campaigns; make projects",
    Scope.WORK: "Decide, review and exclude; vouch for workers",
    Scope.MONEY: "Budgets, bonuses, payments and Prolific; ask models, which costs",
    Scope.PEOPLE: "Members, invitations, tokens and webhooks",
    Scope.DELETE: "Archive, delete and bring back",
    Scope.IDS: "See the ids under which platforms sent workers",
}
# All but workers' platform ids, which a token includes only on request.
USUAL_SCOPES = frozenset(Scope) - {Scope.IDS}

SCOPE_OF: Mapping[Capability, Scope] = {
    Capability.SEE_FIGURES: Scope.READ,
    Capability.SEE_TEXTS: Scope.READ,
    Capability.SEE_WORKERS: Scope.READ,
    Capability.SEE_PLATFORM_IDS: Scope.IDS,
    Capability.ADJUDICATE: Scope.WORK,
    Capability.RUN_CAMPAIGNS: Scope.WRITE,
    Capability.EDIT_DATASETS: Scope.WRITE,
    Capability.REVIEW_WORK: Scope.WORK,
    Capability.PAY: Scope.MONEY,
    Capability.MANAGE_MEMBERS: Scope.PEOPLE,
    Capability.EXPORT: Scope.FILES,
    Capability.PUBLISH: Scope.FILES,
    Capability.DELETE: Scope.DELETE,
}
