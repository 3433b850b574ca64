from django.urls import URLPattern

from annotation.api.operations import url
from annotation.api.results import figures, history, judgments, methods, reports, signals

CAMPAIGN = "campaigns/<int:campaign_id>"

result_urls: list[URLPattern] = [
    url(f"{CAMPAIGN}/figures", "figures", figures.ReadFigures),
    url(f"{CAMPAIGN}/methods", "methods", methods.ReadMethods),
    url(f"{CAMPAIGN}/history", "history", history.ReadHistory),
    url(f"{CAMPAIGN}/plan", "plan", reports.ReadPlan),
    url(f"{CAMPAIGN}/biases", "biases", reports.ReadBiases),
    url("projects/<int:project_id>/biases", "project_biases", reports.ListBiases),
    url(f"{CAMPAIGN}/workers/<int:worker>/signals", "worker_signals", signals.ReadSignals),
    url(f"{CAMPAIGN}/signals", "signals", signals.ListSignals),
    url(f"{CAMPAIGN}/judgments", "judgments", judgments.ListJudgments),
]
