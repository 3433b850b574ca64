"""The exports of a campaign: snapshots made by background jobs, and their files."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Unpack, cast

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, Publication, Snapshot
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.research.common.jobs import (
    JobPages,
    ask_or_show,
    count_steps,
    job_finder,
    render_job,
)
from annotation.research.items.chips import chips_of, query_of
from annotation.schemes import scheme_of
from annotation.schemes.base import DECISIONS, OutFile
from annotation.schemes.tables import FOLDER, TABLE_FILES, TABLES
from annotation.services.accounts.access import audit_taken
from annotation.services.errors import ServiceError
from annotation.services.items.cursors import POSITION
from annotation.services.items.filters import ItemFilter, read_filter, require_sight
from annotation.services.items.saved_filters import usable_by
from annotation.services.snapshots.files import as_download, files_of, is_restarted, name_of_zip
from annotation.services.snapshots.publishing import (
    MAX_AUTHORS_LENGTH,
    MAX_LICENCE_LENGTH,
    publish_snapshot,
    unpublish_snapshot,
)
from annotation.services.snapshots.snapshots import (
    MAX_CONCURRENT,
    MAX_NOTE_LENGTH,
    additional_files,
    ask_for_snapshot,
)
from annotation.web.ranges import resumable

Status = Snapshot.Status
RENAMED = {"files": "beside"}
snapshot_for = job_finder(Snapshot)


class SnapshotForm(ServiceForm):
    """The choices for one snapshot: its additional files and a note."""

    note = forms.CharField(
        max_length=MAX_NOTE_LENGTH,
        required=False,
        label="Note",
        help_text="Its purpose, such as “Table 2 of the paper”. It stays with the snapshot.",
    )
    beside = forms.MultipleChoiceField(
        required=False, label="Additional files", widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        data: Sent = None,
        *,
        campaign: Campaign,
        wanted: ItemFilter,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **kwargs)
        known = additional_files(campaign, wanted)
        self._own = [file for file in known if file not in TABLE_FILES]
        field = cast(forms.MultipleChoiceField, self.fields["beside"])
        field.choices = [(file.name, file.title) for file in known]
        few = campaign.agreement.judgments <= MAX_CONCURRENT
        field.initial = [file.name for file in self._own] if few else []

    def given(self) -> dict[str, Any]:
        return {"files": self.cleaned_data["beside"], "note": self.cleaned_data["note"]}

    @property
    def offered(self) -> list[dict[str, object]]:
        """Return the available files, except the tables."""
        return [self._offered(file) for file in self._own]

    @property
    def tables(self) -> list[dict[str, object]]:
        """Return the available tables, each with its files by format."""
        return [
            {
                "title": table.title,
                "what": table.what,
                "files": {form: self._offered(file) for form, file in table.files.items()},
            }
            for table in TABLES
        ]

    def _offered(self, file: OutFile) -> dict[str, object]:
        chosen = self["beside"].value() or []
        return {"name": file.name, "title": file.title, "chosen": file.name in chosen}


@needs(Capability.EXPORT)
def export(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the campaign's snapshots, and the form for a new one of the items
    that match the filter in the URL. A draft has none."""
    campaign = campaign_for(request, campaign_id)
    wanted = read_filter(request.GET.dict())
    require_sight(wanted, request.can)
    context = campaign_context(campaign)
    if campaign.status == Campaign.Status.DRAFT:
        return render(request, "research/snapshots/export.html", context)
    posted = request.POST if request.method == "POST" else None
    form = SnapshotForm(posted, campaign=campaign, wanted=wanted)

    ask = partial(ask_for_snapshot, campaign=campaign, user=request.user, wanted=wanted)
    not_discarded = Snapshot.objects.filter(campaign=campaign).exclude(status=Status.DISCARDED)
    context |= {
        "files": [*scheme_of(campaign).files_of(campaign.settings), FOLDER, *DECISIONS],
        "few": campaign.agreement.judgments <= MAX_CONCURRENT,
        "snapshots": [
            (one, query_of(read_filter(one.filter))) for one in not_discarded.select_related("user")
        ],
        "chips": chips_of(campaign, wanted, POSITION),
        "only_filter": query_of(wanted),
        "saved": usable_by(campaign, request.can),
    }
    template = "research/snapshots/export.html"
    return ask_or_show(request, form, ask, "snapshot", context, template, renamed=RENAMED)


class PublishForm(ServiceForm):
    """The authors to cite, and the license."""

    authors = forms.CharField(
        max_length=MAX_AUTHORS_LENGTH,
        help_text="In BibTeX format: Ada Brandt and Priya Nair.",
    )
    licence = forms.CharField(
        max_length=MAX_LICENCE_LENGTH,
        required=False,
        help_text="What others may do with it, such as CC BY 4.0.",
    )


def _files_and_figures(request: ResearcherRequest, snapshot: Snapshot) -> Mapping[str, object]:
    made = Publication.objects.filter(snapshot=snapshot).first()
    place = reverse("published", args=[made.code]) if made else ""
    return campaign_context(snapshot.campaign) | {
        "counts": snapshot.results.get("counts"),
        "chips": chips_of(snapshot.campaign, read_filter(snapshot.filter), POSITION),
        "only_filter": query_of(read_filter(snapshot.filter)),
        "snapshot_files": files_of(snapshot) if snapshot.status == Status.READY else (),
        "whole": name_of_zip(snapshot),
        "form": PublishForm(),
        "made": made,
        "public": made is not None and made.withdrawn_at is None,
        "address": request.build_absolute_uri(place),
    }


PAGES = JobPages(
    name="snapshot",
    route="snapshots/<int:snapshot_id>/",
    find=snapshot_for,
    sees=Capability.EXPORT,
    actions=("progress", "discard", "restore"),
    template="research/snapshots/snapshot.html",
    context=_files_and_figures,
    progress=count_steps("{done} of {steps} written or counted.", "row"),
    verb="Delete",
)


@needs(to_post=Capability.PUBLISH)
def publish(request: ResearcherRequest, snapshot_id: int) -> HttpResponse:
    """Owners: publish a snapshot at a permanent address."""
    snapshot = snapshot_for(request, snapshot_id)
    form = PublishForm(request.POST)
    if form.is_valid():
        with form.showing(ServiceError, own_status=True):
            publish_snapshot(snapshot=snapshot, user=request.user, **form.cleaned_data)
            return redirect("research:snapshot", snapshot.pk)
    return render_job(request, PAGES, snapshot, [snapshot.pk], form.status, form=form)


@needs(to_post=Capability.PUBLISH)
def unpublish(request: ResearcherRequest, snapshot_id: int) -> HttpResponse:
    """Owners: unpublish a snapshot."""
    snapshot = snapshot_for(request, snapshot_id)
    unpublish_snapshot(snapshot=snapshot, user=request.user)
    return redirect("research:snapshot", snapshot.pk)


@needs(to_read=Capability.EXPORT)
def download(request: ResearcherRequest, snapshot_id: int, name: str) -> HttpResponse:
    """Members of the project: one file of a snapshot, whole or by range."""
    snapshot = snapshot_for(request, snapshot_id)
    file = as_download(snapshot, name)
    if file is None:
        raise Http404
    response = resumable(request, file)
    if is_restarted(response):
        audit_taken(
            campaign=snapshot.campaign, user=request.user, name=file.name, digest=file.version
        )
    return cast(HttpResponse, response)
