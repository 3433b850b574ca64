"""Messages through Prolific: for owners of the project only."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from addons.prolific.models import ProlificMessage, ProlificStudy, ProlificSubmission
from addons.prolific.models.drafts import MAX_MESSAGE_LENGTH
from addons.prolific.services.messages import MAX_CONCURRENT, write_messages
from addons.prolific.services.submissions import lines_of
from annotation.capabilities import Capability
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.research.common.paging import page_of, whole_number
from annotation.services.errors import Invalid
from midpath.text.formatting import counted

SHOWN = 100


class MessageForm(ServiceForm):
    body = forms.CharField(
        max_length=MAX_MESSAGE_LENGTH * 2,
        widget=forms.Textarea(attrs={"rows": 5}),
        label="Message",
        help_text=(
            f"Up to {MAX_MESSAGE_LENGTH:,} characters. Prolific does not allow you to ask for "
            "personal data."
        ),
        error_messages={"required": "Write the message."},
    )


@needs(Capability.PAY)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: write to the workers of chosen submissions, and read their
    messages."""
    campaign = campaign_for(request, campaign_id)
    form = MessageForm(request.POST or None)
    chosen = set(chosen_submissions(request))
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            number = write_messages(
                campaign=campaign,
                user=request.user,
                submissions=chosen,
                body=form.cleaned_data["body"],
            )
            messages.success(request, f"{counted(number, 'message')} being sent to Prolific.")
            return redirect("research:prolific_messages", campaign.pk)
    study = ProlificStudy.objects.filter(campaign=campaign).first()
    after = whole_number(request, "after") or 0
    listed = ProlificSubmission.objects.filter(study=study, pk__gt=after).order_by("pk")
    page = page_of(list(listed[: MAX_CONCURRENT + 1]), MAX_CONCURRENT)
    rows = ProlificMessage.objects.filter(study=study).select_related("user").order_by("-at", "-pk")
    newest = list(rows[: SHOWN + 1])
    context = campaign_context(campaign) | {
        "study": study,
        "form": form,
        "lines": lines_of(study, campaign, page.rows) if study else [],
        "chosen": chosen or {whole_number(request, "to") or 0},
        "more": page.more,
        "last": page.last.pk if page.rows else None,
        "after": after,
        "newest": newest[:SHOWN],
        "has_older": len(newest) > SHOWN,
    }
    return render(request, "research/prolific/messages_page.html", context, status=form.status)


def chosen_submissions(request: ResearcherRequest) -> list[int]:
    given = request.POST.getlist("submission")
    return [int(key) for key in given if key.isascii() and key.isdigit() and len(key) < 19]
