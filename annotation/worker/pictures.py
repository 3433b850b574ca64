"""Pictures that a campaign shows, for those who work in it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from annotation.models import Dataset
from annotation.pages import not_found
from annotation.pictures import answer_with_picture
from annotation.services.datasets.pictures import picture_of
from annotation.worker.identity import find_enrolment


@require_safe
def picture(request: HttpRequest, code: str, sha256: str) -> HttpResponse:
    """Whoever joined the campaign, and only what an item of its dataset shows. To all others it is
    not there: a page has no use for a door where a picture should be."""
    enrolment = find_enrolment(request, code)
    dataset = (
        Dataset.objects.get(campaigns=enrolment.campaign_id) if enrolment is not None else None
    )
    found = picture_of(dataset, sha256) if dataset is not None else None
    if found is None:
        return not_found(request, LookupError(sha256))
    return answer_with_picture(request, found)
