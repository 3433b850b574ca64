"""The URLs of decisions."""

from django.urls import URLPattern, path

from annotation.api.decisions import decide, listing, queue
from annotation.api.operations import address

decision_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/decisions",
        address("Decisions", listing.ListDecisions, decide.MakeDecision),
        name="decisions",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/waiting",
        address("WaitingDecisions", queue.ListWaiting),
        name="waiting",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/beside",
        address("BesideDecisions", queue.ReadBesideDecisions),
        name="beside_decisions",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/adjudicators",
        address("Adjudicators", decide.ShareDecisions),
        name="adjudicators",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/<int:decision_id>/withdraw",
        address("Withdraw", decide.WithdrawDecision),
        name="withdraw_decision",
    ),
]
