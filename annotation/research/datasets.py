"""Datasets: a file is looked at first, then imported or discarded."""

from collections import Counter
from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.exchange.readers import ItemRow, read_upload
from annotation.models import Project
from annotation.research.access import (
    ResearcherRequest,
    dataset_for,
    membership_of,
    researcher,
    upload_for,
)
from annotation.research.forms import UploadForm
from annotation.research.histogram import histogram
from annotation.research.paging import page_of, whole_number
from annotation.services.datasets import (
    discard_upload,
    import_upload,
    store_upload,
)
from annotation.services.errors import Invalid, ServiceError

ITEMS_PER_PAGE = 50
SHOWN = 8
FORMATS = {
    "lines": "one text a line",
    "csv": "a table, comma separated (CSV)",
    "tsv": "a table, tab separated (TSV)",
    "jsonl": "one JSON object a line, words given (JSONL)",
    "release": "the papers’ release format (JSON)",
}


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def upload(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project. The file is kept for its preview; nothing is imported yet."""
    project = membership_of(request.user, project_id).project
    form = UploadForm(request.POST or None, request.FILES or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            file = form.cleaned_data["file"]
            try:
                stored = store_upload(
                    project=project,
                    user=request.user,
                    name=form.cleaned_data["name"],
                    filename=file.name,
                    body=file.read(),
                )
            except ServiceError as error:
                form.refuse(error)
                status = error.status
            else:
                return redirect("research:upload", stored.pk)
    return _upload_page(request, project, form, status)


def _upload_page(
    request: ResearcherRequest,
    project: Project,
    form: UploadForm,
    status: int,
) -> HttpResponse:
    context = {"project": project, "form": form, "most_bytes": settings.MAX_UPLOAD_BYTES}
    return render(request, "research/new_dataset.html", context, status=status)


@require_safe
@researcher
def show_upload(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    """Whoever uploaded the file, while she is a member: what it holds, or what is wrong with it."""
    upload = upload_for(request.user, upload_id)
    parsed = read_upload(upload.filename, bytes(upload.body))
    context = {
        "project": upload.project,
        "upload": upload,
        "parsed": parsed,
        "format": FORMATS.get(parsed.format, parsed.format),
        "first": parsed.items[:SHOWN],
        "lengths": histogram(_lengths(parsed.items)),
        "error_count": parsed.error_count,
    }
    status = 400 if parsed.errors else 200
    return render(request, "research/upload.html", context, status=status)


@require_POST
@researcher
def import_it(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    """Whoever uploaded the file, while she is a member. All of it becomes a dataset, or nothing."""
    upload = upload_for(request.user, upload_id)
    try:
        dataset = import_upload(upload=upload, user=request.user)
    except Invalid:
        return redirect("research:upload", upload_id)
    messages.success(request, f"{dataset.item_count:,} texts are imported.")
    return redirect("research:dataset", dataset.pk)


@require_POST
@researcher
def discard(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    """Whoever uploaded the file, while she is a member."""
    upload = upload_for(request.user, upload_id)
    discard_upload(upload=upload, user=request.user)
    messages.success(request, f"{upload.filename} is discarded. Nothing of it was imported.")
    return redirect("research:new_dataset", upload.project_id)


@require_safe
@researcher
def show_dataset(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the dataset's project."""
    dataset = dataset_for(request.user, dataset_id)
    after = whole_number(request, "after")
    items = dataset.items.order_by("position")
    if after is not None:
        items = items.filter(position__gt=after)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "page": page_of(list(items[: ITEMS_PER_PAGE + 1]), ITEMS_PER_PAGE),
        "after": after,
        "campaigns": dataset.campaigns.annotate(
            judged=F("agreement__judgments"), asked=F("hit_count") * F("redundancy")
        ),
    }
    return render(request, "research/dataset.html", context)


def _lengths(items: Sequence[ItemRow]) -> Counter[int]:
    return Counter(len(item.content["tokens"]) for item in items)
