"""The pilot of a campaign: its figures, how it ends, and whether its judgments count."""

from collections.abc import Mapping
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from annotation.capabilities import Capability
from annotation.models import HIT, Campaign, CampaignReport, Judgment
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.services.campaigns.pilot import count_pilot, end_pilot
from annotation.services.errors import ServiceError
from annotation.services.work.choosing import in_pilot
from midpath.tables.table import Column, Row, Table, Value, figure


class Pilot(TypedDict):
    """A campaign's pilot: how many of its items have all their judgments, its judgments and how
    many of them are in the figures, and its figures next to those of later judgments."""

    full: int
    judgments: int
    counted: int
    table: Table


class EndForm(ServiceForm):
    """The instructions after the pilot."""

    instructions = forms.CharField(
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 14, "dir": "auto"}),
        help_text="Change them if the pilot showed that workers misunderstand them. Files keep the "
        "instructions of the pilot, too.",
    )


def pilot_of(campaign: Campaign) -> Pilot:
    hits = HIT.objects.filter(campaign=campaign, known=False, position__lte=campaign.pilot_items)
    judgments = Judgment.objects.filter(
        in_pilot(campaign), campaign=campaign, took_slot=True, repeat=False
    )
    reports = campaign.reports.filter(kind=CampaignReport.Kind.PILOT)
    results = reports.values_list("results", flat=True).first()
    numbers = judgments.aggregate(all=Count("pk"), counted=Count("pk", filter=Q(counts=True)))
    return {
        "full": hits.filter(open_position=None).count(),
        "judgments": numbers["all"],
        "counted": numbers["counted"],
        "table": _table(results or {}),
    }


def _table(results: Mapping[str, object]) -> Table:
    parts = {"Pilot": results.get("pilot"), "Later judgments": results.get("rest")}
    return Table(
        key="pilot",
        title="Pilot and later judgments",
        columns=[
            *(Column(name, "count") for name in ("items", "workers", "judgments", "in figures")),
            Column("median seconds", decimals=1),
            Column(str(results.get("figure", "agreement"))),
        ],
        rows=[Row(name, _values(part)) for name, part in parts.items() if isinstance(part, dict)],
        empty="No figures yet. They appear soon after the first judgments.",
    )


def _values(part: Mapping[str, Any]) -> list[Value]:
    agreement = part["agreement"]
    counts = (part[name] for name in ("items", "workers", "judgments", "counted", "seconds"))
    return [*counts, figure(agreement["value"], agreement.get("reason", ""))]


@needs(Capability.RUN_CAMPAIGNS)
def end(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members who may run campaigns."""
    campaign = campaign_for(request, campaign_id)
    if not campaign.pilot_items or campaign.status == Campaign.Status.DRAFT:
        raise Http404
    form = EndForm(request.POST or None, initial={"instructions": campaign.instructions})
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            end_pilot(campaign=campaign, user=request.user, **form.given())
            messages.success(request, "The pilot has ended. All items are handed out now.")
            return redirect("research:campaign", campaign.pk)
    context = campaign_context(campaign) | {"form": form}
    return render(request, "research/results/end_pilot.html", context, status=form.status)


@require_POST
@needs(to_post=Capability.RUN_CAMPAIGNS)
def count(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members who may run campaigns."""
    campaign = campaign_for(request, campaign_id)
    count_pilot(campaign=campaign, user=request.user, counts=request.POST.get("counts") == "yes")
    return redirect("research:campaign", campaign.pk)
