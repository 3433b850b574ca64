"""Create a study on Prolific and recruit for it: for owners of the project only. No page waits for
Prolific: a job contacts it."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from addons.prolific.models import ProlificDraft, ProlificStep, ProlificToken
from addons.prolific.services.proposals import proposal_of
from addons.prolific.services.steps import ask_for_step, confirm_step, leave_step
from addons.prolific.services.study_draft import (
    APPROVALS,
    DEVICES,
    MAX_DESCRIPTION_LENGTH,
    MAX_MINUTES,
    MAX_NAME_LENGTH,
    MAX_PLACES,
    SCREEN_OUTS,
    Terms,
    ask_to_make,
    leave_draft,
    write_draft,
)
from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.models.people_terms import LinkTrust
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.research.people.admission import address_for_prolific
from annotation.services.campaigns.titles import title_for_workers
from annotation.services.errors import Invalid
from midpath.text.formatting import typed, written

WHO_GETS = {
    "COMPLETED": "Everyone who completes",
    "SCREENED_OUT": "Everyone who is not admitted",
    "NO_CONSENT": "Everyone who does not consent",
}
THEN = {
    "MANUALLY_REVIEW": "waits for your decision",
    "AUTOMATICALLY_APPROVE": "is approved and paid at once",
    "REQUEST_RETURN": "is asked to return the submission, unpaid",
}


class StudyDraftForm(ServiceForm):
    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        label="Name",
        help_text="The title that participants see on Prolific.",
    )
    description = forms.CharField(
        max_length=MAX_DESCRIPTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
        label="Description",
        help_text=(
            "What participants see before they start: the topic, what they do, and what they "
            "need. An empty line starts a new paragraph."
        ),
    )
    reward = forms.DecimalField(
        max_digits=8, decimal_places=2, min_value=0, label="Reward per submission"
    )
    places = forms.IntegerField(min_value=1, max_value=MAX_PLACES, label="Submissions")
    minutes = forms.IntegerField(min_value=1, max_value=MAX_MINUTES, label="Minutes per submission")
    devices = forms.MultipleChoiceField(
        choices=list(DEVICES.items()),
        widget=forms.CheckboxSelectMultiple,
        label="Devices",
        error_messages={"required": "Choose at least one kind of device."},
    )
    approval = forms.ChoiceField(
        choices=list(APPROVALS.items()), label="Submissions with the completion code"
    )
    screen_out = forms.ChoiceField(
        choices=list(SCREEN_OUTS.items()), label="Submissions with the screen-out code"
    )

    def terms(self) -> Terms:
        return Terms(**self.cleaned_data)


@needs(Capability.PAY)
def write(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: write the draft of a study, for review before it is created."""
    campaign = campaign_for(request, campaign_id)
    form = StudyDraftForm(request.POST or None, initial=_initial(campaign))
    _explain(form, campaign)
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            write_draft(
                campaign=campaign,
                user=request.user,
                terms=form.terms(),
                address=address_for_prolific(request, campaign),
            )
            return redirect("research:prolific", campaign.pk)
    context = campaign_context(campaign) | {
        "form": form,
        "has_token": ProlificToken.objects.filter(project=campaign.dataset.project_id).exists(),
        "lacks_code": not campaign.completion_code,
        "of_one_study": bool(campaign.platform_study),
        "of_own_links": campaign.link_trust == LinkTrust.SIGNED,
    }
    return render(request, "research/prolific/new_page.html", context, status=form.status)


@needs(to_post=Capability.PAY)
def make(request: ResearcherRequest, campaign_id: int, step: str) -> HttpResponse:
    """Owners of the project: create the drafted study on Prolific, or discard the draft."""
    campaign = campaign_for(request, campaign_id)
    if step == "make":
        ask_to_make(campaign=campaign, user=request.user)
    elif step == "leave":
        leave_draft(campaign=campaign, user=request.user)
        messages.success(request, "Discarded. Nothing was created on Prolific.")
    else:
        raise Http404
    return redirect("research:prolific", campaign.pk)


@needs(to_post=Capability.PAY)
def move(request: ResearcherRequest, campaign_id: int, step: str) -> HttpResponse:
    """Owners of the project: publish, pause, start or stop the study, add places, confirm a step's
    price, or discard the step."""
    campaign = campaign_for(request, campaign_id)
    if step not in STEPS:
        raise Http404
    try:
        STEPS[step](request, campaign)
    except Invalid as error:
        messages.error(request, error.message)
    return redirect("research:prolific", campaign.pk)


def _ask(action: str) -> Callable[[ResearcherRequest, Campaign], None]:
    def ask(request: ResearcherRequest, campaign: Campaign) -> None:
        ask_for_step(
            campaign=campaign,
            user=request.user,
            action=action,
            places=_number(request.POST.get("places", "")),
        )

    return ask


def _confirm(request: ResearcherRequest, campaign: Campaign) -> None:
    confirm_step(
        campaign=campaign,
        user=request.user,
        step=_number(request.POST.get("step", "")) or 0,
        cost=request.POST.get("cost", ""),
        address=address_for_prolific(request, campaign),
        accept_unready="accept_unready" in request.POST,
    )


def _leave(request: ResearcherRequest, campaign: Campaign) -> None:
    leave_step(campaign=campaign, user=request.user)
    messages.success(request, "Discarded. Nothing was sent to Prolific.")


STEPS: dict[str, Callable[[ResearcherRequest, Campaign], None]] = {
    **{action.value.lower(): _ask(action.value) for action in ProlificStep.Action},
    "confirm": _confirm,
    "leave": _leave,
}


def codes_of(draft: ProlificDraft) -> list[tuple[str, str]]:
    """Return each completion code of a draft with who gets it and its consequences."""
    return [
        (
            one["code"],
            f"{WHO_GETS[one['code_type']]} gets this code and {THEN[one['actions'][0]['action']]}.",
        )
        for one in draft.body["completion_codes"]
    ]


def _initial(campaign: Campaign) -> dict[str, object]:
    """Return the previous input, or the campaign's suggestions."""
    proposal = proposal_of(campaign)
    return {
        "name": title_for_workers(campaign),
        "reward": None if proposal.reward is None else typed(proposal.reward),
        "places": proposal.places,
        "minutes": proposal.minutes,
        "devices": list(DEVICES),
        "approval": "MANUALLY_REVIEW",
        "screen_out": "MANUALLY_REVIEW",
    } | _written(campaign)


def _written(campaign: Campaign) -> dict[str, object]:
    draft = ProlificDraft.objects.filter(study__campaign=campaign).first()
    if draft is None:
        return {}
    body = draft.body
    return {
        "name": body["name"],
        "description": draft.description,
        "reward": typed(draft.reward),
        "places": body["total_available_places"],
        "minutes": body["estimated_completion_time"],
        "devices": body["device_compatibility"],
        **{
            field: code["actions"][0]["action"]
            for code in body["completion_codes"]
            for field, kind in (("approval", "COMPLETED"), ("screen_out", "SCREENED_OUT"))
            if code["code_type"] == kind
        },
    }


def _explain(form: StudyDraftForm, campaign: Campaign) -> None:
    """Set the help of each field to the source of its suggestion."""
    proposal = proposal_of(campaign)
    fields = form.fields
    if not campaign.screen_out_code:
        fields["screen_out"].widget = forms.HiddenInput()
    fields["reward"].label = f"Reward per submission, in {campaign.currency}"
    if proposal.reward is not None:
        rounded = "" if proposal.exact else ", rounded up to the cent"
        source = f"{campaign.place_hits} tasks at {written(campaign.reward)}{rounded}."
    else:
        source = "The campaign does not set the number of tasks per submission."
    fields["reward"].help_text = f"{source} Your account on Prolific must pay in this currency."
    if proposal.places is not None:
        fields["places"].help_text = "The remaining judgments divided by the tasks per submission."
    fields["minutes"].help_text = (
        "The median active time per task so far, times the tasks per submission."
        if proposal.measured
        else (
            "The campaign’s estimate. Try a task yourself: Prolific shows participants the "
            "hourly pay."
        )
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
