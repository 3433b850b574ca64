"""Uploads: preview a file or pasted texts, change how they are read if necessary, then import
them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Dataset, DatasetImport, DatasetUpload, Project, SetImport
from annotation.research.common.access import ResearcherRequest, membership_of, needs, upload_for
from annotation.research.common.downloads import csv_file, csv_lines
from annotation.research.common.forms import sent_in
from annotation.research.common.histogram import histogram
from annotation.research.common.page_words import as_on_page
from annotation.research.common.paging import left_out_in
from annotation.research.datasets.corpora import PairRow, document_rows, facts_of, question_row
from annotation.research.datasets.file_readings import Shown, chosen_in, describe_reading
from annotation.research.datasets.forms import UploadForm
from annotation.research.sets.forms import KeepForm
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH, free_name
from annotation.services.datasets.datasets import discard_upload, store_upload
from annotation.services.datasets.readings import choose_reading, preview
from annotation.services.errors import Conflict, Invalid, ServiceError
from annotation.services.jobs.dataset_imports import faults_of, import_upload_or_ask, under_way_of
from annotation.services.sets.import_with_dataset import (
    AnnotationsRefused,
    Keep,
    importable_schemes,
)
from midpath.exchange.lenient.nested_fields import NESTED
from midpath.exchange.lenient.reader import Reading
from midpath.exchange.readers import ItemRow, ParsedUpload
from midpath.exchange.rows import APPS, DOCUMENTS, ONE_OF, PAIRS, QUESTIONS, SITES
from midpath.exchange.spreadsheets import harmless
from midpath.tables.documents import corpus_table
from midpath.text.formatting import counted

SHOWN = 8
FAULTS_SHOWN = 10
PASTED = "Pasted texts"


@needs(Capability.EDIT_DATASETS)
def upload(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project. The file is stored for its preview; nothing is imported yet."""
    project = membership_of(request, project_id).project
    form = UploadForm(*sent_in(request))
    if form.is_bound and form.is_valid():
        with form.showing(ServiceError, own_status=True):
            return _go_to_preview(request, _store(request, project, form))
    if _by_script(request):
        problems = [str(error) for errors in form.errors.values() for error in errors]
        return JsonResponse({"problems": problems}, status=form.status)
    context = {"project": project, "form": form, "most_bytes": settings.MAX_UPLOAD_BYTES}
    return render(request, "research/datasets/new_dataset.html", context, status=form.status)


def _store(request: ResearcherRequest, project: Project, form: UploadForm) -> DatasetUpload:
    file, pasted = form.cleaned_data["file"], form.cleaned_data["texts"]
    filename = file.name if file else PASTED
    name = form.cleaned_data["name"]
    if not name:
        name = free_name(project, PurePath(filename).stem if file else PASTED)
    return store_upload(
        project=project,
        user=request.user,
        name=name,
        filename=filename,
        body=file.read() if file else pasted.encode(),
    )


def _by_script(request: ResearcherRequest) -> bool:
    """Return whether the page's script, which shows the upload's progress, sent the form."""
    return request.headers.get("Accept") == "application/json"


def _go_to_preview(request: ResearcherRequest, stored: DatasetUpload) -> HttpResponse:
    if _by_script(request):
        return JsonResponse({"where": reverse("research:upload", args=(stored.pk,))}, status=201)
    return redirect("research:upload", stored.pk)


@needs(to_read=Capability.EDIT_DATASETS)
def show_upload(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    upload = upload_for(request, upload_id)
    if under_way := under_way_of(upload):
        return redirect("research:dataset_import", under_way.pk)
    reading = preview(upload)
    if reading is None:
        context = {"project": upload.project, "upload": upload}
        return render(request, "research/datasets/upload.html", context)
    sound = reading.parsed.items and not reading.parsed.errors
    return _page(request, upload, reading, status=200 if sound else 400)


def _page(
    request: ResearcherRequest,
    upload: DatasetUpload,
    reading: Reading,
    *,
    status: int,
    form: KeepForm | None = None,
) -> HttpResponse:
    """Return the page of an upload. If its annotations were refused, `form` contains the input for
    the set."""
    parsed = reading.parsed
    context: dict[str, object] = {
        "project": upload.project,
        "upload": upload,
        "rows_read": _rows_read(reading),
        "parsed": parsed,
        "reading": reading,
        "summary": describe_reading(upload.filename, reading),
        "shown": Shown(reading, upload.choices),
        "faults": reading.faults[:FAULTS_SHOWN],
        "nested": any(error.reason == NESTED for error in parsed.errors),
        "one": ONE_OF[parsed.kind],
        "errors": [replace(one, message=as_on_page(one.message)) for one in parsed.errors],
        "error_count": parsed.error_count,
        "keep": form or _keep_form(upload, reading),
    }
    return render(
        request, "research/datasets/upload.html", context | _looked_at(parsed), status=status
    )


def _rows_read(reading: Reading) -> int:
    if reading.grid is not None:
        return reading.grid.rows
    return len(reading.parsed.items) + reading.parsed.error_count


def _keep_form(
    upload: DatasetUpload, reading: Reading, posted: QueryDict | None = None
) -> KeepForm | None:
    """Return the form for saving the file's annotations as a set, if it has any."""
    schemes = importable_schemes(reading)
    initial = {"name": f"Annotations of {upload.name}"[:MAX_NAME_LENGTH]}
    return KeepForm(posted, schemes=schemes, initial=initial, prefix="set") if schemes else None


@needs(to_post=Capability.EDIT_DATASETS)
def choose(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    upload = upload_for(request, upload_id)
    try:
        choose_reading(upload=upload, user=request.user, chosen=chosen_in(request.POST))
    except Invalid as error:
        messages.error(request, error.message)
    return redirect("research:upload", upload_id)


@needs(to_read=Capability.EDIT_DATASETS)
def left_out(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    upload = upload_for(request, upload_id)
    rows = (
        [one.row, *map(harmless, (one.column, one.reason, one.message, one.text))]
        for one in faults_of(upload)
    )
    text = csv_lines(["row", "column", "reason", "what is wrong", "text"], rows, end="\r\n")
    return csv_file(text, f"rows-left-out-{upload_id}.csv")


@needs(to_post=Capability.EDIT_DATASETS)
def import_it(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    """The member who uploaded the file. Imports all rows, except those that they have seen and
    leave out; or nothing. The annotations of the file may be saved as a set."""
    upload = upload_for(request, upload_id)
    if "keep" not in request.POST:
        return _import(request, upload)
    reading = preview(upload)
    form = _keep_form(upload, reading, request.POST) if reading else None
    if reading is None or form is None:
        messages.error(request, "The file contains no annotations that can be saved.")
        return redirect("research:upload", upload.pk)
    if not form.is_valid():
        return _page(request, upload, reading, form=form, status=400)
    try:
        return _import(request, upload, form.keep(upload.choices.get("control", "")))
    except AnnotationsRefused as error:
        form.refuse(error, file="", like="scheme")
        return _page(request, upload, reading, form=form, status=error.status)


def _import(
    request: ResearcherRequest, upload: DatasetUpload, keep: Keep | None = None
) -> HttpResponse:
    """Import an upload; raise AnnotationsRefused if the annotations to keep are refused."""
    left = left_out_in(request)
    try:
        imported = import_upload_or_ask(upload=upload, user=request.user, leave_out=left, keep=keep)
    except Invalid:
        return redirect("research:upload", upload.pk)
    except Conflict as error:
        messages.error(request, f"{error.message} Nothing was imported.")
        return redirect("research:upload", upload.pk)
    if isinstance(imported, DatasetImport):
        return redirect("research:dataset_import", imported.pk)
    if isinstance(imported, SetImport):
        dataset = imported.dataset
        kept = f" Their annotations are being imported as “{imported.name}”."
    else:
        dataset, kept = imported, ""
    messages.success(request, _imported(dataset, left) + kept)
    return redirect("research:dataset", dataset.pk)


def _imported(dataset: Dataset, left: int) -> str:
    are = "is" if dataset.item_count == 1 else "are"
    items = counted(dataset.item_count, ONE_OF[dataset.kind])
    without = f" {counted(left, 'row')} left out." if left else ""
    return f"{items} {are} imported.{without}"


@needs(to_post=Capability.EDIT_DATASETS)
def discard(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    upload = upload_for(request, upload_id)
    discard_upload(upload=upload, user=request.user)
    messages.success(request, f"{upload.filename} is discarded. Nothing of it was imported.")
    return redirect("research:new_dataset", upload.project_id)


def _looked_at(parsed: ParsedUpload) -> dict[str, object]:
    first = parsed.items[:SHOWN]
    if parsed.kind == DOCUMENTS:
        named = [(item.row, item.text, item.content) for item in first]
        return {
            "corpus": corpus_table(parsed.details.get("statistics", [])),
            "rows": document_rows(named),
        }
    if parsed.kind in {APPS, SITES}:
        return {"first": first}
    if parsed.kind == PAIRS:
        rows = [PairRow(item.text, item.content) for item in first]
        return {"facts": facts_of(parsed.details), "rows": rows}
    if parsed.kind == QUESTIONS:
        return {"rows": [question_row(one.row, one.content, one.document) for one in first]}
    return {"first": first, "lengths": histogram(_lengths(parsed.items))}


def _lengths(items: Sequence[ItemRow]) -> Counter[int]:
    return Counter(len(item.content["tokens"]) for item in items)
