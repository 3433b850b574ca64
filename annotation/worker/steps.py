"""The pages of the steps before the first task."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotation.models import ConsentText
from annotation.services.errors import Conflict, Invalid
from annotation.services.people.consent import answer_consent
from annotation.services.people.entry import CONSENT
from annotation.services.people.way_out import leaving
from annotation.worker.answers import page
from annotation.worker.desk import work_of
from annotation.worker.entry import onward, shown_step, step_or_none
from annotation.worker.identity import current_enrolment

ANSWERS = {"agree": True, "decline": False}


@page("GET", "HEAD", "POST")
def consent(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a worker is asked to agree to, or what they agreed to; keep their answer."""
    enrolment = current_enrolment(request, code)
    campaign = enrolment.campaign
    changed = ""
    if request.method == "POST":
        agreed = ANSWERS.get(request.POST.get("answer", ""))
        version = request.POST.get("version", "")
        if agreed is None or not version.isdecimal() or len(version) > 9:
            raise Invalid("Choose whether you agree.", field="answer")
        try:
            enrolment = answer_consent(enrolment=enrolment, version=int(version), agreed=agreed)
        except Conflict as error:
            changed = error.message
        else:
            return onward(enrolment) if agreed else redirect("worker:declined", code)
    step = step_or_none(enrolment, CONSENT)
    if step is None and not enrolment.agreed_to:
        return onward(enrolment)
    shown = campaign.consent_version if step else enrolment.agreed_to or 0
    text = ConsentText.objects.get(campaign=campaign, version=shown)
    given = enrolment.consent_answers.filter(agreed=True).order_by("-pk").first()
    context = work_of(campaign) | shown_step(step, enrolment)
    context |= {"enrolment": enrolment, "text": text, "given": given, "changed": changed}
    return render(request, "worker/consent.html", context, status=409 if changed else 200)


@page("GET", "HEAD")
def declined(request: HttpRequest, code: str) -> HttpResponse:
    """Tell a worker who declined that this is the end, unless they think again."""
    enrolment = current_enrolment(request, code)
    if step_or_none(enrolment, CONSENT) is None:
        return onward(enrolment)
    last = enrolment.consent_answers.order_by("-pk").first()
    out = leaving(enrolment, "no_consent") if last is not None and not last.agreed else None
    context = work_of(enrolment.campaign) | {"enrolment": enrolment, "way_out": out}
    return render(request, "worker/declined.html", context)
