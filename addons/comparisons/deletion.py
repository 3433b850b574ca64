"""The comparisons that a deletion of an object of the core deletes, or that prevent it."""

from collections.abc import Iterator, Mapping

from django.db.models import Q

from addons.comparisons.models import ROLES, Comparison, Side
from annotation.models import AnnotationSet, Campaign, Dataset, Project
from annotation.services.lifecycle.archive import named
from annotation.services.lifecycle.guard import Thing


def contents_of(project: Project) -> Mapping[str, int]:
    """Return the number of objects that are deleted with a project, by noun."""
    return {"comparison": Comparison.objects.not_deleted().filter(project=project).count()}


def obstacles_to(thing: Thing) -> Iterator[str]:
    """Yield the comparisons that depend on the object."""
    if isinstance(thing, Dataset):
        yield from _comparisons_of(Q(set__dataset=thing), "its sets")
    elif isinstance(thing, AnnotationSet):
        yield from _comparisons_of(Q(set=thing), "this set")
    elif isinstance(thing, Campaign):
        yield from _comparisons_of(Q(campaign=thing), "this campaign")


def _comparisons_of(things: Q, this: str) -> Iterator[str]:
    """Return the comparisons with one of these sides."""
    sides = Side.objects.filter(things)
    takes_part = Q()
    for role in ROLES:
        takes_part |= Q(**{f"{role}__in": sides})
    comparisons = Comparison.objects.not_deleted().filter(takes_part)
    if names := list(comparisons.values_list("name", flat=True)):
        yield f"{named('comparison', names)} about {this}. Delete first what depends on it."
