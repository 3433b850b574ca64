"""Forms of the operations on webhooks."""

from rest_framework import serializers

from addons.webhooks.models import Delivery as DeliveryModel
from addons.webhooks.models import Webhook as WebhookModel
from annotation.api.fields import Form


def events_field(*, required: bool = True) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField(WebhookModel.Event.choices, help_text="An event."),
        allow_empty=False,
        max_length=len(WebhookModel.Event),
        help_text="Its events.",
        required=required,
    )


class Webhook(Form):
    """A webhook for a project's events. Its secret is returned only once, on creation."""

    id = serializers.IntegerField(help_text="Its number.")
    project = serializers.IntegerField(source="project_id", help_text="The project's number.")
    address = serializers.CharField(help_text="Where messages are sent.")
    events = events_field()
    is_on = serializers.BooleanField(help_text="Whether it is on.")
    off_because = serializers.CharField(help_text="Why Midpath turned it off; empty: it did not.")
    created_at = serializers.DateTimeField(help_text="When it was added.")


class WebhookWithSecret(Webhook):
    secret = serializers.CharField(
        help_text="The signing secret, starting with `whsec_`. It is returned only once."
    )


class Delivery(Form):
    """A message to a webhook."""

    id = serializers.IntegerField(help_text="Its number.")
    message = serializers.SerializerMethodField(
        help_text="Its id in the header `webhook-id`, the same at every attempt."
    )
    event = serializers.CharField(help_text="Its event.")
    status = serializers.ChoiceField(
        DeliveryModel.Status.choices, help_text="Whether it is waiting, delivered or given up."
    )
    attempts = serializers.IntegerField(help_text="The number of attempts.")
    code = serializers.IntegerField(
        allow_null=True, help_text="The status of the last answer; null: there was none."
    )
    answer = serializers.CharField(
        help_text="The beginning of the last response, or why there was none."
    )
    created_at = serializers.DateTimeField(help_text="When it was created.")
    tried_at = serializers.DateTimeField(
        allow_null=True, help_text="When the last attempt was made; null: there was none."
    )
    due_at = serializers.DateTimeField(help_text="The next attempt, if waiting.")

    def get_message(self, one: DeliveryModel) -> str:
        return one.header_id
