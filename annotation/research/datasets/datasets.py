"""Datasets: a file is looked at first, then imported or discarded."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models.fields.json import KT
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.exchange.readers import ItemRow, ParsedUpload, read_upload
from annotation.exchange.rows import APPS, DOCUMENTS, ONE_OF, PAIRS, QUESTIONS, SITES
from annotation.models import Alignment, Dataset, Item, PairDraw, Project
from annotation.plurals import counted
from annotation.research.common.access import (
    ResearcherRequest,
    dataset_for,
    membership_of,
    researcher,
    upload_for,
)
from annotation.research.common.histogram import histogram
from annotation.research.common.paging import page_of, whole_number
from annotation.research.datasets.corpora import (
    PairRow,
    document_rows,
    facts_of,
    found_of,
    standing_alignment,
)
from annotation.research.datasets.forms import UploadForm
from annotation.research.datasets.policies import policies_of
from annotation.services.datasets.datasets import discard_upload, import_upload, store_upload
from annotation.services.errors import Invalid, ServiceError
from annotation.services.jobs.typologies import RUNNING_TEXT
from annotation.tables.documents import corpus_table

ITEMS_PER_PAGE = 50
PAIRS_PER_PAGE = 20
SHOWN = 8
QUESTION_FORMATS = {
    "release": "SQuAD’s format (JSON)",
    "csv": "PrivacyQA’s table, a row for each question and sentence",
    "tsv": "PrivacyQA’s table, a row for each question and sentence",
}
DELIMITERS = {",": "commas (CSV)", ";": "semicolons (CSV)", "\t": "tabs (TSV)"}
FORMATS = {
    "lines": "one text a line",
    "jsonl": "one JSON object a line (JSONL)",
    "release": "the papers’ release format (JSON)",
    "html": "a page of HTML, of which only the text is kept",
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
    return render(request, "research/datasets/new_dataset.html", context, status=status)


@require_safe
@researcher
def show_upload(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    """The member who uploaded the file: what it holds, or what is wrong with it."""
    upload = upload_for(request.user, upload_id)
    parsed = read_upload(upload.filename, bytes(upload.body))
    context = {
        "project": upload.project,
        "upload": upload,
        "parsed": parsed,
        "format": _format(parsed),
        "one": ONE_OF[parsed.kind],
        "error_count": parsed.error_count,
    } | _looked_at(parsed)
    status = 400 if parsed.errors else 200
    return render(request, "research/datasets/upload.html", context, status=status)


@require_POST
@researcher
def import_it(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    """The member who uploaded the file. All of it becomes a dataset, or nothing."""
    upload = upload_for(request.user, upload_id)
    try:
        dataset = import_upload(upload=upload, user=request.user)
    except Invalid:
        return redirect("research:upload", upload_id)
    are = "is" if dataset.item_count == 1 else "are"
    held = counted(dataset.item_count, ONE_OF[dataset.kind])
    messages.success(request, f"{held} {are} imported.")
    return redirect("research:dataset", dataset.pk)


@require_POST
@researcher
def discard(request: ResearcherRequest, upload_id: int) -> HttpResponse:
    """The member who uploaded the file."""
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
    size = ITEMS_PER_PAGE if dataset.kind != Dataset.Kind.PAIRS else PAIRS_PER_PAGE
    page = page_of(list(items[: size + 1]), size)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "has_sentences": dataset.kind in RUNNING_TEXT,
        "page": page,
        "after": after,
        "campaigns": dataset.campaigns.with_progress(),
    }
    return render(request, "research/datasets/dataset.html", context | _held(dataset, page.rows))


def _format(parsed: ParsedUpload) -> str:
    special = QUESTION_FORMATS if parsed.kind == QUESTIONS else {}
    if found := special.get(parsed.format) or FORMATS.get(parsed.format):
        return found
    name = DELIMITERS.get(parsed.delimiter)
    return f"a table, its cells divided by {name}" if name else ""


def _held(dataset: Dataset, items: Sequence[Item]) -> dict[str, Any]:
    """Return the context of this kind of dataset only."""
    details = dataset.details
    if dataset.kind == Dataset.Kind.APPS:
        policies = policies_of(dataset, items)
        return {"rows": [(item, policies[item.pk]) for item in items]}
    if dataset.kind == Dataset.Kind.DOCUMENTS:
        named = [(item.position, item.text, item.content) for item in items]
        over = (PairDraw.Status.KEPT, PairDraw.Status.DISCARDED)
        draws = PairDraw.objects.filter(dataset=dataset).exclude(status__in=over)
        sets = Dataset.objects.filter(project=dataset.project, details__drawn_from=dataset.pk)
        alignments = Alignment.objects.filter(dataset=dataset).defer("results", "grouping")
        return {
            "corpus": corpus_table(details["statistics"]),
            "rows": document_rows(named),
            "draws": draws.defer("results", "pairs"),
            "drawn_sets": sets.annotate(level=KT("details__level")).defer("details"),
            "alignments": alignments.exclude(status=Alignment.Status.DISCARDED),
        }
    if dataset.kind == Dataset.Kind.PAIRS:
        rows = [PairRow(item.text, item.content) for item in items]
        drawn = found_of(details) | _beside(details) if "strata" in details else {}
        return {"facts": facts_of(details), "rows": rows} | drawn
    if dataset.kind == Dataset.Kind.QUESTIONS:
        documents = Item.objects.filter(pk__in={item.document_id for item in items})
        names: dict[int | None, str] = dict(documents.values_list("pk", "text"))
        return {
            "rows": [
                _question(item.position, item.content, names[item.document_id]) for item in items
            ]
        }
    return {}


def _beside(details: Mapping[str, Any]) -> dict[str, Alignment | None]:
    """The alignment beside which pairs were drawn, if it was one."""
    number = details.get("disagreeing", {}).get("alignment")
    return {"beside": standing_alignment(details["drawn_from"], number)}


def _looked_at(parsed: ParsedUpload) -> dict[str, Any]:
    """Return the preview of a file before it is imported."""
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
        return {"rows": [_question(one.row, one.content, one.document) for one in first]}
    return {"first": first, "lengths": histogram(_lengths(parsed.items))}


def _question(position: int, content: Mapping[str, Any], document: str) -> dict[str, Any]:
    return {
        "position": position,
        "question": content["question"],
        "document": document,
        "category": content.get("category", ""),
        "options": len(content.get("options", ())),
    }


def _lengths(items: Sequence[ItemRow]) -> Counter[int]:
    return Counter(len(item.content["tokens"]) for item in items)
