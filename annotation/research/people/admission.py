"""Admission to a campaign: its terms for joining and leaving, signed links, and workers waiting for
approval."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from annotation.addons import links_on
from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import csv_file, csv_lines, file_name
from annotation.research.common.forms import ServiceForm
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import is_number, page_after
from annotation.research.terms.running_terms import PeopleForm
from annotation.services.campaigns.people_terms import set_people_terms
from annotation.services.errors import Invalid
from annotation.services.people.platform_tokens import address_of_study
from annotation.services.people.screening import approve_workers, decline_workers, waiting_in
from annotation.services.people.trust import (
    MAX_CONCURRENT,
    MAX_DAYS,
    SignedLink,
    end_links,
    sign_links,
)
from midpath.exchange.spreadsheets import harmless
from midpath.text.formatting import counted

PAGE_SIZE = 50


class LinksForm(ServiceForm):
    ids = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        max_length=200 * MAX_CONCURRENT,
        label="Ids, one per line",
        help_text=(
            f"Any ids that identify your participants, up to {MAX_CONCURRENT:,} at once. An id "
            "is stored when its worker joins; only owners see it."
        ),
        error_messages={"required": "Enter at least one id."},
    )
    days = forms.IntegerField(
        min_value=1,
        max_value=MAX_DAYS,
        initial=14,
        label="Links expire after (days)",
        help_text="Workers who have joined by then can go on.",
    )

    def clean_ids(self) -> list[str]:
        return str(self.cleaned_data["ids"]).splitlines()


@needs(Capability.RUN_CAMPAIGNS)
def people(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    if campaign.status == Campaign.Status.DRAFT:
        return redirect("research:edit_campaign", campaign.pk)
    form = PeopleForm(request.POST or None, initial=PeopleForm.filled(campaign))
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            set_people_terms(campaign=campaign, user=request.user, **form.terms())
            messages.success(request, "Saved. The settings apply to workers who come from now on.")
            return redirect("research:people", campaign.pk)
    context = campaign_context(campaign) | {
        "form": form,
        "links_of_addons": links_on(campaign, "people", request.can),
        "of_prolific": address_for_prolific(request, campaign),
        "waiting": waiting_in(campaign).count() if campaign.screened else 0,
    }
    return render(request, "research/people/door.html", context, status=form.status)


@needs(Capability.SEE_PLATFORM_IDS)
def invitations(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: sign a link for each of a list of ids. The links are returned as a
    file and not stored."""
    campaign = campaign_for(request, campaign_id)
    form = LinksForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            links = sign_links(campaign=campaign, user=request.user, **form.cleaned_data)
            text = _table_of(links, _join_url(request, campaign))
            return csv_file(text, file_name(campaign.name, "links.csv"))
    context = campaign_context(campaign) | {"form": form}
    return render(request, "research/people/invitations.html", context, status=form.status)


@needs(to_post=Capability.SEE_PLATFORM_IDS)
def end_all_links(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    end_links(campaign=campaign, user=request.user)
    messages.success(request, "All links were revoked. Workers who have joined can go on.")
    return redirect("research:invitations", campaign.pk)


@needs(to_read=Capability.RUN_CAMPAIGNS)
def waiting(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    page, links = page_after(request, waiting_in(campaign).select_related("worker"), PAGE_SIZE)
    turned_away = campaign.enrolments.filter(turned_away_at__isnull=False, cleared_at=None)
    context = campaign_context(campaign) | {
        "lines": [(pseudonym(one.worker.number), one) for one in page.rows],
        **links,
        "turned_away": [
            (pseudonym(one.worker.number), one)
            for one in turned_away.select_related("worker").order_by("-turned_away_at")[:PAGE_SIZE]
        ],
    }
    return render(request, "research/people/waiting.html", context)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def decide(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    chosen = [int(key) for key in request.POST.getlist("worker") if is_number(key)]
    if request.POST.get("then") == "approve":
        done = approve_workers(campaign=campaign, user=request.user, enrolments=chosen)
        messages.success(request, f"{counted(done, 'worker').capitalize()} approved.")
    elif request.POST.get("then") == "turn_away":
        done = decline_workers(campaign=campaign, user=request.user, enrolments=chosen)
        messages.success(
            request,
            f"{counted(done, 'worker').capitalize()} turned away. You can still approve them.",
        )
    return redirect("research:waiting_workers", campaign.pk)


def _join_url(request: ResearcherRequest, campaign: Campaign) -> str:
    return request.build_absolute_uri(reverse("worker:join", args=(campaign.code,)))


def address_for_prolific(request: ResearcherRequest, campaign: Campaign) -> str:
    """Return the study URL to enter on Prolific."""
    return address_of_study(_join_url(request, campaign))


def _table_of(links: list[SignedLink], join_url: str) -> str:
    rows = (
        [harmless(one.worker), f"{join_url}?{urlencode(one.query)}", one.until.isoformat()]
        for one in links
    )
    return csv_lines(("id", "link", "until"), rows)
