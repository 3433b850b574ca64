"""The URLs of model annotation: rounds, comparison with the crowd, and suggestions."""

from django.urls import URLPattern, path

from annotation.research.machines import models, runs, suggestions

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
    path("campaigns/<int:campaign_id>/models/ask/", runs.new, name="ask_model"),
    path("campaigns/<int:campaign_id>/models/endpoints/", runs.add, name="add_endpoint"),
    path(
        "campaigns/<int:campaign_id>/models/endpoints/<int:endpoint_id>/remove/",
        runs.remove,
        name="remove_endpoint",
    ),
    path("campaigns/<int:campaign_id>/models/runs/<int:run_id>/", runs.show, name="model_run"),
    path(
        "campaigns/<int:campaign_id>/models/runs/<int:run_id>/progress/",
        runs.progress,
        name="model_run_progress",
    ),
    *(
        path(
            f"campaigns/<int:campaign_id>/models/runs/<int:run_id>/{step}/",
            view,
            name=f"{step}_model",
        )
        for step, view in (
            ("stop", runs.stop),
            ("resume", runs.resume),
            ("keep", runs.keep),
        )
    ),
    path("campaigns/<int:campaign_id>/models/<int:set_id>/", models.show, name="model"),
    path("campaigns/<int:campaign_id>/models/<int:set_id>/hold/", models.hold, name="hold_set"),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/let-go/",
        models.release,
        name="let_go_set",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/workers.csv",
        models.as_csv,
        name="model_csv",
    ),
]
