"""A campaign's study on Prolific, through Prolific's API: for owners of the project only. No page
waits for Prolific: a job contacts it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from addons.prolific.models import ProlificStudy, ProlificSubmission
from addons.prolific.models.studies import MAX_REASON_LENGTH
from addons.prolific.pages.messages import chosen_submissions
from addons.prolific.pages.readiness import readiness_of
from addons.prolific.pages.study_draft import codes_of
from addons.prolific.services.status import status_of
from addons.prolific.services.studies import (
    MAX_ID_LENGTH,
    ask_prolific,
    connect_study,
    decide_submissions,
    disconnect_study,
    try_again,
    visit_of,
)
from addons.prolific.services.submissions import SHOWN, lines_of, submissions_of, without_submission
from addons.prolific.services.tokens import MAX_LENGTH, remove_token, set_token
from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.models.people.platform import MIN_REASON_LENGTH
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import page_of, whole_number
from annotation.services.errors import Invalid
from annotation.services.jobs.jobs import discard_job
from midpath.text.formatting import counted


class TokenForm(ServiceForm):
    token = forms.CharField(
        max_length=MAX_LENGTH,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        label="Prolific API token",
        help_text=(
            "On Prolific: your name › Settings › API tokens. A token can do everything its "
            "account can, so create one for this project. It is stored encrypted and never "
            "shown again."
        ),
        error_messages={"required": "Paste the token."},
    )


class StudyForm(ServiceForm):
    study = forms.CharField(
        max_length=MAX_ID_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        label="Id of the study on Prolific",
        help_text="The letters and digits after /studies/ in its address on Prolific.",
        error_messages={"required": "Paste the id of the study."},
    )


class RejectForm(ServiceForm):
    category = forms.ChoiceField(
        choices=[("", "Choose …"), *ProlificSubmission.Category.choices],
        required=False,
        label="Prolific’s category",
    )
    reason = forms.CharField(
        max_length=MAX_REASON_LENGTH * 2,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "data-least": MIN_REASON_LENGTH}),
        label="Reason (shown to the worker)",
        help_text=(
            f"Prolific requires at least {MIN_REASON_LENGTH} characters. Explain what was wrong "
            "and how you know."
        ),
    )


PAGE_SIZE = 50


@needs(to_read=Capability.PAY)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: the study and its submissions as of the last sync."""
    return _page(request, campaign_for(request, campaign_id))


@needs(to_post=Capability.PAY)
def keep_token(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: set or replace the project's Prolific token."""
    campaign = campaign_for(request, campaign_id)
    form = TokenForm(request.POST)
    if form.is_valid():
        with form.showing(Invalid):
            set_token(project=campaign.dataset.project, user=request.user, **form.cleaned_data)
            messages.success(request, "The token was saved, encrypted.")
            return redirect("research:prolific", campaign.pk)
    return _page(request, campaign, token_form=form)


@needs(to_post=Capability.PAY)
def forget_token(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: delete the project's token."""
    campaign = campaign_for(request, campaign_id)
    remove_token(project=campaign.dataset.project, user=request.user)
    messages.success(request, "The token was removed from Midpath. Delete it on Prolific, too.")
    return redirect("research:prolific", campaign.pk)


@needs(to_post=Capability.PAY)
def connect(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: connect the study by its id; a job fetches it from Prolific."""
    campaign = campaign_for(request, campaign_id)
    form = StudyForm(request.POST)
    if form.is_valid():
        with form.showing(Invalid):
            connect_study(campaign=campaign, user=request.user, **form.cleaned_data)
            return redirect("research:prolific", campaign.pk)
    return _page(request, campaign, study_form=form)


@needs(to_post=Capability.PAY)
def disconnect(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: disconnect the study; on Prolific nothing changes."""
    campaign = campaign_for(request, campaign_id)
    disconnect_study(campaign=campaign, user=request.user)
    messages.success(request, "The study was disconnected. Nothing changed on Prolific.")
    return redirect("research:prolific", campaign.pk)


@needs(to_post=Capability.PAY)
def ask(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: start a sync, which sends decisions and reads the current state."""
    campaign = campaign_for(request, campaign_id)
    ask_prolific(campaign=campaign, user=request.user)
    return redirect("research:prolific", campaign.pk)


@needs(to_post=Capability.PAY)
def stop(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: stop the sync. What was sent stays sent."""
    campaign = campaign_for(request, campaign_id)
    visit = visit_of(campaign)
    if visit is not None and visit.under_way:
        discard_job(job=visit, user=request.user)
        messages.success(request, "Stopped. Decisions that were not sent yet are still waiting.")
    return redirect("research:prolific", campaign.pk)


@needs(to_read=Capability.PAY)
def progress(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: the part of the page that shows progress. At the end, the page
    reloads."""
    visit = visit_of(campaign_for(request, campaign_id))
    response = render(request, "research/prolific/progress.html", {"job": visit})
    if visit is None or not visit.under_way:
        response.headers["HX-Refresh"] = "true"
    return response


@needs(to_post=Capability.PAY)
def decide(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: approve or reject the chosen submissions, and send the decisions at
    once."""
    campaign = campaign_for(request, campaign_id)
    form = RejectForm(request.POST)
    chosen = chosen_submissions(request)
    if not chosen:
        messages.error(request, "Choose at least one submission.")
    elif form.is_valid():
        with form.showing(Invalid):
            done = decide_submissions(
                campaign=campaign,
                user=request.user,
                submissions=chosen,
                decision=request.POST.get("then", ""),
                **form.cleaned_data,
            )
            messages.success(request, f"Decided: {counted(done, 'submission')}.")
            return redirect("research:prolific", campaign.pk)
    return _page(request, campaign, reject_form=form, chosen=chosen, status=400)


@needs(to_post=Capability.PAY)
def again(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: retry decisions that failed repeatedly."""
    campaign = campaign_for(request, campaign_id)
    count = try_again(campaign=campaign, user=request.user)
    messages.success(request, f"Sent again: {counted(count, 'decision')}.")
    return redirect("research:prolific", campaign.pk)


def _page(
    request: ResearcherRequest, campaign: Campaign, *, status: int = 200, **forms: Any
) -> HttpResponse:
    found = status_of(campaign)
    study, readiness = found.study, readiness_of(request, campaign, found.study)
    context = campaign_context(campaign) | vars(found)
    context |= {
        "codes": codes_of(found.draft) if found.draft else [],
        "under_way": found.visit is not None and found.visit.under_way,
        "token_form": TokenForm(),
        "study_form": StudyForm(initial={"study": campaign.platform_study}),
        "reject_form": RejectForm(),
        "readiness": readiness,
        "unready": [one for one in readiness if not one.check.ready],
    }
    if study is not None and study.study:
        context |= _listed(request, campaign, study, forms.get("chosen"))
    if "token_form" in forms or "study_form" in forms:
        status = 400
    context |= {name: form for name, form in forms.items() if name != "chosen"}
    return render(request, "research/prolific/study_page.html", context, status=status)


def _listed(
    request: ResearcherRequest, campaign: Campaign, study: ProlificStudy, chosen: list[int] | None
) -> dict[str, object]:
    only, after = request.GET.get("only", ""), whole_number(request, "after")
    only = only if only in SHOWN else ""
    rows = submissions_of(study, only).filter(pk__gt=after or 0).order_by("pk")
    page = page_of(list(rows[: PAGE_SIZE + 1]), PAGE_SIZE)
    lines = lines_of(study, campaign, page.rows)
    missing = list(without_submission(study)[: PAGE_SIZE + 1])
    return {
        "lines": lines,
        "chosen": {one.submission.pk for one in lines if one.is_sound and one.is_open}
        if chosen is None
        else set(chosen),
        "choosable": any(one.is_open for one in lines),
        "more": page.more,
        "last": page.last.pk if page.rows else None,
        "after": after,
        "only": only,
        "shown": SHOWN,
        "missing": [(pseudonym(one.worker.number), one) for one in missing[:PAGE_SIZE]],
        "more_missing": len(missing) > PAGE_SIZE,
    }
