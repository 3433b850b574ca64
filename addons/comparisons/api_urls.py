"""The URLs of the operations."""

from django.urls import URLPattern

from addons.comparisons import api, api_items, api_writes
from annotation.api.operations import url

COMPARISON = "comparisons/<int:comparison_id>"

urlpatterns: list[URLPattern] = [
    url("comparisons", "comparisons", api.ListComparisons, api_writes.MakeComparison),
    url(COMPARISON, "comparison", api.ReadComparison, api_writes.RenameComparison),
    url(f"{COMPARISON}/items", "compared_items", api_items.ListComparedItems),
    url(f"{COMPARISON}/anew", "make_anew", api_writes.RemakeComparison),
    url(f"{COMPARISON}/delete", "delete_comparison", api_writes.DeleteComparison),
    url(f"{COMPARISON}/restore", "restore_comparison", api_writes.RestoreComparison),
]
