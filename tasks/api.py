"""An operation of the API that needs what only tasks may compute."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from annotation.api.operations import ResearcherOperation, address, operation
from annotation.api.scope import campaign_for
from annotation.services.errors import Conflict
from tasks.exchange import export_gold
from tasks.views import as_download


class ReadGold(ResearcherOperation):
    @operation(
        name="read_gold",
        gives={200: OpenApiTypes.OBJECT, 304: None},
        refuses=(401, 404, 409),
    )
    def get(self, request: Request, campaign_id: int) -> HttpResponse:
        """Read the gold file: every judgment that counts and what was computed from them.

        The ETag is its SHA-256; the same data gives the same bytes."""
        campaign = campaign_for(request, campaign_id)
        if campaign.launched_at is None:
            raise Conflict("A draft has no judgments to export yet: launch it first.")
        body = export_gold(campaign.pk)
        return as_download(cast(HttpRequest, request), body, f"{slugify(campaign.name)}-gold.json")


urlpatterns: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/gold", address("Gold", ReadGold), name="gold"),
]
