"""Access to the alignments and samples of the reader's projects."""

from django.http import Http404

from addons.alignment.models import Alignment, PairDraw
from annotation.research.common.access import ResearcherRequest, found_for


def draw_for(request: ResearcherRequest, draw_id: int) -> PairDraw:
    rows = PairDraw.objects.visible_to(request.user).select_related("dataset__project", "made")
    return found_for(request, rows.filter(pk=draw_id), "draw", draw_id)


def alignment_for(request: ResearcherRequest, alignment_id: int) -> Alignment:
    """Return an alignment, also a discarded one while it can be restored, without its groups."""
    rows = (
        Alignment.objects.visible_to(request.user)
        .select_related("dataset__project")
        .defer("grouping")
    )
    return found_for(request, rows.filter(pk=alignment_id), "alignment", alignment_id)


def aligned_for(request: ResearcherRequest, alignment_id: int) -> Alignment:
    """Return an alignment with results, for pages that require them."""
    alignment = alignment_for(request, alignment_id)
    if alignment.status != Alignment.Status.READY:
        raise Http404
    return alignment
