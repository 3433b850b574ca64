from django.urls import URLPattern

from annotation.research.common.routes import of_campaign
from annotation.research.results import (
    breakdowns,
    crowd,
    dashboard,
    judgments,
    methods,
    pilot,
    planner,
    signals,
    twins,
    worker_signals,
)

result_urls: list[URLPattern] = [
    of_campaign("", dashboard.show, "campaign"),
    of_campaign("live/", dashboard.live, "live"),
    of_campaign("history/", dashboard.history, "history"),
    of_campaign("judgments/", judgments.list_judgments, "judgments"),
    of_campaign("judgments/review/<slug:review>/", judgments.review_many, "review_judgments"),
    of_campaign("reviews/<int:act_id>/", judgments.show_review, "review"),
    of_campaign("reviews/<int:act_id>/undo/", judgments.undo, "undo_review"),
    of_campaign("signals/", signals.show, "signals"),
    of_campaign("signals/twins/", twins.show, "twins"),
    of_campaign("signals/twins.csv", twins.as_csv, "twins_csv"),
    of_campaign("signals.csv", signals.as_csv, "signals_csv"),
    of_campaign("signals/<int:enrolment_id>/", worker_signals.show, "worker_signals"),
    of_campaign(
        "signals/<int:enrolment_id>/course.csv", worker_signals.as_csv, "worker_signals_csv"
    ),
    of_campaign("crowd/", crowd.show, "crowd"),
    of_campaign("crowd/<slug:chart>.csv", crowd.as_csv, "crowd_csv"),
    of_campaign("breakdowns/", breakdowns.show, "breakdowns"),
    of_campaign("breakdowns.csv", breakdowns.as_csv, "breakdowns_csv"),
    of_campaign("methods/", methods.show, "methods"),
    of_campaign("methods/<slug:form>", methods.as_file, "methods_file"),
    of_campaign("pilot/", pilot.end, "end_pilot"),
    of_campaign("pilot/count/", pilot.count, "count_pilot"),
    of_campaign("planner/", planner.show, "planner"),
    of_campaign("planner/<slug:chart>.csv", planner.as_csv, "planner_csv"),
]
