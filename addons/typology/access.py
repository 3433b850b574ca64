"""Access to the typologies of the reader's projects."""

from addons.typology.models import Typology
from annotation.research.common.access import ResearcherRequest, found_for


def typology_for(request: ResearcherRequest, typology_id: int) -> Typology:
    """Return a typology, also a discarded one while it can be restored."""
    rows = Typology.objects.visible_to(request.user).select_related("dataset__project", "user")
    return found_for(request, rows.filter(pk=typology_id), "typology", typology_id)
