"""The progress of a Celery job that a researcher asked for."""

from django.http import HttpResponse
from django.shortcuts import render

from annotation.models import Job
from annotation.research.common.access import ResearcherRequest


def progress_of(request: ResearcherRequest, asked: Job, template: str) -> HttpResponse:
    """Return the part of a page that shows progress while it waits; at the end the page reloads."""
    response = render(request, template, {"asked": asked})
    if not asked.under_way:
        response.headers["HX-Refresh"] = "true"
    return response
