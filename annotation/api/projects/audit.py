"""The operation that lists a project's audit log."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, YesOrNoInText
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import may, project_for
from annotation.capabilities import Capability
from annotation.models import AuditEvent
from annotation.services.audit import events_of


class Event(Form):
    """An event of the audit log."""

    id = serializers.IntegerField(help_text="The event's number; later ones have larger ones.")
    at = serializers.DateTimeField(help_text="When it happened.")
    verb = serializers.CharField(help_text="The action, such as `campaign.launched`.")
    user = serializers.CharField(
        allow_null=True, help_text="The account that did it; null: a worker or the server."
    )
    worker = serializers.IntegerField(
        allow_null=True,
        help_text=(
            "The number of the worker who did it or was affected; null: none, or hidden from you."
        ),
    )
    campaign = serializers.IntegerField(
        source="campaign_id", allow_null=True, help_text="The campaign; null: none."
    )
    object = serializers.IntegerField(
        source="object_id",
        allow_null=True,
        help_text="The number of the object, of the kind in the verb.",
    )


class ListAudit(ResearcherOperation):
    class Filters(Paging):
        workers = YesOrNoInText(
            required=False,
            default=False,
            help_text="`true`: include workers' actions. Default: only members' actions.",
        )

    class Output(Page):
        results = Event(many=True, help_text="The events of this page, the oldest first.")

    @sees_figures(name="list_audit", asks=Filters, gives={200: Output})
    def get(self, request: Request, project_id: int) -> Response:
        """List the audit log of a project, oldest first; `after` continues where you were."""
        project = project_for(request, project_id)
        events = events_of(project, workers=self.query["workers"])
        shown, following = page_of(events, request, self.query)
        sees_workers = may(request, Capability.SEE_WORKERS, project.pk)
        results = [_described(event, sees_workers) for event in shown]
        return Response(self.Output({"results": results, "next": following}).data)


def _described(event: AuditEvent, sees_workers: bool) -> dict[str, object]:
    return vars(event) | {
        "user": event.user.username if event.user else None,
        "worker": event.worker.number if event.worker and sees_workers else None,
    }
