"""Serve the pictures that a campaign shows to its workers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from annotation.models import Dataset
from annotation.pages import not_found
from annotation.pictures import answer_with_picture
from annotation.services.datasets.pictures import picture_of
from annotation.worker.identity import find_enrolment


@require_safe
def picture(request: HttpRequest, code: str, sha256: str) -> HttpResponse:
    """Serve a picture that an item of the campaign's dataset shows, to workers who have joined. All
    others get a 404 instead of the door, since a page cannot show a door in place of a picture."""
    enrolment = find_enrolment(request, code)
    dataset = (
        Dataset.objects.get(campaigns=enrolment.campaign_id) if enrolment is not None else None
    )
    found = picture_of(dataset, sha256) if dataset is not None else None
    if found is None:
        return not_found(request, LookupError(sha256))
    return answer_with_picture(request, found)
