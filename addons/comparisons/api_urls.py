"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.comparisons import api, api_items, api_writes
from annotation.api.operations import address

OF_COMPARISON = (
    ("", "comparison", address("Comparison", api.ReadComparison, api_writes.RenameComparison)),
    ("/items", "compared_items", address("ComparedItems", api_items.ListComparedItems)),
    ("/anew", "make_anew", address("RemakeComparison", api_writes.RemakeComparison)),
    ("/delete", "delete_comparison", address("DeleteComparison", api_writes.DeleteComparison)),
    ("/restore", "restore_comparison", address("RestoreComparison", api_writes.RestoreComparison)),
)
urlpatterns: list[URLPattern] = [
    path(
        "comparisons",
        address("Comparisons", api.ListComparisons, api_writes.MakeComparison),
        name="comparisons",
    ),
    *(
        path(f"comparisons/<int:comparison_id>{place}", view, name=name)
        for place, name, view in OF_COMPARISON
    ),
]
