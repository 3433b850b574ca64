"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.alignment.access import alignment_for, draw_for
from addons.alignment.job_kinds import ALIGNMENT, DRAW
from addons.alignment.pages import alignments, crowd, draws, groups
from annotation.capabilities import Capability
from annotation.research.common.jobs import JobPages, after_job, job_urls
from annotation.research.common.rename import Named, rename_url

ALIGNMENTS = JobPages(
    kind=ALIGNMENT, find=alignment_for, progress="research/alignments/progress.html"
)
DRAWS = JobPages(
    kind=DRAW,
    find=draw_for,
    progress="research/draws/progress.html",
    discarded="The sample was discarded. No dataset was created.",
    after=after_job,
)

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/alignments/", alignments.list_alignments, name="alignments"),
    path("datasets/<int:dataset_id>/alignments/new/", alignments.new, name="new_alignment"),
    path("alignments/<int:alignment_id>/", alignments.show, name="alignment"),
    *job_urls(ALIGNMENTS, "alignments"),
    rename_url(
        "alignment", "alignments", Named(find=alignment_for, needs=Capability.EDIT_DATASETS)
    ),
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
    path("datasets/<int:dataset_id>/draws/new/", draws.new, name="new_draw"),
    path("draws/<int:draw_id>/", draws.show, name="draw"),
    *job_urls(DRAWS, "draws"),
    rename_url(
        "draw",
        "draws",
        Named(
            find=draw_for,
            needs=Capability.EDIT_DATASETS,
            note="A dataset made from the draw gets its name.",
        ),
    ),
    path("draws/<int:draw_id>/keep/", draws.keep, name="keep_draw"),
]
