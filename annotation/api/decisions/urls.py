"""The addresses of decisions."""

from django.urls import URLPattern, path

from annotation.api.decisions import listing, making, waiting
from annotation.api.operations import address

decision_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/decisions",
        address("Decisions", listing.ListDecisions, making.MakeDecision),
        name="decisions",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/waiting",
        address("WaitingDecisions", waiting.ListWaiting),
        name="waiting",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/beside",
        address("BesideDecisions", waiting.ReadBesideDecisions),
        name="beside_decisions",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/adjudicators",
        address("Adjudicators", making.ShareDecisions),
        name="adjudicators",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/<int:decision_id>/withdraw",
        address("Withdraw", making.WithdrawDecision),
        name="withdraw_decision",
    ),
]
