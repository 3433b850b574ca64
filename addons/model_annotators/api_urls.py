"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.model_annotators import api
from annotation.api.operations import address

urlpatterns: list[URLPattern] = [
    path(
        "projects/<int:project_id>/endpoints",
        address("Endpoints", api.Endpoints),
        name="endpoints",
    ),
    path(
        "projects/<int:project_id>/endpoints/<int:endpoint_id>/remove",
        address("RemoveEndpoint", api.RemoveEndpoint),
        name="remove_endpoint",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds",
        address("Rounds", api.Rounds),
        name="rounds",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>",
        address("Round", api.ReadRound),
        name="round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/answers",
        address("AnswersOfRound", api.ListAnswersOfRound),
        name="answers_of_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/stop",
        address("StopRound", api.StopRound),
        name="stop_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/resume",
        address("ResumeRound", api.ResumeRound),
        name="resume_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/keep",
        address("KeepRound", api.KeepRound),
        name="keep_round",
    ),
]
