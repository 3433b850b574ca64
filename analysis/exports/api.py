"""API operations that need computations reserved for tasks."""

from typing import TYPE_CHECKING, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from analysis.exports.download_views import take_file
from analysis.exports.export import USUAL
from annotation.api.operations import ResearcherOperation, exports, url
from annotation.api.scope import caller, campaign_for
from annotation.services.errors import Conflict, NotFound
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    from analysis.exports import export_registry
else:
    export_registry = LazyModule("analysis.exports.export_registry")


IN_PART = {206: OpenApiTypes.BINARY, 304: None, 416: None}


class ReadGold(ResearcherOperation):
    @exports(name="read_gold", gives={200: OpenApiTypes.OBJECT, **IN_PART}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> HttpResponseBase:
        """Read the gold file: every judgment that counts, and the results computed from them.

        The ETag is its SHA-256; the same data gives the same bytes. Range requests work, as for any
        file."""
        return _download(request, campaign_id, USUAL)


class ReadFile(ResearcherOperation):
    @exports(name="read_file", gives={200: OpenApiTypes.BINARY, **IN_PART}, refuses=(409,))
    def get(self, request: Request, campaign_id: int, name: str) -> HttpResponseBase:
        """Read one of a campaign's files.

        All but those on apps and sites: gold. Pairs and labels: judgments-csv, judgments-jsonl,
        consensus-csv, soft-labels, soft-labels-one-coin, soft-labels-mace, soft-labels-glad,
        crowd-kit, label-studio. Evidence: evidence-jsonl, evidence-answered, squad, privacyqa,
        privacyqa-csv, privacyqa-answered, web-annotation, answer-sets. Spans: judgments-csv,
        judgments-jsonl, spans-csv, conll, spacy, label-studio, brat, web-annotation. Apps:
        questions. Sites: versions. All: decisions-csv, decisions-jsonl, and the tables
        table-judgments, table-consensus, table-distribution, table-items, table-workers and
        table-figures, each ending in -csv, -jsonl or -parquet, or all of them in one folder,
        dataset.

        The ETag is its SHA-256; the same data gives the same bytes. With Range and If-Range an
        interrupted download can be resumed while the data is the same. Compressed responses are
        always complete."""
        return _download(request, campaign_id, name)


def _download(request: Request, campaign_id: int, name: str) -> HttpResponseBase:
    campaign = campaign_for(request, campaign_id)
    if name not in export_registry.exports_of(campaign):
        known = ", ".join(export_registry.exports_of(campaign))
        raise NotFound(f"This campaign has no such file. Its files are: {known}.")
    if campaign.launched_at is None:
        raise Conflict(
            "This campaign is a draft and has no judgments to export yet. Launch it first."
        )
    return take_file(cast(HttpRequest, request), campaign, name, caller(request))


urlpatterns: list[URLPattern] = [
    url("campaigns/<int:campaign_id>/gold", "gold", ReadGold),
    url("campaigns/<int:campaign_id>/files/<slug:name>", "file", ReadFile),
]
