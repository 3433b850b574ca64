"""The URLs of the operations."""

from django.urls import URLPattern

from addons.model_annotators import api
from annotation.api.operations import url

ENDPOINTS = "projects/<int:project_id>/endpoints"
ROUNDS = "campaigns/<int:campaign_id>/rounds"
ROUND = f"{ROUNDS}/<int:run_id>"

urlpatterns: list[URLPattern] = [
    url(ENDPOINTS, "endpoints", api.Endpoints),
    url(f"{ENDPOINTS}/<int:endpoint_id>/remove", "remove_endpoint", api.RemoveEndpoint),
    url(ROUNDS, "rounds", api.Rounds),
    url(ROUND, "round", api.ReadRound),
    url(f"{ROUND}/answers", "answers_of_round", api.ListAnswersOfRound),
    url(f"{ROUND}/stop", "stop_round", api.StopRound),
    url(f"{ROUND}/resume", "resume_round", api.ResumeRound),
    url(f"{ROUND}/keep", "keep_round", api.KeepRound),
]
