"""Show workers' answers to the consent text of a campaign, and publish another version."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, ConsentAnswer
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import csv_file, csv_lines, file_name
from annotation.research.common.names import pseudonym
from annotation.research.terms.running_terms import ConsentForm
from annotation.services.campaigns.consent_texts import change_consent, consent_counts
from annotation.services.errors import ServiceError

COLUMNS = ("worker", "version", "answer", "answered_at")


@needs(Capability.RUN_CAMPAIGNS)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    if campaign.status == Campaign.Status.DRAFT:
        messages.info(request, "In a draft, consent is part of its terms.")
        return redirect("research:edit_campaign", campaign.pk)
    form = ConsentForm(request.POST or None, initial={"consent": campaign.consent})
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            after = change_consent(
                campaign=campaign, user=request.user, text=form.cleaned_data["consent"]
            )
            messages.success(request, _saved_message(campaign, after))
            return redirect("research:consent", campaign.pk)
    versions = consent_counts(campaign)
    agreed = campaign.enrolments.filter(agreed_to=campaign.consent_version).count()
    context = campaign_context(campaign) | {
        "form": form,
        "versions": versions,
        "agreed_now": agreed if campaign.consent_version else 0,
    }
    return render(request, "research/people/consent.html", context, status=form.status)


@needs(to_read=Capability.SEE_WORKERS)
def as_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    answers = ConsentAnswer.objects.filter(enrolment__campaign=campaign).order_by("pk")
    rows = (
        [
            pseudonym(each.enrolment.worker.number),
            each.text.version,
            "agreed" if each.agreed else "declined",
            each.answered_at.isoformat(),
        ]
        for each in answers.select_related("enrolment__worker", "text").iterator()
    )
    text = csv_lines(COLUMNS, rows, end="\r\n")
    return csv_file(text, file_name(campaign.name, "consent.csv"))


def _saved_message(before: Campaign, after: Campaign) -> str:
    if before.consent_version == after.consent_version:
        return "The text is unchanged."
    if not after.consent_version:
        return "Consent is no longer requested."
    return (
        f"Version {after.consent_version} published. Workers must agree to it before their "
        "next task."
    )
