"""A collection's sites on one page: which are settled, near-duplicates, and how to make a document
dataset."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import CampaignReport
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, judgment_for, launched_for, needs
from annotation.research.common.forms import ServiceForm, sent_in
from annotation.services.datasets.collection import (
    COLLECTION,
    choose_version,
    make_documents,
    sites_of,
)
from annotation.services.datasets.dataset_writer import free_name
from annotation.services.errors import ServiceError


class DocumentsForm(ServiceForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset",
        error_messages={"required": "Give the dataset a name."},
    )
    without_duplicates = forms.BooleanField(required=False)


@needs(to_read=Capability.SEE_TEXTS, to_post=Capability.RUN_CAMPAIGNS)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: shows the stored report on duplicates. A POST creates the documents;
    sites and versions do not change."""
    campaign = launched_for(request, campaign_id, COLLECTION)
    name = free_name(campaign.dataset.project, f"Documents of {campaign}")
    form = DocumentsForm(*sent_in(request), initial={"name": name})
    if form.is_bound and form.is_valid():
        with form.showing(ServiceError, own_status=True):
            dataset, unsettled = make_documents(
                campaign=campaign, user=request.user, **form.cleaned_data
            )
            messages.success(request, f"{dataset} was created.")
            if unsettled:
                are = "1 site is" if unsettled == 1 else f"{unsettled:,} sites are"
                messages.info(request, f"{are} undecided and left out.")
            return redirect("research:dataset", dataset.pk)
    sites = sites_of(campaign, texts=False)
    report = campaign.reports.filter(kind=CampaignReport.Kind.COLLECTION).first()
    context: dict[str, object] = campaign_context(campaign) | {
        "form": form,
        "sites": len(sites),
        "settled": sum(site.settled is not None for site in sites),
        "open": [site for site in sites if site.versions and site.settled is None],
        "waiting": sum(not site.versions for site in sites),
        "report": report,
        "duplicates": report.results["duplicates"] if report else [],
    }
    return render(request, "research/schemes/document/collection.html", context, status=form.status)


@needs(to_post=Capability.ADJUDICATE)
def choose(request: ResearcherRequest, judgment_id: int) -> HttpResponse:
    """Members of the project: choose a version; the last choice counts."""
    judgment = judgment_for(request, judgment_id)
    choose_version(judgment=judgment, user=request.user)
    return redirect(reverse("research:item", args=(judgment.campaign_id, judgment.hit_id)))
