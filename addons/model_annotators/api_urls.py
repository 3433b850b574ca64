"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.model_annotators import api
from annotation.api.operations import address

OF_ROUND = (
    ("", "round", address("Round", api.ReadRound)),
    ("/answers", "answers_of_round", address("AnswersOfRound", api.ListAnswersOfRound)),
    ("/stop", "stop_round", address("StopRound", api.StopRound)),
    ("/resume", "resume_round", address("ResumeRound", api.ResumeRound)),
    ("/keep", "keep_round", address("KeepRound", api.KeepRound)),
)
ENDPOINTS = "projects/<int:project_id>/endpoints"
ROUNDS = "campaigns/<int:campaign_id>/rounds"
urlpatterns: list[URLPattern] = [
    path(ENDPOINTS, address("Endpoints", api.Endpoints), name="endpoints"),
    path(
        f"{ENDPOINTS}/<int:endpoint_id>/remove",
        address("RemoveEndpoint", api.RemoveEndpoint),
        name="remove_endpoint",
    ),
    path(ROUNDS, address("Rounds", api.Rounds), name="rounds"),
    *(path(f"{ROUNDS}/<int:run_id>{place}", view, name=name) for place, name, view in OF_ROUND),
]
