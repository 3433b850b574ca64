"""The operation that lists a project's audit log."""

from rest_framework.request import Request

from annotation.api.basic_fields import DateTime, Integer, String
from annotation.api.fields import Form, YesOrNoInText
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import may, project_for
from annotation.capabilities import Capability
from annotation.models import AuditEvent
from annotation.services.audit import events_of


class Event(Form):
    """An event of the audit log."""

    id = Integer("The event's number; later ones have larger ones.")
    at = DateTime("When it happened.")
    verb = String("The action, such as `campaign.launched`.")
    user = String("The account that did it; null: a worker or the server.", allow_null=True)
    worker = Integer(
        "The number of the worker who did it or was affected; null: none, or hidden from you.",
        allow_null=True,
    )
    campaign = Integer("The campaign; null: none.", source="campaign_id", allow_null=True)
    object = Integer(
        "The number of the object, of the kind in the verb.", source="object_id", allow_null=True
    )


class ListAudit(ResearcherOperation):
    class Filters(Paging):
        workers = YesOrNoInText(
            "`true`: include workers' actions. Default: only members' actions.",
            required=False,
            default=False,
        )

    class Output(Page):
        results = Event(many=True, help_text="The events of this page, the oldest first.")

    @sees_figures(name="list_audit", asks=Filters, gives={200: Output})
    def get(self, request: Request, project_id: int) -> object:
        """List the audit log of a project, oldest first; `after` continues where you were."""
        project = project_for(request, project_id)
        events = events_of(project, workers=self.query["workers"])
        shown, following = page_of(events, request, self.query)
        sees_workers = may(request, Capability.SEE_WORKERS, project.pk)
        results = [_described(event, sees_workers) for event in shown]
        return {"results": results, "next": following}


def _described(event: AuditEvent, sees_workers: bool) -> dict[str, object]:
    return vars(event) | {
        "user": event.user.username if event.user else None,
        "worker": event.worker.number if event.worker and sees_workers else None,
    }
