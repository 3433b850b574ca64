"""The URLs of the operations."""

from django.urls import URLPattern

from addons.typology import api
from annotation.api.jobs.jobs import job_urls

urlpatterns: list[URLPattern] = [
    *job_urls(api.OPERATIONS),
]
