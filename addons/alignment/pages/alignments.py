"""Alignments of documents: their list, request and results."""

from collections.abc import Mapping
from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import render

from addons.alignment.access import aligned_for, alignment_for
from addons.alignment.lists import alignments_of
from addons.alignment.models import Alignment
from addons.alignment.pages.alignment_forms import AlignmentForm, initial_to_repeat
from addons.alignment.pages.charts import tables_of
from addons.alignment.pages.figures import against_each, cards_of
from addons.alignment.pages.words import about, news_of, objective_of, results_of
from addons.alignment.services.alignments import ask_for_alignment, require_documents
from annotation.capabilities import Capability
from annotation.models import Dataset
from annotation.research.common.access import ResearcherRequest, dataset_for, membership_of, needs
from annotation.research.common.downloads import file_name, named_file, table_as_csv
from annotation.research.common.finding import listed
from annotation.research.common.jobs import JobPages, ask_or_show, count_steps
from annotation.research.common.paging import whole_number
from midpath.alignment.group_lines import group_lines

MAX_DOCUMENTS = 10


@needs(to_read=Capability.SEE_FIGURES)
def list_alignments(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project: one page of its alignments, the newest first, and documents to
    align."""
    project = membership_of(request, project_id).project
    documents = project.datasets.filter(kind=Dataset.Kind.DOCUMENTS)
    context = {
        "project": project,
        "listed": listed(request, alignments_of(project)),
        "documents": list(documents[:MAX_DOCUMENTS]),
    }
    return render(request, "research/alignments/list.html", context)


@needs(Capability.EDIT_DATASETS)
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the project. A Celery job computes the alignment. `again` names an earlier
    alignment of these documents whose options are filled in."""
    dataset = dataset_for(request, dataset_id)
    require_documents(dataset)
    form = AlignmentForm(request.POST or None, initial=_initial(request, dataset))
    ask = partial(ask_for_alignment, dataset=dataset, user=request.user)
    context = {"project": dataset.project, "dataset": dataset}
    return ask_or_show(
        request, form, ask, "alignment", context, "research/alignments/new_alignment.html"
    )


def _results(request: ResearcherRequest, alignment: Alignment) -> Mapping[str, object]:
    if alignment.status != Alignment.Status.READY:
        return {}
    return {
        "results": alignment.results,
        "about": about(alignment),
        "news": news_of(alignment),
        "golds": against_each(results_of(alignment)),
        "groups": cards_of(results_of(alignment)),
        "objective": objective_of(alignment.options.method),
    }


PAGES = JobPages(
    name="alignment",
    route="alignments/<int:alignment_id>/",
    find=alignment_for,
    sees=Capability.SEE_FIGURES,
    template="research/alignments/alignment.html",
    context=_results,
    # Models may converge earlier.
    progress=count_steps("{done} of at most {steps}."),
)


@needs(to_read=Capability.SEE_FIGURES)
def as_csv(request: ResearcherRequest, alignment_id: int, chart: str) -> HttpResponse:
    """Members of the project: one table of the page."""
    alignment = aligned_for(request, alignment_id)
    return table_as_csv(tables_of(results_of(alignment)), chart, alignment.name)


@needs(to_read=Capability.EXPORT)
def as_jsonl(request: ResearcherRequest, alignment_id: int) -> HttpResponse:
    """Members of the project: each group with its words and segments, one per line."""
    alignment = aligned_for(request, alignment_id)
    items = alignment.dataset.items.values_list("position", "text", "content")
    lines = group_lines(alignment.results, alignment.grouping, items.iterator(chunk_size=200))
    name = file_name(alignment.name, "groups.jsonl")
    return named_file(b"".join(lines), name, "application/x-ndjson")


def _initial(request: ResearcherRequest, dataset: Dataset) -> dict[str, object]:
    again = whole_number(request, "again")
    if again is None:
        return {"name": f"Groups of {dataset.name}"[:120]}
    alignment = alignment_for(request, again)
    if alignment.dataset_id != dataset.pk:
        raise Http404
    return initial_to_repeat(alignment)
