"""The URLs of alignments."""

from django.urls import URLPattern, path

from annotation.research.alignments import alignments, crowd, groups
from annotation.research.common.access import alignment_for
from annotation.research.common.jobs import JobPages, job_urls
from annotation.research.common.rename import rename_url
from annotation.services.jobs.kinds import ALIGNMENT

PAGES = JobPages(kind=ALIGNMENT, find=alignment_for, progress="research/alignments/progress.html")

alignment_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/alignments/new/", alignments.new, name="new_alignment"),
    path("alignments/<int:alignment_id>/", alignments.show, name="alignment"),
    *job_urls(PAGES, "alignments"),
    rename_url("alignment", "alignments"),
    path("alignments/<int:alignment_id>/groups.jsonl", alignments.as_jsonl, name="groups_jsonl"),
    path(
        "alignments/<int:alignment_id>/groups/<int:group>/",
        groups.show,
        name="alignment_group",
    ),
    path(
        "alignments/<int:alignment_id>/crowd/<slug:gold>/",
        crowd.show,
        name="alignment_crowd",
    ),
    path("alignments/<int:alignment_id>/<slug:chart>.csv", alignments.as_csv, name="alignment_csv"),
]
