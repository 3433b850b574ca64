"""Operations on webhooks, for owners of the project."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from addons.webhooks.models import Delivery as DeliveryModel
from addons.webhooks.models import Webhook as WebhookModel
from addons.webhooks.services.webhooks import (
    add_webhook,
    change_webhook,
    ping,
    remove_webhook,
    replay,
    rotate_secret,
)
from annotation.api.basic_fields import Array, Boolean, Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text, YesOrNo
from annotation.api.operations import ResearcherOperation, manages_members
from annotation.api.pagination import Page, Paging
from annotation.api.scope import caller, first_of, note_project, project_for, projects_of, refuse
from annotation.services.url_checks import MAX_ADDRESS_LENGTH


def events_field(*, required: bool = True) -> serializers.ListField:
    return Array(
        "Its events.",
        child=Choice("An event.", WebhookModel.Event.choices),
        allow_empty=False,
        max_length=len(WebhookModel.Event),
        required=required,
    )


class Webhook(Form):
    """A webhook for a project's events. Its secret is returned only once, on creation."""

    id = Integer("Its number.")
    project = Integer("The project's number.", source="project_id")
    address = String("Where messages are sent.")
    events = events_field()
    is_on = Boolean("Whether it is on.")
    off_because = String("Why Midpath turned it off; empty: it did not.")
    created_at = DateTime("When it was added.")


class WebhookWithSecret(Webhook):
    secret = String("The signing secret, starting with `whsec_`. It is returned only once.")


class Delivery(Form):
    """A message to a webhook."""

    id = Integer("Its number.")
    message = serializers.SerializerMethodField(
        help_text="Its id in the header `webhook-id`, the same at every attempt."
    )
    event = String("Its event.")
    status = Choice("Whether it is waiting, delivered or given up.", DeliveryModel.Status.choices)
    attempts = Integer("The number of attempts.")
    code = Integer("The status of the last answer; null: there was none.", allow_null=True)
    answer = String("The beginning of the last response, or why there was none.")
    created_at = DateTime("When it was created.")
    tried_at = DateTime("When the last attempt was made; null: there was none.", allow_null=True)
    due_at = DateTime("The next attempt, if waiting.")

    def get_message(self, one: DeliveryModel) -> str:
        return one.header_id


class Webhooks(ResearcherOperation):
    class Input(Strict):
        address = Text(
            "Where messages are sent; must start with https://.", max_length=MAX_ADDRESS_LENGTH
        )
        events = events_field()

    class Output(Page):
        results = Webhook(many=True, help_text="The webhooks of this page.")

    @manages_members(name="list_webhooks", asks=Paging, gives={200: Output})
    def get(self, request: Request, project_id: int) -> Response:
        """List the webhooks of a project."""
        rows = WebhookModel.objects.filter(project=project_for(request, project_id))
        return self.page(rows)

    @manages_members(name="add_webhook", takes=Input, creates=True, gives={201: WebhookWithSecret})
    def post(self, request: Request, project_id: int) -> Response:
        """Add a webhook; the response has its signing secret."""
        own, secret = add_webhook(
            project=project_for(request, project_id), user=caller(request), **self.body
        )
        return Response(_with_secret(own, secret), status=201)


class OneWebhook(ResearcherOperation):
    class Input(Strict):
        events = events_field(required=False)
        is_on = YesOrNo("Whether it is on.", required=False)

    @manages_members(name="read_webhook", gives={200: Webhook})
    def get(self, request: Request, webhook_id: int) -> Response:
        """Read a webhook, without its secret."""
        return Response(Webhook(_webhook_for(request, webhook_id)).data)

    @manages_members(name="change_webhook", takes=Input, gives={200: Webhook})
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Change the events of a webhook, or turn it on or off."""
        own = _webhook_for(request, webhook_id)
        done = change_webhook(webhook=own, user=caller(request), **self.body)
        return Response(Webhook(done).data)


class RemoveWebhook(ResearcherOperation):
    @manages_members(name="remove_webhook", gives={204: None})
    def post(self, request: Request, webhook_id: int) -> Response:
        """Delete a webhook with its messages."""
        remove_webhook(webhook=_webhook_for(request, webhook_id), user=caller(request))
        return Response(status=204)


class RotateSecret(ResearcherOperation):
    @manages_members(name="rotate_webhook_secret", gives={200: WebhookWithSecret})
    def post(self, request: Request, webhook_id: int) -> Response:
        """Create a new secret; for a day, messages are signed with both."""
        own = _webhook_for(request, webhook_id)
        return Response(_with_secret(own, rotate_secret(webhook=own, user=caller(request))))


class PingWebhook(ResearcherOperation):
    @manages_members(name="ping_webhook", creates=True, gives={202: Delivery})
    def post(self, request: Request, webhook_id: int) -> Response:
        """Send a test message."""
        sent = ping(webhook=_webhook_for(request, webhook_id), user=caller(request))
        return Response(Delivery(sent).data, status=202)


class ListDeliveries(ResearcherOperation):
    class Output(Page):
        results = Delivery(many=True, help_text="The messages of this page, the oldest first.")

    @manages_members(name="list_deliveries", asks=Paging, gives={200: Output})
    def get(self, request: Request, webhook_id: int) -> Response:
        """List the messages of a webhook of the last 30 days, and those waiting."""
        rows = _webhook_for(request, webhook_id).deliveries.readable()
        return self.page(rows)


class ReplayDelivery(ResearcherOperation):
    @manages_members(name="replay_delivery", creates=True, gives={200: Delivery})
    def post(self, request: Request, webhook_id: int, delivery_id: int) -> Response:
        """Send a message again with the same id."""
        own = _webhook_for(request, webhook_id)
        rows = own.deliveries.readable().filter(pk=delivery_id)
        found = first_of(
            rows.select_related("webhook__project"), "This webhook has no message with this number."
        )
        return Response(Delivery(replay(delivery=found, user=caller(request))).data)


def _webhook_for(request: Request, webhook_id: int) -> WebhookModel:
    rows = WebhookModel.objects.filter(project__in=projects_of(request), pk=webhook_id)
    found = rows.select_related("project").first() or refuse(request, "webhook", webhook_id)
    note_project(request, found.project_id)
    return found


def _with_secret(own: WebhookModel, secret: str) -> dict[str, object]:
    return {**Webhook(own).data, "secret": secret}
