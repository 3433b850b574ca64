"""Operations on snapshots: create, poll, download (also by ranges), delete."""

from typing import Any, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Array, Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.items.saved_filters import MAX_VALUE_LENGTH, filter_in, saved_in
from annotation.api.jobs.jobs import job_for, job_response
from annotation.api.operations import ResearcherOperation, exports
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, campaign_for
from annotation.models import Snapshot as SnapshotModel
from annotation.models import SnapshotFile
from annotation.scopes import Scope
from annotation.services.accounts.access import audit_taken
from annotation.services.errors import Deleted, NotFound
from annotation.services.items.filters import LARGEST
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.snapshots.files import as_download, files_of, is_restarted
from annotation.services.snapshots.snapshots import MAX_NOTE_LENGTH, ask_for_snapshot
from annotation.web.ranges import resumable

Status = SnapshotModel.Status


class FilesWhenReady(serializers.ListSerializer[Any]):
    """The complete files of a snapshot."""

    def get_attribute(self, instance: SnapshotModel) -> list[SnapshotFile]:
        return files_of(instance) if instance.status == Status.READY else []


class KeptFile(Form):
    """A file of a snapshot."""

    class Meta:
        list_serializer_class = FilesWhenReady

    name = String("Its name, for downloading.")
    content_type = String("Its media type.")
    size = Integer("Its size in bytes.")
    sha256 = String("Its SHA-256, which is its ETag, too.", source="digest")
    lines = Integer("The number of lines; null: not a line-based file.", allow_null=True)


class ListedSnapshot(Form):
    """A snapshot of a campaign, without its contents."""

    id = Integer("The snapshot's number.")
    campaign = Integer("The campaign's number.", source="campaign_id")
    status = Choice(
        "Its files exist when it is ready; those of a discarded one are deleted a day later.",
        Status.values,
    )
    done = Integer("The number of finished steps.")
    total = Integer("The number of steps, once known.")
    problem = String("Why it failed, and what to do; else empty.")
    note = String("Its purpose.")
    filter = Object(
        "The filter of its items, in the fields of `save_filter`; empty: all items.", child=String()
    )
    asked_at = DateTime("When it was requested.")


class Snapshot(ListedSnapshot):
    """A snapshot of a campaign."""

    manifest = Object("Its contents, including its figures; empty until ready.", source="results")
    files = KeptFile(many=True, help_text="Its files, manifest first; none until ready.")


class ListSnapshots(ResearcherOperation):
    @exports(name="list_snapshots", asks=Paging, gives=PageOf(ListedSnapshot, "snapshots"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List a campaign's snapshots, oldest first, including discarded ones."""
        campaign = campaign_for(request, campaign_id)
        rows = SnapshotModel.objects.filter(campaign=campaign).defer("results")
        return self.page(rows)


class AskForSnapshot(ResearcherOperation):
    class Input(Strict):
        files = Array(
            "Files in addition to those of every snapshot (manifest.json, items.jsonl, "
            "workers.jsonl, judgments.jsonl), by the names of read_file, such as gold.",
            child=Text(max_length=60),
            required=False,
            max_length=40,
        )
        note = Text("Its purpose.", required=False, allow_blank=True, max_length=MAX_NOTE_LENGTH)
        filter = Object(
            "Only the items that this filter finds when the snapshot is created, with their "
            "judgments, decisions and figures; in the form of `save_filter`. `files` can then only "
            "be tables and decisions.",
            child=Text("The value of a condition.", max_length=MAX_VALUE_LENGTH),
            required=False,
        )
        saved = Whole(
            "The number of a saved filter: only the items that it finds. Conditions in `filter` "
            "override those of the saved filter.",
            required=False,
            min_value=1,
            max_value=LARGEST,
        )

    @exports(name="ask_for_snapshot", takes=Input, creates=True, gives={202: Snapshot})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Create a snapshot of a campaign in the background: poll it until it is ready."""
        campaign = campaign_for(request, campaign_id)
        wanted = filter_in(request, campaign, self.body.get("filter", {}))
        if "saved" in self.body:
            wanted = saved_in(request, campaign, self.body["saved"]).with_more(wanted)
        snapshot = ask_for_snapshot(
            campaign=campaign,
            user=caller(request),
            files=self.body.get("files", ()),
            note=self.body.get("note", ""),
            wanted=wanted,
        )
        return job_response(Snapshot, snapshot, 202)


class ReadSnapshot(ResearcherOperation):
    @exports(name="read_snapshot", gives={200: Snapshot})
    def get(self, request: Request, snapshot_id: int) -> object:
        """Read a snapshot:
        its progress, or its files and manifest. A deleted or stopped snapshot returns 404
        (`deleted`); it is only in the list."""
        snapshot = job_for(request, SnapshotModel, snapshot_id)
        if snapshot.status == Status.DISCARDED:
            raise Deleted(
                "This snapshot was deleted or stopped. You can restore it with restore_snapshot "
                "for a day."
            )
        return snapshot


class DeleteSnapshot(ResearcherOperation):
    @exports(name="delete_snapshot", scopes=(Scope.DELETE,), gives={200: Snapshot})
    def delete(self, request: Request, snapshot_id: int) -> Response:
        """Delete a snapshot, or stop it. It can be restored for a day."""
        snapshot = job_for(request, SnapshotModel, snapshot_id)
        discard_job(job=snapshot, user=caller(request))
        return job_response(Snapshot, snapshot)


class RestoreSnapshot(ResearcherOperation):
    @exports(name="restore_snapshot", scopes=(Scope.DELETE,), gives={200: Snapshot})
    def post(self, request: Request, snapshot_id: int) -> Response:
        """Restore a deleted snapshot. A stopped one starts again."""
        snapshot = job_for(request, SnapshotModel, snapshot_id)
        restore_job(job=snapshot, user=caller(request))
        return job_response(Snapshot, snapshot)


class ReadSnapshotFile(ResearcherOperation):
    @exports(
        name="read_snapshot_file",
        gives={200: OpenApiTypes.BINARY, 206: OpenApiTypes.BINARY, 304: None, 416: None},
    )
    def get(self, request: Request, snapshot_id: int, name: str) -> HttpResponseBase:
        """Download a file of a snapshot, whole or by a Range of bytes; snapshot.zip contains all of
        them.

        The ETag is its SHA-256 (for the zip file, computed from theirs); with If-Range, an
        interrupted download can be resumed."""
        snapshot = job_for(request, SnapshotModel, snapshot_id)
        file = as_download(snapshot, name)
        if file is None:
            raise NotFound("This snapshot has no such file, or it is not ready.")
        response = resumable(cast(HttpRequest, request), file)
        if is_restarted(response):
            audit_taken(
                campaign=snapshot.campaign,
                user=caller(request),
                name=file.name,
                digest=file.version,
            )
        return response
