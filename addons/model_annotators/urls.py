"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.model_annotators import pages

urlpatterns: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/models/ask/", pages.new, name="ask_model"),
    path("campaigns/<int:campaign_id>/models/endpoints/", pages.add, name="add_endpoint"),
    path(
        "campaigns/<int:campaign_id>/models/endpoints/<int:endpoint_id>/remove/",
        pages.remove,
        name="remove_endpoint",
    ),
    path("campaigns/<int:campaign_id>/models/runs/<int:run_id>/", pages.show, name="model_run"),
    path(
        "campaigns/<int:campaign_id>/models/runs/<int:run_id>/progress/",
        pages.progress,
        name="model_run_progress",
    ),
    *(
        path(
            f"campaigns/<int:campaign_id>/models/runs/<int:run_id>/{step}/",
            view,
            name=f"{step}_model",
        )
        for step, view in (
            ("stop", pages.stop),
            ("resume", pages.resume),
            ("keep", pages.keep),
        )
    ),
]
