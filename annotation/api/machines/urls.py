"""The addresses of model annotators: comparisons, suggestions and rounds."""

from django.urls import URLPattern, path

from annotation.api.machines import asked, machines, suggestions
from annotation.api.operations import address

machine_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/models",
        address("HeldSets", machines.HeldSets),
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
        address("HeldSet", machines.ReadHeldSet),
        name="held_set",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/let-go",
        address("LetGo", machines.LetGo),
        name="let_go_set",
    ),
    path(
        "projects/<int:project_id>/endpoints",
        address("Endpoints", asked.Endpoints),
        name="endpoints",
    ),
    path(
        "projects/<int:project_id>/endpoints/<int:endpoint_id>/remove",
        address("RemoveEndpoint", asked.RemoveEndpoint),
        name="remove_endpoint",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds",
        address("Rounds", asked.Rounds),
        name="rounds",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>",
        address("Round", asked.ReadRound),
        name="round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/answers",
        address("AnswersOfRound", asked.ListAnswersOfRound),
        name="answers_of_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/stop",
        address("StopRound", asked.StopRound),
        name="stop_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/resume",
        address("ResumeRound", asked.ResumeRound),
        name="resume_round",
    ),
    path(
        "campaigns/<int:campaign_id>/rounds/<int:run_id>/keep",
        address("KeepRound", asked.KeepRound),
        name="keep_round",
    ),
]
