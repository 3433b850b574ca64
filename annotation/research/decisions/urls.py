from django.urls import URLPattern, path

from annotation.research.decisions import decide, decisions, figures

CAMPAIGN = "campaigns/<int:campaign_id>"

decision_urls: list[URLPattern] = [
    path(f"{CAMPAIGN}/decisions/", decisions.show, name="decisions"),
    path(f"{CAMPAIGN}/decisions/<slug:table>.csv", figures.as_csv, name="decisions_csv"),
    path(f"{CAMPAIGN}/decisions/two/", decisions.share, name="share_decisions"),
    path(f"{CAMPAIGN}/decisions/next/", decide.go_to_next, name="next_decision"),
    path(f"{CAMPAIGN}/decisions/of/<int:hit_id>/", decide.show, name="decide"),
    path(f"{CAMPAIGN}/decisions/of/<int:hit_id>/desk/", decide.desk, name="desk_decision"),
    path(
        f"{CAMPAIGN}/decisions/<int:decision_id>/withdraw/",
        decisions.withdraw,
        name="withdraw_decision",
    ),
]
