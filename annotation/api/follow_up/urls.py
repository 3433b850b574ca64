from django.urls import URLPattern

from annotation.api.follow_up.collection import ListSites, MakeDocuments, ReadAlikeSites
from annotation.api.follow_up.evidence import AskForEvidence
from annotation.api.operations import url

CAMPAIGN = "campaigns/<int:campaign_id>"

follow_up_urls: list[URLPattern] = [
    url(f"{CAMPAIGN}/sites", "sites", ListSites),
    url(f"{CAMPAIGN}/sites/alike", "alike_sites", ReadAlikeSites),
    url(f"{CAMPAIGN}/sites/documents", "make_documents", MakeDocuments),
    url(f"{CAMPAIGN}/evidence", "ask_for_evidence", AskForEvidence),
]
