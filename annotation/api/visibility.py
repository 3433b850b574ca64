"""Stored results as a reader's role may see them: figures always; words of texts and of answers,
and which worker is meant, only with the right to them."""

from typing import Any, cast

from django.db.models import Exists, OuterRef
from rest_framework.request import Request

from annotation.api.scope import caller
from annotation.capabilities import Capability, capabilities_of, members_with
from annotation.models import Membership, Project
from annotation.models.campaign import CampaignQuerySet

# The keys of results that contain words, items by their text, and workers by number.
OF_TEXTS = frozenset({"first_words", "differences", "text", "question"})
# Lists of questions to read, in the report on evidence; in figures they are counts.
TO_READ = frozenset({"cases", "disagreement", "one_apart", "minority_abstains"})
OF_WORKERS = frozenset({"worker"})


def sight_of(request: Request, project: Project | int) -> frozenset[Capability]:
    """Return what the caller's role in a project has."""
    found = Membership.objects.get(user=caller(request), project=project)
    return capabilities_of(found.role, blind=found.blind)


def as_seen(results: Any, can: frozenset[Capability]) -> Any:
    """Return stored results without what the reader may not see."""
    hidden: frozenset[str] = frozenset()
    if Capability.SEE_TEXTS not in can:
        hidden |= OF_TEXTS
    if Capability.SEE_WORKERS not in can:
        hidden |= OF_WORKERS
    return _without(results, hidden, lists=Capability.SEE_TEXTS not in can) if hidden else results


def _without(found: Any, hidden: frozenset[str], *, lists: bool) -> Any:
    if isinstance(found, dict):
        return {
            key: _without(value, hidden, lists=lists)
            for key, value in found.items()
            if key not in hidden and not (lists and key in TO_READ and isinstance(value, list))
        }
    if isinstance(found, list):
        return [_without(one, hidden, lists=lists) for one in found]
    return found


def with_doors(request: Request, campaigns: CampaignQuerySet) -> CampaignQuerySet:
    """Say of each campaign whether the caller may hand out its codes: who has them can join as a
    worker, and read the texts."""
    runs = Membership.objects.filter(
        user=caller(request),
        project=OuterRef("dataset__project"),
        **members_with(Capability.RUN_CAMPAIGNS),
    )
    return campaigns.annotate(shows_codes=cast(Any, Exists(runs)))
