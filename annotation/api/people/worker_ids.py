"""Operations on workers' platform ids: for owners only, with a scope of their own."""

from rest_framework.request import Request

from annotation.api.basic_fields import Choice, DateTime, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_platform_ids
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import campaign_for
from annotation.models import Worker
from annotation.services.people.sessions import sent_workers


class PlatformSession(Form):
    """A visit for which a platform sent a worker."""

    study = String("The platform's id of the study; empty: unknown.")
    session = String("Its id of the session; empty: unknown.")
    came_at = DateTime("When they first came for it.")
    done_before = Integer("The number of HITs done by then, after training.")


class WorkerIds(Form):
    """The platform ids of a worker."""

    worker = Integer("Their number in the project.", source="worker.number")
    sent_by = Choice("The source.", Worker.Source.choices, source="worker.source")
    external_id = String("Their id at the source.", source="worker.external_id")
    sessions = PlatformSession(
        many=True, source="platform_sessions", help_text="Their visits, in order."
    )


class ListWorkerIds(ResearcherOperation):
    @sees_platform_ids(name="list_worker_ids", asks=Paging, gives=PageOf(WorkerIds, "workers"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the ids under which platforms, links and programs sent the workers.
        Only for owners of the project: with their session, or a token with this scope."""
        rows = sent_workers(campaign_for(request, campaign_id))
        return self.page(rows)
