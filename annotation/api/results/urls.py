"""The URLs of a campaign's results."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.results import figures, history, judgments, methods, reports, signals

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
        "campaigns/<int:campaign_id>/history",
        address("History", history.ReadHistory),
        name="history",
    ),
    path("campaigns/<int:campaign_id>/plan", address("Plan", reports.ReadPlan), name="plan"),
    path(
        "campaigns/<int:campaign_id>/biases",
        address("Biases", reports.ReadBiases),
        name="biases",
    ),
    path(
        "projects/<int:project_id>/biases",
        address("ProjectBiases", reports.ListBiases),
        name="project_biases",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/signals",
        address("WorkerSignals", signals.ReadSignals),
        name="worker_signals",
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
