"""The URLs of a campaign's pages."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path


def of_campaign(route: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
    """Return the pattern of a URL below a campaign's own."""
    return path(f"campaigns/<int:campaign_id>/{route}", view, name=name)
