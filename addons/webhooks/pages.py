"""Webhooks of a project: for its owners only. No page waits for a receiver."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from addons.webhooks.models import Webhook
from addons.webhooks.services.webhooks import (
    MAX_WEBHOOKS,
    add_webhook,
    change_webhook,
    ping,
    remove_webhook,
    replay,
    rotate_secret,
)
from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, found_for, membership_of, needs
from annotation.research.common.forms import ServiceForm
from annotation.research.common.paging import page_of, whole_number
from annotation.services.errors import Forbidden, ServiceError
from annotation.services.url_checks import MAX_ADDRESS_LENGTH


class EventsForm(ServiceForm):
    events = forms.MultipleChoiceField(
        choices=Webhook.Event.choices,
        widget=forms.CheckboxSelectMultiple,
        label="Events",
        error_messages={"required": "Choose at least one event."},
    )

    @property
    def offered(self) -> list[tuple[str, str, bool]]:
        """Return each event with its name and whether it is chosen."""
        chosen = self["events"].value() or []
        return [(event, name, event in chosen) for event, name in Webhook.Event.choices]


class WebhookForm(EventsForm):
    field_order = ("address", "events")
    address = forms.CharField(
        max_length=MAX_ADDRESS_LENGTH,
        label="Address",
        help_text="Messages are sent here by POST. The address must start with https://.",
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none"}),
        error_messages={"required": "Enter the address."},
    )


DELIVERIES_PER_PAGE = 50


@needs(Capability.MANAGE_MEMBERS)
def show_webhooks(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Owners of the project. A POST adds a webhook and shows its secret once."""
    project = membership_of(request, project_id).project
    form = WebhookForm(request.POST or None, initial={"events": Webhook.Event.values})
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, but=Forbidden):
            own, secret = add_webhook(project=project, user=request.user, **form.cleaned_data)
            return _page_of(request, own, secret=secret)
    webhooks = Webhook.objects.filter(project=project)
    context = {
        "project": project,
        "webhooks": webhooks,
        "most": MAX_WEBHOOKS,
        "form": form,
    }
    return render(request, "research/webhooks/webhooks.html", context, status=form.status)


@needs(Capability.MANAGE_MEMBERS)
def show(request: ResearcherRequest, webhook_id: int) -> HttpResponse:
    """Owners of the project: the messages of a webhook. A POST changes its events."""
    own = _webhook_for(request, webhook_id)
    form = EventsForm(request.POST or None, initial={"events": own.events})
    if request.method == "POST" and form.is_valid():
        change_webhook(webhook=own, user=request.user, events=form.cleaned_data["events"])
        messages.success(request, "Events saved.")
        return redirect("research:webhook", own.pk)
    return _page_of(request, own, form=form)


@needs(to_post=Capability.MANAGE_MEMBERS)
def rotate(request: ResearcherRequest, webhook_id: int) -> HttpResponse:
    """Owners of the project. The new secret is shown once."""
    own = _webhook_for(request, webhook_id)
    return _page_of(request, own, secret=rotate_secret(webhook=own, user=request.user))


@needs(to_post=Capability.MANAGE_MEMBERS)
def switch(request: ResearcherRequest, webhook_id: int) -> HttpResponse:
    """Owners of the project: switch a webhook off, or on if it is off."""
    own = _webhook_for(request, webhook_id)
    done = change_webhook(webhook=own, user=request.user, is_on=not own.is_on)
    messages.success(
        request, "The webhook is on." if done.is_on else "The webhook is off and receives nothing."
    )
    return redirect("research:webhook", own.pk)


@needs(to_post=Capability.MANAGE_MEMBERS)
def test(request: ResearcherRequest, webhook_id: int) -> HttpResponse:
    """Owners of the project. The outcome is shown among the messages."""
    own = _webhook_for(request, webhook_id)
    ping(webhook=own, user=request.user)
    messages.success(request, "A test was sent. Reload this page to see the result.")
    return redirect("research:webhook", own.pk)


@needs(to_post=Capability.MANAGE_MEMBERS)
def remove(request: ResearcherRequest, webhook_id: int) -> HttpResponse:
    """Owners of the project."""
    own = _webhook_for(request, webhook_id)
    remove_webhook(webhook=own, user=request.user)
    messages.success(request, f"The webhook to {own.address} was removed.")
    return redirect("research:webhooks", own.project_id)


@needs(to_post=Capability.MANAGE_MEMBERS)
def send_again(request: ResearcherRequest, webhook_id: int, delivery_id: int) -> HttpResponse:
    """Owners of the project."""
    own = _webhook_for(request, webhook_id)
    rows = own.deliveries.readable().filter(pk=delivery_id)
    found = rows.select_related("webhook__project").first()
    if found is None:
        raise Http404
    replay(delivery=found, user=request.user)
    messages.success(request, "The message will be sent again.")
    return redirect("research:webhook", own.pk)


def _page_of(
    request: ResearcherRequest,
    own: Webhook,
    *,
    form: EventsForm | None = None,
    secret: str = "",
) -> HttpResponse:
    before = whole_number(request, "before")
    rows = own.deliveries.readable().defer("body")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    context = {
        "project": own.project,
        "webhook": own,
        "secret": secret,
        "form": form or EventsForm(initial={"events": own.events}),
        "page": page_of(list(rows[: DELIVERIES_PER_PAGE + 1]), DELIVERIES_PER_PAGE),
    }
    status = 400 if form is not None and form.is_bound else 200
    return render(request, "research/webhooks/webhook.html", context, status=status)


def _webhook_for(request: ResearcherRequest, webhook_id: int) -> Webhook:
    rows = Webhook.objects.filter(
        project__memberships__user=request.user, project__deleted_at=None, pk=webhook_id
    )
    return found_for(request, rows.select_related("project"), "webhook", webhook_id)
