"""Pages that need computations reserved for tasks."""

from typing import TYPE_CHECKING, cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from analysis.exports.export import USUAL
from annotation.capabilities import Capability
from annotation.models import Campaign, User
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.replica import may_be_old
from annotation.services.accounts.access import audit_taken
from annotation.services.snapshots.files import is_restarted
from annotation.services.snapshots.snapshots import require_few
from annotation.web.gzip import takes_compressed
from annotation.web.ranges import Download, resumable
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    from analysis.exports import export_registry
else:
    export_registry = LazyModule("analysis.exports.export_registry")


@needs(to_read=Capability.EXPORT)
@may_be_old
def export(request: ResearcherRequest, campaign_id: int, name: str = USUAL) -> HttpResponse:
    """Return a campaign's file to members of its project; others get "not found"."""
    campaign = campaign_for(request, campaign_id)
    if name not in export_registry.exports_of(campaign):
        raise Http404
    return cast(HttpResponse, take_file(request, campaign, name, request.user))


def take_file(request: HttpRequest, campaign: Campaign, name: str, user: User) -> HttpResponseBase:
    """Return one of the campaign's files, and record the download with its SHA-256 in the audit."""
    require_few(campaign)
    file = export_registry.export_file(campaign.pk, name)
    response = as_download(request, file)
    if request.method == "GET" and is_restarted(response):
        audit_taken(campaign=campaign, user=user, name=file.name, digest=file.digest)
    return response


def as_download(request: HttpRequest, file: "export_registry.File") -> HttpResponseBase:
    """Return a file with its SHA-256 as ETag, so that anyone who cites it can verify it.

    It is generated for each request and identical while nothing changes, so an interrupted download
    can be resumed. Clients that accept compression and send no Range get no offer of ranges,
    because partial responses are never compressed."""
    download = Download(
        file.name, file.content_type, file.size, file.digest, file.part, file.digest
    )
    response = resumable(request, download)
    if request.method == "HEAD" or not response.streaming:  # the body will not be read
        file.written.close()
    if "Range" not in request.headers and takes_compressed(request):
        del response.headers["Accept-Ranges"]
    in_memory = file.size <= export_registry.MAX_IN_MEMORY
    if in_memory and isinstance(response, StreamingHttpResponse):
        headers = response.headers
        return HttpResponse(b"".join(response), status=response.status_code, headers=headers)
    return response
