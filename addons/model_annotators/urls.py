"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.model_annotators import pages
from annotation.research.common.jobs import job_urls

urlpatterns: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/models/ask/", pages.new, name="ask_model"),
    path("campaigns/<int:campaign_id>/models/endpoints/", pages.add, name="add_endpoint"),
    path(
        "campaigns/<int:campaign_id>/models/endpoints/<int:endpoint_id>/remove/",
        pages.remove,
        name="remove_endpoint",
    ),
    *job_urls(pages.PAGES),
    path(
        "campaigns/<int:campaign_id>/models/runs/<int:run_id>/resume/",
        pages.resume,
        name="resume_model",
    ),
    path(
        "campaigns/<int:campaign_id>/models/runs/<int:run_id>/keep/",
        pages.keep,
        name="keep_model",
    ),
]
