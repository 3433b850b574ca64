from django.urls import URLPattern

from annotation.api.decisions import decide, listing, queue
from annotation.api.operations import url

CAMPAIGN = "campaigns/<int:campaign_id>"

decision_urls: list[URLPattern] = [
    url(f"{CAMPAIGN}/decisions", "decisions", listing.ListDecisions, decide.MakeDecision),
    url(f"{CAMPAIGN}/decisions/waiting", "waiting", queue.ListWaiting),
    url(f"{CAMPAIGN}/decisions/beside", "beside_decisions", queue.ReadBesideDecisions),
    url(f"{CAMPAIGN}/decisions/adjudicators", "adjudicators", decide.ShareDecisions),
    url(
        f"{CAMPAIGN}/decisions/<int:decision_id>/withdraw",
        "withdraw_decision",
        decide.WithdrawDecision,
    ),
]
