from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from annotation.models import Dataset
from annotation.services.campaigns.shown_pictures import picture_shown_by
from annotation.services.datasets.pictures import picture_of
from annotation.web.error_pages import not_found
from annotation.web.picture_response import answer_with_picture
from annotation.worker.identity import find_enrolment


@require_safe
def picture(request: HttpRequest, code: str, sha256: str) -> HttpResponse:
    """Serve a picture of the campaign's texts or of an item of its dataset, to workers who have
    joined. All others get a 404, since a join page cannot be shown in place of a picture."""
    enrolment = find_enrolment(request, code)
    found = None
    if enrolment is not None:
        found = picture_shown_by(enrolment.campaign, sha256) or picture_of(
            Dataset.objects.get(campaigns=enrolment.campaign_id), sha256
        )
    if found is None:
        return not_found(request, LookupError(sha256))
    return answer_with_picture(request, found)
