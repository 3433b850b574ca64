"""The URLs of the operations."""

from django.urls import URLPattern

from addons.alignment.api import alignments, draws
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import url

urlpatterns: list[URLPattern] = [
    *job_urls(draws.OPERATIONS, url("draws/<int:draw_id>/keep", "keep_draw", draws.KeepDraw)),
    *job_urls(
        alignments.OPERATIONS,
        url("alignments/<int:alignment_id>/groups", "groups", alignments.ListGroups),
    ),
]
