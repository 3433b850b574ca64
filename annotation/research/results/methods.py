"""The methods of a campaign for a paper: the page, and its formats as files."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import named_file
from annotation.research.common.replica import may_be_old
from annotation.services.methods.datasheet import YOURS
from annotation.services.methods.methods_text import DATASHEET, methods_of
from annotation.services.methods.sentences import SNAPSHOT

FORMS = (
    ("text", "methods.txt", "Text", "text/plain"),
    ("markdown", "methods.md", "Markdown", "text/markdown"),
    ("latex", "methods.tex", "LaTeX", "application/x-tex"),
    ("bibtex", "references.bib", "BibTeX", "application/x-bibtex"),
)


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    context = campaign_context(campaign)
    if campaign.status != campaign.Status.DRAFT:
        methods = methods_of(campaign)
        context |= {
            "methods": methods,
            "forms": [
                {"key": key, "name": name, "label": label, "content": methods.files[name]}
                for key, name, label, _ in FORMS
            ],
            "snapshot": SNAPSHOT,
            "yours": YOURS,
            "after": DATASHEET,
        }
    return render(request, "research/results/methods.html", context)


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def as_file(request: ResearcherRequest, campaign_id: int, form: str) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    for key, name, _, kind in FORMS:
        if key == form and campaign.status != campaign.Status.DRAFT:
            return named_file(methods_of(campaign).files[name], name, f"{kind}; charset=utf-8")
    raise Http404
