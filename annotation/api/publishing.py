"""Operations that publish and unpublish a snapshot."""

from django.urls import reverse
from rest_framework.request import Request

from annotation.api.basic_fields import DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.jobs.jobs import job_for
from annotation.api.operations import ResearcherOperation, publishes
from annotation.api.scope import caller, first_of
from annotation.models import Publication, Snapshot
from annotation.services.snapshots.publishing import (
    MAX_AUTHORS_LENGTH,
    MAX_LICENCE_LENGTH,
    publish_snapshot,
    unpublish_snapshot,
)


class Published(Form):
    """A snapshot's public address."""

    snapshot = Integer("The snapshot's number.", source="snapshot_id")
    address = String("The public address, which never changes.")
    authors = String("The authors to cite.")
    licence = String("Its licence; empty: not given.")
    published_at = DateTime("When it was first published.")
    withdrawn_at = DateTime("When it was unpublished; null: it is public.", allow_null=True)


class PublishSnapshot(ResearcherOperation):
    class Input(Strict):
        authors = Text(
            "As BibTeX has them: Ada Brandt and Priya Nair.", max_length=MAX_AUTHORS_LENGTH
        )
        licence = Text(
            "Its licence, such as CC BY 4.0.",
            required=False,
            default="",
            allow_blank=True,
            max_length=MAX_LICENCE_LENGTH,
        )

    @publishes(name="publish_snapshot", takes=Input, gives={200: Published})
    def post(self, request: Request, snapshot_id: int) -> object:
        """Publish a snapshot of a closed campaign.
        Only for owners. If published again, it keeps its address."""
        snapshot = job_for(request, Snapshot, snapshot_id)
        made = publish_snapshot(snapshot=snapshot, user=caller(request), **self.body)
        return _described(request, made)


class UnpublishSnapshot(ResearcherOperation):
    @publishes(name="unpublish_snapshot", gives={200: Published}, refuses=())
    def post(self, request: Request, snapshot_id: int) -> object:
        """Unpublish a snapshot; then only members can read it. Only for owners."""
        snapshot = job_for(request, Snapshot, snapshot_id)
        unpublish_snapshot(snapshot=snapshot, user=caller(request))
        made = first_of(
            Publication.objects.filter(snapshot=snapshot), "This snapshot was never published."
        )
        return _described(request, made)


def _described(request: Request, made: Publication) -> dict[str, object]:
    address = request.build_absolute_uri(reverse("published", args=[made.code]))
    return vars(made) | {"address": address}
