"""The addresses of what comes of a campaign."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.results import figures, judgments, methods, signals

result_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/figures",
        address("Figures", figures.ReadFigures),
        name="figures",
    ),
    path(
        "campaigns/<int:campaign_id>/methods",
        address("Methods", methods.ReadMethods),
        name="methods",
    ),
    path(
        "campaigns/<int:campaign_id>/signals",
        address("Signals", signals.ListSignals),
        name="signals",
    ),
    path(
        "campaigns/<int:campaign_id>/judgments",
        address("Judgments", judgments.ListJudgments),
        name="judgments",
    ),
]
