"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.comparisons import item_pages, pages
from addons.comparisons.access import comparison_for
from addons.comparisons.apps import LIST
from annotation.capabilities import Capability
from annotation.research.common.rename import Named, rename_url

NAMED = Named(find=comparison_for, needs=Capability.RUN_CAMPAIGNS, listed=LIST)

urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/comparisons/", pages.list_comparisons, name="comparisons"),
    path("projects/<int:project_id>/comparisons/new/", pages.new, name="new_comparison"),
    path("comparisons/<int:comparison_id>/", pages.show, name="comparison"),
    path("comparisons/<int:comparison_id>/items/", item_pages.items, name="compared_items"),
    path("comparisons/<int:comparison_id>/live/", pages.live, name="live_comparison"),
    rename_url("comparison", "comparisons", NAMED),
    path("comparisons/<int:comparison_id>/delete/", pages.delete, name="delete_comparison"),
    path("comparisons/<int:comparison_id>/restore/", pages.restore, name="restore_comparison"),
    path("comparisons/<int:comparison_id>/anew/", pages.make_anew, name="make_anew"),
    path("comparisons/<int:comparison_id>/<slug:chart>.csv", pages.as_csv, name="comparison_csv"),
]
