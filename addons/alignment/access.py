"""Access to the alignments and samples of the reader's projects."""

from django.http import Http404

from addons.alignment.models import Alignment, PairDraw
from annotation.research.common.access import ResearcherRequest
from annotation.research.common.jobs import job_finder

draw_for = job_finder(PairDraw)
alignment_for = job_finder(Alignment)


def aligned_for(request: ResearcherRequest, alignment_id: int) -> Alignment:
    """Return an alignment with results, for pages that require them."""
    alignment = alignment_for(request, alignment_id)
    if alignment.status != Alignment.Status.READY:
        raise Http404
    return alignment
