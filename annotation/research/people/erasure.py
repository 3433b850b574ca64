"""Erase a worker at their request: the page shows what is deleted and what remains, and requires
two confirmations."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Enrolment
from annotation.models.people.worker import SENT
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.forms import Sent, ServiceForm
from annotation.research.common.names import pseudonym
from annotation.research.people.workforce import address_of_workers, enrolment_for
from annotation.services.erasure_obstacles import obstacle_to
from annotation.services.pay.balance import unpaid_by_campaign
from annotation.services.people.erasure import Erased, erase_worker, in_own_words
from midpath.text.formatting import counted


class ErasingForm(ServiceForm):
    """Requires the worker's pseudonym, to prevent erasing the wrong one."""

    worker = forms.CharField(
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type it to confirm that you erase the right worker."},
    )

    def __init__(self, name: str, data: Sent = None) -> None:
        super().__init__(data)
        self.name = name
        self.fields["worker"].label = f"Type the worker’s name to confirm: {name}"

    def clean_worker(self) -> str:
        typed = " ".join(self.cleaned_data["worker"].casefold().split())
        if typed != self.name:
            raise forms.ValidationError(f"This is not {self.name}.")
        return typed


@needs(Capability.DELETE)
def erase(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    """Owners of the project. The first POST names the worker, the second erases them."""
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    worker, name = enrolment.worker, pseudonym(enrolment.worker.number)
    if worker.erased_at is not None:
        messages.info(request, f"{name.capitalize()} has already been erased.")
        return redirect(address_of_workers(campaign_id))
    form = ErasingForm(name, request.POST if request.method == "POST" else None)
    named = form.is_bound and form.is_valid()
    if named and request.POST.get("sure") == "yes":
        messages.success(request, _done(name, erase_worker(worker=worker, user=request.user)))
        return redirect(address_of_workers(campaign_id))
    works = Enrolment.objects.filter(worker=worker, campaign__deleted_at=None)
    context = campaign_context(enrolment.campaign) | {
        "name": name,
        "form": form,
        "named": named,
        "unpaid": unpaid_by_campaign(worker),
        "works": works.order_by("pk").values_list("campaign__name", flat=True),
        "own_words": in_own_words(worker),
        "sent": worker.source in SENT,
        "obstacle": obstacle_to(worker),
    }
    status = 400 if form.is_bound and not named else 200
    return render(request, "research/people/erase.html", context, status=status)


def _done(name: str, done: Erased) -> str:
    left = f" {counted(done.judgments, 'judgment')} with free text left the figures."
    return f"{name.capitalize()} was erased.{left if done.judgments else ''}"
