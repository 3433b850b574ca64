"""The URLs of decisions."""

from django.urls import URLPattern, path

from annotation.research.decisions import decide, decisions, figures

decision_urls: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/decisions/", decisions.show, name="decisions"),
    path(
        "campaigns/<int:campaign_id>/decisions/<slug:table>.csv",
        figures.as_csv,
        name="decisions_csv",
    ),
    path("campaigns/<int:campaign_id>/decisions/two/", decisions.share, name="share_decisions"),
    path("campaigns/<int:campaign_id>/decisions/next/", decide.go_to_next, name="next_decision"),
    path("campaigns/<int:campaign_id>/decisions/of/<int:hit_id>/", decide.show, name="decide"),
    path(
        "campaigns/<int:campaign_id>/decisions/of/<int:hit_id>/desk/",
        decide.desk,
        name="desk_decision",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/<int:decision_id>/withdraw/",
        decisions.withdraw,
        name="withdraw_decision",
    ),
]
