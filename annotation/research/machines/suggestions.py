"""Suggestions: a set whose answers the workers of a draft will start from, and their effect."""

from typing import Unpack, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, CampaignReport, PreAnnotation, Suggestion
from annotation.models.work.suggestion import TENTHS
from annotation.recorded import READERS
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.research.results.intervals import as_of
from annotation.schemes import scheme_of
from annotation.services.campaigns.suggestions import choose_suggestions, drop_suggestions
from annotation.services.errors import Invalid
from annotation.services.sets.reference_sets import comparable_sets
from midpath.tables.arms import arms_table, summarize_arms
from midpath.tables.figures.suggestion_arms import Arms


class SuggestionsForm(ServiceForm):
    """A set, and on how many HITs its answers are suggested."""

    set = forms.TypedChoiceField(label="Annotation set")
    tenths = forms.TypedChoiceField(
        coerce=int,
        choices=[(tenths, f"{10 * tenths} %") for tenths in range(1, TENTHS)],
        initial=TENTHS // 2,
        label="Share of a worker’s tasks",
        help_text="At random for each worker. Half is most informative.",
    )

    def __init__(
        self, data: Sent = None, *, sets: list[AnnotationSet], **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **kwargs)
        known = {str(one.pk): one for one in sets}
        field = cast(forms.TypedChoiceField, self.fields["set"])
        field.coerce = known.__getitem__
        field.choices = [(pk, one.name) for pk, one in known.items()]


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    return _page(request, _campaign(request, campaign_id))


@needs(to_post=Capability.RUN_CAMPAIGNS)
def choose(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = _campaign(request, campaign_id)
    form = SuggestionsForm(request.POST, sets=_sets(campaign))
    if form.is_valid():
        with form.showing(Invalid, own_status=True):
            choose_suggestions(
                campaign=campaign,
                own=form.cleaned_data["set"],
                tenths=form.cleaned_data["tenths"],
                user=request.user,
            )
            messages.success(
                request, "Workers will start from these answers in some of their tasks."
            )
            return redirect("research:suggestions", campaign.pk)
    return _page(request, campaign, form)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def drop(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = _campaign(request, campaign_id)
    drop_suggestions(campaign=campaign, user=request.user)
    return redirect("research:suggestions", campaign.pk)


def _page(
    request: ResearcherRequest, campaign: Campaign, form: SuggestionsForm | None = None
) -> HttpResponse:
    chosen = PreAnnotation.objects.filter(campaign=campaign).select_related("set").first()
    draft, sets = campaign.status == Campaign.Status.DRAFT, _sets(campaign)
    initial = {"set": chosen.set_id, "tenths": chosen.tenths} if chosen else {}
    made = Suggestion.objects.filter(hit__campaign=campaign)
    context = campaign_context(campaign) | {
        "chosen": chosen,
        "draft": draft,
        "form": form or SuggestionsForm(initial=initial, sets=sets) if sets else None,
        "percent": 10 * chosen.tenths if chosen else 0,
        "made": made.count() if chosen and not draft else 0,
        "noun": scheme_of(campaign).noun,
    }
    if chosen and not draft:
        context |= _measured(campaign)
    status = form.status if form else 200
    return render(request, "research/machines/suggestions.html", context, status=status)


def _measured(campaign: Campaign) -> dict[str, object]:
    """Return the stored report's figures on both arms."""
    report = campaign.reports.filter(kind=CampaignReport.Kind.ARMS).first()
    if report is None or not report.results:
        return {"arms": None}
    arms = cast(Arms, report.results)
    one_arm = not (arms["suggested"]["judgments"] and arms["alone"]["judgments"])
    return {
        "arms": arms_table(arms),
        "one_arm": one_arm,
        "effect": "" if one_arm else summarize_arms(arms),
        "as_of": as_of(report.version, report.judgments, campaign.agreement.version),
    }


def _campaign(request: ResearcherRequest, campaign_id: int) -> Campaign:
    campaign = campaign_for(request, campaign_id)
    if campaign.scheme not in READERS:
        raise Http404
    return campaign


def _sets(campaign: Campaign) -> list[AnnotationSet]:
    return list(comparable_sets(campaign).filter(archived_at=None).order_by("-created_at", "-pk"))
