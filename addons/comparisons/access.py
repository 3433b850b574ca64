"""Access to the comparisons of the reader's projects."""

from addons.comparisons.models import Comparison
from annotation.research.common.access import ResearcherRequest, found_for


def comparison_for(request: ResearcherRequest, comparison_id: int) -> Comparison:
    """Return a comparison, also a deleted one while it can be restored."""
    rows = Comparison.objects.visible_to(request.user).with_sides()
    return found_for(request, rows.filter(pk=comparison_id), "comparison", comparison_id)
