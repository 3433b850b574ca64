"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.typology import pages
from annotation.research.common.jobs import job_urls

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/typologies/", pages.list_typologies, name="typologies"),
    path("datasets/<int:dataset_id>/typologies/new/", pages.new, name="new_typology"),
    *job_urls(pages.PAGES),
    path("typologies/<int:typology_id>/<slug:chart>.csv", pages.as_csv, name="typology_csv"),
]
