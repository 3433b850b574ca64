"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.model_annotators import pages
from annotation.research.common.jobs import job_urls

MODELS = "campaigns/<int:campaign_id>/models"

urlpatterns: list[URLPattern] = [
    path(f"{MODELS}/ask/", pages.new, name="ask_model"),
    path(f"{MODELS}/endpoints/", pages.add, name="add_endpoint"),
    path(f"{MODELS}/endpoints/<int:endpoint_id>/remove/", pages.remove, name="remove_endpoint"),
    *job_urls(pages.PAGES),
    path(f"{MODELS}/runs/<int:run_id>/resume/", pages.resume, name="resume_model"),
    path(f"{MODELS}/runs/<int:run_id>/keep/", pages.keep, name="keep_model"),
]
