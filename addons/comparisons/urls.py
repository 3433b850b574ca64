"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.comparisons import item_pages, pages
from annotation.research.common.jobs import job_urls

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/comparisons/", pages.list_comparisons, name="comparisons"),
    path("projects/<int:project_id>/comparisons/new/", pages.new, name="new_comparison"),
    *job_urls(pages.PAGES),
    path("comparisons/<int:comparison_id>/items/", item_pages.items, name="compared_items"),
    path("comparisons/<int:comparison_id>/live/", pages.live, name="live_comparison"),
    path("comparisons/<int:comparison_id>/anew/", pages.make_anew, name="make_anew"),
    path("comparisons/<int:comparison_id>/<slug:chart>.csv", pages.as_csv, name="comparison_csv"),
]
