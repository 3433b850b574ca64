"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.alignment.api import alignments, draws
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import address

urlpatterns: list[URLPattern] = [
    *job_urls(
        draws.OPERATIONS,
        path("draws/<int:draw_id>/keep", address("KeepDraw", draws.KeepDraw), name="keep_draw"),
    ),
    *job_urls(
        alignments.OPERATIONS,
        path(
            "alignments/<int:alignment_id>/groups",
            address("Groups", alignments.ListGroups),
            name="groups",
        ),
    ),
]
