"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.alignment.api import alignments, draws
from addons.alignment.job_kinds import ALIGNMENT, DRAW
from addons.alignment.models import Alignment, PairDraw
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import address
from annotation.api.rename import Named, job_finder, rename_url
from annotation.capabilities import Capability

urlpatterns: list[URLPattern] = [
    path("datasets/<int:dataset_id>/draws", address("Draws", draws.Draws), name="draws"),
    path("draws/<int:draw_id>", address("Draw", draws.ReadDraw), name="draw"),
    path("draws/<int:draw_id>/keep", address("KeepDraw", draws.KeepDraw), name="keep_draw"),
    *job_urls(DRAW, "draws", draws.Draw),
    rename_url("draw", Named("draws", job_finder(PairDraw), Capability.EDIT_DATASETS)),
    path(
        "datasets/<int:dataset_id>/alignments",
        address("Alignments", alignments.Alignments),
        name="alignments",
    ),
    path(
        "alignments/<int:alignment_id>",
        address("Alignment", alignments.ReadAlignment),
        name="alignment",
    ),
    path(
        "alignments/<int:alignment_id>/groups",
        address("Groups", alignments.ListGroups),
        name="groups",
    ),
    *job_urls(ALIGNMENT, "alignments", alignments.Alignment),
    rename_url("alignment", Named("alignments", job_finder(Alignment), Capability.EDIT_DATASETS)),
]
