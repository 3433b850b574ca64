"""The forms of webhooks."""

from django import forms

from addons.webhooks.models import Webhook
from annotation.research.common.forms import ServiceForm
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
