"""The addresses of model annotators: comparisons, suggestions and rounds."""

from django.urls import URLPattern, path

from annotation.api.machines import model_rounds, reference_sets, suggestions
from annotation.api.operations import address

machine_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/models",
        address("HeldSets", reference_sets.HeldSets),
        name="held_sets",
    ),
    path(
        "campaigns/<int:campaign_id>/suggestions",
        address("Suggestions", suggestions.Suggestions),
        name="suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/suggestions/drop",
        address("DropSuggestions", suggestions.DropSuggestions),
        name="drop_suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>",
        address("HeldSet", reference_sets.ReadHeldSet),
        name="held_set",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/let-go",
        address("LetGo", reference_sets.LetGo),
        name="let_go_set",
    ),
    path(
        "projects/<int:project_id>/endpoints",
        address("Endpoints", model_rounds.Endpoints),
        name="endpoints",
    ),
    path(
        "projects/<int:project_id>/endpoints/<int:endpoint_id>/remove",
        address("RemoveEndpoint", model_rounds.RemoveEndpoint),
        name="remove_endpoint",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds",
        address("Rounds", model_rounds.Rounds),
        name="rounds",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>",
        address("Round", model_rounds.ReadRound),
        name="round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/answers",
        address("AnswersOfRound", model_rounds.ListAnswersOfRound),
        name="answers_of_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/stop",
        address("StopRound", model_rounds.StopRound),
        name="stop_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/resume",
        address("ResumeRound", model_rounds.ResumeRound),
        name="resume_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/keep",
        address("KeepRound", model_rounds.KeepRound),
        name="keep_round",
    ),
]
