"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.comparisons import api, api_writes
from addons.comparisons.api_items import ListComparedItems
from annotation.api.operations import address

urlpatterns: list[URLPattern] = [
    path(
        "comparisons",
        address("Comparisons", api.ListComparisons, api_writes.MakeComparison),
        name="comparisons",
    ),
    path(
        "comparisons/<int:comparison_id>",
        address("Comparison", api.ReadComparison, api_writes.RenameComparison),
        name="comparison",
    ),
    path(
        "comparisons/<int:comparison_id>/items",
        address("ComparedItems", ListComparedItems),
        name="compared_items",
    ),
    path(
        "comparisons/<int:comparison_id>/anew",
        address("RemakeComparison", api_writes.RemakeComparison),
        name="make_anew",
    ),
    path(
        "comparisons/<int:comparison_id>/delete",
        address("DeleteComparison", api_writes.DeleteComparison),
        name="delete_comparison",
    ),
    path(
        "comparisons/<int:comparison_id>/restore",
        address("RestoreComparison", api_writes.RestoreComparison),
        name="restore_comparison",
    ),
]
