"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.alignment.pages import alignments, crowd, documents_xml, draws, groups
from annotation.research.common.jobs import job_urls

ALIGNMENT = "alignments/<int:alignment_id>"

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/alignments/", alignments.list_alignments, name="alignments"),
    path("datasets/<int:dataset_id>/alignments/new/", alignments.new, name="new_alignment"),
    *job_urls(alignments.PAGES),
    path(f"{ALIGNMENT}/groups.jsonl", alignments.as_jsonl, name="groups_jsonl"),
    path(f"{ALIGNMENT}/groups/<int:group>/", groups.show, name="alignment_group"),
    path(f"{ALIGNMENT}/crowd/<slug:gold>/", crowd.show, name="alignment_crowd"),
    path(f"{ALIGNMENT}/<slug:chart>.csv", alignments.as_csv, name="alignment_csv"),
    path("datasets/<int:dataset_id>/documents.xml", documents_xml.as_xml, name="documents_xml"),
    path("datasets/<int:dataset_id>/draws/new/", draws.new, name="new_draw"),
    *job_urls(draws.PAGES),
    path("draws/<int:draw_id>/keep/", draws.keep, name="keep_draw"),
]
