"""The URLs of operations that build on a campaign's answers."""

from django.urls import URLPattern, path

from annotation.api.follow_up.collection import ListSites, MakeDocuments, ReadAlikeSites
from annotation.api.follow_up.evidence import AskForEvidence
from annotation.api.operations import address

follow_up_urls: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/sites", address("Sites", ListSites), name="sites"),
    path(
        "campaigns/<int:campaign_id>/sites/alike",
        address("AlikeSites", ReadAlikeSites),
        name="alike_sites",
    ),
    path(
        "campaigns/<int:campaign_id>/sites/documents",
        address("MakeDocuments", MakeDocuments),
        name="make_documents",
    ),
    path(
        "campaigns/<int:campaign_id>/evidence",
        address("AskForEvidence", AskForEvidence),
        name="ask_for_evidence",
    ),
]
