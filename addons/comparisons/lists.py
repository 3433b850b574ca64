"""The list of a project's comparisons, which the search of the project reads as well."""

from collections.abc import Callable, Mapping

from django.db.models import QuerySet

from addons.comparisons.models import Comparison
from annotation.models import Project


def comparisons_of(project: Project) -> QuerySet[Comparison]:
    rows = Comparison.objects.not_deleted().filter(project=project)
    return rows.with_sides().defer("results")


LISTS: Mapping[str, Callable[[Project], QuerySet[Comparison]]] = {"comparisons": comparisons_of}
