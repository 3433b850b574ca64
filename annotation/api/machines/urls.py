"""The addresses of model annotators: comparisons and suggestions."""

from django.urls import URLPattern, path

from annotation.api.machines import reference_sets, suggestions
from annotation.api.operations import address

machine_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/models",
        address("HeldSets", reference_sets.HeldSets),
        name="held_sets",
    ),
    path(
        "campaigns/<int:campaign_id>/suggestions",
        address("Suggestions", suggestions.Suggestions),
        name="suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/suggestions/drop",
        address("DropSuggestions", suggestions.DropSuggestions),
        name="drop_suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>",
        address("HeldSet", reference_sets.ReadHeldSet),
        name="held_set",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/let-go",
        address("LetGo", reference_sets.LetGo),
        name="let_go_set",
    ),
]
