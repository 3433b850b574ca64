"""Forms of what the operations on webhooks take and give."""

from rest_framework import serializers

from annotation.api.fields import Form
from annotation.models import Delivery as DeliveryModel
from annotation.models import Webhook as WebhookModel


def events_field(*, required: bool = True) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField(WebhookModel.Event.choices, help_text="An event."),
        allow_empty=False,
        max_length=len(WebhookModel.Event),
        help_text="The events that it is told.",
        required=required,
    )


class Webhook(Form):
    """An address that is told of a project's events. Its secret is told once, when it is made."""

    id = serializers.IntegerField(help_text="Its number.")
    project = serializers.IntegerField(source="project_id", help_text="The project's number.")
    address = serializers.CharField(help_text="Where messages are sent.")
    events = events_field()
    is_on = serializers.BooleanField(help_text="Whether it is told anything.")
    off_because = serializers.CharField(
        help_text="Why Midpath switched it off; empty where it did not."
    )
    created_at = serializers.DateTimeField(help_text="When it was added.")


class WebhookWithSecret(Webhook):
    secret = serializers.CharField(
        help_text="What messages are signed with, beginning with `whsec_`. It is told this once."
    )


class Delivery(Form):
    """A message to a webhook."""

    id = serializers.IntegerField(help_text="Its number.")
    message = serializers.SerializerMethodField(
        help_text="Its id in the header `webhook-id`, the same at every attempt."
    )
    event = serializers.CharField(help_text="What it tells of.")
    status = serializers.ChoiceField(
        DeliveryModel.Status.choices, help_text="Whether it waits, was taken or was given up."
    )
    attempts = serializers.IntegerField(help_text="How many attempts were made.")
    code = serializers.IntegerField(
        allow_null=True, help_text="The status of the last answer; null: there was none."
    )
    answer = serializers.CharField(
        help_text="The first words of the last answer, or why there was none."
    )
    created_at = serializers.DateTimeField(help_text="When it was written.")
    tried_at = serializers.DateTimeField(
        allow_null=True, help_text="When the last attempt was made; null: there was none."
    )
    due_at = serializers.DateTimeField(help_text="Of one that waits, when it is tried next.")

    def get_message(self, one: DeliveryModel) -> str:
        return one.header_id
