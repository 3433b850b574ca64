"""The list of a project's alignments, which the search of the project looks through as well."""

from django.db.models import QuerySet

from addons.alignment.models import Alignment
from annotation.models import Project


def alignments_of(project: Project) -> QuerySet[Alignment]:
    found = Alignment.objects.filter(dataset__project=project, dataset__deleted_at=None)
    found = found.exclude(status=Alignment.Status.DISCARDED)
    return found.select_related("dataset").defer("grouping", "results")


LISTS = {"alignments": alignments_of}
