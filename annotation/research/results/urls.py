"""The URLs of a campaign's results."""

from django.urls import URLPattern, path

from annotation.research.results import (
    crowd,
    dashboard,
    judgments,
    methods,
    planner,
    signals,
    twins,
    worker_signals,
)

result_urls: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/", dashboard.show, name="campaign"),
    path("campaigns/<int:campaign_id>/live/", dashboard.live, name="live"),
    path("campaigns/<int:campaign_id>/history/", dashboard.history, name="history"),
    path("campaigns/<int:campaign_id>/judgments/", judgments.list_judgments, name="judgments"),
    path(
        "campaigns/<int:campaign_id>/judgments/review/<slug:review>/",
        judgments.review_many,
        name="review_judgments",
    ),
    path("campaigns/<int:campaign_id>/reviews/<int:act_id>/", judgments.show_review, name="review"),
    path(
        "campaigns/<int:campaign_id>/reviews/<int:act_id>/undo/",
        judgments.undo,
        name="undo_review",
    ),
    path("campaigns/<int:campaign_id>/signals/", signals.show, name="signals"),
    path("campaigns/<int:campaign_id>/signals/twins/", twins.show, name="twins"),
    path("campaigns/<int:campaign_id>/signals/twins.csv", twins.as_csv, name="twins_csv"),
    path("campaigns/<int:campaign_id>/signals.csv", signals.as_csv, name="signals_csv"),
    path(
        "campaigns/<int:campaign_id>/signals/<int:enrolment_id>/",
        worker_signals.show,
        name="worker_signals",
    ),
    path(
        "campaigns/<int:campaign_id>/signals/<int:enrolment_id>/course.csv",
        worker_signals.as_csv,
        name="worker_signals_csv",
    ),
    path("campaigns/<int:campaign_id>/crowd/", crowd.show, name="crowd"),
    path("campaigns/<int:campaign_id>/crowd/<slug:chart>.csv", crowd.as_csv, name="crowd_csv"),
    path("campaigns/<int:campaign_id>/methods/", methods.show, name="methods"),
    path("campaigns/<int:campaign_id>/methods/<slug:form>", methods.as_file, name="methods_file"),
    path("campaigns/<int:campaign_id>/planner/", planner.show, name="planner"),
    path(
        "campaigns/<int:campaign_id>/planner/<slug:chart>.csv", planner.as_csv, name="planner_csv"
    ),
]
