from django.urls import URLPattern, path

from annotation.research.machines import models, suggestions

machine_urls: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/models/", models.index, name="models"),
    path("campaigns/<int:campaign_id>/models/suggestions/", suggestions.show, name="suggestions"),
    path(
        "campaigns/<int:campaign_id>/models/suggestions/choose/",
        suggestions.choose,
        name="choose_suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/models/suggestions/drop/",
        suggestions.drop,
        name="drop_suggestions",
    ),
    path("campaigns/<int:campaign_id>/models/<int:set_id>/", models.show, name="model"),
    path("campaigns/<int:campaign_id>/models/<int:set_id>/hold/", models.hold, name="hold_set"),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/let-go/", models.release, name="let_go_set"
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/workers.csv",
        models.as_csv,
        name="model_csv",
    ),
]
