"""Pages that need what only tasks may compute."""

import base64
import hashlib
from http import HTTPStatus
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from analysis.exports.export import USUAL
from analysis.exports.registry import File, export_file, exports_of
from annotation.capabilities import Capability
from annotation.models import Campaign, User
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.services.accounts.access import audit_taken_file
from annotation.services.snapshots.snapshots import insist_on_few


@require_safe
@needs(Capability.EXPORT)
def export(request: ResearcherRequest, campaign_id: int, name: str = USUAL) -> HttpResponse:
    """Return a campaign's file to members of its project; others get "not found"."""
    campaign = campaign_for(request, campaign_id)
    if name not in exports_of(campaign):
        raise Http404
    return take_file(request, campaign, name, request.user)


def take_file(request: HttpRequest, campaign: Campaign, name: str, user: User) -> HttpResponse:
    """Return one of the campaign's files, and record the download with its SHA-256 in the audit."""
    insist_on_few(campaign)
    file = export_file(campaign.pk, name)
    response = as_download(request, file)
    if request.method == "GET" and response.status_code == HTTPStatus.OK:
        audit_taken_file(campaign=campaign, user=user, name=file.name, body=file.body)
    return response


def as_download(request: HttpRequest, file: File) -> HttpResponse:
    """Return a file with its SHA-256 as ETag, so that those who cite it can check it."""
    digest = hashlib.sha256(file.body)
    response = HttpResponse(file.body, content_type=file.content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    response.headers["ETag"] = etag = f'"{digest.hexdigest()}"'
    encoded = base64.b64encode(digest.digest()).decode()
    response.headers["Repr-Digest"] = f"sha-256=:{encoded}:"
    response.headers["Cache-Control"] = "private, no-cache"
    return cast(HttpResponse, get_conditional_response(request, etag=etag, response=response))
