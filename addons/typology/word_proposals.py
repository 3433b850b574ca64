"""Proposals for a project's lists of prepositions."""

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode

from addons.typology.access import typology_for
from addons.typology.charts import words_of_side
from annotation.models import Project
from annotation.research.common.access import ResearcherRequest
from annotation.research.common.paging import whole_number
from annotation.research.lab.proposals import Source


def proposed_words(request: ResearcherRequest, project: Project) -> Source | None:
    """Return the words of the typology in the URL, which must belong to this project."""
    number = whole_number(request, "typology")
    side = str(request.GET.get("side", ""))
    if number is None:
        return None
    typology = typology_for(request, number)
    words = words_of_side(typology, side)
    if typology.dataset.project_id != project.pk or not words:
        raise Http404
    return Source(
        name=typology.dataset.name,
        address=reverse("research:typology", args=[typology.pk]),
        query=f"typology={number}&{urlencode([('side', side)])}",
        language=typology.language,
        words=words,
        own=typology.results.get("comes_with", []),
    )
