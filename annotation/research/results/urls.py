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

CAMPAIGN = "campaigns/<int:campaign_id>"

result_urls: list[URLPattern] = [
    path(f"{CAMPAIGN}/", dashboard.show, name="campaign"),
    path(f"{CAMPAIGN}/live/", dashboard.live, name="live"),
    path(f"{CAMPAIGN}/history/", dashboard.history, name="history"),
    path(f"{CAMPAIGN}/judgments/", judgments.list_judgments, name="judgments"),
    path(
        f"{CAMPAIGN}/judgments/review/<slug:review>/",
        judgments.review_many,
        name="review_judgments",
    ),
    path(f"{CAMPAIGN}/reviews/<int:act_id>/", judgments.show_review, name="review"),
    path(f"{CAMPAIGN}/reviews/<int:act_id>/undo/", judgments.undo, name="undo_review"),
    path(f"{CAMPAIGN}/signals/", signals.show, name="signals"),
    path(f"{CAMPAIGN}/signals/twins/", twins.show, name="twins"),
    path(f"{CAMPAIGN}/signals/twins.csv", twins.as_csv, name="twins_csv"),
    path(f"{CAMPAIGN}/signals.csv", signals.as_csv, name="signals_csv"),
    path(f"{CAMPAIGN}/signals/<int:enrolment_id>/", worker_signals.show, name="worker_signals"),
    path(
        f"{CAMPAIGN}/signals/<int:enrolment_id>/course.csv",
        worker_signals.as_csv,
        name="worker_signals_csv",
    ),
    path(f"{CAMPAIGN}/crowd/", crowd.show, name="crowd"),
    path(f"{CAMPAIGN}/crowd/<slug:chart>.csv", crowd.as_csv, name="crowd_csv"),
    path(f"{CAMPAIGN}/methods/", methods.show, name="methods"),
    path(f"{CAMPAIGN}/methods/<slug:form>", methods.as_file, name="methods_file"),
    path(f"{CAMPAIGN}/planner/", planner.show, name="planner"),
    path(f"{CAMPAIGN}/planner/<slug:chart>.csv", planner.as_csv, name="planner_csv"),
]
