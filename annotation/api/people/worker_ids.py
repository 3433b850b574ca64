"""Operations on the ids under which platforms sent the workers: a scope of its own, for owners."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import campaign_for
from annotation.capabilities import Capability
from annotation.models import Worker
from annotation.services.people.sessions import sent_workers


class PlatformSession(Form):
    """A visit for which a platform sent a worker."""

    study = serializers.CharField(help_text="The platform's id of the study; empty: not told.")
    session = serializers.CharField(help_text="Its id of the session; empty: not told.")
    came_at = serializers.DateTimeField(help_text="When they first came for it.")
    done_before = serializers.IntegerField(
        help_text="How many HITs after the training they had done by then."
    )


class WorkerIds(Form):
    """The ids under which a worker was sent."""

    worker = serializers.IntegerField(
        source="worker.number", help_text="Their number in the project."
    )
    sent_by = serializers.ChoiceField(
        Worker.Source.choices, source="worker.source", help_text="Who sent them."
    )
    external_id = serializers.CharField(
        source="worker.external_id", help_text="The source's id of them."
    )
    sessions = PlatformSession(
        many=True, source="platform_sessions", help_text="For what they were sent, in order."
    )


class ListWorkerIds(ResearcherOperation):
    class Output(Page):
        results = WorkerIds(many=True, help_text="The workers of this page.")

    @operation(
        name="list_worker_ids",
        needs=Capability.SEE_PLATFORM_IDS,
        asks=Paging,
        gives={200: Output},
        refuses=(401, 403, 404),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """List under which ids platforms, links and programs sent the workers.

        For owners of the project only: by their session, or by a token that was given this
        right."""
        rows = sent_workers(campaign_for(request, campaign_id))
        shown, following = page_of(rows, request, self.query)
        return Response(self.Output({"results": shown, "next": following}).data)
