"""Restrict stored results to what a reader's role may see. Figures are always included; texts,
answers and workers' numbers need the capability to see them."""

from typing import Any, cast

from django.db.models import Exists, OuterRef
from rest_framework.request import Request

from annotation.api.scope import caller
from annotation.capabilities import Capability, capabilities_of, members_with
from annotation.models import Membership, Project
from annotation.models.campaign import CampaignQuerySet

# The keys of results that contain words or identify items by their text, and those that contain
# workers' numbers.
OF_TEXTS = frozenset({"first_words", "differences", "text", "question", "by_column"})
# Lists of questions in the report on evidence. In figures, the same keys are counts.
TO_READ = frozenset({"cases", "disagreement", "one_apart", "minority_abstains"})
OF_WORKERS = frozenset({"worker"})


def sight_of(request: Request, project: Project | int) -> frozenset[Capability]:
    """Return the capabilities of the caller's role in a project."""
    found = Membership.objects.get(user=caller(request), project=project)
    return capabilities_of(found.role, blind=found.blind)


def as_seen(results: object, can: frozenset[Capability]) -> object:
    """Return stored results without what the reader may not see."""
    hidden: frozenset[str] = frozenset()
    if Capability.SEE_TEXTS not in can:
        hidden |= OF_TEXTS
    if Capability.SEE_WORKERS not in can:
        hidden |= OF_WORKERS
    return _without(results, hidden, lists=Capability.SEE_TEXTS not in can) if hidden else results


def _without(found: object, hidden: frozenset[str], *, lists: bool) -> object:
    if isinstance(found, dict):
        return {
            key: _without(value, hidden, lists=lists)
            for key, value in found.items()
            if key not in hidden and not (lists and key in TO_READ and isinstance(value, list))
        }
    if isinstance(found, list):
        return [_without(one, hidden, lists=lists) for one in found]
    return found


def with_code_visibility(request: Request, campaigns: CampaignQuerySet) -> CampaignQuerySet:
    """Annotate whether the caller may see each campaign's codes, with which anyone can join as a
    worker and read the texts."""
    runs = Membership.objects.filter(
        user=caller(request),
        project=OuterRef("dataset__project"),
        **members_with(Capability.RUN_CAMPAIGNS),
    )
    return campaigns.annotate(shows_codes=cast(Any, Exists(runs)))
