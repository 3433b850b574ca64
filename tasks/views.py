"""Pages that need what only tasks may compute."""

import base64
import hashlib
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from annotation.research.access import ResearcherRequest, campaign_for, researcher
from tasks.exchange import export_gold


@require_safe
@researcher
def gold(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project; for anyone else there is no such campaign. Reads only."""
    campaign = campaign_for(request.user, campaign_id)
    return as_download(request, export_gold(campaign.pk), f"{slugify(campaign.name)}-gold.json")


def as_download(request: HttpRequest, body: bytes, filename: str) -> HttpResponse:
    """A file whose SHA-256 is its ETag, so that whoever cites it can check it."""
    digest = hashlib.sha256(body)
    response = HttpResponse(body, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    response.headers["ETag"] = etag = f'"{digest.hexdigest()}"'
    encoded = base64.b64encode(digest.digest()).decode()
    response.headers["Repr-Digest"] = f"sha-256=:{encoded}:"
    response.headers["Cache-Control"] = "private, no-cache"
    return cast(HttpResponse, get_conditional_response(request, etag=etag, response=response))
