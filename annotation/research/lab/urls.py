"""The URLs of the bias laboratory and comparisons."""

from django.urls import URLPattern, path

from annotation.research.common.rename import rename_url
from annotation.research.lab import compared_items, comparisons, lab, word_lists

lab_urls: list[URLPattern] = [
    path("projects/<int:project_id>/lab/", lab.show, name="lab"),
    path("campaigns/<int:campaign_id>/biases/", lab.of_campaign, name="biases"),
    path("projects/<int:project_id>/lab/<slug:chart>.csv", lab.as_csv, name="lab_csv"),
    path("projects/<int:project_id>/words/<slug:language>/", word_lists.words, name="words"),
    path(
        "projects/<int:project_id>/words/<slug:language>/rename/",
        word_lists.rename_words,
        name="rename_words",
    ),
    path("projects/<int:project_id>/comparisons/new/", comparisons.new, name="new_comparison"),
    path("comparisons/<int:comparison_id>/", comparisons.show, name="comparison"),
    path("comparisons/<int:comparison_id>/items/", compared_items.items, name="compared_items"),
    path("comparisons/<int:comparison_id>/live/", comparisons.live, name="live_comparison"),
    rename_url("comparison", "comparisons"),
    path("comparisons/<int:comparison_id>/delete/", comparisons.delete, name="delete_comparison"),
    path(
        "comparisons/<int:comparison_id>/restore/", comparisons.restore, name="restore_comparison"
    ),
    path("comparisons/<int:comparison_id>/anew/", comparisons.make_anew, name="make_anew"),
    path(
        "comparisons/<int:comparison_id>/<slug:chart>.csv",
        comparisons.as_csv,
        name="comparison_csv",
    ),
]
