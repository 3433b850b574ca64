from django.urls import URLPattern

from annotation.api.machines import reference_sets, suggestions
from annotation.api.operations import url

CAMPAIGN = "campaigns/<int:campaign_id>"

machine_urls: list[URLPattern] = [
    url(f"{CAMPAIGN}/models", "held_sets", reference_sets.HeldSets),
    url(f"{CAMPAIGN}/suggestions", "suggestions", suggestions.Suggestions),
    url(f"{CAMPAIGN}/suggestions/drop", "drop_suggestions", suggestions.DropSuggestions),
    url(f"{CAMPAIGN}/models/<int:set_id>", "held_set", reference_sets.ReadHeldSet),
    url(f"{CAMPAIGN}/models/<int:set_id>/let-go", "let_go_set", reference_sets.LetGo),
]
