"""The judgments of a campaign that match a filter, and bulk reviews."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, Judgment, ReviewAct
from annotation.models.people.platform import MIN_REASON_LENGTH
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import page_after
from annotation.research.common.replica import may_be_old
from annotation.research.results.forms import ChoiceForm, ReasonForm
from annotation.research.results.reviewing import DONE, VERBS, describe_choice, of_reviewing
from annotation.research.schemes.registry import view_of
from annotation.services.errors import ServiceError
from annotation.services.work.choosing import foresee_review
from annotation.services.work.rejections import is_from_prolific
from annotation.services.work.reviews import review_judgments, undo_review
from midpath.text.formatting import counted

PER_PAGE = 50
ACTS = 5
REJECTED = Judgment.Review.REJECTED


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def list_judgments(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    form = ChoiceForm(request.GET, uses_known=campaign.uses_known)
    rows = form.chosen().rows(campaign) if form.is_valid() else Judgment.objects.none()
    rows = rows.select_related("hit__item", "assignment__enrolment__worker")
    page, links = page_after(request, rows, PER_PAGE)
    context = campaign_context(campaign) | {
        "form": form,
        "query": form.as_query() if form.is_valid() else "",
        "entries": [_entry(campaign, judgment) for judgment in page.rows],
        **links,
        "verbs": VERBS,
        "acts": [
            _act_context(act)
            for act in ReviewAct.objects.filter(campaign=campaign).order_by("-pk")[:ACTS]
        ],
    }
    status = 400 if form.errors else 200
    return render(request, "research/results/judgments.html", context, status=status)


@needs(Capability.REVIEW_WORK)
def review_many(request: ResearcherRequest, campaign_id: int, review: str) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    choice = ChoiceForm(request.GET, uses_known=campaign.uses_known)
    if review not in VERBS or not choice.is_valid():
        raise Http404
    value = Judgment.Review.NONE if review == "none" else Judgment.Review(review)
    chosen = choice.chosen()
    form = ReasonForm(
        request.POST or None,
        needed=value in Judgment.OUT,
        least=_least(chosen.to_review(campaign, value)) if value == REJECTED else 0,
    )
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            act = review_judgments(
                campaign=campaign,
                user=request.user,
                review=value,
                chosen=chosen,
                reason=form.cleaned_data.get("reason", ""),
            )
            return redirect("research:review", campaign.pk, act.pk)
    foreseen = foresee_review(campaign, chosen, value)
    context = campaign_context(campaign) | {
        "form": form,
        "verb": VERBS[review],
        "foreseen": foreseen,
        "points": of_reviewing(campaign, foreseen, value),
        "choice": describe_choice(chosen),
        "query": choice.as_query(),
    }
    return render(request, "research/results/review_many.html", context, status=form.status)


@needs(to_read=Capability.SEE_WORKERS)
def show_review(request: ResearcherRequest, campaign_id: int, act_id: int) -> HttpResponse:
    act = _act_for(request, campaign_id, act_id)
    context = campaign_context(act.campaign) | _act_context(act)
    return render(request, "research/results/review.html", context)


@needs(to_post=Capability.REVIEW_WORK)
def undo(request: ResearcherRequest, campaign_id: int, act_id: int) -> HttpResponse:
    """Members of the project: restore each judgment's previous review."""
    act = undo_review(act=_act_for(request, campaign_id, act_id), user=request.user)
    if act.status == ReviewAct.Status.UNDONE:
        messages.success(request, "All judgments have their previous review again.")
    return redirect("research:review", campaign_id, act_id)


def _least(judgments: QuerySet[Judgment]) -> int:
    """Return the minimum length of the reason for rejecting these."""
    return MIN_REASON_LENGTH if is_from_prolific(judgments) else 0


def _act_for(request: ResearcherRequest, campaign_id: int, act_id: int) -> ReviewAct:
    campaign = campaign_for(request, campaign_id)
    acts = ReviewAct.objects.filter(campaign=campaign).select_related("user", "undone_by")
    act = get_object_or_404(acts, pk=act_id)
    act.campaign = campaign
    return act


def _act_context(act: ReviewAct) -> dict[str, object]:
    return {
        "act": act,
        "done": f"{counted(act.judgments, 'judgment')} {DONE[act.review]}",
        "going_on": act.status in (ReviewAct.Status.RUNNING, ReviewAct.Status.UNDOING),
        "address": reverse("research:review", args=(act.campaign_id, act.pk)),
    }


def _entry(campaign: Campaign, judgment: Judgment) -> dict[str, object]:
    enrolment = judgment.assignment.enrolment
    return {
        "judgment": judgment,
        "worker": pseudonym(enrolment.worker.number),
        "answer": view_of(campaign).answer(campaign, judgment),
        "took": judgment.submitted_at - judgment.assignment.claimed_at,
        "excluded": enrolment.excluded_at is not None,
        "withdrawn": enrolment.withdrawn_at is not None,
        "warm": judgment.review in Judgment.OUT,
    }
