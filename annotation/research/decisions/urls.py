from django.urls import URLPattern

from annotation.research.common.routes import of_campaign
from annotation.research.decisions import decide, decisions, figures, reasons

decision_urls: list[URLPattern] = [
    of_campaign("decisions/", decisions.show, "decisions"),
    of_campaign("decisions/<slug:table>.csv", figures.as_csv, "decisions_csv"),
    of_campaign("decisions/two/", decisions.share, "share_decisions"),
    of_campaign("decisions/reasons/", reasons.save, "save_reasons"),
    of_campaign("decisions/<int:decision_id>/reasons/", reasons.code, "code_decision"),
    of_campaign("decisions/next/", decide.go_to_next, "next_decision"),
    of_campaign("decisions/of/<int:hit_id>/", decide.show, "decide"),
    of_campaign("decisions/of/<int:hit_id>/desk/", decide.desk, "desk_decision"),
    of_campaign("decisions/<int:decision_id>/withdraw/", decisions.withdraw, "withdraw_decision"),
]
