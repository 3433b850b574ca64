"""How far a Celery job is that a researcher asked for."""

from django.http import HttpResponse
from django.shortcuts import render

from annotation.models import Job
from annotation.research.common.access import ResearcherRequest


def progress_of(request: ResearcherRequest, asked: Job, template: str) -> HttpResponse:
    """What a page asks for while it waits; in the end it reloads."""
    response = render(request, template, {"asked": asked})
    if not asked.under_way:
        response.headers["HX-Refresh"] = "true"
    return response
