"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.typology import pages
from addons.typology.access import typology_for
from addons.typology.job_kinds import TYPOLOGY
from annotation.capabilities import Capability
from annotation.research.common.jobs import JobPages, job_urls
from annotation.research.common.rename import Named, rename_url

PAGES = JobPages(
    kind=TYPOLOGY,
    find=typology_for,
    progress="research/typology/progress.html",
    restored="Restored.",
)

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/typologies/", pages.list_typologies, name="typologies"),
    path("datasets/<int:dataset_id>/typologies/new/", pages.new, name="new_typology"),
    path("typologies/<int:typology_id>/", pages.show, name="typology"),
    *job_urls(PAGES, "typologies"),
    rename_url("typology", "typologies", Named(find=typology_for, needs=Capability.EDIT_DATASETS)),
    path("typologies/<int:typology_id>/<slug:chart>.csv", pages.as_csv, name="typology_csv"),
]
